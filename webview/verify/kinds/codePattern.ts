/** `codePattern`: matches the code that an author expects by its meaning. Passes when the file, or code that it uses, contains it. */

import { findMistake } from "../explain/known-mistakes.ts";
import { capital, codeOf, withoutMarks } from "../explain/label.ts";
import type { Miss as NearestMiss } from "../explain/miss.ts";
import { nearestMiss, placeOf } from "../explain/repair.ts";
import { messageOf } from "../explain/words.ts";
import { holds } from "../match/evaluate.ts";
import type { CompiledCondition, CompiledMistake } from "../match/types.ts";
import { changed, msg } from "../messages/msg.ts";
import { fileOfModule } from "../model/modules.ts";
import type { CodeNode, Project, Source } from "../model/node.ts";
import {
	createProject,
	isSeenBy,
	lowerFile,
	modelGrammars,
} from "../model/source.ts";
import { withinSteps } from "../model/steps.ts";
import type { LoadedGrammar } from "../parse/grammars.ts";
import type { SyntaxIndex } from "../parse/syntax-index.ts";
import { Compiler } from "../pattern/compile.ts";
import { compileMistakes } from "../pattern/mistakes.ts";
import { CheckFault } from "../results/fault.ts";
import type { AssertionOf, Condition, Definitions } from "../shapes.ts";
import {
	createLazyMiss,
	createMiss,
	createPass,
	type EarlierChecks,
	type Finding,
	type Matcher,
	type Miss,
} from "./matcher.ts";

/** Step budget of one check in one file; checks of the packs take some thousand steps. */
export const stepBudget = 150_000;

type Wanted = AssertionOf<"codePattern">;

/** The code model of a file, cached with its tree. */
const modelOf = ({ file }: SyntaxIndex): Source =>
	lowerFile(file.path, file.content, file.language, file.tree);

const projects = new WeakMap<SyntaxIndex["files"], Project[]>();

/** The files of the call that a file sees as one project. Built once for each call, since the values of names depend on all files. */
function projectOf(syntax: SyntaxIndex, definitions: Definitions): Project {
	const all = projects.get(syntax.files) ?? [];
	const known = all.find(({ files }) => files.has(syntax.file.path));
	if (known) return known;
	const files = new Map<string, Source>();
	const project = createProject(files, definitions);
	for (const one of [syntax, ...syntax.files.values()]) {
		if (!isSeenBy(syntax.file.language, one.file.language)) continue;
		const source = one.of(modelOf);
		source.project = project;
		files.set(one.file.path, source);
	}
	projects.set(syntax.files, [...all, project]);
	return project;
}

const keys = new WeakMap<Definitions, string>();

/** The text of a set's definitions, made once for all of its checks. */
function keyOf(definitions: Definitions): string {
	const known = keys.get(definitions);
	if (known !== undefined) return known;
	const key = JSON.stringify(definitions);
	keys.set(definitions, key);
	return key;
}

/** A compiled check: what it asks for, and what it tells of a miss. */
interface Compiled {
	condition: CompiledCondition;
	/** Compiled when a miss is first explained: right code never needs them. @throws CheckFault when one cannot be evaluated. */
	mistakes(): readonly CompiledMistake[];
}

/** What is compiled for a grammar and a set of definitions, by the text of its conditions and by that of its mistakes. */
interface Cache {
	conditions: Map<string, CompiledCondition>;
	mistakes: Map<string, readonly CompiledMistake[]>;
}

/** The caches of a grammar by the text of the definitions. */
const compiledBy = new WeakMap<LoadedGrammar, Map<string, Cache>>();
/** Most compiled conditions, and most lists of mistakes, cached for one grammar and one pack's definitions. */
const mostCompiled = 500;
/** Most sets of definitions whose compiled checks are cached for one grammar. */
const mostDefinitions = 20;

/** The cache of a set of definitions by its object: the checks of a call share it, and comparing long texts takes longer. */
const cacheOf = new WeakMap<Definitions, WeakMap<LoadedGrammar, Cache>>();

/** The compiled checks that share a set of definitions. */
function compiledWith(grammar: LoadedGrammar, definitions: Definitions): Cache {
	const ofSet = cacheOf.get(definitions) ?? new WeakMap();
	cacheOf.set(definitions, ofSet);
	const found = ofSet.get(grammar);
	if (found) return found;
	const bySet = compiledBy.get(grammar) ?? new Map<string, Cache>();
	compiledBy.set(grammar, bySet);
	const key = keyOf(definitions);
	let cache = bySet.get(key);
	if (!cache) {
		cache = { conditions: new Map(), mistakes: new Map() };
		if (bySet.size >= mostDefinitions) bySet.clear();
		bySet.set(key, cache);
	}
	ofSet.set(grammar, cache);
	return cache;
}

/** The value of a text, made when it is not known yet. */
function cached<Value>(
	cache: Map<string, Value>,
	key: string,
	make: () => Value,
): Value {
	const known = cache.get(key);
	if (known !== undefined) return known;
	const made = make();
	if (cache.size >= mostCompiled) cache.clear();
	cache.set(key, made);
	return made;
}

/** What a check asks of the code, without its texts and its known mistakes. */
export function conditionOf({
	type: _,
	description: __,
	hint: ___,
	mistakes: ____,
	...condition
}: Wanted): Exclude<Condition, string | string[]> {
	return condition;
}

