/** The nodes of a file's syntax tree that some of its lines stand for; lines count from 0, the last one included. */
import { type Edit, type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	functionTypes,
	isPython,
	isSameNode,
	partsOf,
	statementAround,
} from "../rewrites/rewrite.ts";

/** The statements or expressions that lie on some lines: the outermost ones that do not begin or end elsewhere. For a link of a chain, its statement. */
export function wholeNodes(root: Node, from: number, to: number): Node[] {
	const nodes = nodesOn(root, from, to);
	const [link] = nodes.filter(isLink);
	const statement = link && statementAround(link);
	return statement ? [statement] : nodes;
}

/** Whether a node is a method's name or its arguments: `.filter` and `(isRead)` of `books.filter(isRead).map(title)`. */
const isLink = (node: Node) =>
	/^(arguments|argument_list)$/.test(node.type) ||
	isSameNode(node.parent?.childForFieldName("property"), node) ||
	isSameNode(
		node.parent?.type === "attribute"
			? node.parent.childForFieldName("attribute")
			: null,
		node,
	);

function nodesOn(root: Node, from: number, to: number): Node[] {
	let at = root;
	for (;;) {
		const touched = partsOf(at).filter(
			({ startPosition, endPosition }) =>
				endPosition.row >= from && startPosition.row <= to,
		);
		const whole = touched.filter(
			({ startPosition, endPosition }) =>
				startPosition.row >= from && endPosition.row <= to,
		);
		const [around] = touched;
		const [only] = whole;
		// A block in Python is no more than its statements.
		if (only?.type === "block" && touched.length === 1) return partsOf(only);
		if (whole.length > 0 && whole.length === touched.length) return whole;
		// What is touched in part is looked into: of a function, its body.
		const parts = touched.filter((one) => !whole.includes(one));
		const inner = touched.length === 1 ? around : parts[0];
		const isBlock = /^(program|module|statement_block|block)$/.test(at.type);
		if (!inner || parts.length > 1 || (isBlock && whole.length > 0))
			return whole;
		at = inner;
	}
}

/**
 * The statement that begins on the first of some lines when a block of it begins there and none of that block's statements does, and
 * the edits that empty its blocks; null for other lines. So the first line of a function selects the function, with any body.
 */
export function openedBy(
	root: Node,
	from: number,
	to: number,
): { node: Node; edits: Edit[] } | null {
	const startsIn = ({ startPosition: { row } }: Node) =>
		row >= from && row <= to;
	const blocks = nodesOf(root, "statement_block", "class_body", "block").filter(
		(one) =>
			one.endPosition.row > to &&
			// A block in Python begins with its first statement, behind the line that opens it.
			startsIn(isPython(root) ? (one.parent ?? one) : one) &&
			!partsOf(one).some(startsIn),
	);
	let [node] = blocks;
	if (!node) return openedElement(root, from, to);
	while (
		node.parent &&
		startsIn(node.parent) &&
		!/^(program|module|statement_block|block|class_body)$/.test(
			node.parent.type,
		)
	)
		node = node.parent;
	if (node.startPosition.row !== from) return null;
	// With any code in it, a decision would say nothing of which way it goes.
	if (node.type === "if_statement") return { node, edits: [] };
	return {
		node,
		edits: [
			...blocks.map((one) => replaced(one, emptyBlock(one))),
			...nodesOf(node, "else_clause", "elif_clause")
				.filter(({ startPosition }) => startPosition.row > to)
				.map((one) => ({
					...replaced(one, ""),
					start: one.previousSibling?.endIndex ?? one.startIndex,
				})),
		],
	};
}

/** What stands for any block of its kind. */
function emptyBlock({ type }: Node): string {
	if (type === "block") return "...";
	return type === "class_body" ? "{}" : "{ ... }";
}

/** The element whose opening tag is on some lines and whose closing one is behind them, and the edit that leaves its children out. */
function openedElement(
	root: Node,
	from: number,
	to: number,
): { node: Node; edits: Edit[] } | null {
	const [tag] = nodesOf(root, "jsx_opening_element").filter(
		({ startPosition, endPosition, parent }) =>
			startPosition.row === from &&
			endPosition.row === to &&
			(parent?.endPosition.row ?? 0) > to,
	);
	if (!tag?.parent) return null;
	const { parent: node } = tag;
	return {
		node,
		edits: [{ start: tag.endIndex - 1, end: node.endIndex, text: " />" }],
	};
}

/** Nodes that are no code by themselves. */
const PARTS =
	/^(jsx_(opening|closing)_element|(catch|finally|else|elif|except)_clause|method_definition|pair|for_in_clause|if_clause|union_type|object_type|property_signature|(typed_|default_|typed_default_)?parameter)$/;

/** The pattern of which `code` is a part, where the nodes that it was made of are no code by themselves; null where there is none. */
export function asPattern(nodes: Node[], code: string): string | null {
	const has = (types: RegExp) => nodes.some(({ type }) => types.test(type));
	const [first] = nodes;
	if (!first || has(PARTS) || !/\w/.test(code) || code.trim() === "export")
		return null;
	if (has(/^decorator$/))
		return isPython(first.tree.rootNode)
			? `${code}\ndef $_(...):\n    ...`
			: null;
	if (has(/^jsx_attribute$/)) {
		const tag = first.parent?.childForFieldName("name")?.text;
		return tag ? `<${tag} ${code} />` : null;
	}
	if (has(/^jsx_(expression|text)$/)) {
		const tag = first.parent
			?.childForFieldName("open_tag")
			?.childForFieldName("name")?.text;
		return tag ? `<${tag}>\n  ${code}\n</${tag}>` : null;
	}
	return code;
}

/**
 * The outermost function around a node that has a name and a block, by that name; null for none. A `return` belongs to the function
 * that it stands in, and to no other.
 */
export function functionAround(node: Node): string | null {
	let name: string | null = null;
	const returns = nodesOf(node, "return_statement").length > 0;
	for (let at = node.parent; at; at = at.parent) {
		if (!functionTypes.test(at.type)) continue;
		if (!/block$/.test(at.childForFieldName("body")?.type ?? "")) continue;
		if (returns && name !== null) return null;
		// An arrow has the name of the variable that it is assigned to.
		const holder = at.type === "arrow_function" ? at.parent : at;
		const own = holder?.childForFieldName("name");
		if (own && at.type !== "method_definition") name = own.text;
		else if (returns) return null;
	}
	return name;
}
