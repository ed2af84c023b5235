/** Stage 1: reads every file once, into a tree and its syntax index. */

import { kindOf } from "../kinds/faults.ts";
import { matchers } from "../kinds/index.ts";
import { allAssertions } from "../kinds/located-assertions.ts";
import type { Budget } from "../limits/budget.ts";
import { msg } from "../messages/msg.ts";
import { tookTooLongToRead } from "../results/fault.ts";
import type { AssertionSet, FileEntry } from "../shapes.ts";
import { type Grammars, grammarOf, type LoadedGrammar } from "./grammars.ts";
import { contentCap, totalCap } from "./parse.ts";
import type { Reading, TreeCache } from "./tree-cache.ts";

/** How a worker controls a verification: it observes each step and skips steps that timed out before. */
export interface WorkerHooks {
	/** Called before each step that may never end: a file's (`fileStep`) or an assertion's pointer. */
	onStep(step: string): void;
	/** Steps to fail without trying. */
	timedOutSteps: ReadonlySet<string>;
	/** Whether to fail every check with a query or regular expression without running it, because too many timed out. */
	skipUserPatterns: boolean;
	/** The time that this call may take. */
	budget: Budget;
	/** Whether to compile what only a miss needs, too, so that every fault of the checks is found. */
	compilesAll?: boolean;
	/** Whether to leave all checks out where a syntax error withholds the pass anyway. */
	skipsBroken?: boolean;
	/** The trees of earlier calls. */
	treeCache: TreeCache;
}

/** The step of parsing a file and looking through its tree. */
export const fileStep = (path: string) => `file:${path}`;

/** Stage 1, first half: the grammars that these files need, all at once. */
export async function loadGrammars(
	files: readonly FileEntry[],
	grammars: Grammars,
): Promise<Map<string, LoadedGrammar>> {
	const names = new Set(files.map(({ path }) => grammarOf(path)));
	const loaded = await Promise.all(
		[...names].flatMap((name) => (name ? [grammars.load(name)] : [])),
	);
	return new Map(loaded.map((grammar) => [grammar.name, grammar]));
}

/** What a file adds to the total; a file that is too large by itself adds nothing. */
const sizeOf = ({ content }: FileEntry) =>
	typeof content === "string" && content.length <= contentCap
		? content.length
		: 0;

const tooLarge = msg`was not checked, because your files are larger than 2 MiB together; make them shorter`;

/**
 * Stage 1, second half: a file without a grammar is skipped, and of two files of one path the last counts. The short ones are
 * read first, so that one that takes long does not use up their time; `readings` keeps the order of the files all the same.
 */
export function readAll(
	files: readonly FileEntry[],
	loaded: Map<string, LoadedGrammar>,
	nodeTypes: readonly string[],
	{ onStep, budget, timedOutSteps, treeCache }: WorkerHooks,
	readings: Map<string, Reading>,
) {
	const last = [...new Map(files.map((file) => [file.path, file])).values()];
	const known = last.flatMap((file) => {
		const grammar = loaded.get(grammarOf(file.path) ?? "");
		return grammar ? [{ file, grammar, size: sizeOf(file) }] : [];
	});
	for (const { file } of known)
		readings.set(file.path, { why: tookTooLongToRead });
	let total = 0;
	for (const { file, grammar, size } of known.sort((a, b) => a.size - b.size)) {
		const step = fileStep(file.path);
		if (timedOutSteps.has(step)) continue;
		onStep(step);
		if (total + size <= totalCap)
			readings.set(
				file.path,
				treeCache.read(file, grammar, nodeTypes, budget.forReading),
			);
		else readings.set(file.path, { why: tooLarge });
		total += size;
	}
}

/** The node types that these assertions' matchers look at, so that one pass over a tree collects them all. */
export function nodeTypesOf(assertions: AssertionSet): readonly string[] {
	const kinds = new Set(
		allAssertions(assertions).map(({ assertion }) => kindOf(assertion)),
	);
	const types = [...kinds].flatMap((kind) =>
		kind ? matchers[kind].nodeTypes : [],
	);
	return [...new Set(types)];
}

/** The syntax errors of the files that have any, by path. */
export function diagnosticsOf(readings: Map<string, Reading>) {
	// Object.fromEntries makes own keys of any path, `__proto__` included.
	return Object.fromEntries(
		[...readings].flatMap(([path, reading]) =>
			reading.syntax && reading.diagnostics.length > 0
				? [[path, reading.diagnostics]]
				: [],
		),
	);
}
