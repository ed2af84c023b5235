/**
 * Queries, compiled once per grammar and pattern. Law: a query answers "at least one match" without collecting what it
 * need not; captures that no predicate reads are switched off, or a few lines of pattern would exhaust the process.
 */

import {
	CaptureQuantifier,
	type Language,
	type Node,
	Query,
	type QueryCapture,
	type QueryMatch,
	type QueryOptions,
} from "#tree-sitter";
import { addWork, stepsPerProgress, workDone } from "../limits/budget.ts";
import { withTimeGuard } from "../limits/regex.ts";
import { msg } from "../messages/msg.ts";
import { memoryWatch } from "../parse/core.ts";
import { CheckFault, rethrowIfBroken, tookTooLong } from "../results/fault.ts";
import {
	type PatternText,
	refuseBadPattern,
	withEveryNodeCaptured,
} from "./pattern.ts";
import { isHarmless, predicatesOf } from "./predicates.ts";

/** Work after which a query is given up: steps, matches and captures. */
const queryLimit = 500_000;
/** Work spent on finding out where a match stands; without it the check passes all the same. */
const locateLimit = 50_000;
/** Work for a second look at a miss. */
const fullCaptureLimit = 60_000;
/**
 * Captures that predicates may be shown in one run: far fewer than fill the memory that `memoryWatch` allows, so that this
 * limit is the one that decides, whatever the memory held before.
 */
const maxCaptures = 100_000;
/** The name that our own capture of a whole match takes. */
const wholeMatch = "treeline.match";

export class CompiledQuery {
	readonly #query: Query;
	/** Set anew before each run of the query. */
	readonly #watch = newWatch();
	readonly #read: PatternText["read"];
	readonly #fullCapture: FullCaptureQuery;
	#locator: Query | null | undefined;
	readonly patternCount: number;
	/** Work of the last search, its second look aside. */
	work = 0;

