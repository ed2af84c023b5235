/** Gives a challenge up after a confirmation, and shows its explanation in the panel; after a pass or a give-up it shows it at once. */
import * as vscode from "vscode";
import { explanationOf, recordGiveUp } from "../session/explanation.ts";
import { UserError, withoutLinks } from "../user-error.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const giveUp: Command = async (parts, target) => {
	const { catalog, workspace, panels } = parts;
	const key = targetChallenge(workspace, target);
	const { title, debrief } = await catalog.challenge(key);
	if (!debrief)
		throw new UserError(
			vscode.l10n.t("This challenge has no explanation."),
			vscode.l10n.t("Its hints lead to the solution."),
		);
	if (!(await explanationOf(parts, key))) {
		const confirm = vscode.l10n.t("Give Up");
		const chosen = await vscode.window.showWarningMessage(
			vscode.l10n.t(
				'Give up "{0}"? You read the explanation of the solution, and the attempt is kept as given up. You can still pass the challenge later.',
				withoutLinks(title),
			),
			{ modal: true },
			confirm,
		);
		if (chosen !== confirm) return;
		await recordGiveUp(parts, key);
	}
	await panels.explain(key);
};
