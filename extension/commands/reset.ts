/** Restores the starter after a confirmation; the editor's own undo brings the learner's text back. */
import * as vscode from "vscode";
import { withoutLinks } from "../user-error.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const reset: Command = async ({ catalog, workspace }, target) => {
	const key = targetChallenge(workspace, target);
	const { title, files } = await catalog.challenge(key);
	const confirm = vscode.l10n.t("Reset to Starter");
	const chosen = await vscode.window.showWarningMessage(
		vscode.l10n.t(
			'Reset "{0}" to its starter? Undo in the editor brings your text back.',
			withoutLinks(title),
		),
		{ modal: true },
		confirm,
	);
	if (chosen === confirm) await workspace.replaceFiles(key, files);
};
