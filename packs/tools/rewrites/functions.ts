/** Functions of JavaScript and TypeScript in another form, under a name, or taking their parts in another way. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	around,
	freeName,
	functionTypes,
	isBoundToFunction,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
	statementAround,
} from "./rewrite.ts";

const asyncOf = (node: Node) =>
	node.children.some((child) => child?.type === "async") ? "async " : "";

/** The parameters in parentheses, with the type of the result. */
const headOf = (node: Node) =>
	(node.childForFieldName("parameters")?.text ??
		`(${node.childForFieldName("parameter")?.text ?? ""})`) +
	(node.childForFieldName("return_type")?.text ?? "");

/** The type parameters of an arrow function; `<T>` alone reads as an element in TSX. */
const typesOf = (node: Node) =>
	(node.childForFieldName("type_parameters")?.text ?? "").replace(
		/^<(\w+)>$/,
		"<$1,>",
	);

/** The body as a block. */
function blockOf(node: Node): string {
	const body = node.childForFieldName("body");
	return body?.type === "statement_block"
		? body.text
		: `{ return ${body?.text ?? ""}; }`;
}

/** `function f() {}` as `const f = () => {};`. */
const arrowForFunction: RewriteOperator = (root) => [
	...nodesOf(root, "function_declaration").flatMap((node): Spelling[] => {
		const name = node.childForFieldName("name");
		if (!name || isBoundToFunction(node)) return [];
		if (node.parent?.children.some((child) => child?.type === "default"))
			return [];
		// A function is known before its declaration, a constant is not.
		const isUsedBefore = nodesOf(root, "identifier").some(
			(one) => one.text === name.text && one.startIndex < node.startIndex,
		);
		if (isUsedBefore) return [];
		return [
			{
				what: `\`${name.text}\` is an arrow function`,
				edits: [
					replaced(
						node,
						`const ${name.text} = ${asyncOf(node)}${typesOf(node)}${headOf(node)} => ${blockOf(node)};`,
					),
				],
			},
		];
	}),
	...nodesOf(root, "function_expression").flatMap((node): Spelling[] =>
		isBoundToFunction(node) || node.childForFieldName("name")
			? []
			: [
					{
						what: `${shortText(node)} is an arrow function`,
						edits: [
							replaced(
								node,
								`${asyncOf(node)}${typesOf(node)}${headOf(node)} => ${blockOf(node)}`,
							),
						],
					},
				],
	),
];

/** `const f = () => {}` as `function f() {}`, and an arrow that is handed over as a function. */
const functionForArrow: RewriteOperator = (root) =>
	nodesOf(root, "arrow_function").flatMap((node): Spelling[] => {
		if (isBoundToFunction(node)) return [];
		const { parent } = node;
		const types = node.childForFieldName("type_parameters")?.text ?? "";
		if (parent?.type !== "variable_declarator")
			return /^(arguments|pair|jsx_expression|return_statement)$/.test(
				parent?.type ?? "",
			)
				? [
						{
							what: `${shortText(node)} is a function`,
							edits: [
								replaced(
									node,
									`${asyncOf(node)}function ${types}${headOf(node)} ${blockOf(node)}`,
								),
							],
						},
					]
				: [];
		const statement = parent.parent;
		const name = parent.childForFieldName("name");
		const isAlone = partsOf(statement).length === 1;
		if (!statement || !isAlone || parent.childForFieldName("type")) return [];
		return [
			{
				what: `\`${name?.text}\` is declared as a function`,
				edits: [
					replaced(
						statement,
						`${asyncOf(node)}function ${name?.text}${types}${headOf(node)} ${blockOf(node)}`,
					),
				],
			},
		];
	});

/** `() => x` as `() => { return x; }`, and back. */
const otherBody: RewriteOperator = (root) =>
	nodesOf(root, "arrow_function").flatMap((node): Spelling[] => {
		const body = node.childForFieldName("body");
		if (!body) return [];
		if (body.type !== "statement_block")
			return [
				{
					what: `the body of ${shortText(node)} is a block`,
					edits: [replaced(body, blockOf(node))],
				},
			];
		const [only, ...more] = partsOf(body);
		const [value] = only?.type === "return_statement" ? partsOf(only) : [];
		if (!value || more.length > 0) return [];
		return [
			{
				what: `the body of ${shortText(node)} is an expression`,
				edits: [replaced(body, `(${value.text})`)],
			},
		];
	});

