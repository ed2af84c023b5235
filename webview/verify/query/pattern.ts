/** What a query pattern says by its text alone: its nesting and its predicates, before any grammar sees it. */

import { compileRegex } from "../limits/regex.ts";
import { msg } from "../messages/msg.ts";
import { CheckFault } from "../results/fault.ts";

/** Longest pattern, in UTF-16 units. */
export const patternCap = 8192;
/** Deepest nesting of brackets; at a few thousand the query compiler overruns its stack. */
export const depthCap = 200;

const knownPredicate = /^((any-)?(not-)?(eq|match)|(not-)?any-of)\?$|^set!$/;
const matchPredicate = /match\?$/;

/** Strings, comments, brackets, predicate names and captures; everything else is of no interest here. */
export const patternToken =
	/"(?:\\[\s\S]|[^"\\])*"|;[^\n]*|[()[\]]|#[^\s()"]+|@[\w.-]+/g;

interface Predicate {
	operator: string;
	strings: string[];
}

export interface PatternText {
	depth: number;
	predicates: Predicate[];
	/** Names of the captures that some predicate reads. */
	read: Set<string>;
}

/** Reads a pattern's text in one pass; unbalanced brackets are left for the query compiler to report. */
export function readPattern(pattern: string): PatternText {
	const found: PatternText = { depth: 0, predicates: [], read: new Set() };
	let depth = 0;
	let predicate: Predicate | null = null;
	for (const [text] of pattern.matchAll(patternToken)) {
		const first = text[0];
		if (first === "(" || first === "[") {
			depth += 1;
			found.depth = Math.max(found.depth, depth);
		} else if (first === ")" || first === "]") {
			depth -= 1;
			predicate = null;
		} else if (first === "#") {
			predicate = { operator: text.slice(1), strings: [] };
			found.predicates.push(predicate);
		} else if (predicate && first === '"') {
			predicate.strings.push(unescaped(text.slice(1, -1)));
		} else if (predicate && first === "@") {
			found.read.add(text.slice(1));
		}
	}
	return found;
}

const controls: Record<string, string> = { n: "\n", r: "\r", t: "\t", 0: "\0" };

/** A string as the query language reads it: a backslash takes the next character as it is, save for four control characters. */
export const unescaped = (text: string) =>
	text.replace(
		/\\([\s\S])/g,
		(_, letter: string) => controls[letter] ?? letter,
	);

/** Throws the fault of a pattern that no grammar can accept: a cap, an unknown predicate, a bad regular expression. */
export function refuseBadPattern(pattern: string): PatternText {
	if (pattern.length > patternCap)
		throw new CheckFault(
			msg`its pattern is longer than ${patternCap} characters; its author should split it into several checks`,
			"pattern",
		);
	const text = readPattern(pattern);
	if (text.depth > depthCap)
		throw new CheckFault(
			msg`its pattern nests more than ${depthCap} brackets; its author should flatten it`,
			"pattern",
		);
	for (const { operator, strings } of text.predicates) {
		if (!knownPredicate.test(operator))
			throw new CheckFault(
				msg`its pattern uses the unknown predicate \`#${operator}\`; its author should use #eq?, #match? or #any-of?`,
				"pattern",
			);
		if (matchPredicate.test(operator))
			for (const source of strings) compileRegex(source, "pattern");
	}
	return text;
}

/**
 * The pattern with a capture of ours on every node that it describes. Two ways to match that capture the same nodes are one to the
 * library, which then follows only one of them and may lose the match; with every node captured, none is lost.
 */
export function withEveryNodeCaptured(pattern: string, name: string): string {
	const open: boolean[] = [];
	const parts: string[] = [];
	let from = 0;
	for (const { 0: text, index } of pattern.matchAll(patternToken)) {
		const after = index + text.length;
		if (text === "(") open.push(/^\s*[A-Za-z_]/.test(pattern.slice(after)));
		if (text !== ")" || !open.pop()) continue;
		const [quantifier = ""] = /^\s*[*+?]/.exec(pattern.slice(after)) ?? [];
		const end = after + quantifier.length;
		parts.push(pattern.slice(from, end), ` @${name}.${parts.length}`);
		from = end;
	}
	return parts.join("") + pattern.slice(from);
}
