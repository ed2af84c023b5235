/** Plain copies of syntax nodes: one pass with a cursor, so that nothing asks the parser again. */
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

/** How deeply trees are copied; what is nested deeper is left out. */
const depthCap = 600;

/** Copies a whole tree. Nodes that are missing from the text are copied, too; they are empty. */
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
		// A stack of its own: source nests as deeply as it likes.
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
