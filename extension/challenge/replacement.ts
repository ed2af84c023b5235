/** Finds the one replacement that a near miss stands for, such as `express` for `expres`, or the code that a check knows to be right. */
import type { NearMiss } from "@treeline/verify/shapes";

export interface Replacement {
	/** Offsets in the file's text, the end exclusive. */
	start: number;
	end: number;
	text: string;
}

/** A name, a number, a path, or a string literal on one line. */
const TOKEN = /^(?:[\w$@/.:-]+|"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$\n]*`)$/;
const MAX_LENGTH = 100;
/** The facet of a mistake that the check knows: the range is the wrong code, and what is expected, where anything is, is to be written in its place. */
const KNOWN_MISTAKE = "mistake";

/**
 * The replacement of what was found by what is expected: of a mistake that the check knows, the range; else when both are single tokens and
 * the former occurs exactly once in the range.
 * It may still be wrong: words that describe a value look like a token. Null when there is none.
 */
export function exactReplacement(
	text: string,
	range: { start: number; end: number },
	nearMiss: NearMiss | null,
): Replacement | null {
	if (!nearMiss) return null;
	const { facet, expected, actual } = nearMiss;
	if (facet === KNOWN_MISTAKE)
		return expected && expected !== text.slice(range.start, range.end)
			? { ...range, text: expected }
			: null;
	const isToken = (word: string) =>
		word.length <= MAX_LENGTH && TOKEN.test(word);
	if (!isToken(expected) || !isToken(actual) || expected === actual)
		return null;
	const places = occurrences(text.slice(range.start, range.end), actual);
	const [place] = places;
	if (place === undefined || places.length > 1) return null;
	const start = range.start + place;
	return { start, end: start + actual.length, text: expected };
}

/** Offsets of `token` in `text` where it is not part of a longer word. */
function occurrences(text: string, token: string): number[] {
	const places: number[] = [];
	const isWordPart = (character: string | undefined) =>
		character !== undefined && /[\w$]/.test(character);
	for (
		let place = text.indexOf(token);
		place !== -1;
		place = text.indexOf(token, place + 1)
	)
		if (
			!(isWordPart(text[place - 1]) && isWordPart(token[0])) &&
			!(isWordPart(text[place + token.length]) && isWordPart(token.at(-1)))
		)
			places.push(place);
	return places;
}
