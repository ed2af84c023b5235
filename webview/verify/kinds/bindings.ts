/** The names that declarations bind in the JavaScript grammars, destructured ones included. */
import type { Node } from "web-tree-sitter";

/** Where the names stand inside a pattern; defaults and keys bind none. */
const insides: Record<string, (node: Node) => (Node | null)[]> = {
	object_pattern: (node) => node.namedChildren,
	array_pattern: (node) => node.namedChildren,
	rest_pattern: (node) => node.namedChildren,
	pair_pattern: (node) => [node.childForFieldName("value")],
	assignment_pattern: (node) => [node.childForFieldName("left")],
	object_assignment_pattern: (node) => [node.childForFieldName("left")],
};

/** The nodes of the names that a declared name or pattern binds, in the order of the text. */
export function boundNames(target: Node): Node[] {
	const names: Node[] = [];
	// A stack of our own: patterns nest as deeply as the text likes.
	const pending = [target];
	for (let node = pending.pop(); node; node = pending.pop()) {
		if (/identifier/.test(node.type)) names.push(node);
		const inner = insides[node.type]?.(node) ?? [];
		for (const child of inner.reverse()) if (child) pending.push(child);
	}
	return names;
}
