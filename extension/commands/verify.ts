/** Verifies a challenge; the result stands in the panel, in the editor as problems, and in the status bar for a moment. */
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { Desk } from "../challenge/desk.ts";
import type { Command } from "./index.ts";
import { challengeMeant } from "./target.ts";

/** How long the outcome stays in the status bar, in milliseconds. */
const SHOWN = 8000;

export const verify: Command = async (parts, target) =>
	verifyChallenge(
		parts.desk,
		challengeMeant(parts.desk, target),
		parts.panels.verify,
	);

/** Verifies with `run`, unless files of the challenge are missing, and shows the outcome in the status bar. */
export async function verifyChallenge(
	desk: Desk,
	key: ChallengeKey,
	run: (key: ChallengeKey) => Promise<{ summary: string }>,
): Promise<void> {
	const gone = await desk.missing(key);
	if (gone.length > 0) return offerBack(gone, () => desk.open(key));
	const { summary } = await run(key);
	vscode.window.setStatusBarMessage(`Treeline: ${summary}`, SHOWN);
}

/** Files of the challenge were deleted or renamed: says so, and offers to bring the starter's ones back. */
async function offerBack(
	gone: string[],
	restore: () => Promise<void>,
): Promise<void> {
	const names = gone.map((path) => `\`${path}\``).join(", ");
	const bring = "Restore from Starter";
	const chosen = await vscode.window.showWarningMessage(
		`${names} ${gone.length === 1 ? "is" : "are"} no longer in the challenge's folder, so it cannot be verified. Undo the rename or deletion, or restore the starter's version.`,
		bring,
	);
	if (chosen === bring) await restore();
}
