/**
 * Other ways to do the same: a loop or a method, a comprehension or a loop, a decision as an expression or as statements. A pattern does
 * not take one for the other, so that a check may refuse some of them; its author is told.
 */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import { decisionWays } from "./decision-ways.ts";
import { helperWays } from "./helper-ways.ts";
import { loopWays } from "./loop-ways.ts";
import { numberWays } from "./number-ways.ts";
import { pythonWays } from "./python-ways.ts";
import {
	freeName,
	isBoundToFunction,
	isPython,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
} from "./rewrite.ts";

const functionNodes = [
	"function_declaration",
	"function_expression",
	"arrow_function",
	"method_definition",
];

/** Whether code leaves the block that it stands in, or waits in it. Functions in it have their own `return`. */
function leavesBlock(block: Node, types: string[]): boolean {
	const inner = nodesOf(block, ...functionNodes);
	return nodesOf(block, ...types).some(
		(node) =>
			!inner.some(
				(one) =>
					one.startIndex <= node.startIndex && one.endIndex >= node.endIndex,
			),
	);
}

/** `for (const x of list) { … }` as `list.forEach((x) => { … });`. */
const forEachForLoop: RewriteOperator = (root) =>
	nodesOf(root, "for_in_statement").flatMap((node): Spelling[] => {
		const [word, left, right, body] = ["kind", "left", "right", "body"].map(
			(name) => node.childForFieldName(name),
		);
		const isOf = node.childForFieldName("operator")?.text === "of";
		if (!word || !left || !right || !body || !isOf) return [];
		if (word.text === "var" || /^for\s+await/.test(node.text)) return [];
		if (!/^(identifier|member_expression|call_expression)$/.test(right.type))
			return [];
		const leaving = leavesBlock(body, [
			...["return_statement", "break_statement", "continue_statement"],
			...["await_expression", "yield_expression"],
		]);
		if (leaving || isBoundToFunction(body)) return [];
		const block =
			body.type === "statement_block" ? body.text : `{ ${body.text} }`;
		return [
			{
				what: `${shortText(node)} by \`forEach\``,
				edits: [
					replaced(node, `${right.text}.forEach((${left.text}) => ${block});`),
				],
			},
		];
	});

/** `list.forEach((x) => { … });` as `for (const x of list) { … }`. */
const loopForForEach: RewriteOperator = (root) =>
	nodesOf(root, "expression_statement").flatMap((node): Spelling[] => {
		const call = node.firstNamedChild;
		const callee = call?.childForFieldName("function");
		const list = callee?.childForFieldName("object");
		const [arrow, ...more] = partsOf(call?.childForFieldName("arguments"));
		if (call?.type !== "call_expression" || !list || more.length > 0) return [];
		if (callee?.childForFieldName("property")?.text !== "forEach") return [];
		if (/\?\./.test(callee.text) || arrow?.type !== "arrow_function") return [];
		const parameters = arrow.childForFieldName("parameters");
		const [only, ...others] = parameters
			? partsOf(parameters)
			: [arrow.childForFieldName("parameter")];
		const body = arrow.childForFieldName("body");
		if (!only || others.length > 0 || body?.type !== "statement_block")
			return [];
		if (!/^(identifier|object_pattern|array_pattern)$/.test(only.type))
			return [];
		if (/^async\b/.test(arrow.text) || leavesBlock(body, ["return_statement"]))
			return [];
		return [
			{
				what: `${shortText(node)} by a loop`,
				edits: [
					replaced(
						node,
						`for (const ${only.text} of ${list.text}) ${body.text}`,
					),
				],
			},
		];
	});

/** What a method of a list does with each element, where it is an arrow of one parameter that is an expression: `list.map((x) => x.y)`. */
function eachBy(node: Node | null, method: string) {
	const callee = node?.childForFieldName("function");
	const list = callee?.childForFieldName("object");
	const [arrow, ...more] = partsOf(node?.childForFieldName("arguments"));
	const isMethod = callee?.childForFieldName("property")?.text === method;
	if (!list || !isMethod || more.length > 0 || callee?.text.includes("?."))
		return null;
	if (arrow?.type !== "arrow_function" || /^async\b/.test(arrow.text))
		return null;
	const parameters = arrow.childForFieldName("parameters");
	const [parameter, ...others] = parameters
		? partsOf(parameters)
		: [arrow.childForFieldName("parameter")];
	const body = arrow.childForFieldName("body");
	const isName = /^(identifier|object_pattern|array_pattern)$/;
	if (!parameter || !isName.test(parameter.type) || others.length > 0)
		return null;
	return body && body.type !== "statement_block" && !isBoundToFunction(body)
		? { list, parameter, body: body.text }
		: null;
}

