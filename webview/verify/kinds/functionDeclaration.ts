/** `functionDeclaration`: a named function, generator, or a function held by a variable; methods and members are none. */
import type { Node } from "web-tree-sitter";
import {
	closestName,
	listed,
	spellingAdvice,
	squeezed,
} from "../explain/names.ts";
import { type Facts, hasToken, once } from "../parse/facts.ts";
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

type Wanted = AssertionOf<"functionDeclaration">;

const declarations = [
	"function_declaration",
	"generator_function_declaration",
	"variable_declarator",
];
const functionValues = [
	"arrow_function",
	"function_expression",
	"generator_function",
];
/** What bears a name that a learner may take for a function's. */
const lookalikes: Lookalikes = {
	function_signature: {
		is: "has no body",
		advice: "add one between `{` and `}`",
	},
	function_expression: {
		is: "is only the inner name of an expression",
		advice: "write it as a function of its own",
	},
	method_definition: {
		is: "is a method",
		advice: "write it as a function of its own",
	},
	pair: {
		field: "key",
		is: "is a property of an object",
		advice: "write it as a function of its own",
	},
	field_definition: {
		field: "property",
		is: "is a field of a class",
		advice: "write it as a function of its own",
	},
	public_field_definition: {
		is: "is a field of a class",
		advice: "write it as a function of its own",
	},
	assignment_expression: {
		field: "left",
		is: "is only assigned to",
		advice: "declare it as a function of its own",
	},
	class_declaration: {
		is: "is a class",
		advice: "write a function instead",
	},
};

const declared = (facts: Facts) => byName(facts, ...declarations);
const resembling = (facts: Facts) => alike(facts, lookalikes);

/** The function a declaration stands for, or `null`: a variable counts only when its value itself is a function. */
const functionOf = once((_, { node }: Named): Node | null => {
	if (node.type !== "variable_declarator") return node;
	const value = node.childForFieldName("value");
	return value && functionValues.includes(value.type) ? value : null;
});

const isAsync = once((_, node: Node) => hasToken(node, "async"));

/** Each parameter by every spelling that names it. */
const parameters = once((facts, node: Node): string[][] => {
	const single = node.childForFieldName("parameter");
	if (single) return [[facts.text(single)]];
	const list = node.childForFieldName("parameters")?.namedChildren ?? [];
	return list.flatMap((child) => {
		const pattern = child.childForFieldName("pattern") ?? child;
		const target = pattern.childForFieldName("left") ?? pattern;
		if (target.type === "comment" || target.type === "this") return [];
		const text = squeezed(facts.text(target));
		return [target.type === "rest_pattern" ? [text, text.slice(3)] : [text]];
	});
});

const spellings = once(
	(facts, node: Node) => new Set(parameters(facts, node).flat()),
);

function missingParameters(facts: Facts, node: Node, wanted: Wanted): string[] {
	const names = spellings(facts, node);
	return (wanted.params ?? []).filter((name) => !names.has(squeezed(name)));
}

/** The first facet in which a function of the right name differs, or the function itself. */
function compare(
	facts: Facts,
	candidate: Named,
	node: Node,
	wanted: Wanted,
): Finding {
	const { name, nameNode } = candidate;
	if (wanted.async !== undefined && wanted.async !== isAsync(facts, node)) {
		const place =
			node.type === "arrow_function" ? "its parameters" : "`function`";
		return wanted.async
			? missed(
					2,
					(where) =>
						`\`${name}\` (${where}) is not \`async\`; add \`async\` before ${place}`,
					near(nameNode, "async", "async", "not async"),
				)
			: missed(
					2,
					(where) =>
						`\`${name}\` (${where}) is \`async\`; remove \`async\` before ${place}`,
					near(nameNode, "async", "not async", "async"),
				);
	}
	const missing = missingParameters(facts, node, wanted);
	if (missing.length > 0) {
		const word = missing.length > 1 ? "parameters" : "parameter";
		const actual = parameters(facts, node).map(([spelling]) => spelling);
		return missed(
			3,
			(where) =>
				`\`${name}\` (${where}) has no ${word} ${listed(missing)}; add ${missing.length > 1 ? "them" : "it"} between its parentheses`,
			near(
				nameNode,
				"params",
				(wanted.params ?? []).join(", "),
				actual.join(", "),
			),
		);
	}
	return found(candidate.node, (where) => `Found \`${name}\` (${where})`);
}

/** A statement that begins with `function` is an expression only while its end is missing. */
const isUnclosed = (node: Node) =>
	node.type === "function_expression" &&
	node.parent?.type === "expression_statement";

/** The closest miss once no function of this name is there: another thing of the name, then a function of a similar name. */
function closest(facts: Facts, wanted: Wanted, variable?: Named): Finding {
	const { name } = wanted;
	const other = variable ?? facts.of(resembling).get(name)?.[0];
	if (other) {
		const { is, advice } = isUnclosed(other.node)
			? { is: "is not closed", advice: "add the missing `}`" }
			: (lookalikes[other.node.type] ?? {
					is: "is a variable, but its value is not directly a function",
					advice: "write the function right after its `=`",
				});
		return missed(
			2,
			(where) => `\`${name}\` (${where}) ${is}; ${advice}`,
			near(other.nameNode, "kind", "function", is),
		);
	}
	const functions = facts.of(declared);
	const actual = closestName(name, functions.keys());
	const similar =
		actual && functions.get(actual)?.find((one) => functionOf(facts, one));
	if (similar)
		return missed(
			1,
			(where) => spellingAdvice(actual, name, where),
			near(similar.nameNode, "name", name, actual),
		);
	const { async: isWantedAsync, params = [] } = wanted;
	const start = isWantedAsync ? "async function" : "function";
	return missed(
		0,
		() =>
			`There is no function \`${name}\` yet; add \`${start} ${name}(${params.join(", ")}) { … }\``,
	);
}

export const functionDeclaration: Matcher<"functionDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (facts) => {
		const candidates = facts.of(declared).get(wanted.name) ?? [];
		const functions = candidates.flatMap((candidate) => {
			const node = functionOf(facts, candidate);
			return node ? [{ candidate, node }] : [];
		});
		return (
			bestOf(functions, ({ candidate, node }) =>
				compare(facts, candidate, node, wanted),
			) ?? closest(facts, wanted, candidates[0])
		);
	},
};
