/** The context keys that the manifest reads: which visible files belong to a challenge, and what has been done in this window. */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import type { Progress, ProgressStore } from "../session/progress.ts";
import { challengeFiles } from "./paths.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

/**
 * Sets `treeline.challengeFiles` now and whenever it may change; `treeline.challengeOpen` once a file of a challenge is visible; and
 * `treeline.verified`, `treeline.hintShown` and `treeline.passed` once the learner's progress has such a challenge.
 */
export function updateContext(
	workspace: ChallengeWorkspace,
	catalog: Catalog,
	progress: ProgressStore,
): vscode.Disposable {
	const window = vscode.window;
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
	const updateProgress = () => {
		const all = Object.values(progress.all());
		const some = (name: string, holds: (each: Progress) => boolean) => {
			if (all.some(holds)) void set(name, true);
		};
		some("treeline.verified", ({ status }) => status !== "not_started");
		some("treeline.hintShown", ({ hintsShown }) => hintsShown > 0);
		some("treeline.passed", ({ status }) => status === "passed");
	};
	void update();
	updateProgress();
	return vscode.Disposable.from(
		progress.onChange(updateProgress),
		window.onDidChangeVisibleTextEditors(update),
		vscode.workspace.onDidChangeWorkspaceFolders(update),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.folder")) void update();
		}),
	);
}
