/** Which challenge a command is about: the row it was called on, the file in front, else the one opened or verified last. */
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { Desk } from "../challenge/desk.ts";
import { Trouble } from "../trouble.ts";

/** The challenge of a row of the Packs view, or of anything else that carries a key; null when `target` names none. */
export function keyOfTarget(target: unknown): ChallengeKey | null {
	const key = (target as { key?: Partial<ChallengeKey> } | null | undefined)
		?.key;
	return typeof key?.pack === "string" && typeof key.challenge === "string"
		? { pack: key.pack, challenge: key.challenge }
		: null;
}

export function challengeMeant(desk: Desk, target: unknown): ChallengeKey {
	const file = vscode.window.activeTextEditor?.document.uri;
	const key =
		keyOfTarget(target) ?? (file ? desk.keyOf(file) : null) ?? desk.current;
	if (key) return key;
	throw new Trouble(
		"No challenge is open.",
		"Open one in the Packs view of Treeline.",
	);
}