function compiled(
	wanted: Wanted,
	grammar: LoadedGrammar,
	definitions: Definitions,
): Compiled {
	const cache = compiledWith(grammar, definitions);
	const { mistakes = [] } = wanted;
	const condition = conditionOf(wanted);
	return {
		condition: cached(cache.conditions, JSON.stringify(condition), () =>
			new Compiler(grammar, definitions).condition(condition, ""),
		),
		mistakes: () =>
			cached(cache.mistakes, JSON.stringify(mistakes), () =>
				compileMistakes(new Compiler(grammar, definitions), mistakes),
			),
	};
}

/** The fault of a check that uses up its steps. */
export const tooCostly = msg`it is too costly: its pattern has too many ways to match these files; its author should make it more specific`;

export const codePattern: Matcher<"codePattern"> = {
	grammars: modelGrammars,
	nodeTypes: [],
	compile(wanted, grammar, definitions = {}) {
		const check = compiled(wanted, grammar, definitions);
		return (syntax, earlier) => search(check, syntax, definitions, earlier);
	},
	compileAll(wanted, grammar, definitions = {}) {
		compiled(wanted, grammar, definitions).mistakes();
	},
};

function search(
	check: Compiled,
	syntax: SyntaxIndex,
	definitions: Definitions,
	earlier?: EarlierChecks,
): Finding {
	const { condition } = check;
	const checks = (earlier?.compiled ?? []) as CompiledCondition[];
	const before = checks.length;
	checks.push(condition);
	const { root } = projectOf(syntax, definitions).files.get(
		syntax.file.path,
	) as Source;
	let at: CodeNode = root;
	const run = withinSteps(stepBudget, () =>
		holds(condition, root, {}, (_, place) => {
			at = place;
			return true;
		}),
	);
	if (!run) throw new CheckFault(tooCostly);
	if (run.value)
		return at === root
			? createPass(null, () => msg`Found a match`)
			: createPass(rangeOf(at), (where) => msg`Found a match (${where})`);
	return createLazyMiss(() => {
		const nearest = () =>
			nearestMiss(condition, root, checks.slice(0, before))?.miss;
		return (
			knownMiss(check.mistakes(), root, nearest) ?? explained(nearest(), root)
		);
	});
}

/** The miss of a check that knows the mistake; null when it does not. What is not there has the place of what lacks it, such as a function, if that is known. */
function knownMiss(
	mistakes: readonly CompiledMistake[],
	root: CodeNode,
	nearest: () => NearestMiss | null | undefined,
): Miss | null {
	const found = findMistake(mistakes, root);
	if (!found) return null;
	const { index: mistake, at, message, instead } = found;
	const near = at && {
		facet: "mistake",
		expected: instead ?? "",
		actual: codeOf(at),
	};
	const closest = at ? undefined : nearest();
	const isPlace =
		!!closest &&
		(closest.says !== undefined ||
			(/^(absent|missing)$/.test(closest.facet) && isOwner(closest.at)));
	const owner = isPlace ? placeOf(closest) : null;
	return createMiss(
		4,
		(where) => (at ? msg`${capital(where)}: ${message}` : message),
		{ node: at ? rangeOf(at) : owner, nearMiss: near ?? undefined, mistake },
		isEntry(root.source),
	);
}

/** Whether code may lack something as a whole: a file, a function, a field, an element. */
const isOwner = ({ kind }: CodeNode): boolean =>
	/^(program|function|class|declaration|element)$/.test(kind);

/** A miss with the closest match. The search for it never changes the verdict. */
function explained(
	found: NearestMiss | null | undefined,
	root: CodeNode,
): Miss {
	if (!found)
		return createMiss(
			0,
			() =>
				msg`This is not in the code yet; the description says what to write`,
		);
	const miss = {
		...found,
		expected: withoutMarks(found.expected),
		path: found.path.map((part) => changed(part, withoutMarks)),
	};
	const { facet, at, expected, actual, path } = miss;
	const message = () => messageOf(miss, root.source.path);
	const isInFile = at.kind === "program";
	const closeness = facet !== "absent" ? 3 : isInFile ? 1 : 2;
	return createMiss(
		closeness,
		message,
		{
			node: placeOf(miss),
			nearMiss: {
				facet,
				expected,
				actual,
				...(path.length > 0 && { path: [...path] }),
			},
		},
		isEntry(root.source),
	);
}

/** Whether no other file imports a file, so that what the challenge lacks is rather looked for in it. */
const isEntry = (file: Source): boolean =>
	file.root.list.statements.length > 0 &&
	[...file.project.files.values()].every(
		(other) =>
			other === file ||
			!other.root.list.statements.some((one) => imports(one, file)),
	);

/** Whether a statement imports a file; `from package import part` imports the part, too. */
const imports = ({ kind, value, source, facts }: CodeNode, file: Source) =>
	kind === "import" &&
	[
		String(value),
		...(source.family === "python"
			? (facts.imported ?? []).map(({ name }) => `${value}.${name}`)
			: []),
	].some((module) => fileOfModule(source, module) === file);

const rangeOf = ({ source, start, end }: CodeNode) => ({
	path: source.path,
	text: source.text,
	start,
	end,
});
