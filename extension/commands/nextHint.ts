/** Shows the next hint in the panel. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const nextHint: Command = async ({ workspace, panels }, target) => {
	const { shown, of } = await panels.hint(targetChallenge(workspace, target));
	vscode.window.setStatusBarMessage(
		of === 0
			? vscode.l10n.t("Treeline: this challenge has no hints")
			: vscode.l10n.t("Treeline: hint {0} of {1}", shown, of),
		5000,
	);
};
