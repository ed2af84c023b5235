/** Other ways to go through a list in JavaScript: `reduce`, `filter` and `map`, `some` and `every`, an index. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	freeName,
	isBoundToFunction,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
} from "./rewrite.ts";

const leaving = [
	...["return_statement", "break_statement", "continue_statement"],
	...["await_expression", "yield_expression", "throw_statement"],
];

interface ListLoop {
	/** What each element is called. */
	element: Node;
	list: Node;
	/** What is done with each, with the condition of a branch that holds all of it. */
	statement: Node;
	condition: Node | null;
	/** The declaration directly before the loop, of one name. */
	name: string;
	start: Node;
	declaration: Node;
}

const only = (block: Node | null | undefined): Node | null => {
	const parts = block?.type === "statement_block" ? partsOf(block) : [block];
	return parts.length === 1 ? (parts[0] ?? null) : null;
};

/** `const name = …` and behind it `for (const element of list) { statement }`; null for other loops. */
function collectingLoop(node: Node): ListLoop | null {
	const [word, element, list, body] = ["kind", "left", "right", "body"].map(
		(name) => node.childForFieldName(name),
	);
	const isOf = node.childForFieldName("operator")?.text === "of";
	if (!isOf || !word || !element || !list || !body) return null;
	if (/^for\s+await/.test(node.text) || isBoundToFunction(body)) return null;
	if (nodesOf(body, ...leaving).length > 0) return null;
	const all = partsOf(node.parent);
	const declaration = all[all.findIndex((one) => isSameNode(one, node)) - 1];
	const [declared, ...more] = partsOf(declaration);
	const name = declared?.childForFieldName("name");
	const start = declared?.childForFieldName("value");
	if (declaration?.type !== "lexical_declaration" || more.length > 0)
		return null;
	if (name?.type !== "identifier" || !start) return null;
	const inner = only(body);
	const branch =
		inner?.type === "if_statement" && !inner.childForFieldName("alternative")
			? inner
			: null;
	const statement = branch
		? only(branch.childForFieldName("consequence"))
		: inner;
	const condition = branch?.childForFieldName("condition")?.firstNamedChild;
	if (statement?.type !== "expression_statement") return null;
	if (condition && namesIn(condition).has(name.text)) return null;
	return {
		element,
		list,
		statement,
		condition: condition ?? null,
		name: name.text,
		start,
		declaration,
	};
}

const namesIn = (node: Node) =>
	new Set(
		[node, ...nodesOf(node, "identifier", "shorthand_property_identifier")].map(
			({ text }) => text,
		),
	);

const filtered = ({ list, element, condition }: ListLoop) =>
	condition
		? `${list.text}.filter((${element.text}) => ${condition.text})`
		: list.text;

/** `let sum = 0;` and a loop that adds to it, as `reduce`. */
const reduceForLoop: RewriteOperator = (root) =>
	nodesOf(root, "for_in_statement").flatMap((node): Spelling[] => {
		const loop = collectingLoop(node);
		const change = loop?.statement.firstNamedChild;
		const value = change?.childForFieldName("right");
		const isSum =
			change?.type === "augmented_assignment_expression" &&
			change.childForFieldName("operator")?.text === "+=" &&
			change.childForFieldName("left")?.text === loop?.name;
		if (!loop || !value || !isSum || namesIn(value).has(loop.name)) return [];
		const total = freeName(root, "total");
		return [
			{
				what: `${shortText(node)} by \`reduce\``,
				edits: [
					{
						start: loop.start.startIndex,
						end: node.endIndex,
						text: `${filtered(loop)}.reduce((${total}, ${loop.element.text}) => ${total} + (${value.text}), ${loop.start.text});`,
					},
				],
			},
		];
	});

/** `const found = [];` and a loop that fills it, as `filter` and `map`. */
const chainForLoop: RewriteOperator = (root) =>
	nodesOf(root, "for_in_statement").flatMap((node): Spelling[] => {
		const loop = collectingLoop(node);
		const call = loop?.statement.firstNamedChild;
		const [value, ...more] = partsOf(call?.childForFieldName("arguments"));
		const isPush =
			call?.childForFieldName("function")?.text === `${loop?.name}.push`;
		if (!loop || !isPush || !value || more.length > 0) return [];
		if (loop.start.text !== "[]" || value.type === "spread_element") return [];
		if (namesIn(value).has(loop.name)) return [];
		const mapped =
			value.text === loop.element.text
				? ""
				: `.map((${loop.element.text}) => (${value.text}))`;
		if (!mapped && !loop.condition) return [];
		return [
			{
				what: `${shortText(node)} by ${loop.condition ? "`filter`" : "`map`"}`,
				edits: [
					{
						start: loop.start.startIndex,
						end: node.endIndex,
						text: `${filtered(loop)}${mapped};`,
					},
				],
			},
		];
	});

