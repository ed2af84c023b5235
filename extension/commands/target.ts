/** The challenge that a command applies to: that of its tree row, else of the active editor's file, else the active one. */
import * as vscode from "vscode";
import { type ChallengeKey, challengeKeyOf } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { UserError } from "../user-error.ts";

/** The challenge of a row of the Packs view, or of anything else that carries a key; null when `target` names none. */
export const keyOfTarget = (target: unknown): ChallengeKey | null =>
	challengeKeyOf((target as { key?: unknown } | null | undefined)?.key);

export function targetChallenge(
	workspace: ChallengeWorkspace,
	target: unknown,
): ChallengeKey {
	const file = vscode.window.activeTextEditor?.document.uri;
	const key =
		keyOfTarget(target) ??
		(file ? workspace.keyOf(file) : null) ??
		workspace.active;
	if (key) return key;
	throw new UserError(
		vscode.l10n.t("No challenge is open."),
		vscode.l10n.t("Open one in the Packs view of Treeline."),
	);
}
