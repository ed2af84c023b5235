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

/** The challenge that an address names: that of its page on a service, `…/packs/<pack>/<slug>`, or a deep link; null for any other text. */
export function challengeOfAddress(text: string): ChallengeKey | null {
	const url = URL.parse(text);
	if (!url) return null;
	const isPage = url.protocol === "https:" || url.protocol === "http:";
	return challengeOfLink(
		isPage
			? url.pathname.replace(/^.*\/packs(?=\/)/, "/challenge")
			: url.pathname,
	);
}
