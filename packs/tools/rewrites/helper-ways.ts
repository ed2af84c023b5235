/** Other ways to put code into functions, methods and fields: a guard clause in a helper, a literal in a field of the class, a value with a name of its own before it is set. */
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

const functionTypes =
	/^(function_declaration|method_definition|function_definition)$/;

/** The names that a function is given or declares at the top of its body. */
function ownNames(owner: Node, before: Node): string[] {
	const parameters = owner.childForFieldName("parameters");
	const declared = partsOf(owner.childForFieldName("body"))
		.filter(({ startIndex }) => startIndex < before.startIndex)
		.flatMap((one) => [
			...nodesOf(one, "variable_declarator").map((part) =>
				part.childForFieldName("name"),
			),
			...nodesOf(one, "assignment").map((part) =>
				part.childForFieldName("left"),
			),
		]);
	return [parameters, ...declared].flatMap((one) =>
		one
			? [
					one,
					...nodesOf(
						one,
						"identifier",
						"shorthand_property_identifier_pattern",
					),
				].map(({ text }) => text)
			: [],
	);
}

/** A guard clause that throws, directly in a function's body, with the function and the names that it needs. */
function guardsIn(root: Node) {
	return nodesOf(root, "if_statement").flatMap((node) => {
		const owner = node.parent?.parent;
		const branch = node.childForFieldName("consequence");
		const last = /block$/.test(branch?.type ?? "")
			? partsOf(branch).at(-1)
			: branch;
		const throws = /^(throw|raise)_statement$/.test(last?.type ?? "");
		if (!owner || !functionTypes.test(owner.type) || !throws) return [];
		if (node.childForFieldName("alternative")) return [];
		if (nodesOf(node, "await_expression", "await", "super").length > 0)
			return [];
		const own = new Set(ownNames(owner, node));
		const used = nodesOf(node, "identifier").map(({ text }) => text);
		const names = [...new Set(used)].filter(
			(name) => own.has(name) && !/^(self|cls)$/.test(name),
		);
		return [{ node, owner, names }];
	});
}

/** The statement of the top level around a node. */
function topOf(node: Node): Node {
	let at = node;
	while (at.parent?.parent) at = at.parent;
	return at;
}

/** A guard clause in a function or a private method of its own. */
const helperForGuard: RewriteOperator = (root) =>
	guardsIn(root).flatMap(({ node, owner, names }): Spelling[] => {
		const given = names.join(", ");
		const what = `${shortText(node)} in a function of its own`;
		const isMethod = /^class_body$|^block$/.test(owner.parent?.type ?? "");
		if (!isPython(root)) {
			if (owner.children.some((one) => one?.type === "static")) return [];
			if (isMethod) {
				const name = `#${freeName(root, "check")}`;
				return [
					{
						what,
						edits: [
							{
								start: owner.startIndex,
								end: owner.startIndex,
								text: `${name}(${given}) {\n${node.text}\n}\n`,
							},
							replaced(node, `this.${name}(${given});`),
						],
					},
				];
			}
			if (nodesOf(node, "this").length > 0) return [];
			const name = freeName(root, "check");
			const top = topOf(owner).startIndex;
			return [
				{
					what,
					edits: [
						{
							start: top,
							end: top,
							text: `function ${name}(${given}) {\n${node.text}\n}\n`,
						},
						replaced(node, `${name}(${given});`),
					],
				},
			];
		}
		const isInClass = owner.parent?.parent?.type === "class_definition";
		const isDecorated = owner.parent?.type === "decorated_definition";
		const isTop = owner.parent?.type === "module";
		if (isDecorated || (!isInClass && !isTop)) return [];
		const name = freeName(root, "_check");
		const indent = " ".repeat(owner.startPosition.column);
		const self = isInClass ? ["self", ...names].join(", ") : given;
		return [
			{
				what,
				edits: [
					{
						start: owner.startIndex,
						end: owner.startIndex,
						text: `def ${name}(${self}):\n${indent}    ${node.text}\n\n${indent}`,
					},
					replaced(node, `${isInClass ? "self." : ""}${name}(${given})`),
				],
			},
		];
	});

/** A number in a method as a private field of the class, or as a field of Python's. */
const fieldForNumber: RewriteOperator = (root) =>
	nodesOf(root, "number", "integer", "float").flatMap((node): Spelling[] => {
		let up: Node | null = node;
		while (up && !/^class_(body|definition)$/.test(up.type)) up = up.parent;
		const method =
			up && nodesOf(up, "method_definition", "function_definition");
		const isInMethod = method?.some((one) => {
			const body = one.childForFieldName("body");
			return (
				!!body &&
				body.startIndex <= node.startIndex &&
				body.endIndex >= node.endIndex
			);
		});
		if (!up || !isInMethod || /^[01]$/.test(node.text)) return [];
		if (/^(unary_expression|unary_operator)$/.test(node.parent?.type ?? ""))
			return [];
		const what = `${node.text} is a field of the class`;
		if (up.type === "class_body") {
			const owner = up.parent?.childForFieldName("name")?.text;
			const name = freeName(root, "LIMIT");
			return owner
				? [
						{
							what,
							edits: [
								{
									start: up.startIndex + 1,
									end: up.startIndex + 1,
									text: `\nstatic #${name} = ${node.text};\n`,
								},
								replaced(node, `${owner}.#${name}`),
							],
						},
					]
				: [];
		}
		const owner = up.childForFieldName("name")?.text;
		const body = up.childForFieldName("body");
		const first = partsOf(body)[0];
		if (!owner || !first || first.type === "expression_statement") return [];
		const name = freeName(root, "LIMIT");
		return [
			{
				what,
				edits: [
					{
						start: first.startIndex,
						end: first.startIndex,
						text: `${name} = ${node.text}\n\n${" ".repeat(first.startPosition.column)}`,
					},
					replaced(node, `${owner}.${name}`),
				],
			},
		];
	});