/** A handler that is written in its place gets a name before. */
const namedHandler: RewriteOperator = (root) =>
	nodesOf(root, "arrow_function", "function_expression").flatMap(
		(node): Spelling[] => {
			const place = node.parent?.type ?? "";
			const statement = statementAround(node);
			if (!/^(arguments|jsx_expression)$/.test(place) || !statement) return [];
			const name = freeName(root, "handler");
			return [
				{
					what: `${shortText(node)} is called \`${name}\` before`,
					edits: [
						{
							start: statement.startIndex,
							end: statement.startIndex,
							text: `const ${name} = ${node.text};\n`,
						},
						replaced(node, name),
					],
				},
			];
		},
	);

/** `const { a } = b` as `const a = b.a`. */
const membersForDestructuring: RewriteOperator = (root) =>
	nodesOf(root, "variable_declarator").flatMap((node): Spelling[] => {
		const pattern = node.childForFieldName("name");
		const value = node.childForFieldName("value");
		const statement = node.parent;
		if (pattern?.type !== "object_pattern" || !statement) return [];
		if (!/^(identifier|member_expression)$/.test(value?.type ?? "")) return [];
		if (!/^(program|statement_block)$/.test(statement.parent?.type ?? ""))
			return [];
		const word = statement.children[0]?.text ?? "const";
		const lines = partsOf(pattern).map((part) =>
			memberOf(part, value?.text ?? ""),
		);
		if (lines.some((line) => line === null) || partsOf(statement).length > 1)
			return [];
		return [
			{
				what: `${shortText(node)} is read by members`,
				edits: [
					replaced(
						statement,
						lines.map((line) => `${word} ${line};`).join("\n"),
					),
				],
			},
		];
	});

/** `a = b.a` for one part of a destructured `b`; null for a part of another form. */
function memberOf(part: Node, object: string): string | null {
	switch (part.type) {
		case "shorthand_property_identifier_pattern":
			return `${part.text} = ${object}.${part.text}`;
		case "pair_pattern": {
			const key = part.childForFieldName("key");
			const name = part.childForFieldName("value");
			return key?.type === "property_identifier" && name?.type === "identifier"
				? `${name.text} = ${object}.${key.text}`
				: null;
		}
		case "object_assignment_pattern": {
			const name = part.childForFieldName("left");
			const value = part.childForFieldName("right");
			if (name?.type !== "shorthand_property_identifier_pattern") return null;
			const member = `${object}.${name.text}`;
			return `${name.text} = ${member} === undefined ? ${value?.text} : ${member}`;
		}
		default:
			return null;
	}
}

/** `const a = b.c` as `const { c: a } = b`. */
const destructuringForMember: RewriteOperator = (root) =>
	nodesOf(root, "variable_declarator").flatMap((node): Spelling[] => {
		const name = node.childForFieldName("name");
		const value = node.childForFieldName("value");
		const object = value?.childForFieldName("object");
		const key = value?.childForFieldName("property");
		if (name?.type !== "identifier" || value?.type !== "member_expression")
			return [];
		if (!object || key?.type !== "property_identifier") return [];
		if (node.childForFieldName("type") || /\?\./.test(value.text)) return [];
		const part =
			key.text === name.text ? name.text : `${key.text}: ${name.text}`;
		return [
			{
				what: `${shortText(node)} is destructured`,
				edits: [replaced(node, `{ ${part} } = ${object.text}`)],
			},
		];
	});

/** A parameter that is destructured in its place is destructured in the body. */
const destructuringInBody: RewriteOperator = (root) =>
	nodesOf(root, "object_pattern").flatMap((pattern): Spelling[] => {
		const list = around(
			pattern,
			/^(formal_parameters|statement_block|program)$/,
		);
		const owner = list?.parent;
		const body = owner?.childForFieldName("body");
		const isDirect =
			pattern.parent?.type === "formal_parameters" ||
			(pattern.parent?.type === "required_parameter" &&
				pattern.parent.childForFieldName("pattern")?.id === pattern.id &&
				!pattern.parent.childForFieldName("value"));
		if (list?.type !== "formal_parameters" || !isDirect || !body) return [];
		if (!functionTypes.test(owner?.type ?? "")) return [];
		const name = freeName(root, "given");
		const first = `const ${pattern.text} = ${name};`;
		return [
			{
				what: `${shortText(pattern)} is destructured in the body`,
				edits: [
					replaced(pattern, name),
					body.type === "statement_block"
						? {
								start: body.startIndex + 1,
								end: body.startIndex + 1,
								text: `\n${first}`,
							}
						: replaced(body, `{ ${first} return ${body.text}; }`),
				],
			},
		];
	});

export const functions: Record<string, RewriteOperator> = {
	arrowForFunction,
	functionForArrow,
	otherBody,
	namedHandler,
	membersForDestructuring,
	destructuringForMember,
	destructuringInBody,
};
