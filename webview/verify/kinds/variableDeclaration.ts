/** `variableDeclaration`: a name declared with const, let or var, in a statement or a loop, destructured or not. */

import type { Node } from "web-tree-sitter";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { groupBy, memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import { boundNames } from "./bindings.ts";
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
	type Lookalikes,
	type NamedNode,
} from "./named-nodes.ts";

type Wanted = AssertionOf<"variableDeclaration">;

/** `for (const x of xs)` declares without a declarator. */
const declarations = ["variable_declarator", "for_in_statement"];

/** What bears a name that a learner may take for a variable's. */
const lookalikes: Lookalikes = {
	function_declaration: {
		is: msg`is a function`,
		advice: msg`declare a variable instead`,
	},
	generator_function_declaration: {
		is: msg`is a function`,
		advice: msg`declare a variable instead`,
	},
	class_declaration: {
		is: msg`is a class`,
		advice: msg`declare a variable instead`,
	},
	assignment_expression: {
		field: "left",
		is: msg`is only assigned to`,
		advice: msg`declare it with \`const\` or \`let\``,
	},
	pair: {
		field: "key",
		is: msg`is a property of an object`,
		advice: msg`declare it as a variable of its own`,
	},
	field_definition: {
		field: "property",
		is: msg`is a field of a class`,
		advice: msg`declare it as a variable of its own`,
	},
	public_field_definition: {
		is: msg`is a field of a class`,
		advice: msg`declare it as a variable of its own`,
	},
};

const resembling = (syntax: SyntaxIndex) => findLookalikes(syntax, lookalikes);

interface Variable extends NamedNode {
	/** The declarator, or the pattern of a loop. */
	node: Node;
}

/** The word of a statement or a loop, if the grammar gives it a field; `await using` has two. */
const wordOf = (statement: Node | null) =>
	statement?.childrenForFieldName("kind").at(-1);

function declaredBy(syntax: SyntaxIndex, node: Node): Variable[] {
	const isLoop = node.type === "for_in_statement";
	const target = node.childForFieldName(isLoop ? "left" : "name");
	// `for (x of xs)` assigns to what is declared elsewhere.
	if (!target || (isLoop && !wordOf(node))) return [];
	return boundNames(target).map((nameNode) => ({
		name: syntax.text(nameNode),
		nameNode,
		node: isLoop ? target : node,
	}));
}

/** The word it is declared with; `using` among them, which does not count. That of `var` statements has no field. */
const kindOf = memoize((syntax, { node }: Variable) => {
	const word = wordOf(node.parent);
	return word ? syntax.text(word) : "var";
});

const declared = (syntax: SyntaxIndex) =>
	groupBy(
		syntax.nodes(...declarations).flatMap((node) => declaredBy(syntax, node)),
		({ name }) => name,
	);

const counts = (kind: string) =>
	kind === "const" || kind === "let" || kind === "var";

/** The first facet in which a variable of the right name differs, or the variable itself. */
function compare(
	syntax: SyntaxIndex,
	variable: Variable,
	wanted: Wanted,
): Finding {
	const { name, nameNode, node } = variable;
	const kind = kindOf(syntax, variable);
	if (wanted.kind ? kind === wanted.kind : counts(kind))
		return createPass(node, (where) => msg`Found \`${name}\` (${where})`);
	const expected = wanted.kind ?? "const";
	return createMiss(
		3,
		(where) =>
			msg`\`${name}\` (${where}) is declared with \`${kind}\`; write \`${expected}\` instead`,
		nearMissOf(nameNode, "kind", expected, kind),
	);
}

/** The closest miss once no variable of this name is there. */
function closest(
	syntax: SyntaxIndex,
	{ name, kind = "const" }: Wanted,
): Finding {
	return closestDeclaration({
		name,
		noun: "variable",
		example: `${kind} ${name} = …`,
		other: syntax.of(resembling).get(name)?.[0],
		describe: ({ node }) => lookalikes[node.type],
		declared: syntax.of(declared),
		isDeclaration: (one) => counts(kindOf(syntax, one)),
	});
}

export const variableDeclaration: Matcher<"variableDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: [...declarations, ...Object.keys(lookalikes)],
	compile: (wanted) => (syntax) =>
		bestOf(syntax.of(declared).get(wanted.name) ?? [], (variable) =>
			compare(syntax, variable, wanted),
		) ?? closest(syntax, wanted),
};
