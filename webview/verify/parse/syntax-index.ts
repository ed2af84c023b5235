/**
 * Index of a file's nodes by type, collected in one pass for any number of assertions. Derived values are computed on first use and
 * cached as long as the tree. It uses no queries: compiling one costs more than parsing a small file.
 */
import type { Node } from "web-tree-sitter";
import type { ParsedFile } from "./parse.ts";

export class SyntaxIndex {
	#byType: Map<string, Node[]> | null = null;
	readonly #cache = new Map<(syntax: SyntaxIndex) => unknown, unknown>();

	/** All files of the call that could be read, this one included, by path; for kinds that look at more than one. */
	files: ReadonlyMap<string, SyntaxIndex> = new Map();

	/** @param nodeTypes every type that `nodes` will be called with; types that the grammar does not have are ignored. */
	constructor(
		readonly file: ParsedFile,
		readonly nodeTypes: readonly string[],
	) {}

	/** This index if it covers the types; otherwise a new one of the same tree. */
	covering(nodeTypes: readonly string[]): SyntaxIndex {
		return nodeTypes.every((type) => this.nodeTypes.includes(type))
			? this
			: new SyntaxIndex(this.file, nodeTypes);
	}

	/** All nodes of these types, in the order of the text. */
	nodes(...types: string[]): Node[] {
		this.#byType ??= this.#collect();
		const lists: Node[][] = [];
		for (const type of types) {
			const list = this.#byType.get(type);
			if (list) lists.push(list);
		}
		if (lists.length === 1) return lists[0] as Node[];
		return lists.flat().sort((a, b) => a.startIndex - b.startIndex);
	}

	/** The value that `build` derives from this file, computed once: `syntax.of(functions)`. */
	of<Built>(build: (syntax: SyntaxIndex) => Built): Built {
		if (!this.#cache.has(build)) this.#cache.set(build, build(this));
		return this.#cache.get(build) as Built;
	}

	/** The node's source text; a slice, where the library would copy. */
	text(node: Node): string {
		return this.file.content.slice(node.startIndex, node.endIndex);
	}

	#collect(): Map<string, Node[]> {
		const byType = new Map<string, Node[]>();
		const nodes = this.file.tree.rootNode.descendantsOfType([
			...this.nodeTypes,
		]);
		for (const node of nodes) {
			const { type } = node;
			const list = byType.get(type);
			if (list) list.push(node);
			else byType.set(type, [node]);
		}
		return byType;
	}
}

/**
 * Memoizes `build` for objects that live as long as their tree, such as nodes of the index. The values are plain data where possible, so
 * that a second check does not call the parser.
 */
export function memoize<
	Thing extends object,
	Built extends NonNullable<unknown> | null,
>(
	build: (syntax: SyntaxIndex, thing: Thing) => Built,
): (syntax: SyntaxIndex, thing: Thing) => Built {
	const kept = new WeakMap<Thing, Built>();
	return (syntax, thing) => {
		let built = kept.get(thing);
		if (built === undefined) {
			built = build(syntax, thing);
			kept.set(thing, built);
		}
		return built;
	};
}

/** Groups by a key, keeping the order within each group. */
export function groupBy<Item>(
	items: Iterable<Item>,
	key: (item: Item) => string,
): Map<string, Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const name = key(item);
		const group = groups.get(name);
		if (group) group.push(item);
		else groups.set(name, [item]);
	}
	return groups;
}

/** Whether a word such as `async` stands in a node of its own; by the token, since its text may hold the word anywhere. */
export const hasToken = (node: Node, token: string) =>
	node.children.some((child) => child.type === token && !child.isNamed);

/** The first part of a node that is written code; comments may stand anywhere. */
export const firstPart = (node: Node): Node | null =>
	node.namedChildren.find(({ type }) => type !== "comment") ?? null;
