/** Opens a challenge that is due again with its starter, after a confirmation; the earlier answer stays in the list of attempts. */
import * as vscode from "vscode";
import { withoutLinks } from "../user-error.ts";
import type { Command } from "./index.ts";
import { keyOfTarget } from "./target.ts";

export const practise: Command = async (
	{ catalog, workspace, panels, practice },
	target,
) => {
	const key = keyOfTarget(target) ?? (await practice.due())[0];
	if (!key) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t("No challenge is due again."),
		);
		return;
	}
	const { title, files } = await catalog.challenge(key);
	const confirm = vscode.l10n.t("Start with a Fresh Copy");
	const keep = vscode.l10n.t("Open My Answer");
	const chosen = await vscode.window.showInformationMessage(
		vscode.l10n.t(
			'"{0}" is due again. A fresh copy takes the place of your files; your earlier answer stays in the list of attempts, and Undo in the editor brings your text back.',
			withoutLinks(title),
		),
		{ modal: true },
		confirm,
		keep,
	);
	if (!chosen) return;
	await workspace.open(key);
	if (chosen === confirm) await workspace.replaceFiles(key, files);
	await panels.show(key);
};
