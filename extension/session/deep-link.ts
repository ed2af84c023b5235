/** Deep links to challenges: `<scheme>://treeline.treeline/challenge/<pack>/<slug>`, as web pages use them. */
import { isSlug } from "@treeline/packs/format";
import type { ChallengeKey } from "@treeline/webview/protocol";

/** The challenge that the path of a URI names, `/challenge/<pack>/<slug>`; null for any other path. */
export function challengeOfLink(path: string): ChallengeKey | null {
	const [, root, pack = "", challenge = "", ...rest] = path.split("/");
	return root === "challenge" &&
		isSlug(pack) &&
		isSlug(challenge) &&
		rest.every((part) => part === "")
		? { pack, challenge }
		: null;
}
