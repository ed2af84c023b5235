/** Other ways to decide the same: truth values spelled out, questions in another order or one by one, bounds and limits in other words. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	isPython,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
} from "./rewrite.ts";

const comparisons = /^(===?|!==?|<=?|>=?)$/;

const operatorOf = (node: Node) =>
	node.childForFieldName("operator")?.text ?? "";

/** Whether the value of an expression is `true` or `false` by its form. */
function isTruth(node: Node | null): boolean {
	switch (node?.type) {
		case "parenthesized_expression":
			return isTruth(node.firstNamedChild);
		case "comparison_operator":
		case "not_operator":
		case "true":
		case "false":
			return true;
		case "unary_expression":
			return operatorOf(node) === "!";
		case "binary_expression":
			return (
				/^(instanceof|in)$/.test(operatorOf(node)) ||
				comparisons.test(operatorOf(node)) ||
				isJoinOfTruths(node)
			);
		case "boolean_operator":
			return isJoinOfTruths(node);
		case "call_expression":
			return /^(includes|some|every|startsWith|endsWith|has|isArray|isInteger|isFinite|isNaN|isSafeInteger|test)$/.test(
				node.childForFieldName("function")?.childForFieldName("property")
					?.text ?? "",
			);
		default:
			return false;
	}
}

const joins = /^(&&|\|\||and|or)$/;

const isJoinOfTruths = (node: Node) =>
	joins.test(operatorOf(node)) &&
	isTruth(node.childForFieldName("left")) &&
	isTruth(node.childForFieldName("right"));

const indentOf = (node: Node) => " ".repeat(node.startPosition.column);

/** `return a > b` as `if (a > b) { return true; }` and `return false`. */
const branchesForTruth: RewriteOperator = (root) =>
	nodesOf(root, "return_statement").flatMap((node): Spelling[] => {
		const [value] = partsOf(node);
		const isInBlock = /^(statement_block|block)$/.test(node.parent?.type ?? "");
		if (!value || !isInBlock || !isTruth(value) || /\n/.test(value.text))
			return [];
		const indent = indentOf(node);
		return [
			{
				what: `${shortText(node)} by two \`return\`s`,
				edits: [
					replaced(
						node,
						isPython(root)
							? `if ${value.text}:\n${indent}    return True\n${indent}return False`
							: `if (${value.text}) {\nreturn true;\n}\nreturn false;`,
					),
				],
			},
		];
	});

/** `return a > b` as `return a > b ? true : false`. */
const choiceForTruth: RewriteOperator = (root) =>
	nodesOf(root, "return_statement").flatMap((node): Spelling[] => {
		const [value] = partsOf(node);
		if (!value || !isTruth(value) || /\n/.test(value.text)) return [];
		return [
			{
				what: `${shortText(node)} by a choice`,
				edits: [
					replaced(
						value,
						isPython(root)
							? `True if ${value.text} else False`
							: `(${value.text}) ? true : false`,
					),
				],
			},
		];
	});

/** `!list.includes(x)` as `list.includes(x) === false`. */
const falseForNot: RewriteOperator = (root) =>
	nodesOf(root, "unary_expression").flatMap((node): Spelling[] => {
		const value = node.childForFieldName("argument");
		return value && operatorOf(node) === "!" && isTruth(value)
			? [
					{
						what: `${shortText(node)} compared with \`false\``,
						edits: [replaced(node, `(${value.text}) === false`)],
					},
				]
			: [];
	});

const isCondition = ({ parent }: Node): boolean =>
	parent?.type === "parenthesized_expression"
		? isCondition(parent)
		: /^(if_statement|while_statement|elif_clause)$/.test(parent?.type ?? "");

/** Code that fails or does something else where it runs first: it reads a member, calls, assigns, or waits. */
const dependsOnOrder = (node: Node | null) =>
	!node ||
	nodesOf(
		node,
		...["member_expression", "subscript_expression", "call_expression"],
		...["attribute", "subscript", "call", "assignment_expression", "await"],
		...["await_expression", "update_expression", "named_expression"],
		...["augmented_assignment_expression"],
	).length > 0;

/** `a || b` as `b || a`, where neither needs the other one to be asked first. */
const otherOrder: RewriteOperator = (root) =>
	nodesOf(root, "binary_expression", "boolean_operator").flatMap(
		(node): Spelling[] => {
			const [left, right] = ["left", "right"].map((name) =>
				node.childForFieldName(name),
			);
			const operator = operatorOf(node);
			if (!left || !right || !joins.test(operator) || !isCondition(node))
				return [];
			if (dependsOnOrder(left) || dependsOnOrder(right)) return [];
			const apart = (one: Node) =>
				joins.test(operatorOf(one)) ? `(${one.text})` : one.text;
			return [
				{
					what: `${shortText(node)} in another order`,
					edits: [replaced(node, `${apart(right)} ${operator} ${apart(left)}`)],
				},
			];
		},
	);

