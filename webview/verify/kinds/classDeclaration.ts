/** `classDeclaration`: a class by its name, or one that a variable of the name holds. */

import type { Node } from "web-tree-sitter";
import { listNames, withoutSpaces } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
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

type Wanted = AssertionOf<"classDeclaration">;

const declarations = [
	"class_declaration",
	"abstract_class_declaration",
	"variable_declarator",
];

/** What bears a name that a learner may take for a class's. */
const lookalikes: Lookalikes = {
	function_declaration: {
		is: msg`is a function`,
		advice: msg`write a class instead`,
	},
	interface_declaration: {
		is: msg`is an interface`,
		advice: msg`write a class instead`,
	},
	type_alias_declaration: {
		is: msg`is a type`,
		advice: msg`write a class instead`,
	},
	class: {
		is: msg`is only the inner name of an expression`,
		advice: msg`write it as a class of its own`,
	},
};

const declared = (syntax: SyntaxIndex) => groupByName(syntax, ...declarations);
const resembling = (syntax: SyntaxIndex) => findLookalikes(syntax, lookalikes);

/** The class that a declaration stands for, or `null`: a variable counts only when its value itself is a class. */
const classOf = memoize((_, { node }: NamedNode): Node | null => {
	if (node.type !== "variable_declarator") return node;
	const value = node.childForFieldName("value");
	return value?.type === "class" ? value : null;
});

/** The class's text from its first own word, without the decorators before it. */
const textOf = memoize((syntax, node: Node): string => {
	const start = node.children.find(
		({ type }) => type === "class" || type === "abstract",
	);
	return syntax.file.content.slice(start?.startIndex, node.endIndex);
});

/** Each spelling of the superclass, the whole one first: TypeScript's type arguments may be left out. */
const superclasses = memoize((syntax, node: Node): string[] => {
	const heritage = node.namedChildren.find(
		({ type }) => type === "class_heritage",
	);
	const [first] = (heritage?.namedChildren ?? []).filter(
		({ type }) => type !== "comment" && type !== "implements_clause",
	);
	if (first?.type !== "extends_clause")
		return first ? [syntax.text(first)] : [];
	const value = first.childForFieldName("value");
	const whole = syntax.file.content.slice(value?.startIndex, first.endIndex);
	return value ? [whole, syntax.text(value)] : [];
});

/** The first facet in which a class of the right name differs, or the class itself. */
function compare(
	syntax: SyntaxIndex,
	{ name, nameNode, node: outer }: NamedNode,
	node: Node,
	wanted: Wanted,
): Finding {
	const expected = wanted.extends;
	const spellings = superclasses(syntax, node);
	const [actual] = spellings;
	const isExtending =
		expected === undefined ||
		spellings.map(withoutSpaces).includes(withoutSpaces(expected));
	if (!isExtending)
		return createMiss(
			3,
			(where) =>
				actual === undefined
					? msg`\`${name}\` (${where}) extends nothing yet; write \`class ${name} extends ${expected}\``
					: msg`\`${name}\` (${where}) extends \`${actual}\`; write \`extends ${expected}\` instead`,
			nearMissOf(nameNode, "superclass", expected, actual ?? "none"),
		);
	const text = textOf(syntax, node);
	const missing = (wanted.implements ?? []).filter(
		(piece) => !text.includes(piece),
	);
	if (missing.length > 0)
		return createMiss(
			3,
			(where) =>
				missing.length > 1
					? msg`\`${name}\` (${where}) does not contain ${listNames(missing)}; add them to the class`
					: msg`\`${name}\` (${where}) does not contain ${listNames(missing)}; add it to the class`,
			nearMissOf(
				nameNode,
				"implements",
				(wanted.implements ?? []).join(", "),
				msg`without ${missing.join(", ")}`,
			),
		);
	return createPass(
		outer,
		(where) => msg`Found the class \`${name}\` (${where})`,
	);
}

/** A statement that begins with `class` is an expression only while its end is missing. */
const isUnclosed = ({ parent }: Node) =>
	parent?.type === "expression_statement";

/** The closest miss once no class of this name is there. */
function closest(
	syntax: SyntaxIndex,
	wanted: Wanted,
	variable?: NamedNode,
): Finding {
	const { name } = wanted;
	const heritage = wanted.extends ? ` extends ${wanted.extends}` : "";
	return closestDeclaration({
		name,
		noun: "class",
		example: `class ${name}${heritage} { … }`,
		other: variable ?? syntax.of(resembling).get(name)?.[0],
		describe: ({ node }) =>
			isUnclosed(node)
				? { is: msg`is not closed`, advice: msg`add the missing \`}\`` }
				: (lookalikes[node.type] ?? {
						is: msg`is a variable, but its value is not directly a class`,
						advice: msg`write the class right after its \`=\``,
					}),
		declared: syntax.of(declared),
		isDeclaration: (one) => classOf(syntax, one) !== null,
	});
}

export const classDeclaration: Matcher<"classDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (syntax) => {
		const candidates = syntax.of(declared).get(wanted.name) ?? [];
		const classes = candidates.flatMap((candidate) => {
			const node = classOf(syntax, candidate);
			return node ? [{ candidate, node }] : [];
		});
		return (
			bestOf(classes, ({ candidate, node }) =>
				compare(syntax, candidate, node, wanted),
			) ?? closest(syntax, wanted, candidates[0])
		);
	},
};
