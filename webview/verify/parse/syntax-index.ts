/**
 * Law: the nodes of a file are collected in one pass, whatever the number of assertions; syntax about them are made when first
 * asked for and kept as long as the tree. No queries here: compiling one costs more than parsing a small file.
 */
import type { Node } from "web-tree-sitter";
import type { ParsedFile } from "./parse.ts";

export class SyntaxIndex {
	#byType: Map<string, Node[]> | null = null;
	readonly #cache = new Map<(syntax: SyntaxIndex) => unknown, unknown>();

	/** All files of the call that could be read, this one included, by path; for kinds that look at more than one. */
	files: ReadonlyMap<string, SyntaxIndex> = new Map();

	/** @param nodeTypes every type that will be asked for; names a grammar lacks do no harm. */
	constructor(
		readonly file: ParsedFile,
		readonly nodeTypes: readonly string[],
	) {}

	/** These syntax if they cover the types; otherwise new ones of the same tree. */
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

	/** What `build` makes of this file, built once: `syntax.of(functions)`. */
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
 * What `build` makes of a thing that is kept with its tree (a node of the index, what bears a name), made when first asked for.
 * Law: it is plain data where it can be, so that the second check of a thing does not ask the parser again.
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
