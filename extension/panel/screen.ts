/** Paths of the panel's screens: from a challenge to `/packs/<pack>/<challenge>`, and from what a page or a saved panel holds back to it. */
import type { ChallengeKey } from "@treeline/webview/protocol";

export const pathOf = ({ pack, challenge }: ChallengeKey): string =>
	`/packs/${encodeURIComponent(pack)}/${encodeURIComponent(challenge)}`;

/** Where a path leads: a challenge, else the Packs view; null for a path that no screen has, or that is malformed. */
export function screenOf(path: string): ChallengeKey | "packs" | null {
	if (path === "/") return "packs";
	const [, pack, challenge] =
		/^\/packs\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
	if (!pack) return null;
	try {
		const key = { pack: decodeURIComponent(pack) };
		return challenge
			? { ...key, challenge: decodeURIComponent(challenge) }
			: "packs";
	} catch {
		return null;
	}
}

/** The challenge that a panel showed before a reload, by the state that its page saved; null for any other state. */
export function keyOfState(state: unknown): ChallengeKey | null {
	const path = (state as { path?: unknown } | null | undefined)?.path;
	const screen = typeof path === "string" ? screenOf(path) : null;
	return screen === "packs" ? null : screen;
}
