/** Opens the studio on a pack: that of the file that it was called on, else that of the active editor's file, or one of a list. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";

export const openStudio: Command = ({ studio }, target) =>
	studio.open(
		target instanceof vscode.Uri
			? target
			: vscode.window.activeTextEditor?.document.uri,
		target instanceof vscode.Uri,
	);
