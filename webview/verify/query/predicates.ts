/** The text predicates of a query as their author wrote them, and what they ask for in words. */
import type { QueryCapture } from "web-tree-sitter";
import { isQuick } from "../limits/regex.ts";
import { patternToken, unescaped } from "./pattern.ts";
import { type RegexLiterals, regexLiterals } from "./regex-literals.ts";

/** In a longer text any word may stand by chance, in UTF-16 units. */
const longest = 64;

export interface Written {
	operator: string;
	/** The capture that the predicate tests, without its `@`. */
	capture: string;
	/** The texts that it is compared with; none when it is compared with another capture. */
	texts: string[];
	other: string | null;
	/** What it asks for, if words can tell. */
	wanted: RegexLiterals | null;
	/** The texts of all predicates of the query: a text that another predicate expects is no typo. */
	known: ReadonlySet<string>;
}

const written = (operator: string): Written => ({
	operator,
	capture: "",
	texts: [],
	other: null,
	wanted: null,
	known: new Set(),
});

/** The predicates of each top-level pattern, in the order in which the library asks them. */
export function predicatesOf(pattern: string): Written[][] {
	const all: Written[][] = [];
	let depth = 0;
	let current: Written | null = null;
	for (const [text] of pattern.matchAll(patternToken)) {
		const [first = ""] = text;
		if (depth === 0 && /[(["]/.test(first)) all.push([]);
		if (first === "(" || first === "[") depth += 1;
		else if (first === ")" || first === "]") {
			depth -= 1;
			current = null;
		} else if (first === "#") {
			current = written(text.slice(1));
			if (current.operator !== "set!") all.at(-1)?.push(current);
		} else if (current && first === '"')
			current.texts.push(unescaped(text.slice(1, -1)));
		else if (current && first === "@") {
			if (current.capture === "") current.capture = text.slice(1);
			else current.other = text.slice(1);
		}
	}
	const flat = all.flat();
	const known = new Set(flat.flatMap(({ texts }) => texts));
	for (const one of flat) {
		one.wanted = wantedBy(one);
		one.known = known;
	}
	return all;
}

export const isMatch = ({ operator }: Written) => operator.endsWith("match?");
export const isNegative = ({ operator }: Written) => operator.includes("not-");

function wantedBy(one: Written): RegexLiterals | null {
	const [text] = one.texts;
	if (isNegative(one) || text === undefined) return null;
	return isMatch(one) ? regexLiterals(text) : { words: one.texts, whole: true };
}

export const nodesOf = (captures: readonly QueryCapture[], name: string) =>
	captures.flatMap((capture) => (capture.name === name ? [capture.node] : []));

/** Whether it can be evaluated for these captures without catastrophic backtracking. */
export const isHarmless = (one: Written, captures: readonly QueryCapture[]) =>
	!isMatch(one) ||
	nodesOf(captures, one.capture).every(({ startIndex, endIndex }) =>
		isQuick(one.texts[0] ?? "", endIndex - startIndex),
	);

/** Whether it tells something when it holds; what any text fulfils does not. */
export const isDistinctive = (
	{ wanted, capture, other }: Written,
	captures: readonly QueryCapture[],
) =>
	wanted !== null &&
	other === null &&
	nodesOf(captures, capture).some(
		({ startIndex, endIndex }) =>
			wanted.whole || endIndex - startIndex <= longest,
	);
