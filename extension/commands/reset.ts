/** Puts the starter back after a question; the editor's own undo brings the learner's text back. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";
import { challengeMeant } from "./target.ts";

export const reset: Command = async ({ catalog, desk }, target) => {
	const key = challengeMeant(desk, target);
	const { title } = await catalog.challenge(key);
	const restore = "Reset to Starter";
	const chosen = await vscode.window.showWarningMessage(
		`Reset "${title}" to its starter? Undo in the editor brings your text back.`,
		{ modal: true },
		restore,
	);
	if (chosen === restore) await desk.reset(key);
};
