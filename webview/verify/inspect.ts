/**
 * Inspection of code patterns for whoever writes them: whether one matches, and what its metavariables stand for. Runs where it is
 * called, within the step budget of a check; what others wrote is verified through `@treeline/verify/worker`.
 */
import { readerFor } from "#bytes";
import { Parser } from "#tree-sitter";
import { codeOf } from "./explain/print.ts";
import { CheckFault } from "./fault.ts";
import { createGrammars, grammarOf, type LoadedGrammar } from "./grammars.ts";
import { holds } from "./match/evaluate.ts";
import type { Bindings } from "./match/types.ts";
import { stepBudget } from "./matchers/codePattern.ts";
import type { CodeNode, Source } from "./model/node.ts";
import { createProject, lowerFile, modelGrammars } from "./model/source.ts";
import { withinSteps } from "./model/steps.ts";
import { Compiler } from "./pattern/compile.ts";
import { locationIn } from "./report.ts";
import type { Condition, Definitions, FileEntry, Location } from "./shapes.ts";

/** A metavariable and what it stands for in a match. */
export interface BoundVariable {
	/** With its `$`. */
	name: string;
	/** The code on one line, shortened. */
	text: string;
	location: Location;
}

export interface Inspection {
	passed: boolean;
	/** Of a match: what each metavariable is bound to, in the order of binding; those of definitions are left out. */
	bindings: BoundVariable[];
	/** Why the condition cannot be evaluated; null when it can. */
	fault: string | null;
}

const grammars = createGrammars(readerFor());
const missed: Inspection = { passed: false, bindings: [], fault: null };

/** Evaluates a condition in the file at `path` of some files, as a check of the kind `codePattern` does. Rejects only when a grammar cannot be loaded. */
export async function inspectCondition(
	condition: Condition,
	path: string,
	files: readonly FileEntry[],
	definitions: Definitions = {},
): Promise<Inspection> {
	const sources = new Map<string, Source>();
	const project = createProject(sources, definitions);
	let own: LoadedGrammar | null = null;
	for (const file of files) {
		const name = grammarOf(file.path);
		if (!name || !modelGrammars.includes(name)) continue;
		const grammar = await grammars.load(name);
		const source = lowered(file, grammar);
		source.project = project;
		sources.set(file.path, source);
		if (file.path === path) own = grammar;
	}
	const root = sources.get(path)?.root;
	if (!root || !own) return missed;
	try {
		const compiled = new Compiler(own, definitions).condition(condition, "");
		let bound: Bindings = {};
		const run = withinSteps(stepBudget, () =>
			holds(compiled, root, {}, (found) => {
				bound = found;
				return true;
			}),
		);
		if (!run) return { ...missed, fault: "it takes too many steps" };
		return { passed: run.value, bindings: listed(bound), fault: null };
	} catch (problem) {
		if (!(problem instanceof CheckFault)) throw problem;
		return { ...missed, fault: problem.message };
	}
}

function lowered({ path, content }: FileEntry, grammar: LoadedGrammar): Source {
	const parser = new Parser();
	try {
		parser.setLanguage(grammar.language);
		const tree = parser.parse(content);
		if (!tree) throw new Error(`\`${path}\` could not be parsed`);
		try {
			return lowerFile(path, content, grammar.name, tree);
		} finally {
			tree.delete();
		}
	} finally {
		parser.delete();
	}
}

const listed = (bindings: Bindings): BoundVariable[] =>
	Object.entries(bindings)
		// Names with a mark are definitions' own.
		.filter(([name]) => !name.includes("·"))
		.map(([name, node]) => ({
			name: `$${name}`,
			text: textOfBound(node),
			location: locationIn({
				path: node.source.path,
				text: node.source.text,
				start: node.start,
				end: node.end,
			}),
		}));

/** A part of a text has the place of the whole. */
const textOfBound = (node: CodeNode) =>
	node.kind === "string" ? JSON.stringify(node.value) : codeOf(node);
