/** Full-text search of the challenges of packs that are at hand. */
import type { PublicChallenge, PublicPack } from "../format/public.ts";

export interface Found {
	pack: PublicPack;
	challenge: PublicChallenge;
}

/**
 * The challenges whose title, tags or prompt contain every word of `query`, whatever the case: those with more of the words in the title
 * first, then those with more in the tags, then in the packs' order. All of them for an empty query.
 */
export function searchChallenges(
	packs: readonly PublicPack[],
	query: string,
): Found[] {
	const words = wordsOf(query);
	return packs
		.flatMap((pack) =>
			pack.challenges.map((challenge) => ({
				pack,
				challenge,
				rank: rankOf(challenge, words),
			})),
		)
		.filter(({ rank }) => rank !== null)
		.sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0))
		.map(({ pack, challenge }) => ({ pack, challenge }));
}

const wordsOf = (query: string) =>
	query.toLowerCase().split(/\s+/).filter(Boolean);

/** Null when a word is nowhere. */
function rankOf(
	{ title, tags, prompt }: PublicChallenge,
	words: string[],
): number | null {
	const [inTitle, inTags, inPrompt] = [title, tags.join(" "), prompt].map(
		(text) => {
			const lower = text.toLowerCase();
			return words.map((word) => lower.includes(word));
		},
	) as [boolean[], boolean[], boolean[]];
	if (!words.every((_, at) => inTitle[at] || inTags[at] || inPrompt[at]))
		return null;
	const count = (found: boolean[]) => found.filter(Boolean).length;
	return (words.length + 1) * count(inTitle) + count(inTags);
}

/** About `length` characters of the prompt, as one line without Markdown's marks, with the first word of `query` that it contains in them. */
export function excerptOf(
	{ prompt }: PublicChallenge,
	query: string,
	length: number,
): string {
	const text = prompt
		.replaceAll(/[`*_#>]/g, "")
		.replaceAll(/\s+/g, " ")
		.trim();
	const lower = text.toLowerCase();
	const places = wordsOf(query)
		.map((word) => lower.indexOf(word))
		.filter((place) => place >= 0);
	const place = places.length > 0 ? Math.min(...places) : 0;
	const start =
		place < length * 0.75 ? 0 : text.lastIndexOf(" ", place - length / 4) + 1;
	const end = start + length;
	return `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
}
