/**
 * Near misses of queries: the match that the structure alone would give and that most of the predicates hold for. Law: what is not
 * close is not reported, and the search never changes a verdict; a slow query is not run again.
 */
import type { Node, QueryCapture } from "web-tree-sitter";
import { closestName, editDistance } from "../explain/names.ts";
import { rethrowIfBroken } from "../results/fault.ts";
import {
	isDistinctive,
	isHarmless,
	isNegative,
	nodesOf,
	predicatesOf,
	type Written,
} from "./predicates.ts";
import type { CompiledQuery, Predicate } from "./query.ts";

/** Work that a search may take: steps, matches and captures. */
const searchLimit = 100_000;
/** A query that took more work than this to miss is not run again. */
const slowLimit = 100_000;
/** Matches that are looked at. */
const mostMatches = 500;
/** Longer texts are not compared letter by letter. */
const longest = 64;
/** Of a pattern's alternatives those that are the usual ones; authors begin with them. */
const usual = 2;

/** What keeps a candidate from being a match. */
export interface FailedPredicate {
	written: Written;
	node: Node;
	actual: string;
	/** The expected word of which the text seems to be a typo. */
	meant: string | null;
	distance: number;
}

/** A match of the structure of one pattern that fails a predicate or two. */
interface Candidate {
	failing: FailedPredicate[];
	/** Whether some predicate holds that hardly anything fulfils by chance. */
	isReported: boolean;
	/** Which pattern's predicates fail. */
	key: string;
}

/** The closest candidate's first failing predicate, and how close it is; `null` when nothing is close. */
export function nearestMatch(
	query: CompiledQuery,
	root: Node,
): { failing: FailedPredicate; closeness: 2 | 3 } | null {
	if (query.work > slowLimit) return null;
	try {
		const [best] = candidatesOf(query, root).sort(
			(a, b) =>
				a.failing.length - b.failing.length ||
				distanceOf(a) - distanceOf(b) ||
				startOf(a) - startOf(b),
		);
		const [failing] = best?.failing ?? [];
		if (!best || !failing) return null;
		return { failing, closeness: best.failing.length === 1 ? 3 : 2 };
	} catch (problem) {
		rethrowIfBroken(problem);
		return null;
	}
}

const distanceOf = ({ failing }: Candidate) =>
	failing.reduce((sum, { distance }) => sum + distance, 0);
const startOf = ({ failing: [first] }: Candidate) =>
	first?.node.startIndex ?? 0;

function candidatesOf(query: CompiledQuery, root: Node): Candidate[] {
	const patterns = predicatesOf(query.pattern);
	if (patterns.length !== query.patternCount) return [];
	const candidates: Candidate[] = [];
	const held = new Set<Written>();
	let seen = 0;
	const finished = query.withoutPredicates(
		root,
		searchLimit,
		(index, captures, predicates) => {
			const its = patterns[index];
			if (++seen > mostMatches || its?.length !== predicates.length) return;
			const candidate = assessMatch(index, its, captures, predicates, held);
			if (candidate) candidates.push(candidate);
		},
	);
	return finished ? likely(candidates, held) : [];
}

/** A match as a candidate, or `null` when it fails too much, or in a way that nothing can be said about. */
function assessMatch(
	index: number,
	its: readonly Written[],
	captures: QueryCapture[],
	predicates: readonly Predicate[],
	held: Set<Written>,
): Candidate | null {
	const failing: FailedPredicate[] = [];
	let isReported = false;
	for (const [at, written] of its.entries()) {
		// Up to its first failure the predicates of a match have run, quickly; later expressions have not run yet.
		if (failing.length > 0 && !isHarmless(written, captures)) return null;
		if (predicates[at]?.(captures)) {
			isReported ||= isDistinctive(written, captures);
			held.add(written);
			continue;
		}
		const failure = failing.length < 2 ? failureOf(written, captures) : null;
		if (!failure) return null;
		failing.push(failure);
	}
	const areTypos = failing.every(({ meant }) => meant !== null);
	// Any two names differ; only a typo shows that they were meant to be the same.
	const isBetween = failing.some(({ written }) => written.other !== null);
	const isPlace =
		failing.length === 1 && isReported && !isBetween && index < usual;
	const failed = failing.map(({ written }) => its.indexOf(written));
	return failing.length > 0 && (areTypos || isPlace)
		? { failing, isReported, key: `${index}:${failed}` }
		: null;
}

function failureOf(
	written: Written,
	captures: readonly QueryCapture[],
): FailedPredicate | null {
	const { wanted, capture, other } = written;
	const nodes = nodesOf(captures, capture);
	if (other !== null)
		return isNegative(written)
			? null
			: betweenCaptures(written, nodes, nodesOf(captures, other));
	const [likeliest] = nodes
		.map((node) => ({ written, node, actual: node.text }))
		// Of several nodes of one name those that are right are none to point at.
		.filter(({ actual }) => !wanted?.whole || !wanted.words.includes(actual))
		.map((one) => ({ ...one, ...typoOf(written, one.actual) }))
		.sort((a, b) => a.distance - b.distance);
	// A whole file is no place.
	return likeliest?.node.parent ? likeliest : null;
}

/** Two captures that should be the same text: the later one is what can be changed. */
function betweenCaptures(
	written: Written,
	[one]: Node[],
	[other]: Node[],
): FailedPredicate | null {
	if (!one || !other) return null;
	const [earlier, node] =
		one.startIndex < other.startIndex ? [one, other] : [other, one];
	const wanted = { words: [earlier.text], whole: true };
	const actual = node.text;
	return { written, node, actual, ...typoOf({ ...written, wanted }, actual) };
}

/** Whether a text is a typo of an expected word, and its distance from the closest one. */
function typoOf({ wanted, known }: Written, actual: string) {
	let meant: string | null = null;
	let distance = longest;
	if (actual.length > longest) return { meant, distance };
	for (const word of wanted?.words ?? []) {
		if (word.length > longest) continue;
		const letters = editDistance(word, actual);
		if (letters >= distance) continue;
		distance = letters;
		const isOther =
			known.has(actual) && actual.toLowerCase() !== word.toLowerCase();
		meant = isOther || closestName(word, [actual]) === null ? null : word;
	}
	return { meant, distance };
}

/** The candidates without those that only look like one. */
function likely(
	candidates: readonly Candidate[],
	held: ReadonlySet<Written>,
): Candidate[] {
	const places = new Map<string, Set<number>>();
	for (const { key, failing } of candidates) {
		const starts = places.get(key) ?? new Set();
		for (const { node } of failing) starts.add(node.startIndex);
		places.set(key, starts);
	}
	return candidates.filter(({ key, failing, isReported }) =>
		failing.every(({ meant, written, distance }) =>
			// Of several places where another word stands none is the likely one.
			meant === null
				? places.get(key)?.size === 1
				: // A word that stands elsewhere was hardly misspelt here.
					!held.has(written) || (isReported && distance <= 2),
		),
	);
}
