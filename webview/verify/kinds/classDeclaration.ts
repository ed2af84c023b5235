/** `classDeclaration`: a class by its name, or one that a variable of the name holds. */
import type { Node } from "web-tree-sitter";
import {
	closestName,
	listed,
	spellingAdvice,
	squeezed,
} from "../explain/names.ts";
import { type Facts, once } from "../parse/facts.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	type Finding,
	found,
	type Matcher,
	missed,
	near,
} from "./matcher.ts";
import { alike, byName, type Lookalikes, type Named } from "./named.ts";

type Wanted = AssertionOf<"classDeclaration">;

const declarations = [
	"class_declaration",
	"abstract_class_declaration",
	"variable_declarator",
];

/** What bears a name that a learner may take for a class's. */
const lookalikes: Lookalikes = {
	function_declaration: {
		is: "is a function",
		advice: "write a class instead",
	},
	interface_declaration: {
		is: "is an interface",
		advice: "write a class instead",
	},
	type_alias_declaration: {
		is: "is a type",
		advice: "write a class instead",
	},
	class: {
		is: "is only the inner name of an expression",
		advice: "write it as a class of its own",
	},
};

const declared = (facts: Facts) => byName(facts, ...declarations);
const resembling = (facts: Facts) => alike(facts, lookalikes);

/** The class that a declaration stands for, or `null`: a variable counts only when its value itself is a class. */
const classOf = once((_, { node }: Named): Node | null => {
	if (node.type !== "variable_declarator") return node;
	const value = node.childForFieldName("value");
	return value?.type === "class" ? value : null;
});

/** The class's text from its first own word, without the decorators before it. */
const textOf = once((facts, node: Node): string => {
	const start = node.children.find(
		({ type }) => type === "class" || type === "abstract",
	);
	return facts.file.content.slice(start?.startIndex, node.endIndex);
});

/** Each spelling of the superclass, the whole one first: TypeScript's type arguments may be left out. */
const superclasses = once((facts, node: Node): string[] => {
	const heritage = node.namedChildren.find(
		({ type }) => type === "class_heritage",
	);
	const [first] = (heritage?.namedChildren ?? []).filter(
		({ type }) => type !== "comment" && type !== "implements_clause",
	);
	if (first?.type !== "extends_clause") return first ? [facts.text(first)] : [];
	const value = first.childForFieldName("value");
	const whole = facts.file.content.slice(value?.startIndex, first.endIndex);
	return value ? [whole, facts.text(value)] : [];
});

/** The first facet in which a class of the right name differs, or the class itself. */
function compare(
	facts: Facts,
	{ name, nameNode, node: outer }: Named,
	node: Node,
	wanted: Wanted,
): Finding {
	const expected = wanted.extends;
	const spellings = superclasses(facts, node);
	const [actual] = spellings;
	const isExtending =
		expected === undefined ||
		spellings.map(squeezed).includes(squeezed(expected));
	if (!isExtending)
		return missed(
			3,
			(where) =>
				actual === undefined
					? `\`${name}\` (${where}) extends nothing yet; write \`class ${name} extends ${expected}\``
					: `\`${name}\` (${where}) extends \`${actual}\`; write \`extends ${expected}\` instead`,
			near(nameNode, "superclass", expected, actual ?? "none"),
		);
	const text = textOf(facts, node);
	const missing = (wanted.implements ?? []).filter(
		(piece) => !text.includes(piece),
	);
	if (missing.length > 0)
		return missed(
			3,
			(where) =>
				`\`${name}\` (${where}) does not contain ${listed(missing)}; add ${missing.length > 1 ? "them" : "it"} to the class`,
			near(
				nameNode,
				"implements",
				(wanted.implements ?? []).join(", "),
				`without ${missing.join(", ")}`,
			),
		);
	return found(outer, (where) => `Found the class \`${name}\` (${where})`);
}

/** A statement that begins with `class` is an expression only while its end is missing. */
const isUnclosed = ({ parent }: Node) =>
	parent?.type === "expression_statement";

/** The closest miss once no class of this name is there: another thing of the name, then a class of a similar name. */
function closest(facts: Facts, wanted: Wanted, variable?: Named): Finding {
	const { name } = wanted;
	const other = variable ?? facts.of(resembling).get(name)?.[0];
	if (other) {
		const { is, advice } = isUnclosed(other.node)
			? { is: "is not closed", advice: "add the missing `}`" }
			: (lookalikes[other.node.type] ?? {
					is: "is a variable, but its value is not directly a class",
					advice: "write the class right after its `=`",
				});
		return missed(
			2,
			(where) => `\`${name}\` (${where}) ${is}; ${advice}`,
			near(other.nameNode, "kind", "class", is),
		);
	}
	const classes = facts.of(declared);
	const actual = closestName(name, classes.keys());
	const similar =
		actual && classes.get(actual)?.find((one) => classOf(facts, one));
	if (similar)
		return missed(
			1,
			(where) => spellingAdvice(actual, name, where),
			near(similar.nameNode, "name", name, actual),
		);
	const heritage = wanted.extends ? ` extends ${wanted.extends}` : "";
	return missed(
		0,
		() =>
			`There is no class \`${name}\` yet; add \`class ${name}${heritage} { … }\``,
	);
}

export const classDeclaration: Matcher<"classDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (facts) => {
		const candidates = facts.of(declared).get(wanted.name) ?? [];
		const classes = candidates.flatMap((candidate) => {
			const node = classOf(facts, candidate);
			return node ? [{ candidate, node }] : [];
		});
		return (
			bestOf(classes, ({ candidate, node }) =>
				compare(facts, candidate, node, wanted),
			) ?? closest(facts, wanted, candidates[0])
		);
	},
};