const leaves = /^(return_statement|throw_statement|raise_statement)$/;

/** `if (a || b) throw …` as two guard clauses. */
const guardForEach: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const written = node.childForFieldName("condition");
		const condition =
			written?.type === "parenthesized_expression"
				? written.firstNamedChild
				: written;
		const branch = node.childForFieldName("consequence");
		const [left, right] = ["left", "right"].map((name) =>
			condition?.childForFieldName(name),
		);
		const last = /^(statement_block|block)$/.test(branch?.type ?? "")
			? partsOf(branch).at(-1)
			: branch;
		if (!condition || !branch || !left || !right) return [];
		if (!/^(\|\||or)$/.test(operatorOf(condition))) return [];
		if (!leaves.test(last?.type ?? "")) return [];
		if (node.childForFieldName("alternative")) return [];
		if (
			!/^(statement_block|block|program|module)$/.test(node.parent?.type ?? "")
		)
			return [];
		const indent = indentOf(node);
		const text = isPython(root)
			? [left, right]
					.map((one) => `if ${one.text}:\n${indent}    ${branch.text}`)
					.join(`\n${indent}`)
			: [left, right]
					.map((one) => `if (${one.text}) ${branch.text}`)
					.join("\n");
		return /\n/.test(left.text + right.text)
			? []
			: [
					{
						what: `${shortText(node)} by a guard clause for each question`,
						edits: [replaced(node, text)],
					},
				];
	});

/** A length compared with 0 or 1, in the other words. */
const bounds: Readonly<Record<string, string>> = {
	"=== 0": "< 1",
	"== 0": "< 1",
	"< 1": "=== 0",
	"> 0": ">= 1",
	">= 1": "> 0",
	"!== 0": "> 0",
};

/** `x.length === 0` as `x.length < 1`, `len(x) == 0` as `len(x) < 1`. */
const otherBound: RewriteOperator = (root) =>
	nodesOf(root, "binary_expression", "comparison_operator").flatMap(
		(node): Spelling[] => {
			const [size, number, ...more] = partsOf(node);
			if (!size || !/^[01]$/.test(number?.text ?? "") || more.length > 0)
				return [];
			if (!/^len\(|\.(length|size)$/.test(size.text)) return [];
			const sign = node.children[1]?.text ?? "";
			const other = bounds[`${sign} ${number?.text}`];
			const fixed = isPython(root) ? other?.replace("===", "==") : other;
			return fixed
				? [
						{
							what: `${shortText(node)} with another bound`,
							edits: [replaced(node, `${size.text} ${fixed}`)],
						},
					]
				: [];
		},
	);

/** `Math.min(a, b)` and Python's `min(a, b)` as a choice; `max` likewise. */
const choiceForLimit: RewriteOperator = (root) =>
	nodesOf(root, "call_expression", "call").flatMap((node): Spelling[] => {
		const name = node.childForFieldName("function")?.text ?? "";
		const [one, other, ...more] = partsOf(node.childForFieldName("arguments"));
		const isMin = /^(Math\.)?min$/.test(name);
		if (!/^(Math\.)?(min|max)$/.test(name) || !one || !other) return [];
		if (
			more.length > 0 ||
			/^(spread_element|keyword_argument|list_splat)$/.test(`${one.type}`)
		)
			return [];
		if (/^(spread_element|keyword_argument|list_splat)$/.test(other.type))
			return [];
		const sign = isMin ? "<" : ">";
		return [
			{
				what: `${shortText(node)} by a choice`,
				edits: [
					replaced(
						node,
						isPython(root)
							? `(${one.text} if ${one.text} ${sign} ${other.text} else ${other.text})`
							: `(${one.text} ${sign} ${other.text} ? ${one.text} : ${other.text})`,
					),
				],
			},
		];
	});

/** `new Error(…)` that is thrown, as an error of a class that is derived from it. */
const narrowerError: RewriteOperator = (root) =>
	nodesOf(root, "throw_statement").flatMap((node): Spelling[] => {
		const made = node.firstNamedChild;
		const name = made?.childForFieldName("constructor");
		return made?.type === "new_expression" && name?.text === "Error"
			? [
					{
						what: `${shortText(node)} by a \`RangeError\``,
						edits: [replaced(name, "RangeError")],
					},
				]
			: [];
	});

export const decisionWays: Record<string, RewriteOperator> = {
	branchesForTruth,
	choiceForTruth,
	falseForNot,
	otherOrder,
	guardForEach,
	otherBound,
	choiceForLimit,
	narrowerError,
};
