/** `pythonClassDef`: a class by its name, with the base classes asked for among its own. */

import type { Node } from "web-tree-sitter";
import { closestName, listNames, withoutSpaces } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import { closestDeclaration } from "./closest-declaration.ts";
import {
	bestOf,
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";
import {
	findLookalikes,
	groupByName,
	type Lookalikes,
	type NamedNode,
} from "./named-nodes.ts";

type Wanted = AssertionOf<"pythonClassDef">;

/** What bears a name that a learner may take for a class's. */
const lookalikes: Lookalikes = {
	function_definition: {
		is: msg`is a function`,
		advice: msg`write a class instead`,
	},
	assignment: {
		field: "left",
		is: msg`is a variable`,
		advice: msg`write a class instead`,
	},
};

/** What stands between a class's parentheses without being a base: `metaclass=…`, `*bases`, `**options`. */
const notBases = /^(keyword_argument|list_splat|dictionary_splat|comment)$/;

const classes = (syntax: SyntaxIndex) =>
	groupByName(syntax, "class_definition");
const resembling = (syntax: SyntaxIndex) => findLookalikes(syntax, lookalikes);

/** The base classes by their source text, `m.Base` and `Generic[T]` whole. */
const basesOf = memoize((syntax, node: Node): string[] =>
	(node.childForFieldName("superclasses")?.namedChildren ?? [])
		.filter(({ type }) => !notBases.test(type))
		.map((base) => withoutSpaces(syntax.text(base))),
);

/** A base without its type arguments: `Generic` of `Generic[T]`. */
const withoutArguments = (base: string) => base.replace(/\[.*\]$/s, "");

/** The first facet in which a class of the right name differs, or the class itself. */
function compare(
	syntax: SyntaxIndex,
	{ name, nameNode, node }: NamedNode,
	wanted: Wanted,
) {
	const { bases = [] } = wanted;
	const actual = basesOf(syntax, node);
	const spellings = [...actual, ...actual.map(withoutArguments)];
	const missing = bases.filter(
		(base) => !spellings.includes(withoutSpaces(base)),
	);
	if (missing.length === 0)
		return createPass(
			node,
			(where) => msg`Found the class \`${name}\` (${where})`,
		);
	const [first = ""] = missing;
	const similar = closestName(
		withoutSpaces(first),
		actual.filter((base) => !bases.includes(base)),
	);
	return createMiss(
		3,
		(where) =>
			similar
				? msg`\`${name}\` (${where}) has the base class \`${similar}\`; write \`${first}\` instead`
				: msg`\`${name}\` (${where}) is not based on ${listNames(missing)}; write \`class ${name}(${[...actual, ...missing].join(", ")}):\``,
		nearMissOf(
			nameNode,
			"bases",
			bases.join(", "),
			actual.join(", ") || "none",
		),
	);
}

/** The closest miss once no class of this name is there. */
function closest(syntax: SyntaxIndex, { name, bases = [] }: Wanted): Finding {
	const parents = bases.length > 0 ? `(${bases.join(", ")})` : "";
	return closestDeclaration({
		name,
		noun: "class",
		example: `class ${name}${parents}:`,
		other: syntax.of(resembling).get(name)?.[0],
		describe: ({ node }) => lookalikes[node.type],
		declared: syntax.of(classes),
	});
}

export const pythonClassDef: Matcher<"pythonClassDef"> = {
	grammars: ["python"],
	nodeTypes: ["class_definition", ...Object.keys(lookalikes)],
	compile: (wanted) => (syntax) =>
		bestOf(
			syntax.of(classes).get(wanted.name) ?? [],
			(one): Finding => compare(syntax, one, wanted),
		) ?? closest(syntax, wanted),
};
