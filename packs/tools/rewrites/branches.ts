/** The same decisions in another shape: early return or `else`, a condition turned round. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	isPython,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
	sliceOf,
} from "./rewrite.ts";

const leaving = /^(return_statement|throw_statement|raise_statement)$/;

/** The last statement of a branch, a lone statement included. */
const lastOf = (branch: Node | null): Node | null =>
	!branch
		? null
		: /^(statement_block|block)$/.test(branch.type)
			? (partsOf(branch).at(-1) ?? null)
			: branch;

const leaves = (branch: Node | null) =>
	leaving.test(lastOf(branch)?.type ?? "");

/** The statements behind `node` in its block. */
function restOf(node: Node): Node[] {
	const all = partsOf(node.parent);
	return all.slice(all.findIndex((one) => isSameNode(one, node)) + 1);
}

const elseOf = (node: Node) =>
	nodesOf(node, "else_clause", "elif_clause").filter((one) =>
		isSameNode(one.parent, node),
	);

const isInFunctionBody = ({ parent }: Node) =>
	/^(statement_block|block)$/.test(parent?.type ?? "") &&
	/^(function_declaration|function_expression|arrow_function|method_definition|function_definition)$/.test(
		parent?.parent?.type ?? "",
	);

/** Python code, further in or further out by a step. */
const indented = (text: string, by: string) =>
	text.replace(/\n(?=[^\n])/g, `\n${by}`);

const indentOf = (node: Node) => " ".repeat(node.startPosition.column);

const hasLongText = (text: string) => /"""|'''|`/.test(text);

/** What follows a branch that leaves becomes its `else`. */
const elseForEarlyReturn: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const branch = node.childForFieldName("consequence");
		const rest = restOf(node);
		const last = rest.at(-1);
		if (elseOf(node).length > 0 || !leaves(branch) || !last) return [];
		if (!/^(statement_block|block)$/.test(node.parent?.type ?? "")) return [];
		if (node.parent?.parent?.type === "switch_case") return [];
		const what = `\`else\` after ${shortText(node)}`;
		const text = sliceOf(root, node.endIndex, last.endIndex);
		if (isPython(root)) {
			if (hasLongText(text)) return [];
			return [
				{
					what,
					edits: [
						{
							start: node.endIndex,
							end: last.endIndex,
							text: `\n${indentOf(node)}else:${indented(text, "    ")}`,
						},
					],
				},
			];
		}
		const end = lastOf(branch);
		const isBare =
			end?.type === "return_statement" && partsOf(end).length === 0;
		const isLast = isInFunctionBody(node) && branch?.type === "statement_block";
		const edits = [
			{ start: node.endIndex, end: last.endIndex, text: ` else {${text}\n}` },
		];
		return [
			{ what, edits },
			...(isBare && isLast && end
				? [
						{
							what: `${what}, without \`return\``,
							edits: [replaced(end, ""), ...edits],
						},
					]
				: []),
		];
	});

/** A guard clause in place of `else`. */
const earlyReturnForElse: RewriteOperator = (root) =>
	nodesOf(root, "if_statement").flatMap((node): Spelling[] => {
		const branch = node.childForFieldName("consequence");
		const [other, ...more] = elseOf(node);
		const inner =
			other?.type === "else_clause"
				? (other.childForFieldName("body") ?? other.firstNamedChild)
				: null;
		if (!inner || !branch || !other || more.length > 0) return [];
		if (!/^(statement_block|block)$/.test(branch.type)) return [];
		if (!/^(statement_block|block)$/.test(inner.type)) return [];
		const isLast = isInFunctionBody(node) && restOf(node).length === 0;
		if (!leaves(branch) && !isLast) return [];
		if (
			!/^(program|module|statement_block|block)$/.test(node.parent?.type ?? "")
		)
			return [];
		const what = `a guard clause in place of \`else\` at ${shortText(node)}`;
		if (isPython(root)) {
			if (hasLongText(inner.text)) return [];
			const step = inner.startPosition.column - node.startPosition.column;
			const body = inner.text.replace(new RegExp(`\\n {${step}}`, "g"), "\n");
			const leave = leaves(branch) ? "" : `\n${indentOf(branch)}return`;
			return [
				{
					what,
					edits: [
						{
							start: branch.endIndex,
							end: node.endIndex,
							text: `${leave}\n${indentOf(node)}${body}`,
						},
					],
				},
			];
		}
		const statements = sliceOf(root, inner.startIndex + 1, inner.endIndex - 1);
		return [
			{
				what,
				edits: [
					{
						start: branch.endIndex - 1,
						end: node.endIndex,
						text: `${leaves(branch) ? "" : "return;\n"}}\n${statements.trim()}`,
					},
				],
			},
		];
	});

/** Both branches swapped and the condition turned round. */
const turnedRound: RewriteOperator = (root) => {
	const isPy = isPython(root);
	const statements = nodesOf(root, "if_statement").flatMap(
		(node): Spelling[] => {
			const condition = node.childForFieldName("condition");
			const branch = node.childForFieldName("consequence");
			const [other, ...more] = elseOf(node);
			const inner =
				other?.type === "else_clause"
					? (other.childForFieldName("body") ?? other.firstNamedChild)
					: null;
			if (!condition || !branch || !inner || more.length > 0) return [];
			const block = (one: Node) =>
				isPy || one.type === "statement_block" ? one.text : `{ ${one.text} }`;
			return [
				{
					what: `the condition of ${shortText(node)} is turned round`,
					edits: [
						replaced(
							condition,
							isPy ? `not (${condition.text})` : `(!${condition.text})`,
						),
						replaced(branch, block(inner)),
						replaced(inner, block(branch)),
					],
				},
			];
		},
	);
	const choices = isPy
		? nodesOf(root, "conditional_expression").flatMap((node): Spelling[] => {
				const [yes, condition, no] = partsOf(node);
				if (!yes || !condition || !no) return [];
				return [
					{
						what: `the condition of ${shortText(node)} is turned round`,
						edits: [
							replaced(yes, no.text),
							replaced(condition, `not (${condition.text})`),
							replaced(no, yes.text),
						],
					},
				];
			})
		: nodesOf(root, "ternary_expression").flatMap((node): Spelling[] => {
				const [condition, yes, no] = [
					"condition",
					"consequence",
					"alternative",
				].map((name) => node.childForFieldName(name));
				if (!yes || !condition || !no) return [];
				return [
					{
						what: `the condition of ${shortText(node)} is turned round`,
						edits: [
							replaced(condition, `!(${condition.text})`),
							replaced(yes, `(${no.text})`),
							replaced(no, `(${yes.text})`),
						],
					},
				];
			});
	return [...statements, ...choices];
};

export const branches: Record<string, RewriteOperator> = {
	elseForEarlyReturn,
	earlyReturnForElse,
	turnedRound,
};
