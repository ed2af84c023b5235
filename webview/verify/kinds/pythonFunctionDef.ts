/** `pythonFunctionDef`: a function or method by its name, with the parameters and the decorator asked for. */
import type { Node } from "web-tree-sitter";
import { closestName, listed, spellingAdvice } from "../explain/names.ts";
import { type Facts, once } from "../parse/facts.ts";
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

type Wanted = AssertionOf<"pythonFunctionDef">;

/** What bears a name that a learner may take for a function's. */
const lookalikes: Lookalikes = {
	class_definition: {
		is: "is a class",
		advice: "write a function instead",
	},
	assignment: {
		field: "left",
		is: "is a variable",
		advice: "write it as a function with `def`",
	},
};

const functions = (facts: Facts) => byName(facts, "function_definition");
const resembling = (facts: Facts) => alike(facts, lookalikes);

/** Each parameter by every spelling that names it; `*` and `/` alone are none. */
const parameters = once((facts, node: Node): string[][] =>
	(node.childForFieldName("parameters")?.namedChildren ?? []).flatMap(
		(child) => {
			if (/comment|separator/.test(child.type)) return [];
			const typed =
				child.type === "typed_parameter" ? child.firstNamedChild : null;
			const target = child.childForFieldName("name") ?? typed ?? child;
			const text = facts.text(target);
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
const decorators = once((facts, { parent }: Node): string[] => {
	if (parent?.type !== "decorated_definition") return [];
	return parent.namedChildren
		.filter(({ type }) => type === "decorator")
		.flatMap((decorator) => decorator.firstNamedChild ?? [])
		.map((name) => facts.text(name).replace(/\(.*/s, "").trim());
});

/** The first facet in which a function of the right name differs, or the function itself. */
function compare(facts: Facts, candidate: Named, wanted: Wanted): Finding {
	const { name, nameNode, node } = candidate;
	const { params = [], decorator } = wanted;
	const spellings = parameters(facts, node);
	const known = spellings.flat();
	const missing = params.filter((one) => !known.includes(one));
	const several = missing.length > 1;
	if (missing.length > 0)
		return missed(
			3,
			(where) =>
				`\`${name}\` (${where}) has no ${several ? "parameters" : "parameter"} ${listed(missing)}; add ${several ? "them" : "it"} between its parentheses`,
			near(
				nameNode,
				"params",
				params.join(", "),
				spellings.map(([spelling]) => spelling).join(", "),
			),
		);
	const above = decorators(facts, node);
	return decorator === undefined || above.includes(decorator)
		? found(node, (where) => `Found \`${name}\` (${where})`)
		: undecorated(candidate, above, decorator);
}

function undecorated(
	{ name, nameNode }: Named,
	above: string[],
	wanted: string,
) {
	const similar = closestName(wanted, above);
	const has = similar
		? `has \`@${similar}\` above it; write \`@${wanted}\` instead`
		: `has no \`@${wanted}\` yet; write \`@${wanted}\` on the line above it`;
	return missed(
		3,
		(where) => `\`${name}\` (${where}) ${has}`,
		near(nameNode, "decorator", wanted, above.join(", ") || "none"),
	);
}

/** The closest miss once no function of this name is there: another thing of the name, then a function of a similar name. */
function closest(facts: Facts, { name, params = [] }: Wanted): Finding {
	const other = facts.of(resembling).get(name)?.[0];
	const look = other && lookalikes[other.node.type];
	if (look)
		return missed(
			2,
			(where) => `\`${name}\` (${where}) ${look.is}; ${look.advice}`,
			near(other.nameNode, "kind", "function", look.is),
		);
	const known = facts.of(functions);
	const actual = closestName(name, known.keys());
	const similar = actual && known.get(actual)?.[0];
	if (similar)
		return missed(
			1,
			(where) => spellingAdvice(actual, name, where),
			near(similar.nameNode, "name", name, actual),
		);
	return missed(
		0,
		() =>
			`There is no function \`${name}\` yet; add \`def ${name}(${params.join(", ")}):\``,
	);
}

export const pythonFunctionDef: Matcher<"pythonFunctionDef"> = {
	grammars: ["python"],
	nodeTypes: ["function_definition", ...Object.keys(lookalikes)],
	compile: (wanted) => (facts) =>
		bestOf(facts.of(functions).get(wanted.name) ?? [], (candidate) =>
			compare(facts, candidate, wanted),
		) ?? closest(facts, wanted),
};
