/** Shows the next hint in the panel. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const nextHint: Command = async ({ workspace, panels }, target) => {
	const { shown, of } = await panels.hint(targetChallenge(workspace, target));
	vscode.window.setStatusBarMessage(
		of === 0
			? "Treeline: this challenge has no hints"
			: `Treeline: hint ${shown} of ${of}`,
		5000,
	);
};