/** `list.filter((x) => x.ok).map((x) => x.y)`, returned or given to a constant, as a loop that fills a list. */
const loopForChain: RewriteOperator = (root) =>
	nodesOf(root, "call_expression").flatMap((node): Spelling[] => {
		const mapped = eachBy(node, "map");
		const holder = node.parent;
		const statement =
			holder?.type === "variable_declarator" ? holder.parent : holder;
		const isWhole =
			/^(return_statement|lexical_declaration)$/.test(statement?.type ?? "") &&
			partsOf(statement).length === 1 &&
			statement?.parent?.type === "statement_block";
		if (!mapped || !statement || !isWhole) return [];
		const filtered = eachBy(mapped.list, "filter");
		const [first, own] = [filtered ?? mapped, mapped.parameter.text];
		const isRenamed = first.parameter.text !== own;
		if (isRenamed && first.parameter.type !== "identifier") return [];
		const name = freeName(root, "found");
		const push = `${isRenamed ? `const ${own} = ${first.parameter.text};\n` : ""}${name}.push(${mapped.body});`;
		const body = filtered ? `if (${filtered.body}) {\n${push}\n}` : push;
		const loop = `const ${name} = [];\nfor (const ${first.parameter.text} of ${first.list.text}) {\n${body}\n}\n`;
		return [
			{
				what: `${shortText(node)} by a loop`,
				edits: [
					{
						start: statement.startIndex,
						end: statement.startIndex,
						text: loop,
					},
					replaced(node, name),
				],
			},
		];
	});

/** `[...list].sort(by)` as `list.toSorted(by)`, and back. */
const otherSort: RewriteOperator = (root) =>
	nodesOf(root, "call_expression").flatMap((node): Spelling[] => {
		const callee = node.childForFieldName("function");
		const object = callee?.childForFieldName("object");
		const method = callee?.childForFieldName("property")?.text;
		const given = node.childForFieldName("arguments")?.text ?? "()";
		const [spread, ...more] = object?.type === "array" ? partsOf(object) : [];
		const list = spread?.type === "spread_element" ? partsOf(spread)[0] : null;
		const text =
			method === "sort" && list && more.length === 0
				? `${list.text}.toSorted${given}`
				: method === "toSorted" && object
					? `[...${object.text}].sort${given}`
					: null;
		if (text === null || callee?.text.includes("?.")) return [];
		const isCopy = method === "sort" ? "without" : "with";
		return [
			{
				what: `${shortText(node)} ${isCopy} a spread`,
				edits: [replaced(node, text)],
			},
		];
	});

/** The value of a lone `return` in a branch; null for another branch. */
function returnedBy(branch: Node | null | undefined): Node | null {
	const statements = !branch
		? []
		: /^(statement_block|block)$/.test(branch.type)
			? partsOf(branch)
			: [branch];
	const [only, ...more] = statements;
	const [value] = only?.type === "return_statement" ? partsOf(only) : [];
	return more.length === 0 &&
		value &&
		!/^(sequence_expression|expression_list)$/.test(value.type)
		? value
		: null;
}

/** `return a ? b : c` as `if (a) { return b; }` and `return c`. */
const statementsForChoice: RewriteOperator = (root) =>
	nodesOf(root, "return_statement").flatMap((node): Spelling[] => {
		const [value] = partsOf(node);
		const what = `${shortText(node)} by \`if\``;
		const isInBlock = /^(statement_block|block)$/.test(node.parent?.type ?? "");
		if (!value || !isInBlock) return [];
		if (value.type === "conditional_expression") {
			const [yes, condition, no] = partsOf(value);
			const indent = " ".repeat(node.startPosition.column);
			return yes && condition && no && !/\n/.test(value.text)
				? [
						{
							what,
							edits: [
								replaced(
									node,
									`if ${condition.text}:\n${indent}    return ${yes.text}\n${indent}return ${no.text}`,
								),
							],
						},
					]
				: [];
		}
		if (value.type !== "ternary_expression") return [];
		const [condition, yes, no] = [
			"condition",
			"consequence",
			"alternative",
		].map((name) => value.childForFieldName(name)?.text);
		return [
			{
				what,
				edits: [
					replaced(
						node,
						`if (${condition}) {\nreturn ${yes};\n}\nreturn ${no};`,
					),
				],
			},
		];
	});

/** `if (a) { return b; }` and `return c` behind it as `return a ? b : c`. */
const choiceForStatements: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const condition = node.childForFieldName("condition");
		const yes = returnedBy(node.childForFieldName("consequence"));
		const all = partsOf(node.parent);
		const next = all[all.findIndex((one) => isSameNode(one, node)) + 1];
		const alternative = node.childForFieldName("alternative");
		const no =
			alternative === null
				? returnedBy(next?.type === "return_statement" ? next : null)
				: null;
		if (!condition || !yes || !no || !next) return [];
		const text = isPython(root)
			? `return ${yes.text} if ${condition.text} else ${no.text}`
			: `return ${condition.text} ? (${yes.text}) : (${no.text});`;
		return isPython(root) && /\n/.test(yes.text + condition.text + no.text)
			? []
			: [
					{
						what: `${shortText(node)} by an expression`,
						edits: [{ start: node.startIndex, end: next.endIndex, text }],
					},
				];
	});

export const ways: Record<string, RewriteOperator> = {
	forEachForLoop,
	loopForForEach,
	loopForChain,
	otherSort,
	statementsForChoice,
	choiceForStatements,
	...loopWays,
	...decisionWays,
	...helperWays,
	...pythonWays,
	...numberWays,
};
