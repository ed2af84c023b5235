/** `variableDeclaration`: a name declared with const, let or var, in a statement or a loop, destructured or not. */
import type { Node } from "web-tree-sitter";
import { closestName, spellingAdvice } from "../explain/names.ts";
import { type Facts, groupBy, once } from "../parse/facts.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import type { AssertionOf } from "../shapes.ts";
import { boundNames } from "./bindings.ts";
import {
	bestOf,
	type Finding,
	found,
	type Matcher,
	missed,
	near,
} from "./matcher.ts";
import { alike, type Lookalikes, type Named } from "./named.ts";

type Wanted = AssertionOf<"variableDeclaration">;

/** `for (const x of xs)` declares without a declarator. */
const declarations = ["variable_declarator", "for_in_statement"];

/** What bears a name that a learner may take for a variable's. */
const lookalikes: Lookalikes = {
	function_declaration: {
		is: "is a function",
		advice: "declare a variable instead",
	},
	generator_function_declaration: {
		is: "is a function",
		advice: "declare a variable instead",
	},
	class_declaration: {
		is: "is a class",
		advice: "declare a variable instead",
	},
	assignment_expression: {
		field: "left",
		is: "is only assigned to",
		advice: "declare it with `const` or `let`",
	},
	pair: {
		field: "key",
		is: "is a property of an object",
		advice: "declare it as a variable of its own",
	},
	field_definition: {
		field: "property",
		is: "is a field of a class",
		advice: "declare it as a variable of its own",
	},
	public_field_definition: {
		is: "is a field of a class",
		advice: "declare it as a variable of its own",
	},
};

const resembling = (facts: Facts) => alike(facts, lookalikes);

interface Variable extends Named {
	/** The declarator, or the pattern of a loop. */
	node: Node;
}

/** The word of a statement or a loop, if the grammar gives it a field; `await using` has two. */
const wordOf = (statement: Node | null) =>
	statement?.childrenForFieldName("kind").at(-1);

function declaredBy(facts: Facts, node: Node): Variable[] {
	const isLoop = node.type === "for_in_statement";
	const target = node.childForFieldName(isLoop ? "left" : "name");
	// `for (x of xs)` assigns to what is declared elsewhere.
	if (!target || (isLoop && !wordOf(node))) return [];
	return boundNames(target).map((nameNode) => ({
		name: facts.text(nameNode),
		nameNode,
		node: isLoop ? target : node,
	}));
}

/** The word it is declared with; `using` among them, which does not count. That of `var` statements has no field. */
const kindOf = once((facts, { node }: Variable) => {
	const word = wordOf(node.parent);
	return word ? facts.text(word) : "var";
});

const declared = (facts: Facts) =>
	groupBy(
		facts.nodes(...declarations).flatMap((node) => declaredBy(facts, node)),
		({ name }) => name,
	);

const counts = (kind: string) =>
	kind === "const" || kind === "let" || kind === "var";

/** The first facet in which a variable of the right name differs, or the variable itself. */
function compare(facts: Facts, variable: Variable, wanted: Wanted): Finding {
	const { name, nameNode, node } = variable;
	const kind = kindOf(facts, variable);
	if (wanted.kind ? kind === wanted.kind : counts(kind))
		return found(node, (where) => `Found \`${name}\` (${where})`);
	const expected = wanted.kind ?? "const";
	return missed(
		3,
		(where) =>
			`\`${name}\` (${where}) is declared with \`${kind}\`; write \`${expected}\` instead`,
		near(nameNode, "kind", expected, kind),
	);
}

/** The closest miss once no variable of this name is there: another thing of the name, then a similar name. */
function closest(facts: Facts, { name, kind = "const" }: Wanted): Finding {
	const other = facts.of(resembling).get(name)?.[0];
	const look = other && lookalikes[other.node.type];
	if (look)
		return missed(
			2,
			(where) => `\`${name}\` (${where}) ${look.is}; ${look.advice}`,
			near(other.nameNode, "kind", "variable", look.is),
		);
	const variables = facts.of(declared);
	const actual = closestName(name, variables.keys());
	const similar =
		actual && variables.get(actual)?.find((one) => counts(kindOf(facts, one)));
	if (similar)
		return missed(
			1,
			(where) => spellingAdvice(actual, name, where),
			near(similar.nameNode, "name", name, actual),
		);
	return missed(
		0,
		() => `There is no variable \`${name}\` yet; add \`${kind} ${name} = …\``,
	);
}

export const variableDeclaration: Matcher<"variableDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (facts) =>
		bestOf(facts.of(declared).get(wanted.name) ?? [], (variable) =>
			compare(facts, variable, wanted),
		) ?? closest(facts, wanted),
};
