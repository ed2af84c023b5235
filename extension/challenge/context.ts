/** The context keys that the manifest's when clauses read of files: which visible ones belong to a challenge. */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import { challengeFiles } from "./paths.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

/** Sets `treeline.challengeFiles` now and whenever it may change, and `treeline.challengeOpen` once a file of a challenge is visible. */
export function updateContext(
	workspace: ChallengeWorkspace,
	catalog: Catalog,
): vscode.Disposable {
	const { window } = vscode;
	const set = (key: string, value: unknown) =>
		vscode.commands.executeCommand("setContext", key, value);
	let latest = 0;
	const update = async () => {
		const run = ++latest;
		const files = await challengeFiles(
			window.visibleTextEditors.map(({ document }) => document.uri),
			workspace.keyOf,
			catalog.has,
		);
		if (run !== latest) return;
		await set("treeline.challengeFiles", files);
		if (files.length > 0) await set("treeline.challengeOpen", true);
	};
	void update();
	return vscode.Disposable.from(
		window.onDidChangeVisibleTextEditors(update),
		vscode.workspace.onDidChangeWorkspaceFolders(update),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.folder")) void update();
		}),
	);
}
