/** The nodes of a file's syntax tree that some of its lines stand for; lines count from 0, the last one included. */
import { type Edit, type Node, nodesOf, replaced } from "../mutants/tree.ts";
import { isPython, partsOf } from "../rewrites/rewrite.ts";

/** The statements or expressions that lie on some lines: the outermost ones that do not begin or end elsewhere. */
export function wholeNodes(root: Node, from: number, to: number): Node[] {
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
	if (!node) return null;
	while (
		node.parent &&
		startsIn(node.parent) &&
		!/^(program|module|statement_block|block|class_body)$/.test(
			node.parent.type,
		)
	)
		node = node.parent;
	if (node.startPosition.row !== from) return null;
	return {
		node,
		edits: [
			...blocks.map((one) => replaced(one, isPython(root) ? "..." : "{ ... }")),
			...nodesOf(node, "else_clause", "elif_clause")
				.filter(({ startPosition }) => startPosition.row > to)
				.map((one) => ({
					...replaced(one, ""),
					start: one.previousSibling?.endIndex ?? one.startIndex,
				})),
		],
	};
}
