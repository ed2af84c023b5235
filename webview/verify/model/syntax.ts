/** Plain copies of syntax trees, made in one pass with a cursor: reading properties of the parser's own nodes is slow. */
import type { Tree } from "web-tree-sitter";

export interface SyntaxNode {
	type: string;
	/** The name of the field that it fills in its parent. */
	field: string | null;
	start: number;
	end: number;
	isNamed: boolean;
	children: SyntaxNode[];
}

/** Depth to which trees are copied; deeper nodes are left out. */
const depthCap = 600;

/** Copies a tree. Nodes that the parser inserts for missing tokens are copied, too; they are empty. */
export function copySyntax(tree: Tree): SyntaxNode {
	const cursor = tree.walk();
	const copy = (): SyntaxNode => ({
		type: cursor.nodeType,
		field: cursor.currentFieldName,
		start: cursor.startIndex,
		end: cursor.endIndex,
		isNamed: cursor.nodeIsNamed,
		children: [],
	});
	try {
		const root = copy();
		// An explicit stack, because source may nest deeper than the call stack allows.
		const open = [root];
		let down = cursor.gotoFirstChild();
		while (open.length > 0) {
			const parent = open[open.length - 1] as SyntaxNode;
			if (down) {
				const node = copy();
				parent.children.push(node);
				open.push(node);
				down = open.length < depthCap && cursor.gotoFirstChild();
				continue;
			}
			open.pop();
			if (open.length === 0) break;
			down = cursor.gotoNextSibling();
			if (!down) cursor.gotoParent();
		}
		return root;
	} finally {
		cursor.delete();
	}
}

/** The child in a field. */
export const childIn = (node: SyntaxNode | undefined, field: string) =>
	node?.children.find((child) => child.field === field);

/** The written children in a field. */
export const childrenIn = (node: SyntaxNode, field: string) =>
	named(node).filter((child) => child.field === field);

/** The children that are code: named, and no comment. */
export const named = (node: SyntaxNode | undefined) =>
	(node?.children ?? []).filter(
		(child) => child.isNamed && child.type !== "comment",
	);

/** Whether a token stands among the children. */
export const hasToken = (node: SyntaxNode, token: string) =>
	node.children.some(({ type }) => type === token);
