/**
 * Plain copies of syntax trees. They are read from the memory of the parser core in one pass, because each call into the core costs
 * more than reading a node. The layout is that of the pinned version of the core; `syntax.test.ts` compares it with the core's cursor.
 */
import type { Tree } from "web-tree-sitter";
import { coreMemory } from "../parse/core.ts";

export interface SyntaxNode {
	type: string;
	/** The name of the field that it fills in its parent. */
	field: string | null;
	start: number;
	end: number;
	isNamed: boolean;
	children: readonly SyntaxNode[];
	/** What `named` returns, once it was asked for. */
	named: readonly SyntaxNode[] | null;
}

/** Depth to which trees are copied; deeper nodes are left out. */
const depthCap = 600;

const none: readonly SyntaxNode[] = Object.freeze([]);

/** Symbols of errors are beyond those of the grammar. */
const firstErrorSymbol = 65534;

/** The tables of a language (`TSLanguage` of the core) that say what its nodes are called. */
class LanguageTables {
	readonly #longestAlias: number;
	readonly #fieldSlices: number;
	readonly #fields: number;
	readonly #metadata: number;
	readonly #publicSymbols: number;
	readonly #aliases: number;
	readonly #hasFields: boolean;

	constructor(
		readonly memory: Memory,
		address: number,
	) {
		const { words, halves } = memory;
		const word = (index: number) => words[(address >> 2) + index] as number;
		this.#hasFields = word(8) > 0;
		this.#longestAlias = halves[(address >> 1) + 18] as number;
		this.#fieldSlices = word(16);
		this.#fields = word(17);
		this.#metadata = word(18);
		this.#publicSymbols = word(19);
		this.#aliases = word(21);
	}

	/** The symbol that a production gives a child in place of its own; 0 for none. */
	alias(production: number, index: number): number {
		return production === 0
			? 0
			: (this.memory.halves[
					(this.#aliases >> 1) + production * this.#longestAlias + index
				] as number);
	}

	/** The field that a child of a production fills; 0 for none. */
	field(production: number, index: number): number {
		if (!this.#hasFields) return 0;
		const { halves, bytes } = this.memory;
		const slice = (this.#fieldSlices >> 1) + production * 2;
		const from = this.#fields + (halves[slice] as number) * 4;
		const to = from + (halves[slice + 1] as number) * 4;
		for (let at = from; at < to; at += 4)
			if (bytes[at + 2] === index && bytes[at + 3] === 0)
				return halves[at >> 1] as number;
		return 0;
	}

	isNamed(symbol: number): boolean {
		return this.memory.bytes[this.#metadata + symbol * 3 + 1] !== 0;
	}

	publicSymbol(symbol: number): number {
		return symbol >= firstErrorSymbol
			? symbol
			: (this.memory.halves[(this.#publicSymbols >> 1) + symbol] as number);
	}
}

interface Memory {
	bytes: Uint8Array;
	halves: Uint16Array;
	words: Uint32Array;
}

/** A subtree with children (`SubtreeHeapData` of the core) whose children are being copied. */
interface Open {
	/** Address of its next child, and of the end of its children, in words. */
	next: number;
	end: number;
	production: number;
	/** The number of its children before the next one, comments and the like aside. */
	index: number;
	/** Where the next child's padding begins, in bytes of UTF-16. */
	position: number;
	/** The field of a subtree that is not visible itself: its children fill it. */
	field: number;
	/** The copies of the children of the visible node around. */
	children: SyntaxNode[];
	depth: number;
}

const isVisible = 1;
const isNamed = 2;
const isExtra = 4;

/** Copies a tree. Nodes that the parser inserts for missing tokens are copied, too; they are empty. */
export function copySyntax(tree: Tree): SyntaxNode {
	const buffer = coreMemory();
	const memory: Memory = {
		bytes: new Uint8Array(buffer),
		halves: new Uint16Array(buffer),
		words: new Uint32Array(buffer),
	};
	const { bytes, halves, words } = memory;
	const { types, fields } = tree.language;
	const address = (tree as unknown as { readonly 0: number })[0] >> 2;
	const tables = new LanguageTables(memory, words[address + 2] as number);
	const roots: SyntaxNode[] = [];
	// An explicit stack, because source may nest deeper than the call stack allows.
	const stack: Open[] = [
		{
			next: address,
			end: address + 2,
			production: 0,
			index: 0,
			position: 0,
			field: 0,
			children: roots,
			depth: 0,
		},
	];
	for (let open = stack.at(-1); open; open = stack.at(-1)) {
		if (open.next === open.end) {
			stack.pop();
			continue;
		}
		const first = words[open.next] as number;
		const second = words[open.next + 1] as number;
		open.next += 2;
		// Small leaves stand inline; the lowest bit of what is no address says so.
		const isInline = (first & 1) === 1;
		const at = first >>> 2;
		const flags = isInline ? (first >> 1) & 7 : (bytes[first + 44] as number);
		const padding = isInline
			? (second >>> 16) & 255
			: (words[at + 1] as number);
		const size = isInline ? second >>> 24 : (words[at + 4] as number);
		const count = isInline ? 0 : (words[at + 9] as number);
		const start = open.position + padding;
		open.position = start + size;
		let alias = 0;
		let field = 0;
		if (!(flags & isExtra)) {
			alias = tables.alias(open.production, open.index);
			field = tables.field(open.production, open.index) || open.field;
			open.index++;
		}
		let { children, depth } = open;
		if (alias !== 0 || flags & isVisible || open.depth === 0) {
			const own = isInline
				? (first >> 8) & 255
				: (halves[(first >>> 1) + 20] as number);
			const isNode = alias ? tables.isNamed(alias) : (flags & isNamed) !== 0;
			const inner: SyntaxNode[] = [];
			const type = types[tables.publicSymbol(alias || own)] || "ERROR";
			children.push({
				type,
				field: fields[field] ?? null,
				start: start / 2,
				end: (start + size) / 2,
				isNamed: isNode,
				children: count > 0 ? inner : none,
				named: null,
			});
			children = inner;
			depth++;
			field = 0;
			if (depth >= depthCap) continue;
		} else if (count > 0 && words[at + 12] === 0) continue;
		if (count > 0)
			stack.push({
				next: at - count * 2,
				end: at,
				production: halves[(first >>> 1) + 33] as number,
				index: 0,
				// What stands before the first child is counted as the parent's.
				position: start - padding,
				field,
				children,
				depth,
			});
	}
	return roots[0] as SyntaxNode;
}

/** The child in a field. */
export function childIn(
	node: SyntaxNode | undefined,
	field: string,
): SyntaxNode | undefined {
	if (node)
		for (const child of node.children) if (child.field === field) return child;
	return undefined;
}

/** The written children in a field. */
export const childrenIn = (node: SyntaxNode, field: string) =>
	named(node).filter((child) => child.field === field);

/** The children that are code: named, and no comment. */
export function named(node: SyntaxNode | undefined): readonly SyntaxNode[] {
	if (!node) return none;
	if (node.named) return node.named;
	const found: SyntaxNode[] = [];
	for (const child of node.children)
		if (child.isNamed && child.type !== "comment") found.push(child);
	node.named = found;
	return found;
}

/** Whether a token stands among the children. */
export const hasToken = (node: SyntaxNode, token: string) =>
	node.children.some(({ type }) => type === token);
