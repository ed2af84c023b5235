/** The steps that `codePattern` checks take, counted as verification counts them. */

import { conditionOf } from "../kinds/codePattern.ts";
import { holds } from "../match/evaluate.ts";
import { createProject, lowerFile } from "../model/source.ts";
import { withinSteps } from "../model/steps.ts";
import { readerFor } from "../parse/bytes/node.ts";
import { createGrammars, grammarOf } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { Compiler } from "../pattern/compile.ts";
import type { AssertionOf, Definitions, FileEntry } from "../shapes.ts";

const grammars = createGrammars(readerFor());

/** Steps beyond which a search is given up here. */
const most = 3_000_000;

export interface Searched {
	/** Null when the search was given up. */
	passed: boolean | null;
	steps: number;
}

/** Searches a file for each of some checks in turn, one project for all, as in a verification. */
export async function searchSteps(
	checks: readonly Partial<AssertionOf<"codePattern">>[],
	path: string,
	files: readonly FileEntry[],
	definitions: Definitions = {},
): Promise<Searched[]> {
	const sources = new Map();
	const project = createProject(sources, definitions);
	for (const file of files) {
		const language = grammarOf(file.path);
		if (!language) continue;
		const parsed = parseFile(file, await grammars.load(language));
		if (typeof parsed === "string") throw new Error(parsed);
		const { content, tree } = parsed;
		const source = lowerFile(parsed.path, content, parsed.language, tree);
		tree.delete();
		source.project = project;
		sources.set(file.path, source);
	}
	const grammar = await grammars.load(grammarOf(path) ?? "javascript");
	const compiler = new Compiler(grammar, definitions);
	return checks.map((check) => {
		const condition = compiler.condition(
			conditionOf(check as AssertionOf<"codePattern">),
			"",
		);
		const { root } = sources.get(path);
		const run = withinSteps(most, () => holds(condition, root, {}, () => true));
		return run
			? { passed: run.value, steps: run.steps }
			: { passed: null, steps: most };
	});
}
