/** `returnStatement`: a `return`; with a pattern, one whose value's source text fits it. In JavaScript and in Python. */
import type { Node } from "web-tree-sitter";
import { shown } from "../explain/names.ts";
import { compileRegex } from "../limits/regex.ts";
import { type Facts, firstPart, once } from "../parse/facts.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { faultsOf } from "../results/fault.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	type Finding,
	found,
	type Matcher,
	missed,
	near,
} from "./matcher.ts";

type Wanted = AssertionOf<"returnStatement">;

/** Functions that give back a value without `return`. */
const shortFunctions = ["arrow_function", "lambda"];

/** The returned value's source text, without `return` and `;` and with its parentheses; `null` when nothing is returned. */
const valueText = once((facts, statement: Node): string | null => {
	const value = firstPart(statement);
	return value ? facts.text(value) : null;
});

const shownValue = once((facts, statement: Node) =>
	shown(valueText(facts, statement) ?? ""),
);

function compare(facts: Facts, node: Node, pattern: RegExp | null): Finding {
	const value = valueText(facts, node);
	if (!pattern || (value !== null && pattern.test(value)))
		return found(node, (where) => `Found \`return\` (${where})`);
	const actual = shownValue(facts, node);
	const returned = value === null ? "nothing" : `\`${actual}\``;
	return missed(
		value === null ? 2 : 3,
		(where) =>
			`The \`return\` (${where}) gives back ${returned}, which is not what this check looks for; its description says what to return`,
		near(node, "value", pattern.source, actual),
	);
}

/** The closest miss once no `return` is there: a function that does without. */
function closest(facts: Facts): Finding {
	const short = facts.nodes(...shortFunctions).find((node) => {
		const body = node.childForFieldName("body");
		return body && body.type !== "statement_block";
	});
	if (!short)
		return missed(0, () => "There is no `return` yet; add `return …`");
	const [way, advice] =
		short.type === "lambda"
			? ["lambda", "write the function with `def` and `return …`"]
			: ["=>", "write `{ return … }` after its `=>`"];
	return missed(
		2,
		(where) =>
			`The function (${where}) gives back its value without the word \`return\`; ${advice}`,
		near(short, "kind", "return", way),
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
		return (facts) =>
			bestOf(facts.nodes("return_statement"), (node) =>
				compare(facts, node, pattern),
			) ?? closest(facts);
	},
};
