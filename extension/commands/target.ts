/** The challenge that a command applies to: that of its tree row, else of the active editor's file, else the active one. */
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { UserError } from "../user-error.ts";

/** The challenge of a row of the Packs view, or of anything else that carries a key; null when `target` names none. */
export function keyOfTarget(target: unknown): ChallengeKey | null {
	const key = (target as { key?: Partial<ChallengeKey> } | null | undefined)
		?.key;
	return typeof key?.pack === "string" && typeof key.challenge === "string"
		? { pack: key.pack, challenge: key.challenge }
		: null;
}

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
		"No challenge is open.",
		"Open one in the Packs view of Treeline.",
	);
}
