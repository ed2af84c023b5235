/** Other ways to do the same in Python: a comprehension or a loop, a skipped element or a branch, a number by itself or compared with 0. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	freeName,
	isPython,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
} from "./rewrite.ts";

const STEP = "    ";

/** Where a value goes that is the whole of a statement: it is returned, or assigned to a name. */
function holderOf(
	root: Node,
	node: Node,
	wanted: string,
): { statement: Node; name: string; isReturned: boolean } | null {
	const holder = node.parent;
	const isReturned = holder?.type === "return_statement";
	const target =
		holder?.type === "assignment" ? holder.childForFieldName("left") : null;
	const statement = isReturned ? holder : holder?.parent;
	if (!statement || !/^(module|block)$/.test(statement.parent?.type ?? ""))
		return null;
	if (!isReturned && target?.type !== "identifier") return null;
	const name = isReturned ? freeName(root, wanted) : (target?.text ?? "");
	// What is gone through would be gone before.
	return nodesOf(node, "identifier").some(({ text }) => text === name)
		? null
		: { statement, name, isReturned };
}

/** The element, the loop and the condition of a comprehension with one of each at most; null for another one. */
function comprehensionParts(node: Node) {
	const [element, loop, condition, ...more] = partsOf(node);
	const isOne = loop?.type === "for_in_clause" && more.length === 0;
	const hasIf = condition === undefined || condition.type === "if_clause";
	return element && isOne && hasIf && !/\n/.test(node.text)
		? { element, loop, condition }
		: null;
}

/** A value of a comprehension by a loop that starts with `empty` and does `added` with each element. */
function byLoop(
	root: Node,
	node: Node,
	comprehension: Node,
	wanted: string,
	empty: string,
	added: (name: string, element: Node) => string | null,
): Spelling[] {
	const parts = comprehensionParts(comprehension);
	const held = holderOf(root, node, wanted);
	const step = parts && held ? added(held.name, parts.element) : null;
	if (!parts || !held || step === null) return [];
	const { statement, name, isReturned } = held;
	const { loop, condition } = parts;
	const lines = [
		`${name} = ${empty}`,
		`${loop.text}:`,
		...(condition ? [`${STEP}${condition.text}:`] : []),
		`${condition ? STEP : ""}${STEP}${step}`,
		...(isReturned ? [`return ${name}`] : []),
	];
	const indent = " ".repeat(statement.startPosition.column);
	return [
		{
			what: `${shortText(node)} by a loop`,
			edits: [replaced(statement, lines.join(`\n${indent}`))],
		},
	];
}

const keyAndValue = (pair: Node) =>
	["key", "value"].map((field) => pair.childForFieldName(field)?.text ?? "");

/** `[f(x) for x in list if g(x)]`, returned or assigned, as a loop that appends; sets and dictionaries alike. */
const loopForComprehension: RewriteOperator = (root) => [
	...nodesOf(root, "list_comprehension").flatMap((node) =>
		byLoop(root, node, node, "found", "[]", (name, { text }) => {
			return `${name}.append(${text})`;
		}),
	),
	...nodesOf(root, "set_comprehension").flatMap((node) =>
		byLoop(root, node, node, "found", "set()", (name, { text }) => {
			return `${name}.add(${text})`;
		}),
	),
	...nodesOf(root, "dictionary_comprehension").flatMap((node) =>
		byLoop(root, node, node, "found", "{}", (name, element) => {
			if (element.type !== "pair") return null;
			const [key, value] = keyAndValue(element);
			return `${name}[${key}] = ${value}`;
		}),
	),
];

/** `sum(f(x) for x in list)`, returned or assigned, as a loop that adds up. */
const loopForSum: RewriteOperator = (root) =>
	nodesOf(root, "call").flatMap((node) => {
		const given = node.childForFieldName("arguments");
		const isSum = node.childForFieldName("function")?.text === "sum";
		if (!isSum || given?.type !== "generator_expression") return [];
		return byLoop(root, node, given, "total", "0", (name, { text }) => {
			return `${name} += ${text}`;
		});
	});