/** The assignment of a member that is a statement, with the statement behind it when that returns the member. */
function setMembers(root: Node) {
	return nodesOf(
		root,
		"assignment_expression",
		"assignment",
		"augmented_assignment_expression",
		"augmented_assignment",
	).flatMap((node) => {
		const [target, value] = ["left", "right"].map((name) =>
			node.childForFieldName(name),
		);
		const statement = node.parent;
		if (statement?.type !== "expression_statement" || !target || !value)
			return [];
		if (!/^(member_expression|attribute)$/.test(target.type)) return [];
		const all = partsOf(statement.parent);
		const next = all[all.findIndex((one) => isSameNode(one, statement)) + 1];
		const isReturned =
			next?.type === "return_statement" &&
			partsOf(next)[0]?.text === target.text;
		const operator = /^augmented/.test(node.type)
			? (node.childForFieldName("operator")?.text ?? "").slice(0, -1)
			: null;
		return [
			{
				node,
				target,
				statement,
				returned: isReturned ? (next ?? null) : null,
				value: operator
					? `${target.text} ${operator} (${value.text})`
					: value.text,
			},
		];
	});
}

/** `this.t = x;` and `return this.t` with a name for the value: `const next = x; this.t = next; return next;`. */
const nameForMember: RewriteOperator = (root) =>
	setMembers(root).flatMap(({ target, statement, returned, value }) => {
		if (!/^(statement_block|block)$/.test(statement.parent?.type ?? ""))
			return [];
		const name = freeName(root, "next_value");
		const indent = " ".repeat(statement.startPosition.column);
		const isPy = isPython(root);
		const lines = isPy
			? [
					`${name} = ${value}`,
					`${target.text} = ${name}`,
					...(returned ? [`return ${name}`] : []),
				]
			: [
					`const ${name} = ${value};`,
					`${target.text} = ${name};`,
					...(returned ? [`return ${name};`] : []),
				];
		return [
			{
				what: `${shortText(statement)} by way of a name`,
				edits: [
					{
						start: statement.startIndex,
						end: (returned ?? statement).endIndex,
						text: lines.join(`\n${indent}`),
					},
				],
			},
		];
	});

/** `this.t = x;` and `return this.t` as `return (this.t = x);`. */
const returnedAssignment: RewriteOperator = (root) =>
	isPython(root)
		? []
		: setMembers(root).flatMap(({ node, statement, returned }) =>
				returned
					? [
							{
								what: `${shortText(statement)} is returned`,
								edits: [
									{
										start: statement.startIndex,
										end: returned.endIndex,
										text: `return (${node.text});`,
									},
								],
							},
						]
					: [],
			);

/** Python: `x in xs` as `any(one == x for one in xs)`. */
const anyForIn: RewriteOperator = (root) =>
	!isPython(root)
		? []
		: nodesOf(root, "comparison_operator").flatMap((node): Spelling[] => {
				const [value, list, ...more] = partsOf(node);
				const sign = node.children
					.filter((one) => !one?.isNamed)
					.map((one) => one?.text)
					.join(" ");
				if (!value || !list || more.length > 0) return [];
				if (!/^(not )?in$/.test(sign)) return [];
				// `in` of a text is another question.
				if (/^(string|subscript|call)$/.test(list.type)) return [];
				const one = freeName(root, "one");
				const text = `any(${one} == ${value.text} for ${one} in ${list.text})`;
				return [
					{
						what: `${shortText(node)} by \`any\``,
						edits: [replaced(node, sign === "in" ? text : `not ${text}`)],
					},
				];
			});

/** Python: `return sorted(xs, key=…)`, or its value given to a name, as `list.sort`. */
const sortForSorted: RewriteOperator = (root) =>
	!isPython(root)
		? []
		: nodesOf(root, "call").flatMap((node): Spelling[] => {
				const [list, ...options] = partsOf(node.childForFieldName("arguments"));
				const holder = node.parent;
				const statement =
					holder?.type === "assignment" ? holder.parent : holder;
				const isWhole =
					/^(return_statement|expression_statement)$/.test(
						statement?.type ?? "",
					) && statement?.parent?.type === "block";
				if (node.childForFieldName("function")?.text !== "sorted") return [];
				if (!list || !statement || !isWhole) return [];
				const name = freeName(root, "ordered");
				const indent = " ".repeat(statement.startPosition.column);
				const written =
					list.type === "generator_expression"
						? `list${list.text}`
						: `list(${list.text})`;
				return [
					{
						what: `${shortText(node)} by \`sort\``,
						edits: [
							{
								start: statement.startIndex,
								end: statement.startIndex,
								text: `${name} = ${written}\n${indent}${name}.sort(${options.map(({ text }) => text).join(", ")})\n${indent}`,
							},
							replaced(node, name),
						],
					},
				];
			});

export const helperWays: Record<string, RewriteOperator> = {
	helperForGuard,
	fieldForNumber,
	nameForMember,
	returnedAssignment,
	anyForIn,
	sortForSorted,
};
