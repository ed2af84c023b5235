/** `returnStatement`: a `return`; with a pattern, a returned value whose source text fits it, also that of a function without the word. In JavaScript and in Python. */

import type { Node } from "web-tree-sitter";
import { shortenCode } from "../explain/names.ts";
import { compileRegex } from "../limits/regex.ts";
import { msg } from "../messages/msg.ts";
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

const isShort = ({ type }: Node) => shortFunctions.includes(type);

/** The value of a function without the word `return`; `null` for a body in braces. */
function shortValue(node: Node): Node | null {
	const body = node.childForFieldName("body");
	return body && body.type !== "statement_block" ? body : null;
}

/** The source text of what a `return`, or a function without the word, gives back: with its parentheses, without `;`; `null` for nothing. */
const valueText = memoize((syntax, node: Node): string | null => {
	const value = isShort(node) ? shortValue(node) : firstPart(node);
	return value ? syntax.text(value) : null;
});

const shownValue = memoize((syntax, node: Node) =>
	shortenCode(valueText(syntax, node) ?? ""),
);

function compare(
	syntax: SyntaxIndex,
	node: Node,
	pattern: RegExp | null,
): Finding {
	const value = valueText(syntax, node);
	if (!pattern || (value !== null && pattern.test(value)))
		return createPass(node, (where) =>
			isShort(node)
				? msg`Found the value that the function (${where}) gives back`
				: msg`Found \`return\` (${where})`,
		);
	const actual = shownValue(syntax, node);
	return createMiss(
		value === null ? 2 : 3,
		(where) =>
			isShort(node)
				? msg`The function (${where}) gives back \`${actual}\`, which is not what this check looks for; its description says what to return`
				: value === null
					? msg`The \`return\` (${where}) gives back nothing, which is not what this check looks for; its description says what to return`
					: msg`The \`return\` (${where}) gives back \`${actual}\`, which is not what this check looks for; its description says what to return`,
		nearMissOf(node, "value", pattern.source, actual),
	);
}

/** The closest miss once no `return` is there: a function that does without. */
function closest(syntax: SyntaxIndex): Finding {
	const short = syntax.nodes(...shortFunctions).find(shortValue);
	if (!short)
		return createMiss(
			0,
			() => msg`There is no \`return\` yet; add \`return …\``,
		);
	const [way, advice] =
		short.type === "lambda"
			? ["lambda", msg`write the function with \`def\` and \`return …\``]
			: ["=>", msg`write \`{ return … }\` after its \`=>\``];
	return createMiss(
		2,
		(where) =>
			msg`The function (${where}) gives back its value without the word \`return\`; ${advice}`,
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
		return (syntax) => {
			const short = pattern
				? syntax.nodes(...shortFunctions).filter(shortValue)
				: [];
			return (
				bestOf([...syntax.nodes("return_statement"), ...short], (node) =>
					compare(syntax, node, pattern),
				) ?? closest(syntax)
			);
		};
	},
};
