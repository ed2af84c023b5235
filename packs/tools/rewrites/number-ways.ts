/** Other ways with numbers, results and order: a bound by the next number, rounding by hand, one `return` at the end, a list that is kept in order. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	freeName,
	isPython,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
} from "./rewrite.ts";

const isSimple = (node: Node) =>
	/^(identifier|member_expression|attribute|subscript|subscript_expression)$/.test(
		node.type,
	);

/** The sign that asks the same of a whole number with the next one, and how far that is. */
const nextBounds: Record<string, readonly [sign: string, by: number]> = {
	"<=": ["<", 1],
	">": [">=", 1],
	"<": ["<=", -1],
	">=": [">", -1],
};

/** `x <= 30` as `x < 31`, where `x` is a whole number. Sizes have a way of their own. */
const nextBound: RewriteOperator = (root) =>
	nodesOf(root, "binary_expression", "comparison_operator").flatMap(
		(node): Spelling[] => {
			const [left, right, ...more] = partsOf(node);
			const [sign, by] = nextBounds[node.children[1]?.text ?? ""] ?? [];
			if (!left || !right || sign === undefined || by === undefined) return [];
			if (more.length > 0 || !/^\d+$/.test(right.text)) return [];
			if (/^len\(|\.(length|size)$/.test(left.text)) return [];
			return [
				{
					what: `${shortText(node)} with the next number`,
					edits: [
						replaced(node, `${left.text} ${sign} ${Number(right.text) + by}`),
					],
				},
			];
		},
	);

/** `x * 2` as `x + x`. */
const sumForDouble: RewriteOperator = (root) =>
	nodesOf(root, "binary_expression", "binary_operator").flatMap(
		(node): Spelling[] => {
			const [left, right] = partsOf(node);
			const [one, two] = left?.text === "2" ? [right, left] : [left, right];
			if (node.children[1]?.text !== "*" || two?.text !== "2") return [];
			return one && isSimple(one)
				? [
						{
							what: `${shortText(node)} by a sum`,
							edits: [replaced(node, `(${one.text} + ${one.text})`)],
						},
					]
				: [];
		},
	);

/** `Math.ceil(a / 60)` as `Math.floor((a + 59) / 60)`, where `a` is a whole number. */
const floorForCeil: RewriteOperator = (root) =>
	nodesOf(root, "call_expression", "call").flatMap((node): Spelling[] => {
		const [quotient, ...more] = partsOf(node.childForFieldName("arguments"));
		const isCeil = /^(Math\.ceil|math\.ceil|ceil)$/.test(
			node.childForFieldName("function")?.text ?? "",
		);
		const [left, right] = partsOf(quotient);
		if (!isCeil || more.length > 0 || !left || !right) return [];
		if (quotient?.children[1]?.text !== "/" || !/^\d+$/.test(right.text))
			return [];
		const sum = `(${left.text} + ${Number(right.text) - 1})`;
		return [
			{
				what: `${shortText(node)} by rounding down`,
				edits: [
					replaced(
						node,
						isPython(root)
							? `(${sum} // ${right.text})`
							: `Math.floor(${sum} / ${right.text})`,
					),
				],
			},
		];
	});

/** `if (a) { return b; }`, more code and `return c` at the end of a function as one `return` of a variable. */
const oneReturn: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const block = node.parent;
		const condition = node.childForFieldName("condition");
		const [only, ...others] = partsOf(node.childForFieldName("consequence"));
		if (block?.type !== "statement_block" || !condition) return [];
		if (node.childForFieldName("alternative") || others.length > 0) return [];
		const isOfFunction =
			/^(function_declaration|function_expression|arrow_function|method_definition)$/.test(
				block.parent?.type ?? "",
			);
		const all = partsOf(block);
		const rest = all.slice(all.findIndex((one) => one.id === node.id) + 1);
		const last = rest.at(-1);
		const [early] = only?.type === "return_statement" ? partsOf(only) : [];
		const [late] = last?.type === "return_statement" ? partsOf(last) : [];
		if (!isOfFunction || !early || !late || !last) return [];
		if (!/^(number|string|true|false|null)$/.test(early.type)) return [];
		const before = rest.slice(0, -1);
		if (before.some((one) => nodesOf(one, "return_statement").length > 0))
			return [];
		const name = freeName(root, "result");
		const body = [...before.map(({ text }) => text), `${name} = ${late.text};`];
		return [
			{
				what: `${shortText(node)} by one \`return\``,
				edits: [
					{
						start: node.startIndex,
						end: last.endIndex,
						text: `let ${name} = ${early.text};\nif (!${condition.text}) {\n${body.join("\n")}\n}\nreturn ${name};`,
					},
				],
			},
		];
	});

/** `throw new Error(…)` by way of a name. */
const namedError: RewriteOperator = (root) =>
	nodesOf(root, "throw_statement").flatMap((node): Spelling[] => {
		const [made] = partsOf(node);
		if (made?.type !== "new_expression") return [];
		if (node.parent?.type !== "statement_block") return [];
		const name = freeName(root, "error");
		return [
			{
				what: `${shortText(node)} by way of a name`,
				edits: [
					replaced(node, `const ${name} = ${made.text};\nthrow ${name};`),
				],
			},
		];
	});

/** `return sorted(names)` as a list into which each name is put at its place. */
const insertionForSort: RewriteOperator = (root) =>
	nodesOf(root, "return_statement").flatMap((node): Spelling[] => {
		const [call] = partsOf(node);
		const [list, ...more] = partsOf(call?.childForFieldName("arguments"));
		const isSorted = call?.childForFieldName("function")?.text === "sorted";
		if (!isPython(root) || !isSorted || !list || more.length > 0) return [];
		if (node.parent?.type !== "block" || /\n/.test(list.text)) return [];
		const indent = " ".repeat(node.startPosition.column);
		const name = freeName(root, "ordered");
		const one = freeName(root, "one");
		const place = freeName(root, "place");
		const text = [
			`${name} = []`,
			`for ${one} in ${list.text}:`,
			`    ${place} = 0`,
			`    while ${place} < len(${name}) and ${name}[${place}] <= ${one}:`,
			`        ${place} += 1`,
			`    ${name}.insert(${place}, ${one})`,
			`return ${name}`,
		].join(`\n${indent}`);
		return [
			{
				what: `${shortText(node)} by insertion`,
				edits: [replaced(node, text)],
			},
		];
	});

/** `plant.get("every", 7)` as `plant["every"] if "every" in plant else 7`. */
const choiceForGet: RewriteOperator = (root) =>
	nodesOf(root, "call").flatMap((node): Spelling[] => {
		const callee = node.childForFieldName("function");
		const object = callee?.childForFieldName("object");
		const isGet = callee?.childForFieldName("attribute")?.text === "get";
		const [key, other, ...more] = partsOf(node.childForFieldName("arguments"));
		if (!isGet || object?.type !== "identifier" || more.length > 0) return [];
		if (key?.type !== "string" || !other) return [];
		const { text } = object;
		return [
			{
				what: `${shortText(node)} by a question`,
				edits: [
					replaced(
						node,
						`(${text}[${key.text}] if ${key.text} in ${text} else ${other.text})`,
					),
				],
			},
		];
	});

export const numberWays: Record<string, RewriteOperator> = {
	nextBound,
	sumForDouble,
	floorForCeil,
	oneReturn,
	namedError,
	insertionForSort,
	choiceForGet,
};
