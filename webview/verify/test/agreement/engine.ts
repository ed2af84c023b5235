/** What the engine's kinds accept in a file: each is asked for every name that the file holds, and for what the other reader found. */

import { matcherOf } from "../../kinds/faults.ts";
import { matchers } from "../../kinds/index.ts";
import { readerFor } from "../../parse/bytes/node.ts";
import { createGrammars, grammarOf } from "../../parse/grammars.ts";
import { parseFile } from "../../parse/parse.ts";
import { SyntaxIndex } from "../../parse/syntax-index.ts";
import type { Assertion } from "../../shapes.ts";
import type { Source } from "./sources.ts";
import type { Declared, Read } from "./typescript.ts";

const grammars = createGrammars(readerFor());
const nodeTypes = [
	...new Set(Object.values(matchers).flatMap(({ nodeTypes }) => nodeTypes)),
];
/** What the nodes of names are called in the three grammars. */
const names = [
	"identifier",
	"type_identifier",
	"property_identifier",
	"shorthand_property_identifier_pattern",
];

/** Reads a file with the engine; `theirs` is what the other reader found, so that its names are asked for as well. */
export async function readWithEngine(
	{ path, content }: Source,
	theirs: Declared,
): Promise<Read> {
	const name = grammarOf(path);
	if (!name) throw new Error(`${path} is of no kind that is read`);
	const grammar = await grammars.load(name);
	const parsed = parseFile({ path, content }, grammar);
	if (typeof parsed === "string") throw new Error(`${path} ${parsed}`);
	const syntax = new SyntaxIndex(parsed, [...nodeTypes, ...names, "string"]);
	const accepts = (assertion: object) => {
		const full = { description: "d", ...assertion } as Assertion;
		return matcherOf(full).compile(full, grammar)(syntax).passed;
	};
	try {
		const texts = (...types: string[]) =>
			syntax.nodes(...types).map((node) => syntax.text(node));
		const words = new Set([...texts(...names), ...wordsOf(theirs)]);
		return {
			...askedNames(words, accepts),
			imports: askedImports(
				texts("string").map((text) => text.slice(1, -1)),
				theirs,
				accepts,
			),
			hasErrors: parsed.tree.rootNode.hasError,
		};
	} finally {
		parsed.tree.delete();
	}
}

const wordsOf = ({ functions, classes, exports }: Declared) =>
	[...functions, ...classes, ...exports].map((one) =>
		one.replace(/ default$/, ""),
	);

type Accepts = (assertion: object) => boolean;

function askedNames(words: Set<string>, accepts: Accepts) {
	const functions = new Set<string>();
	const classes = new Set<string>();
	const exports = new Set<string>();
	for (const name of words) {
		if (accepts({ type: "functionDeclaration", name })) functions.add(name);
		if (accepts({ type: "classDeclaration", name })) classes.add(name);
		if (accepts({ type: "exportDeclaration", name })) exports.add(name);
		if (accepts({ type: "exportDeclaration", name, isDefault: true }))
			exports.add(`${name} default`);
	}
	return { functions, classes, exports };
}

/** Every string as a source, and every specifier of the file at every source. */
function askedImports(strings: string[], theirs: Declared, accepts: Accepts) {
	const imports = new Set<string>();
	const lines = [...theirs.imports].map((line) => line.split(" "));
	const specifiers = new Set(lines.flatMap(([, name]) => name ?? []));
	for (const source of new Set([...strings, ...lines.map(([one]) => one)])) {
		if (!source || !accepts({ type: "importDeclaration", source })) continue;
		imports.add(source);
		for (const name of specifiers)
			if (accepts({ type: "importDeclaration", source, specifiers: [name] }))
				imports.add(`${source} ${name}`);
	}
	return imports;
}
