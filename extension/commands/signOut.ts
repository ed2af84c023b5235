/** Signs out after a confirmation; the challenges and their files stay. */
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { Command } from "./index.ts";

export const signOut: Command = async ({ account }) => {
	const { person } = account;
	if (!person) return;
	const confirm = "Sign Out";
	const chosen = await vscode.window.showInformationMessage(
		`Sign out of Treeline, ${person.name}? Your files and your progress in this editor stay.`,
		confirm,
	);
	if (chosen !== confirm) return;
	await account.signOut().catch((error: Error) => {
		throw new UserError(
			`You are signed out in this editor, but your session could not be ended on the server: ${error.message}`,
			"To end it, open “Account and sessions” on the Treeline page.",
		);
	});
};
