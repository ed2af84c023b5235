/** Signs out after a confirmation; the challenges and their files stay. */
import * as vscode from "vscode";
import { UserError, withoutLinks } from "../user-error.ts";
import type { Command } from "./index.ts";

export const signOut: Command = async ({ account }) => {
	const { person } = account;
	if (!person) return;
	const confirm = vscode.l10n.t("Sign Out");
	const chosen = await vscode.window.showInformationMessage(
		vscode.l10n.t(
			"Sign out of Treeline, {0}? Your files and your progress in this editor stay.",
			withoutLinks(person.name),
		),
		confirm,
	);
	if (chosen !== confirm) return;
	await account.signOut().catch((error: Error) => {
		throw new UserError(
			vscode.l10n.t(
				"You are signed out in this editor, but your session could not be ended on the server: {0}",
				error.message,
			),
			vscode.l10n.t(
				"To end it, open “Account and sessions” on the Treeline page.",
			),
		);
	});
};
