/**
 * Inspection of code patterns for their authors: whether one matches, and the values of its metavariables. Runs in the caller's
 * thread within the engine's limits; `@treeline/verify/worker` verifies in a process of its own.
 */
import { readerFor } from "#bytes";
import { codeOf } from "./explain/label.ts";
import { conditionOf, stepBudget, tooCostly } from "./kinds/codePattern.ts";
import { shapeFaults } from "./kinds/faults.ts";
import { isRecord } from "./kinds/located-assertions.ts";
import { Budget } from "./limits/budget.ts";
import { holds, regionsOf } from "./match/evaluate.ts";
import { find } from "./match/search.ts";
import type { Bindings, CompiledCondition } from "./match/types.ts";
import type { CodeNode, Project, Source } from "./model/node.ts";
import {
	createProject,
	isSeenBy,
	lowerFile,
	modelGrammars,
} from "./model/source.ts";
import { withinSteps } from "./model/steps.ts";
import { type ReadBytes, startCore } from "./parse/core.ts";
import {
	createGrammars,
	type Grammar,
	type Grammars,
} from "./parse/grammars.ts";
import { loadGrammars, readAll } from "./parse/reading.ts";
import { type Reading, TreeCache } from "./parse/tree-cache.ts";
import { Compiler } from "./pattern/compile.ts";
import { CheckFault } from "./results/fault.ts";
import { locationIn } from "./results/report.ts";
import type { Condition, Definitions, FileEntry, Location } from "./shapes.ts";

export type { ReadBytes };
export { conditionOf };

/** A metavariable and what it stands for in a match. */
export interface BoundVariable {
	/** With its `$`. */
	name: string;
	/** The code on one line, shortened. */
	text: string;
	location: Location;
}

/** One place that a condition matches. */
export interface PatternMatch {
	/** Null where the condition is about the file as a whole. */
	location: Location | null;
	/** The code of each statement of the pattern, as far as it is known, in the order of the pattern. */
	parts: Location[];
	/** What each metavariable is bound to, in the order of binding; those of definitions are left out. */
	bindings: BoundVariable[];
}

/** A condition and the file in which it is evaluated. */
export interface Inquiry {
	condition: Condition;
	path: string;
}

export interface Inspection {
	passed: boolean;
	/** Of the first match: what each metavariable is bound to. */
	bindings: BoundVariable[];
	/** The places that match, each once, the first {@link mostMatches}; only the first one where a search for others would be too costly. */
	matches: PatternMatch[];
	/** Why the condition cannot be evaluated, or the file not be read; null when they can. */
	fault: string | null;
}

/** Files that were read once, for any number of conditions. */
export interface InspectedProject {
	/** Evaluates a condition in the file at `path`, as a check of the kind `codePattern` does. */
	inspect(condition: Condition, path: string): Inspection;
}

/** Starts the parser core for callers that parse by themselves in this process, which has one core; `read` gets its bytes. */
export const startParser = (read: ReadBytes = readerFor()): Promise<void> =>
	startCore(read);

/** Most places of one condition that are reported. */
const mostMatches = 50;

let ownGrammars: Grammars | null = null;

/** Made when first needed: a worker that is started from a blob has no address of its own. */
function defaultGrammars(): Grammars {
	ownGrammars ??= createGrammars(readerFor());
	return ownGrammars;
}

const noMatch: Inspection = {
	passed: false,
	bindings: [],
	matches: [],
	fault: null,
};

/** An inspection that could not be finished. */
export const faultyInspection = (fault: string): Inspection => ({
	...noMatch,
	fault,
});