/** A loop that does one thing with each element, or with those that meet a condition, and the assignment before it. */
function fillingLoop(node: Node) {
	const [left, right, body] = ["left", "right", "body"].map((name) =>
		node.childForFieldName(name),
	);
	const all = partsOf(node.parent);
	const before = all[all.findIndex((one) => isSameNode(one, node)) - 1];
	const made = before?.firstNamedChild;
	const name = made?.childForFieldName("left");
	if (!left || !right || !body || !before || made?.type !== "assignment")
		return null;
	if (name?.type !== "identifier" || node.childForFieldName("alternative"))
		return null;
	const [first, ...more] = partsOf(body);
	const isIf =
		first?.type === "if_statement" && !first.childForFieldName("alternative");
	const condition = isIf ? first.childForFieldName("condition") : null;
	const [inner, ...others] = isIf
		? partsOf(first.childForFieldName("consequence"))
		: [first];
	const step = inner?.firstNamedChild;
	if (!step || more.length > 0 || others.length > 0) return null;
	if (nodesOf(body, "await", "yield").length > 0) return null;
	const uses = nodesOf(body, "identifier").filter(
		({ text }) => text === name.text,
	);
	if (uses.length > 1) return null;
	return {
		before,
		name: name.text,
		empty: made.childForFieldName("right")?.text ?? "",
		step,
		clauses: `for ${left.text} in ${right.text}${condition ? ` if ${condition.text}` : ""}`,
	};
}

/** What a comprehension has for the one step of a loop that fills `name`; null where the loop does something else. */
function elementOf(step: Node, name: string, empty: string): string | null {
	const [left, right] = ["left", "right"].map((field) =>
		step.childForFieldName(field),
	);
	if (step.type === "augmented_assignment" && empty === "0")
		return left?.text === name &&
			step.childForFieldName("operator")?.text === "+="
			? (right?.text ?? null)
			: null;
	if (step.type === "assignment" && empty === "{}") {
		const [key, ...more] = left
			? partsOf(left).filter((one) => !isSameNode(one, partsOf(left)[0] ?? one))
			: [];
		const isEntry =
			left?.type === "subscript" && partsOf(left)[0]?.text === name;
		return isEntry && key && more.length === 0 && right
			? `${key.text}: ${right.text}`
			: null;
	}
	const [element, ...rest] = partsOf(step.childForFieldName("arguments"));
	const method = empty === "[]" ? "append" : empty === "set()" ? "add" : null;
	return method !== null &&
		element &&
		rest.length === 0 &&
		step.childForFieldName("function")?.text === `${name}.${method}`
		? element.text
		: null;
}

/** A list, set or dictionary that is empty before a loop that does nothing but fill it, as a comprehension; a sum alike. */
const comprehensionForLoop: RewriteOperator = (root) =>
	nodesOf(root, "for_statement").flatMap((node): Spelling[] => {
		const loop = fillingLoop(node);
		if (!loop) return [];
		const { before, name, empty, step, clauses } = loop;
		const element = elementOf(step, name, empty);
		if (element === null) return [];
		const inside = `${element} ${clauses}`;
		const text =
			empty === "0"
				? `sum(${inside})`
				: empty === "[]"
					? `[${inside}]`
					: `{${inside}}`;
		return [
			{
				what: `${shortText(node)} by ${empty === "0" ? "`sum`" : "a comprehension"}`,
				edits: [
					{
						start: before.startIndex,
						end: node.endIndex,
						text: `${name} = ${text}`,
					},
				],
			},
		];
	});

