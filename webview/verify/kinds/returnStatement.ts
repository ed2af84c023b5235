/** `returnStatement`: a `return`; with a pattern, one whose value's source text fits it. In JavaScript and in Python. */
import type { Node } from "web-tree-sitter";
import { shortenCode } from "../explain/names.ts";
import { compileRegex } from "../limits/regex.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { firstPart, memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import { faultsOf } from "../results/fault.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";

type Wanted = AssertionOf<"returnStatement">;

/** Functions that return a value without the word `return`. */
const shortFunctions = ["arrow_function", "lambda"];

/** The returned value's source text, without `return` and `;` and with its parentheses; `null` when nothing is returned. */
const valueText = memoize((syntax, statement: Node): string | null => {
	const value = firstPart(statement);
	return value ? syntax.text(value) : null;
});

const shownValue = memoize((syntax, statement: Node) =>
	shortenCode(valueText(syntax, statement) ?? ""),
);

function compare(
	syntax: SyntaxIndex,
	node: Node,
	pattern: RegExp | null,
): Finding {
	const value = valueText(syntax, node);
	if (!pattern || (value !== null && pattern.test(value)))
		return createPass(node, (where) => `Found \`return\` (${where})`);
	const actual = shownValue(syntax, node);
	const returned = value === null ? "nothing" : `\`${actual}\``;
	return createMiss(
		value === null ? 2 : 3,
		(where) =>
			`The \`return\` (${where}) gives back ${returned}, which is not what this check looks for; its description says what to return`,
		nearMissOf(node, "value", pattern.source, actual),
	);
}

/** The closest miss once no `return` is there: a function that does without. */
function closest(syntax: SyntaxIndex): Finding {
	const short = syntax.nodes(...shortFunctions).find((node) => {
		const body = node.childForFieldName("body");
		return body && body.type !== "statement_block";
	});
	if (!short)
		return createMiss(0, () => "There is no `return` yet; add `return …`");
	const [way, advice] =
		short.type === "lambda"
			? ["lambda", "write the function with `def` and `return …`"]
			: ["=>", "write `{ return … }` after its `=>`"];
	return createMiss(
		2,
		(where) =>
			`The function (${where}) gives back its value without the word \`return\`; ${advice}`,
		nearMissOf(short, "kind", "return", way),
	);
}

const regexOf = ({ valuePattern }: Wanted) =>
	valuePattern === undefined
		? null
		: compileRegex(valuePattern, "valuePattern");

export const returnStatement: Matcher<"returnStatement"> = {
	grammars: [...javascriptFamily, "python"],
	nodeTypes: ["return_statement", ...shortFunctions],
	risky: true,
	faults: (wanted) => faultsOf(() => regexOf(wanted)),
	compile(wanted) {
		const pattern = regexOf(wanted);
		return (syntax) =>
			bestOf(syntax.nodes("return_statement"), (node) =>
				compare(syntax, node, pattern),
			) ?? closest(syntax);
	},
};
