/** Signs out after a question; the challenges and their files stay. */
import * as vscode from "vscode";
import { Trouble } from "../trouble.ts";
import type { Command } from "./index.ts";

export const signOut: Command = async ({ account }) => {
	const { person } = account;
	if (!person) return;
	const leave = "Sign Out";
	const chosen = await vscode.window.showInformationMessage(
		`Sign out of Treeline, ${person.name}? Your files and your progress in this editor stay.`,
		leave,
	);
	if (chosen !== leave) return;
	await account.signOut().catch((error: Error) => {
		throw new Trouble(
			`You are signed out in this editor, but your session could not be ended on the server: ${error.message}`,
			"To end it, open “Account and sessions” on the Treeline page.",
		);
	});
};
