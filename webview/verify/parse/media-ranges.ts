/** Ranges in the conditions of CSS's at-rules, `(width >= 40rem)`, which are valid and errors to the grammar. */

import { swappedOperators } from "../model/operators.ts";

/** What stands before the block of an at-rule that may ask for a range. */
const prelude = /@(?:media|container|import|custom-media)\b[^{};]*/gi;
/** Brackets, with those of functions in them. */
const brackets = /\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g;

const isFeature = (text: string) =>
	/^(?!(?:min|max)-)-?[a-z][a-z-]*$/i.test(text);
const isBound = (text: string) =>
	/[\dµ]/.test(text) && !/[:;{}!"'<>=]/.test(text);

/** One side of a range, in the older words where these say the same. */
function sideOf(feature: string, operator: string, bound: string): string {
	switch (operator) {
		case ">=":
			return `(min-${feature}:${bound})`;
		case "<=":
			return `(max-${feature}:${bound})`;
		case "=":
			return `(${feature}:${bound})`;
		default:
			return `(${feature}${operator}${bound})`;
	}
}

/** The sides of the range that brackets hold; null when it is none. */
function sidesOf(inside: string): string[] | null {
	const [first = "", one = "", second = "", other, third = "", ...more] = inside
		.split(/([<>]=?|=)/)
		.map((text) => text.trim());
	if (more.length > 0 || !one) return null;
	if (other === undefined) {
		if (isFeature(first) && isBound(second))
			return [sideOf(first, one, second)];
		return isFeature(second) && isBound(first)
			? [sideOf(second, swappedOperators[one] ?? one, first)]
			: null;
	}
	const isRange =
		isFeature(second) &&
		[first, third].every(isBound) &&
		/^[<>]/.test(one) &&
		one[0] === other[0];
	return isRange
		? [
				sideOf(second, swappedOperators[one] ?? one, first),
				sideOf(second, other, third),
			]
		: null;
}

/** A text with a name in place of each range, as long as it is; null when it has none. */
export function withoutRanges(content: string): string | null {
	const masked = content.replace(prelude, (asked) =>
		asked.replace(brackets, (whole, inside: string) =>
			// Line breaks stay, so that places stay.
			sidesOf(inside)
				? `(${inside.replace(/[^\r\n]/g, " ").replace(" ", "x")})`
				: whole,
		),
	);
	return masked === content ? null : masked;
}

/** What an at-rule asks, with its ranges in one way of writing. Under `not` and `or` the two sides of one stay together. */
export const normalRanges = (asked: string): string =>
	asked.replace(brackets, (whole, inside: string) => {
		const sides = sidesOf(inside);
		const isSplit = !!sides && !(sides[1] && /\b(?:not|or)\b/.test(asked));
		return isSplit ? sides.join(" and ") : whole;
	});