	/** @throws CheckFault when the pattern cannot be compiled for this grammar. */
	constructor(
		readonly language: Language,
		readonly pattern: string,
	) {
		const text = refuseBadPattern(pattern);
		this.#read = text.read;
		this.#query = compile(language, pattern);
		this.#fullCapture = new FullCaptureQuery(language, pattern);
		this.patternCount = this.#query.patternCount();
		if (this.patternCount === 0) {
			this.#query.delete();
			throw new CheckFault(
				msg`its pattern holds only comments; its author should write one or remove it`,
				"pattern",
			);
		}
		keepCaptures(this.#query, text.read);
		watchPredicates(this.#query, pattern, this.#watch);
	}

	/**
	 * At least one match below `root`, or `null`; `node` is its place, if that is cheap to find.
	 * @throws CheckFault when a limit was reached; matches so far are no answer then, since they come unmarked.
	 */
	find(root: Node): { node: Node | null } | null {
		const before = workDone();
		restart(this.#watch, queryLimit);
		let found = run(this.#query, root, this.#watch);
		this.work = workDone() - before;
		if (this.#watch.stopped) throw new CheckFault(tookTooLong, "pattern");
		if (found.length === 0) found = this.#fullCapture.matches(root);
		if (found.length === 0) return null;
		return { node: firstCaptured(found) ?? this.#locate(root) };
	}

	/**
	 * Shows `see` each match that the structure alone gives, with the index of its pattern and the predicates to ask.
	 * False when a limit was reached, which makes what was seen no answer.
	 */
	withoutPredicates(
		root: Node,
		limit: number,
		see: (i: number, captures: QueryCapture[], asked: Predicate[]) => void,
	): boolean {
		const query = this.#query as unknown as { textPredicates: Predicate[][] };
		const kept = query.textPredicates;
		restart(this.#watch, limit);
		// As above: what throws here would keep the library from freeing its matches.
		let problem: unknown = null;
		query.textPredicates = kept.map((asked, index) => [
			(captures) => {
				try {
					countCaptures(captures, this.#watch);
					if (!this.#watch.stopped) see(index, captures, asked);
				} catch (thrown) {
					problem ??= thrown;
					this.#watch.stopped = true;
				}
				return false;
			},
		]);
		try {
			run(this.#query, root, this.#watch);
		} finally {
			query.textPredicates = kept;
		}
		if (problem !== null) throw problem;
		return !this.#watch.stopped;
	}

	/** The first match's node by a query of its own, when no predicate made the match capture one. */
	#locate(root: Node): Node | null {
		if (this.#locator === undefined) this.#locator = this.#compileLocator();
		if (!this.#locator) return null;
		// From the file's start in growing windows, so that a common pattern does not collect every match of a long file.
		for (let end = 4096; ; end *= 8) {
			const window = { startIndex: 0, endIndex: end };
			const watch = restart(newWatch(), locateLimit);
			const found = run(this.#locator, root, watch, window);
			const node = firstCaptured(found);
			if (node || end >= root.endIndex) return node;
		}
	}

	/** A second query with one capture that stands for the match: an author's own one, else one of ours at the pattern's end. */
	#compileLocator(): Query | null {
		const [quantifiers = []] = this.#query.captureQuantifiers;
		const own = this.#query.captureNames.find(
			(_, index) => quantifiers[index] === CaptureQuantifier.One,
		);
		try {
			const query = compile(
				this.language,
				own ? this.pattern : `${this.pattern}\n@${wholeMatch}`,
			);
			keepCaptures(query, new Set([...this.#read, own ?? wholeMatch]));
			return query;
		} catch (problem) {
			rethrowIfBroken(problem);
			return null;
		}
	}

	delete() {
		this.#query.delete();
		this.#fullCapture.delete();
		this.#locator?.delete();
		this.#locator = undefined;
	}
}

/**
 * The second look before a miss is believed. Without captures the library takes two ways to match for one, follows one of them and can
 * lose the match; with every node captured it loses none, but may collect without end: so only on a miss, and within few steps.
 */
class FullCaptureQuery {
	#query: Query | null | undefined;
	readonly #watch = newWatch();

	constructor(
		readonly language: Language,
		readonly pattern: string,
	) {}

	/**
	 * Matches that stand; none when there are none, or none came within the limits.
	 * @throws CheckFault when there were too many captures, or a predicate's answer is not to be believed: how far it came is no answer.
	 */
	matches(root: Node): QueryMatch[] {
		if (this.#query === undefined) this.#query = this.#compile();
		if (!this.#query) return [];
		const watch = restart(this.#watch, fullCaptureLimit);
		const found = run(this.#query, root, watch);
		if (watch.isDoubtful || watch.isOverfull)
			throw new CheckFault(tookTooLong, "pattern");
		return found;
	}

	#compile(): Query | null {
		try {
			const text = withEveryNodeCaptured(this.pattern, wholeMatch);
			const query = compile(this.language, text);
			watchPredicates(query, this.pattern, this.#watch);
			return query;
		} catch (problem) {
			rethrowIfBroken(problem);
			return null;
		}
	}

	delete() {
		this.#query?.delete();
		this.#query = undefined;
	}
}

/** The captured node that comes first in the text; matches come by where they end. */
function firstCaptured(matches: QueryMatch[]): Node | null {
	let first: Node | null = null;
	for (const { captures } of matches) {
		const node = captures[0]?.node;
		if (node && (!first || node.startIndex < first.startIndex)) first = node;
	}
	return first;
}

function keepCaptures(query: Query, kept: Set<string>) {
	for (const name of query.captureNames)
		if (!kept.has(name)) query.disableCapture(name);
}

/** The limits of a run, and whether it was stopped: what it found so far is no answer then, and bears no mark of it. */
interface Watch {
	/** The sum of work at which it is stopped. */
	lastWork: number;
	captures: number;
	stopped: boolean;
	/** Whether an expression stopped it whose answer is not to be believed. */
	isDoubtful: boolean;
	/** Whether there were too many captures. */
	isOverfull: boolean;
}

const newWatch = (): Watch => restart({} as Watch, 0);

/** Limits are counted, never timed: a run ends at the same step on every machine. */
const restart = (watch: Watch, limit: number): Watch =>
	Object.assign(watch, {
		lastWork: workDone() + limit,
		captures: 0,
		stopped: false,
		isDoubtful: false,
		isOverfull: false,
	});

function run(
	query: Query,
	root: Node,
	watch: Watch,
	range?: QueryOptions,
): QueryMatch[] {
	const overfull = memoryWatch();
	const found = query.matches(root, {
		...range,
		progressCallback: () => {
			const isSpent = addWork(stepsPerProgress) > watch.lastWork;
			watch.isOverfull ||= overfull();
			watch.stopped ||= isSpent || watch.isOverfull;
			return watch.stopped;
		},
	});
	addWork(found.length);
	for (const { captures } of found) countCaptures(captures, watch);
	// The place at which memory stops a run depends on what the heap held before; what the run is charged must not.
	if (watch.isOverfull) addWork(watch.lastWork - workDone());
	return found;
}

/** The number of captures does not depend on the memory that is left, as the place at which a run is stopped may. */
function countCaptures(captures: readonly QueryCapture[], watch: Watch) {
	addWork(captures.length);
	watch.captures += captures.length;
	watch.isOverfull ||= watch.captures > maxCaptures;
	watch.stopped ||= watch.isOverfull;
}

/**
 * The library asks the predicates of every match after the search has ended, out of reach of its progress callback; here they see
 * the limits as well. They must not throw: the library would not free its matches.
 */
function watchPredicates(query: Query, pattern: string, watch: Watch) {
	const all = query as unknown as { textPredicates: Predicate[][] };
	const written = predicatesOf(pattern);
	all.textPredicates = all.textPredicates.map((predicates, index) => {
		const its = written[index];
		const isKnown = its?.length === predicates.length;
		return predicates.map((predicate, at) => (captures) => {
			if (at === 0) countCaptures(captures, watch);
			if (watch.stopped) return false;
			const one = isKnown ? its[at] : undefined;
			if (one && isHarmless(one, captures)) return predicate(captures);
			const answer = withTimeGuard(() => predicate(captures));
			watch.isDoubtful ||= answer === undefined;
			watch.stopped ||= watch.isDoubtful;
			return answer ?? false;
		});
	});
}

/** Part of the library's class, though not of its typings. */
export type Predicate = (captures: QueryCapture[]) => boolean;

function compile(language: Language, pattern: string): Query {
	try {
		return new Query(language, pattern);
	} catch (problem) {
		rethrowIfBroken(problem);
		throw new CheckFault(
			msg`its pattern cannot be used: ${explain(problem)}; its author should correct it`,
			"pattern",
		);
	}
}

/** The library's error for a pattern it cannot compile; it does not export the class. */
interface QueryError {
	kind: number;
	info: { word?: string };
	index: number;
}

const isQueryError = (problem: unknown): problem is QueryError =>
	problem instanceof Error && problem.name === "QueryError";

function explain(problem: unknown): string {
	if (!isQueryError(problem))
		return problem instanceof Error ? problem.message : String(problem);
	const { kind, info, index } = problem;
	const at = msg`at character ${index + 1}`;
	switch (kind) {
		case 2:
			return msg`this language has no node \`${info.word}\` (${at})`;
		case 3:
			return msg`this language has no field \`${info.word}\` (${at})`;
		case 4:
			return msg`the capture \`@${info.word}\` is not defined (${at})`;
		case 5:
			return msg`such a structure is impossible in this language (${at})`;
		default:
			return msg`it has a syntax error ${at}`;
	}
}

/** Compiled queries and faults by pattern, at most 256; whichever was used longest ago goes first. */
export class QueryCache {
	readonly #byPattern = new Map<string, CompiledQuery | CheckFault>();

	constructor(
		readonly language: Language,
		readonly capacity = 256,
	) {}

	/** @throws CheckFault, the same one each time, when the pattern cannot be compiled. */
	get(pattern: string): CompiledQuery {
		const known = this.#byPattern.get(pattern) ?? this.#compile(pattern);
		this.#byPattern.delete(pattern);
		this.#byPattern.set(pattern, known);
		if (this.#byPattern.size > this.capacity) this.#evict();
		if (known instanceof CheckFault) throw known;
		return known;
	}

	#compile(pattern: string): CompiledQuery | CheckFault {
		try {
			return new CompiledQuery(this.language, pattern);
		} catch (problem) {
			if (problem instanceof CheckFault) return problem;
			throw problem;
		}
	}

	#evict() {
		const [oldest] = this.#byPattern;
		if (!oldest) return;
		this.#byPattern.delete(oldest[0]);
		if (oldest[1] instanceof CompiledQuery) oldest[1].delete();
	}

	clear() {
		for (const query of this.#byPattern.values())
			if (query instanceof CompiledQuery) query.delete();
		this.#byPattern.clear();
	}
}
