/** The status bar item of the active challenge, such as `3/5 checks`. It opens a menu of the challenge's commands. */
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";
import { type Results, summaryOf } from "../engine/results.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

export function showChecksInStatusBar({
	catalog,
	workspace,
	results,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	results: Results;
}): vscode.Disposable {
	const item = vscode.window.createStatusBarItem(
		"treeline.checks",
		vscode.StatusBarAlignment.Left,
	);
	item.name = vscode.l10n.t("Treeline Checks");
	item.command = "treeline.challengeMenu";
	let latest = 0;
	const update = async () => {
		const run = ++latest;
		const key = shownChallenge(workspace);
		const challenge = key && (await catalog.find(key));
		if (run !== latest) return;
		if (!key || !challenge) return item.hide();
		const { icon, short, long } = summaryOf(challenge, results.of(key));
		item.text = `$(${icon}) ${short}`;
		item.tooltip = `${challenge.title}: ${long}`;
		item.accessibilityInformation = {
			label: `Treeline, ${challenge.title}: ${long}`,
			role: "button",
		};
		item.show();
	};
	void update();
	return vscode.Disposable.from(
		item,
		results.onDidChange(update),
		workspace.onDidChangeActive(update),
		vscode.window.onDidChangeActiveTextEditor(update),
		vscode.workspace.onDidChangeWorkspaceFolders(update),
	);
}

/** The challenge of the active editor's file; without an active editor, as in the panel, the active one. */
export function shownChallenge(
	workspace: ChallengeWorkspace,
): ChallengeKey | null {
	const editor = vscode.window.activeTextEditor;
	return editor ? workspace.keyOf(editor.document.uri) : workspace.active;
}