/** Reads files within the limits of a verification. Rejects only when a grammar cannot be loaded. */
export async function openProject(
	files: readonly FileEntry[],
	definitions: Definitions = {},
	grammars: Grammars = defaultGrammars(),
): Promise<InspectedProject> {
	const loaded = await loadGrammars(files, grammars);
	const treeCache = new TreeCache();
	const readings = new Map<string, Reading>();
	const sources = new Map<string, Source>();
	const projects: {
		language: Grammar;
		files: Map<string, Source>;
		project: Project;
	}[] = [];
	try {
		readAll(
			files,
			loaded,
			[],
			{
				onStep() {},
				timedOutSteps: new Set(),
				skipUserPatterns: false,
				budget: new Budget(),
				treeCache,
			},
			readings,
		);
		for (const [path, { syntax }] of readings) {
			if (!syntax || !modelGrammars.includes(syntax.file.language)) continue;
			const { content, language, tree } = syntax.file;
			const source = lowerFile(path, content, language, tree);
			const seen = projects.find((one) => isSeenBy(one.language, language));
			const files = seen?.files ?? new Map<string, Source>();
			const project = seen?.project ?? createProject(files, definitions);
			if (!seen) projects.push({ language, files, project });
			source.project = project;
			files.set(path, source);
			sources.set(path, source);
		}
	} finally {
		treeCache.release(readings.values());
	}
	return {
		inspect(condition, path) {
			const reading = readings.get(path);
			if (reading?.why) return faultyInspection(`\`${path}\` ${reading.why}`);
			const root = sources.get(path)?.root;
			if (!root || !reading?.syntax) return noMatch;
			const [malformed] = shapeFaults(checkOf(condition), false);
			if (malformed)
				return faultyInspection(
					`${malformed.problem}${malformed.detail ?? ""}; ${malformed.remedy}`,
				);
			try {
				const compiler = new Compiler(reading.grammar, definitions);
				const compiled = compiler.condition(condition, "");
				const first = matchesOf(compiled, root, 1);
				if (!first) return faultyInspection(tooCostly);
				const matches = matchesOf(compiled, root, mostMatches) ?? first;
				const bindings = first[0]?.bindings ?? [];
				return { passed: first.length > 0, bindings, matches, fault: null };
			} catch (problem) {
				if (!(problem instanceof CheckFault)) throw problem;
				return faultyInspection(problem.message);
			}
		},
	};
}

/** The condition as a check, whose shape is what can be wrong with it. */
const checkOf = (condition: Condition) => ({
	type: "codePattern",
	...(isRecord(condition) ? condition : { pattern: condition }),
});

/** The first `most` places that match, each once; null when the search uses up its steps. */
function matchesOf(
	condition: CompiledCondition,
	root: CodeNode,
	most: number,
): PatternMatch[] | null {
	const found = new Map<CodeNode, Bindings>();
	const run = withinSteps(stepBudget, () =>
		holds(condition, root, {}, (bindings, place) => {
			if (!found.has(place)) found.set(place, bindings);
			return found.size >= most;
		}),
	);
	return (
		run &&
		[...found].map(([place, bindings]) => ({
			location: place === root ? null : locationOfNode(place),
			parts: partsOf(condition, place, bindings),
			bindings: listed(bindings),
		}))
	);
}

/** Where the statements of a matched condition are in `place`, found anew one by one with the bindings of the match. */
function partsOf(
	{ patterns }: CompiledCondition,
	place: CodeNode,
	bindings: Bindings,
): Location[] {
	const regions = regionsOf(place);
	for (const pattern of patterns ?? []) {
		const parts: CodeNode[] = [];
		const run = withinSteps(stepBudget, () =>
			statementsOf(pattern).every((one) =>
				find(one, [place, ...regions], bindings, (_, at) => {
					parts.push(at);
					return true;
				}),
			),
		);
		if (run?.value) return parts.map(locationOfNode);
	}
	return [];
}

/** The statements that a pattern asks for: of a function, those in its body. */
function statementsOf(pattern: CodeNode): CodeNode[] {
	if (pattern.kind === "sequence")
		return pattern.list.statements.flatMap(statementsOf);
	if (/^(ellipsis|export)$/.test(pattern.kind)) return [];
	const body =
		pattern.kind === "declaration" ? pattern.part.value?.part.body : undefined;
	const inside = body?.list.statements.flatMap(statementsOf) ?? [];
	return inside.length > 0 ? inside : [pattern];
}

const locationOfNode = ({ source, start, end }: CodeNode): Location =>
	locationIn({ path: source.path, text: source.text, start, end });

const listed = (bindings: Bindings): BoundVariable[] =>
	Object.entries(bindings)
		// Names with a mark are definitions' own.
		.filter(([name]) => !name.includes("·"))
		.map(([name, node]) => ({
			name: `$${name}`,
			text: textOfBound(node),
			location: locationOfNode(node),
		}));

/** A part of a text has the place of the whole. */
const textOfBound = (node: CodeNode) =>
	node.kind === "string" ? JSON.stringify(node.value) : codeOf(node);
