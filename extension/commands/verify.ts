/** Verifies a challenge; the result is shown in the panel, as diagnostics, and in the status bar. */
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { plural } from "../plural.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const verify: Command = async (parts, target) =>
	verifyChallenge(
		parts.workspace,
		targetChallenge(parts.workspace, target),
		parts.panels.verify,
	);

/** Verifies with `run`, unless files of the challenge are missing. */
export async function verifyChallenge(
	workspace: ChallengeWorkspace,
	key: ChallengeKey,
	run: (key: ChallengeKey) => Promise<unknown>,
): Promise<void> {
	const missing = await workspace.missing(key);
	if (missing.length > 0)
		return offerRestore(missing, () => workspace.open(key));
	await run(key);
}

/** Warns that files of the challenge were deleted or renamed, and offers to restore the starter's ones. */
async function offerRestore(
	missing: string[],
	restore: () => Promise<void>,
): Promise<void> {
	const names = missing.map((path) => `\`${path}\``).join(", ");
	const confirm = vscode.l10n.t("Restore from Starter");
	const chosen = await vscode.window.showWarningMessage(
		plural(
			missing.length,
			{
				one: "{1} is no longer in the challenge's folder, so it cannot be verified. Undo the rename or deletion, or restore the starter's version.",
				other:
					"{1} are no longer in the challenge's folder, so it cannot be verified. Undo the rename or deletion, or restore the starter's version.",
			},
			names,
		),
		confirm,
	);
	if (chosen === confirm) await restore();
}
