/** `pythonFunctionDef`: a function or method by its name, with the parameters and the decorator asked for. */

import type { Node } from "web-tree-sitter";
import { closestName } from "../explain/names.ts";
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
import { noParameters } from "./parameter-messages.ts";

type Wanted = AssertionOf<"pythonFunctionDef">;

/** What bears a name that a learner may take for a function's. */
const lookalikes: Lookalikes = {
	class_definition: {
		is: msg`is a class`,
		advice: msg`write a function instead`,
	},
	assignment: {
		field: "left",
		is: msg`is a variable`,
		advice: msg`write it as a function with \`def\``,
	},
};

const functions = (syntax: SyntaxIndex) =>
	groupByName(syntax, "function_definition");
const resembling = (syntax: SyntaxIndex) => findLookalikes(syntax, lookalikes);

/** Each parameter by every spelling that names it; `*` and `/` alone are none. */
const parameters = memoize((syntax, node: Node): string[][] =>
	(node.childForFieldName("parameters")?.namedChildren ?? []).flatMap(
		(child) => {
			if (/comment|separator/.test(child.type)) return [];
			const typed =
				child.type === "typed_parameter" ? child.firstNamedChild : null;
			const target = child.childForFieldName("name") ?? typed ?? child;
			const text = syntax.text(target);
			return [
				/splat/.test(target.type)
					? [text, text.replace(/^\*+\s*/, "")]
					: [text],
			];
		},
	),
);

/**
 * The names of the function's own decorators: the text after the at-sign up to the first parenthesis
 * (specification: "Assertion", pythonFunctionDef). The node of a decorator may hold a comment as well.
 */
const decorators = memoize((syntax, { parent }: Node): string[] => {
	if (parent?.type !== "decorated_definition") return [];
	return parent.namedChildren
		.filter(({ type }) => type === "decorator")
		.flatMap((decorator) => decorator.firstNamedChild ?? [])
		.map((name) => syntax.text(name).replace(/\(.*/s, "").trim());
});

/** The first facet in which a function of the right name differs, or the function itself. */
function compare(
	syntax: SyntaxIndex,
	candidate: NamedNode,
	wanted: Wanted,
): Finding {
	const { name, nameNode, node } = candidate;
	const { params = [], decorator } = wanted;
	const spellings = parameters(syntax, node);
	const known = spellings.flat();
	const missing = params.filter((one) => !known.includes(one));
	if (missing.length > 0)
		return createMiss(
			3,
			(where) => noParameters(name, where, missing),
			nearMissOf(
				nameNode,
				"params",
				params.join(", "),
				spellings.map(([spelling]) => spelling).join(", "),
			),
		);
	const above = decorators(syntax, node);
	return decorator === undefined || above.includes(decorator)
		? createPass(node, (where) => msg`Found \`${name}\` (${where})`)
		: undecorated(candidate, above, decorator);
}

function undecorated(
	{ name, nameNode }: NamedNode,
	above: string[],
	wanted: string,
) {
	const [owner] = wanted.split(".");
	const similar =
		closestName(wanted, above) ??
		(/^\w+\.\w+$/.test(wanted)
			? above.find(
					(one) => /^\w+\.\w+$/.test(one) && one.startsWith(`${owner}.`),
				)
			: undefined);
	const has = similar
		? msg`has \`@${similar}\` above it; write \`@${wanted}\` instead`
		: msg`has no \`@${wanted}\` yet; write \`@${wanted}\` on the line above it`;
	return createMiss(
		3,
		(where) => msg`\`${name}\` (${where}) ${has}`,
		nearMissOf(nameNode, "decorator", wanted, above.join(", ") || "none"),
	);
}

/** The closest miss once no function of this name is there. */
function closest(syntax: SyntaxIndex, { name, params = [] }: Wanted): Finding {
	return closestDeclaration({
		name,
		noun: "function",
		example: `def ${name}(${params.join(", ")}):`,
		other: syntax.of(resembling).get(name)?.[0],
		describe: ({ node }) => lookalikes[node.type],
		declared: syntax.of(functions),
	});
}

export const pythonFunctionDef: Matcher<"pythonFunctionDef"> = {
	grammars: ["python"],
	nodeTypes: ["function_definition", ...Object.keys(lookalikes)],
	compile: (wanted) => (syntax) =>
		bestOf(syntax.of(functions).get(wanted.name) ?? [], (candidate) =>
			compare(syntax, candidate, wanted),
		) ?? closest(syntax, wanted),
};
