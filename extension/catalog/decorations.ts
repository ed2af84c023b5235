/** Marks the folders of challenges with the learner's state wherever VS Code shows them, by letter, colour and tooltip. */
import * as vscode from "vscode";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { ProgressStore } from "../session/progress.ts";
import type { Catalog } from "./catalog.ts";
import { STATUS } from "./status.ts";

const BADGES = { not_started: null, attempted: "…", passed: "✓" } as const;

export function decorateFolders({
	catalog,
	workspace,
	progress,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
}): vscode.Disposable {
	const changed = new vscode.EventEmitter<undefined>();
	const provider: vscode.FileDecorationProvider = {
		onDidChangeFileDecorations: changed.event,
		async provideFileDecoration(uri) {
			// The folder itself: it belongs to no challenge, and what is in it does.
			if (workspace.keyOf(uri)) return undefined;
			const key = workspace.keyOf(vscode.Uri.joinPath(uri, "file"));
			if (!key || !(await catalog.has(key))) return undefined;
			const { status } = progress.of(key);
			const { colour, words } = STATUS[status];
			const badge = BADGES[status];
			if (badge === null) return undefined;
			return new vscode.FileDecoration(
				badge,
				vscode.l10n.t("Challenge: {0}", words),
				colour ? new vscode.ThemeColor(colour) : undefined,
			);
		},
	};
	return vscode.Disposable.from(
		changed,
		vscode.window.registerFileDecorationProvider(provider),
		progress.onChange(() => changed.fire(undefined)),
	);
}
