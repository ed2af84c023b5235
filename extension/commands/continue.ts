/** Opens the challenge to continue with, or the next one that is not passed. */
import {
	challengeToContinue,
	nextChallenge,
} from "@treeline/packs/learner-tools";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { Command, CommandContext } from "./index.ts";
import { keyOfTarget } from "./target.ts";

export const continueLearning: Command = async (parts) =>
	openFound(parts, challengeToContinue, parts.workspace.active);

export const openNextChallenge: Command = async (parts, target) => {
	const file = vscode.window.activeTextEditor?.document.uri;
	const { workspace } = parts;
	const key =
		keyOfTarget(target) ??
		(file ? workspace.keyOf(file) : null) ??
		workspace.active;
	return openFound(parts, nextChallenge, key);
};

async function openFound(
	{ catalog, progress, workspace, panels }: CommandContext,
	find: typeof nextChallenge,
	from: ChallengeKey | null,
): Promise<void> {
	const found = find(
		await catalog.packs(),
		(key) => progress.of(key).status,
		from,
	);
	if (!found) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t("You have passed every challenge. Well done!"),
		);
		return;
	}
	await workspace.open(found);
	await panels.show(found);
}