/** `for (const x of list) { … }` by an index. */
const indexForElement: RewriteOperator = (root) =>
	nodesOf(root, "for_in_statement").flatMap((node): Spelling[] => {
		const [word, left, right, body] = ["kind", "left", "right", "body"].map(
			(name) => node.childForFieldName(name),
		);
		const isOf = node.childForFieldName("operator")?.text === "of";
		if (!isOf || !word || !left || !body || !right) return [];
		// What is gone through is read again in each turn.
		if (!/^(identifier|member_expression)$/.test(right.type)) return [];
		if (body.type !== "statement_block" || /^for\s+await/.test(node.text))
			return [];
		const index = freeName(root, "i");
		const element = `${word.text} ${left.text} = ${right.text}[${index}];`;
		return [
			{
				what: `${shortText(node)} by an index`,
				edits: [
					replaced(
						node,
						`for (let ${index} = 0; ${index} < ${right.text}.length; ${index}++) {\n${element}${body.text.slice(1)}`,
					),
				],
			},
		];
	});

/** An arrow of so many parameters whose body is an expression, given to a method of a list first. */
function arrowOf(node: Node | null, method: RegExp, count: number) {
	const callee = node?.childForFieldName("function");
	const name = callee?.childForFieldName("property")?.text ?? "";
	const list = callee?.childForFieldName("object");
	const [arrow, ...more] = partsOf(node?.childForFieldName("arguments"));
	if (node?.type !== "call_expression" || !list || !method.test(name))
		return null;
	if (arrow?.type !== "arrow_function" || callee?.text.includes("?."))
		return null;
	const written = arrow.childForFieldName("parameters");
	const parameters = written
		? partsOf(written)
		: [arrow.childForFieldName("parameter")].filter((one) => one !== null);
	const body = arrow.childForFieldName("body");
	if (parameters.length !== count || !body || /^async\b/.test(arrow.text))
		return null;
	if (body.type === "statement_block" || isBoundToFunction(body)) return null;
	if (
		parameters.some(
			({ type }) => !/^(identifier|object_pattern|array_pattern)$/.test(type),
		)
	)
		return null;
	return { name, list, parameters, body, more };
}

/** `return list.some(test)` as a loop that returns `true`; `every` likewise. */
const loopForSome: RewriteOperator = (root) =>
	nodesOf(root, "return_statement").flatMap((node): Spelling[] => {
		const made = arrowOf(partsOf(node)[0] ?? null, /^(some|every)$/, 1);
		if (!made || made.more.length > 0) return [];
		if (node.parent?.type !== "statement_block") return [];
		const isSome = made.name === "some";
		const test = isSome ? made.body.text : `!(${made.body.text})`;
		return [
			{
				what: `${shortText(node)} by a loop`,
				edits: [
					replaced(
						node,
						`for (const ${made.parameters[0]?.text} of ${made.list.text}) {\nif (${test}) {\nreturn ${isSome};\n}\n}\nreturn ${!isSome};`,
					),
				],
			},
		];
	});

/** `list.reduce((sum, x) => …, start)`, returned or given to a constant, as a loop. */
const loopForReduce: RewriteOperator = (root) =>
	nodesOf(root, "call_expression").flatMap((node): Spelling[] => {
		const made = arrowOf(node, /^reduce$/, 2);
		const [sum, element] = made?.parameters ?? [];
		const [start, ...more] = made?.more ?? [];
		const holder = node.parent;
		const statement =
			holder?.type === "variable_declarator" ? holder.parent : holder;
		const isWhole =
			/^(return_statement|lexical_declaration)$/.test(statement?.type ?? "") &&
			partsOf(statement).length === 1 &&
			statement?.parent?.type === "statement_block";
		if (!made || !start || more.length > 0 || !statement || !isWhole) return [];
		if (sum?.type !== "identifier" || !element) return [];
		const name = freeName(root, "result");
		const body = made.body.text;
		const loop = `let ${name} = ${start.text};\nfor (const ${element.text} of ${made.list.text}) {\nconst ${sum.text} = ${name};\n${name} = ${body};\n}\n`;
		const grown =
			made.body.type === "binary_expression" &&
			made.body.childForFieldName("left")?.text === sum.text &&
			made.body.childForFieldName("operator")?.text === "+"
				? made.body.childForFieldName("right")
				: null;
		const plain = `let ${name} = ${start.text};\nfor (const ${element.text} of ${made.list.text}) {\n${name} += ${grown?.text};\n}\n`;
		const isPlain = grown !== null && !namesIn(grown).has(sum.text);
		return [
			{
				what: `${shortText(node)} by a loop`,
				edits: [
					{
						start: statement.startIndex,
						end: statement.startIndex,
						text: isPlain ? plain : loop,
					},
					replaced(node, name),
				],
			},
		];
	});

export const loopWays: Record<string, RewriteOperator> = {
	reduceForLoop,
	chainForLoop,
	indexForElement,
	loopForSome,
	loopForReduce,
};
