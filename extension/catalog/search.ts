/** Full-text search in the bundled challenges, which needs no network, and how a challenge's status is shown in lists. */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";

export const STATUS = {
	not_started: {
		icon: "circle-outline",
		colour: undefined,
		words: "not started",
	},
	attempted: {
		icon: "circle-slash",
		colour: "list.warningForeground",
		words: "in progress",
	},
	passed: {
		icon: "pass-filled",
		colour: "testing.iconPassed",
		words: "passed",
	},
} as const;

/** The packs with those of their challenges whose text contains every word of `query`; packs without any are left out. */
export function challengesMatching(
	packs: readonly PublicPack[],
	query: string,
): PublicPack[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return packs
		.map((pack) => ({
			...pack,
			challenges: pack.challenges.filter((challenge) => {
				const text = searchText(challenge, pack);
				return words.every((word) => text.includes(word));
			}),
		}))
		.filter(({ challenges }) => challenges.length > 0);
}

/** Lower-case texts, by challenge: each is built once. */
const texts = new WeakMap<PublicChallenge, string>();

function searchText(challenge: PublicChallenge, pack: PublicPack): string {
	const { order, title, difficulty, tags, prompt } = challenge;
	const known = texts.get(challenge);
	if (known !== undefined) return known;
	const text = [pack.manifest.name, `${order}. ${title}`, difficulty]
		.concat(tags, prompt)
		.join("\n")
		.toLowerCase();
	texts.set(challenge, text);
	return text;
}
