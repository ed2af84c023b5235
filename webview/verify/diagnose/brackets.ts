/** Brackets without a partner, counted over the tokens of a tree: what stands in texts, comments and regular expressions is none. */
import type { Point, Tree } from "web-tree-sitter";

export interface Bracket {
	type: string;
	at: Point;
	index: number;
}

/** Brackets of longer files are not counted, in UTF-16 units. */
const longest = 20_000;
/** Open brackets among which the partner of a closing one is looked for. */
const deepest = 200;

const closing: Record<string, string> = {
	"(": ")",
	"[": "]",
	"{": "}",
	"${": "}",
};
/** The closing partner of a bracket that opens. */
export const partnerOf = ({ type }: Bracket) => closing[type] ?? "";

const isOpening = ({ type }: Bracket) => type in closing;

/**
 * The brackets of a tree that have no partner, in the order of the text; by the layout, where it tells which of them is the one.
 * `null` when they were not counted, since the file is too long.
 */
export function unpaired(tree: Tree): Bracket[] | null {
	const { rootNode: root } = tree;
	if (root.endIndex > longest) return null;
	const all = bracketsOf(tree);
	const plain = pair(all, () => false);
	if (plain.length === 0) return plain;
	const indents = indentsOf(root.text);
	const top = root.startPosition.row;
	const indentOf = ({ row }: Point) => indents[row - top] ?? 0;
	const isFirst = ({ at }: Bracket) => indentOf(at) === at.column;
	const laid = pair(
		all,
		(close, open) => isFirst(close) && indentOf(open.at) > close.at.column,
	);
	// The layout only chooses among brackets of one kind; what it finds beyond that is no better than counting.
	return laid.length === plain.length ? laid : plain;
}

function bracketsOf(tree: Tree): Bracket[] {
	const found: Bracket[] = [];
	const cursor = tree.walk();
	try {
		for (;;) {
			const { nodeType: type } = cursor;
			if (/^(?:[()[\]{}]|\$\{)$/.test(type) && !cursor.nodeIsMissing) {
				const { startPosition: at, startIndex: index } = cursor;
				found.push({ type, at, index });
			}
			if (cursor.gotoFirstChild()) continue;
			while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return found;
		}
	} finally {
		cursor.delete();
	}
}

/** @param isPassed whether a bracket that opens was left open, although this closing one would fit. */
function pair(
	all: readonly Bracket[],
	isPassed: (close: Bracket, open: Bracket) => boolean,
): Bracket[] {
	const open: Bracket[] = [];
	const alone: Bracket[] = [];
	for (const bracket of all) {
		if (isOpening(bracket)) {
			open.push(bracket);
			continue;
		}
		const fits = (one: Bracket) => partnerOf(one) === bracket.type;
		const near = open.slice(-deepest);
		const at = near.findLastIndex(
			(one) => fits(one) && !isPassed(bracket, one),
		);
		if (at < 0) alone.push(bracket);
		// What stands inside of the pair was left open.
		else alone.push(...open.splice(at - near.length).slice(1));
	}
	return [...alone, ...open].sort((a, b) => a.index - b.index);
}

const indentsOf = (text: string) =>
	text.split("\n").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