const hasLongText = (text: string) => /"""|'''/.test(text);

/** The loop that a block is the body of; null for another block. */
const isLoopBody = (block: Node | null) =>
	block?.type === "block" &&
	/^(for|while)_statement$/.test(block.parent?.type ?? "") &&
	!isSameNode(block.parent?.childForFieldName("alternative"), block);

/** A branch at the end of a loop, as `if not …: continue` and what was in it. */
const continueForBranch: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const condition = node.childForFieldName("condition");
		const branch = node.childForFieldName("consequence");
		const isLast = isSameNode(partsOf(node.parent).at(-1), node);
		if (!isPython(root) || !condition || !branch || !isLast) return [];
		if (!isLoopBody(node.parent) || node.childForFieldName("alternative"))
			return [];
		const step = branch.startPosition.column - node.startPosition.column;
		if (hasLongText(branch.text) || step <= 0) return [];
		const indent = " ".repeat(node.startPosition.column);
		const body = branch.text.replace(new RegExp(`\\n {${step}}`, "g"), "\n");
		return [
			{
				what: `\`continue\` before ${shortText(branch)}`,
				edits: [
					replaced(
						node,
						`if not (${condition.text}):\n${indent}${STEP}continue\n${indent}${body}`,
					),
				],
			},
		];
	});

/** `if …: continue` and what follows it in a loop, as a branch. */
const branchForContinue: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const condition = node.childForFieldName("condition");
		const [only, ...others] = partsOf(node.childForFieldName("consequence"));
		const all = partsOf(node.parent);
		const rest = all.slice(all.findIndex((one) => isSameNode(one, node)) + 1);
		const last = rest.at(-1);
		if (!condition || only?.type !== "continue_statement" || !last) return [];
		if (others.length > 0 || node.childForFieldName("alternative")) return [];
		if (!isLoopBody(node.parent)) return [];
		const indent = " ".repeat(node.startPosition.column);
		const body = rest.map(({ text }) => text).join(`\n${indent}`);
		if (hasLongText(body)) return [];
		return [
			{
				what: `${shortText(node)} by a branch`,
				edits: [
					{
						start: node.startIndex,
						end: last.endIndex,
						text: `if not (${condition.text}):\n${indent}${STEP}${body.replace(/\n(?=[^\n])/g, `\n${STEP}`)}`,
					},
				],
			},
		];
	});

/** Whether a value only decides: nothing else sees whether it is a number or a truth value. */
function isDecision(node: Node): boolean {
	let at = node;
	while (
		/^(parenthesized_expression|boolean_operator|not_operator)$/.test(
			at.parent?.type ?? "",
		)
	)
		at = at.parent as Node;
	const { parent } = at;
	if (parent?.type === "conditional_expression")
		return isSameNode(partsOf(parent)[1], at);
	return /^(if_statement|elif_clause|while_statement)$/.test(parent?.type ?? "")
		? isSameNode(parent?.childForFieldName("condition"), at)
		: parent?.type === "if_clause";
}

/** `x != 0` and `x == 0`, where they decide, as `x` and `not x`. */
const truthForZero: RewriteOperator = (root) =>
	nodesOf(root, "comparison_operator").flatMap((node): Spelling[] => {
		const [value, zero, ...more] = partsOf(node);
		const sign = node.text.slice(
			(value?.endIndex ?? 0) - node.startIndex,
			(zero?.startIndex ?? 0) - node.startIndex,
		);
		if (!value || zero?.text !== "0" || more.length > 0) return [];
		if (!/^\s*(!=|==)\s*$/.test(sign) || !isDecision(node)) return [];
		return [
			{
				what: `${shortText(node)} by its truth`,
				edits: [
					replaced(
						node,
						sign.trim() === "!=" ? value.text : `not ${value.text}`,
					),
				],
			},
		];
	});

/** The texts of what is counted or compared with a number. */
function numbersIn(root: Node): Set<string> {
	const numbers = new Set<string>();
	for (const node of nodesOf(root, "binary_operator", "comparison_operator")) {
		const parts = partsOf(node);
		const isSum = node.childForFieldName("operator")?.text === "-";
		if (isSum || parts.some(({ type }) => /^(integer|float)$/.test(type)))
			for (const { text } of parts) numbers.add(text);
	}
	for (const node of nodesOf(root, "augmented_assignment"))
		if (node.childForFieldName("operator")?.text === "-=")
			numbers.add(node.childForFieldName("left")?.text ?? "");
	return numbers;
}

/** `x` and `not x`, where they decide and `x` is a number by what else is done with it, as `x != 0` and `x == 0`. */
const zeroForTruth: RewriteOperator = (root) => {
	if (!isPython(root)) return [];
	const numbers = numbersIn(root);
	return nodesOf(root, "identifier", "attribute", "subscript").flatMap(
		(node): Spelling[] => {
			if (!numbers.has(node.text) || !isDecision(node)) return [];
			const { parent } = node;
			const isNegated = parent?.type === "not_operator";
			const whole = isNegated ? (parent as Node) : node;
			return [
				{
					what: `${shortText(whole)} compared with 0`,
					edits: [replaced(whole, `${node.text} ${isNegated ? "==" : "!="} 0`)],
				},
			];
		},
	);
};

export const pythonWays: Record<string, RewriteOperator> = {
	loopForComprehension,
	comprehensionForLoop,
	loopForSum,
	continueForBranch,
	branchForContinue,
	truthForZero,
	zeroForTruth,
};
