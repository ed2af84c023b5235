/**
 * Derived mutants: every operator at every place of a reference that is the learner's work. Two things are not: what the starter has
 * already, and what the prompt does not name (design: checks assert only the contract that the prompt names). Where a prompt leaves the
 * way to the learner and so names too little, what the patterns of the checks name counts, too.
 */
import type { ChallengeFile } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { calls } from "./operators/calls.ts";
import { flow } from "./operators/flow.ts";
import { http } from "./operators/http.ts";
import { markup } from "./operators/markup.ts";
import { names } from "./operators/names.ts";
import type { Operator } from "./operators/operator.ts";
import { type Edit, edited, type Node, withTree } from "./tree.ts";

/**
 * The mutation operators by name: each breaks one thing where a learner would break it, and lists the names that it is about. They change
 * structure, not arithmetic: faults that only running can find are left to the behavioural suites.
 */
export const operators: Record<string, Operator> = {
	...names,
	...calls,
	...http,
	...markup,
	...flow,
};

export interface Mutant {
	/** Stable as long as the reference is: `dropArgument app.js: no argument …`. */
	id: string;
	files: FileEntry[];
}

/** The mutants of a reference, and how much of it there is to break. */
export interface Derived {
	mutants: Mutant[];
	/** Places of the learner's work that an operator could change, whether the prompt names them or not. */
	places: number;
	/** What the prompt does not name although a change would be about it, the most frequent first. */
	unnamed: string[];
}

/** Of a challenge with a large solution. */
const MOST_DEMANDED = 12;

/** How many mutants a challenge must yield: of each two places that its solution offers one, and never more than 12. */
export const leastDerived = (places: number) =>
	Math.min(MOST_DEMANDED, Math.ceil(places / 2));

/** The mutants of a challenge's reference, each of which parses and differs from all others, in the order of files and operators. */
export async function deriveMutants(
	challenge: ChallengeFile,
): Promise<Derived> {
	const { prompt, assertions } = challenge;
	const isNamed = namedIn(prompt);
	const derived = await mutantsAbout(challenge, isNamed);
	if (derived.mutants.length >= leastDerived(derived.places)) return derived;
	const isAskedFor = namedIn(
		`\`\`\`\n${codeIn(assertions).join("\n")}\n\`\`\``,
	);
	return mutantsAbout(challenge, (name) => isNamed(name) || isAskedFor(name));
}

/** Fields of a check that hold no code. */
const PROSE = /^(type|description|hint|message|instead|at|is|tasks)$/;

/** The code of all patterns in a check or in something that holds checks. */
const codeIn = (value: unknown): string[] =>
	typeof value === "string"
		? [value]
		: typeof value === "object" && value !== null
			? Object.entries(value).flatMap(([key, one]) =>
					PROSE.test(key) ? [] : codeIn(one),
				)
			: [];

async function mutantsAbout(
	challenge: ChallengeFile,
	named: (name: string) => boolean,
): Promise<Derived> {
	const { files } = challenge;
	const mutants: Mutant[] = [];
	const unnamed = new Map<string, number>();
	let places = 0;
	const seen = new Set<string>();
	const ids = new Map<string, number>();
	for (const [index, { path, content }] of files.entries()) {
		seen.add(`${index} ${content}`);
		const given = await givenRanges(challenge, path, content);
		const changes = await withTree(path, content, (root) =>
			Object.entries(operators).flatMap(([name, operator]) =>
				operator(root)
					.filter(({ edits }) => !edits.every((edit) => isIn(edit, given)))
					.map((change) => ({ name, ...change })),
			),
		);
		places += changes?.length ?? 0;
		for (const { name, what, edits, about } of changes ?? []) {
			if (!about.some(named)) {
				const [first] = about.filter((one) => one !== "");
				if (first) unnamed.set(first, (unnamed.get(first) ?? 0) + 1);
				continue;
			}
			const changed = edited(content, edits);
			if (seen.has(`${index} ${changed}`)) continue;
			seen.add(`${index} ${changed}`);
			// A mutant that does not parse could not be submitted.
			if ((await withTree(path, changed, () => true)) === null) continue;
			const base = `${name} ${path}: ${what}`;
			const count = (ids.get(base) ?? 0) + 1;
			ids.set(base, count);
			mutants.push({
				id: count === 1 ? base : `${base} (${count})`,
				files: files.with(index, { path, content: changed }),
			});
		}
	}
	const byCount = [...unnamed].sort(([, one], [, other]) => other - one);
	return { mutants, places, unnamed: byCount.map(([name]) => name) };
}

/** Whether a prompt names something: as code, or, for numbers and methods of HTTP, in any words. */
export function namedIn(prompt: string): (name: string) => boolean {
	const code = [...prompt.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join("\n");
	const words = new Set(code.split(/[^\w$]+/));
	const spoken = new Set(prompt.toLowerCase().split(/[^\w$]+/));
	return (name) => {
		if (name === "") return false;
		if (/\W|^\d/.test(name)) return prompt.includes(name);
		return (
			words.has(name) ||
			(/^(get|post|put|patch|delete|export|default|async|await)$/.test(name) &&
				spoken.has(name))
		);
	};
}

interface Range {
	start: number;
	end: number;
}

/** Nodes that count as given when the starter has the same text anywhere. */
const GIVEN_NODE =
	/_(statement|declaration|definition)$|^(arrow_function|function_expression|array|object|list|dictionary|jsx_element|jsx_self_closing_element|decorator|parameters|formal_parameters)$/;

/** Where `content` holds what the starter holds in any of its files. */
async function givenRanges(
	{ scaffold = [] }: ChallengeFile,
	path: string,
	content: string,
): Promise<Range[]> {
	const given = new Set<string>();
	for (const file of scaffold)
		await withTree(file.path, file.content, (root) => {
			for (const node of givenNodes(root)) given.add(node.text);
		});
	const ranges = await withTree(path, content, (root) =>
		givenNodes(root)
			.filter((node) => given.has(node.text))
			.map((node) => ({ start: node.startIndex, end: node.endIndex })),
	);
	return ranges ?? [];
}

function givenNodes(root: Node): Node[] {
	const found: Node[] = [];
	const open = [...root.namedChildren];
	for (let node = open.pop(); node; node = open.pop()) {
		if (GIVEN_NODE.test(node.type)) found.push(node);
		open.push(...node.namedChildren);
	}
	return found;
}

const isIn = ({ start, end }: Edit, ranges: Range[]) =>
	ranges.some((range) => start >= range.start && end <= range.end);
