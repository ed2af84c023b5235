/** The contract of an assertion kind: parse, then compile, then match. */
import type { Node } from "web-tree-sitter";
import type { Grammar, LoadedGrammar } from "../parse/grammars.ts";
import type { SyntaxIndex } from "../parse/syntax-index.ts";
import type { CheckFault } from "../results/fault.ts";
import type {
	AssertionOf,
	AssertionType,
	Definitions,
	NearMiss,
} from "../shapes.ts";

/** How close a miss is: nothing similar, a similar name, the right name in a wrong form, the right thing with one facet that differs, a mistake that the check knows. */
export type Closeness = 0 | 1 | 2 | 3 | 4;

/** A range of a file's text, for kinds that do not use tree nodes. Offsets are UTF-16 units; the end is exclusive. */
export interface Range {
	path: string;
	text: string;
	start: number;
	end: number;
}

interface Message {
	/** The place that satisfies the assertion, or the closest candidate. */
	node: Node | Range | null;
	/** The message; `where` is the node's place in words, such as "line 12". */
	message(where: string): string;
}

export interface Miss extends Message {
	passed: false;
	closeness: Closeness;
	/** Of a check for any file, when others are as close: whether the missing code rather belongs in this one. */
	isLikelyPlace: boolean;
	nearMiss: NearMiss | undefined;
	/** Which of the check's known mistakes it is. */
	mistake?: number | undefined;
}

export type Finding = ({ passed: true } & Message) | Miss;

/** The assertions of a file that were looked at before one: their compiled forms, opaque to other kinds. */
export interface EarlierChecks {
	readonly compiled: unknown[];
}

/** A compiled assertion: what it finds in one file. A message may name what assertions before it ask for; the verdict never depends on them. */
export type Match = (syntax: SyntaxIndex, earlier?: EarlierChecks) => Finding;

/** What one assertion kind means. Its file in `kinds/` is named as its type. */
export interface Matcher<K extends AssertionType> {
	/** The grammars whose files it can look at. */
	grammars: readonly Grammar[];
	/** The node types that it reads from the syntax index, for matches and near misses. */
	nodeTypes: readonly string[];
	/** Set when a match runs a query or regular expression of the author, which may never end. */
	risky?: true;
	/** The faults of an assertion that show before any grammar is loaded. */
	faults?(assertion: AssertionOf<K>): CheckFault[];
	/** Prepares the assertion for the files of one grammar. @throws CheckFault when it cannot be evaluated. */
	compile(
		assertion: AssertionOf<K>,
		grammar: LoadedGrammar,
		definitions?: Definitions,
	): Match;
	/** Compiles what only a miss needs, too. @throws CheckFault when it cannot be evaluated. */
	compileAll?(
		assertion: AssertionOf<K>,
		grammar: LoadedGrammar,
		definitions?: Definitions,
	): void;
}

export const createPass = (
	node: Node | Range | null,
	message: (where: string) => string,
): Finding => ({ passed: true, node, message });

export const createMiss = (
	closeness: Closeness,
	message: (where: string) => string,
	near?: {
		node: Node | Range | null;
		nearMiss?: NearMiss | undefined;
		mistake?: number;
	},
	isLikelyPlace = false,
): Miss => ({
	passed: false,
	closeness,
	message,
	node: near?.node ?? null,
	nearMiss: near?.nearMiss,
	mistake: near?.mistake,
	isLikelyPlace,
});

/** A miss that is explained when something of it is first read: the misses of a check that passes in another file never are. */
export function createLazyMiss(explain: () => Miss): Miss {
	let known: Miss | null = null;
	const explained = () => {
		known ??= explain();
		return known;
	};
	return {
		passed: false,
		message: (where) => explained().message(where),
		get closeness() {
			return explained().closeness;
		},
		get isLikelyPlace() {
			return explained().isLikelyPlace;
		},
		get nearMiss() {
			return explained().nearMiss;
		},
		get mistake() {
			return explained().mistake;
		},
		get node() {
			return explained().node;
		},
	};
}

/** What a miss points at: the closest candidate and the first facet in which it differs. */
export const nearMissOf = (
	node: Node,
	facet: string,
	expected: string,
	actual: string,
) => ({ node, nearMiss: { facet, expected, actual } });

/**
 * Returns the first candidate that passes, else the closest miss, or `null` without candidates. Of equally close misses it returns
 * the one that has more of the expected parts, else the first in the text.
 */
export function bestOf<Candidate>(
	candidates: Iterable<Candidate>,
	compare: (candidate: Candidate) => Finding,
	held: (candidate: Candidate) => number = () => 0,
): Finding | null {
	let best: { finding: Finding; closeness: number; held: number } | null = null;
	for (const candidate of candidates) {
		const finding = compare(candidate);
		if (finding.passed) return finding;
		const { closeness } = finding;
		const rank = { finding, closeness, held: held(candidate) };
		if (
			!best ||
			closeness > best.closeness ||
			(closeness === best.closeness && rank.held > best.held)
		)
			best = rank;
	}
	return best?.finding ?? null;
}
