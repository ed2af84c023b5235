/** What names may stand for does not depend on what was asked before. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readerFor } from "#bytes";
import { createGrammars } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import type { CodeNode } from "./node.ts";
import { createProject, lowerFile } from "./source.ts";
import { withinSteps } from "./steps.ts";
import { valuesOf } from "./values.ts";

setDefaultTimeout(600_000);

const grammar = await createGrammars(readerFor()).load("javascript");

/** The arguments of `f(…)` in a program. Nothing is cached of an earlier call. */
function argumentsIn(content: string): readonly CodeNode[] {
	const file = parseFile({ path: "a.js", content }, grammar);
	if (typeof file === "string") throw new Error(file);
	const source = lowerFile(file.path, content, file.language, file.tree);
	file.tree.delete();
	source.project = createProject(new Map([[file.path, source]]));
	const call = source.nodes.find(({ kind }) => kind === "call");
	return call?.list.arguments ?? [];
}

const literalsOf = (node: CodeNode | undefined) =>
	valuesOf(node).flatMap(({ kind, value }) => (kind === "string" ? value : []));

/** Variables that stand for each other; the text that each of the names in `f(…)` leads to is found by way of all of them. */
const programs = [
	`let first = k ? one : last;
	let one = k ? two : k ? first : "x";
	let two = k ? one : one;
	let last = k ? two : two;
	f(first, last, two, one);`,
	`let one, two, three;
	one = k ? two : three;
	two = k ? one : three;
	three = k ? one : k ? two : "x";
	f(one, two, three);`,
];

test.each(programs)(
	"names that stand for each other have all values in whatever order they are asked: %s",
	(program) => {
		const { length } = argumentsIn(program);
		for (let first = 0; first < length; first++) {
			const asked = argumentsIn(program);
			const ordered = [...asked.slice(first), ...asked.slice(0, first)];
			expect(ordered.map(literalsOf)).toEqual(asked.map(() => ["x"]));
		}
	},
);

test("a search that nests deeper than the stack allows has used up its steps", () => {
	const nest = (): number => 1 + nest();
	expect(withinSteps(Number.POSITIVE_INFINITY, nest)).toBeNull();
});
