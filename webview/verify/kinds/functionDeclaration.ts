/** `functionDeclaration`: a named function, generator, or a function held by a variable; methods and members are none. */

import type { Node } from "web-tree-sitter";
import { withoutSpaces } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { hasToken, memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
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
import { noParameters } from "./parameter-messages.ts";

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
		is: msg`has no body`,
		advice: msg`add one between \`{\` and \`}\``,
	},
	function_expression: {
		is: msg`is only the inner name of an expression`,
		advice: msg`write it as a function of its own`,
	},
	method_definition: {
		is: msg`is a method`,
		advice: msg`write it as a function of its own`,
	},
	pair: {
		field: "key",
		is: msg`is a property of an object`,
		advice: msg`write it as a function of its own`,
	},
	field_definition: {
		field: "property",
		is: msg`is a field of a class`,
		advice: msg`write it as a function of its own`,
	},
	public_field_definition: {
		is: msg`is a field of a class`,
		advice: msg`write it as a function of its own`,
	},
	assignment_expression: {
		field: "left",
		is: msg`is only assigned to`,
		advice: msg`declare it as a function of its own`,
	},
	class_declaration: {
		is: msg`is a class`,
		advice: msg`write a function instead`,
	},
};

const declared = (syntax: SyntaxIndex) => groupByName(syntax, ...declarations);
const resembling = (syntax: SyntaxIndex) => findLookalikes(syntax, lookalikes);

/** The function a declaration stands for, or `null`: a variable counts only when its value itself is a function. */
const functionOf = memoize((_, { node }: NamedNode): Node | null => {
	if (node.type !== "variable_declarator") return node;
	const value = node.childForFieldName("value");
	return value && functionValues.includes(value.type) ? value : null;
});

const isAsync = memoize((_, node: Node) => hasToken(node, "async"));

/** Each parameter by every spelling that names it. */
const parameters = memoize((syntax, node: Node): string[][] => {
	const single = node.childForFieldName("parameter");
	if (single) return [[syntax.text(single)]];
	const list = node.childForFieldName("parameters")?.namedChildren ?? [];
	return list.flatMap((child) => {
		const pattern = child.childForFieldName("pattern") ?? child;
		const target = pattern.childForFieldName("left") ?? pattern;
		if (target.type === "comment" || target.type === "this") return [];
		const text = withoutSpaces(syntax.text(target));
		return [target.type === "rest_pattern" ? [text, text.slice(3)] : [text]];
	});
});

const spellings = memoize(
	(syntax, node: Node) => new Set(parameters(syntax, node).flat()),
);

function missingParameters(
	syntax: SyntaxIndex,
	node: Node,
	wanted: Wanted,
): string[] {
	const names = spellings(syntax, node);
	return (wanted.params ?? []).filter(
		(name) => !names.has(withoutSpaces(name)),
	);
}

/** The first facet in which a function of the right name differs, or the function itself. */
function compare(
	syntax: SyntaxIndex,
	candidate: NamedNode,
	node: Node,
	wanted: Wanted,
): Finding {
	const { name, nameNode } = candidate;
	if (wanted.async !== undefined && wanted.async !== isAsync(syntax, node)) {
		const place =
			node.type === "arrow_function" ? msg`its parameters` : "`function`";
		return wanted.async
			? createMiss(
					2,
					(where) =>
						msg`\`${name}\` (${where}) is not \`async\`; add \`async\` before ${place}`,
					nearMissOf(nameNode, "async", "async", msg`not async`),
				)
			: createMiss(
					2,
					(where) =>
						msg`\`${name}\` (${where}) is \`async\`; remove \`async\` before ${place}`,
					nearMissOf(nameNode, "async", msg`not async`, "async"),
				);
	}
	const missing = missingParameters(syntax, node, wanted);
	if (missing.length > 0) {
		const actual = parameters(syntax, node).map(([spelling]) => spelling);
		return createMiss(
			3,
			(where) => noParameters(name, where, missing),
			nearMissOf(
				nameNode,
				"params",
				(wanted.params ?? []).join(", "),
				actual.join(", "),
			),
		);
	}
	return createPass(
		candidate.node,
		(where) => msg`Found \`${name}\` (${where})`,
	);
}

/** A statement that begins with `function` is an expression only while its end is missing. */
const isUnclosed = (node: Node) =>
	node.type === "function_expression" &&
	node.parent?.type === "expression_statement";

/** The closest miss once no function of this name is there. */
function closest(
	syntax: SyntaxIndex,
	wanted: Wanted,
	variable?: NamedNode,
): Finding {
	const { name, async: isWantedAsync, params = [] } = wanted;
	const start = isWantedAsync ? "async function" : "function";
	return closestDeclaration({
		name,
		noun: "function",
		example: `${start} ${name}(${params.join(", ")}) { … }`,
		other: variable ?? syntax.of(resembling).get(name)?.[0],
		describe: ({ node }) =>
			isUnclosed(node)
				? { is: msg`is not closed`, advice: msg`add the missing \`}\`` }
				: (lookalikes[node.type] ?? {
						is: msg`is a variable, but its value is not directly a function`,
						advice: msg`write the function right after its \`=\``,
					}),
		declared: syntax.of(declared),
		isDeclaration: (one) => functionOf(syntax, one) !== null,
	});
}

export const functionDeclaration: Matcher<"functionDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (syntax) => {
		const candidates = syntax.of(declared).get(wanted.name) ?? [];
		const functions = candidates.flatMap((candidate) => {
			const node = functionOf(syntax, candidate);
			return node ? [{ candidate, node }] : [];
		});
		return (
			bestOf(functions, ({ candidate, node }) =>
				compare(syntax, candidate, node, wanted),
			) ?? closest(syntax, wanted, candidates[0])
		);
	},
};
