/** Shows the next hint in the panel. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";
import { challengeMeant } from "./target.ts";

export const nextHint: Command = async ({ desk, panels }, target) => {
	const { shown, of } = await panels.hint(challengeMeant(desk, target));
	vscode.window.setStatusBarMessage(
		of === 0
			? "Treeline: this challenge has no hints"
			: `Treeline: hint ${shown} of ${of}`,
		5000,
	);
};
