/** Stage 1: parses text to a tree, within caps. The caller deletes the tree, which is not garbage collected. */

import { type Edit, type Node, Parser, type Tree } from "#tree-sitter";
import {
	addWork,
	isPast,
	type ReadingLimit,
	readingLimit,
	stepsPerProgress,
} from "../limits/budget.ts";
import { msg } from "../messages/msg.ts";
import { rethrowIfBroken, tookTooLongToRead } from "../results/fault.ts";
import type { FileEntry } from "../shapes.ts";
import { changeBetween, upToEnd } from "./change.ts";
import type { Grammar, LoadedGrammar } from "./grammars.ts";
import { withoutRanges } from "./media-ranges.ts";

/** A file with its tree (specification: "Verification result types"). `language` is the grammar's name. */
export interface ParsedFile {
	path: string;
	content: string;
	tree: Tree;
	language: Grammar;
	/** The last text without errors, which may be this one. */
	base?: Base | undefined;
}

/** Frees the trees of a file. */
export function freeTrees({ tree, base }: ParsedFile) {
	tree.delete();
	if (base && base.tree !== tree) base.tree.delete();
}

/** Longest content that is parsed, in UTF-16 units: one mebibyte of plain text. */
export const contentCap = 1_048_576;

/** Longest content of all files of a call together, in UTF-16 units: what the memory of a worker can hold as trees. */
export const totalCap = 2 * contentCap;

/** A tree whose text may have been parsed with stand-ins for some characters (`parseWhole`). */
interface Parsed {
	tree: Tree;
	isMasked?: boolean;
}

/** A text and its tree without errors, from which later texts are parsed incrementally. */
export interface Base extends Parsed {
	content: string;
}

/**
 * Parses a changed text incrementally. A tree without errors is that of a full parse. After an error it may differ, since the parser
 * recovers by nodes of the old tree: a text with errors is therefore parsed anew from its change on, so that a result never depends on
 * the order of edits.
 */
function parseAgain(
	base: Base,
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
): Parsed | null {
	const change = changeBetween(base.content, content);
	const from = (edit: Edit) =>
		parseFrom(base.tree, edit, content, grammar, limit);
	const tree = from(change);
	if (tree && !tree.rootNode.hasError)
		return { tree, isMasked: !!base.isMasked };
	tree?.delete();
	return parseWhole(content, grammar, limit, () =>
		base.isMasked
			? parseText(content, grammar, limit)
			: from(upToEnd(change, base.content, content)),
	);
}

/** Parses from a copy of the tree of a former text, which stays as it is. */
function parseFrom(
	tree: Tree,
	edit: Edit,
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
): Tree | null {
	const oldTree = tree.copy();
	try {
		oldTree.edit(edit);
		return parseText(content, grammar, limit, { oldTree });
	} finally {
		oldTree.delete();
	}
}

const tag = /<(\/?)([A-Za-z][^\s/>]*)/g;
/** Void elements, and those whose end tag is optional. */
const shallow =
	/^(area|base|br|col|hr|img|input|link|meta|source|track|wbr|p|li|d[dt]|t[drh]|option)$/i;

/** The sum over all tags of their depth, to which the work of the scanner of HTML is proportional. */
function tagWorkOf(content: string): number {
	let depth = 0;
	let sum = 0;
	for (const [, isClosing, name = ""] of content.matchAll(tag)) {
		if (!shallow.test(name)) depth = Math.max(0, depth + (isClosing ? -1 : 1));
		sum += depth;
	}
	return sum;
}

/**
 * Parses one file within `limit`, and subtracts from it the work done. Where there is a tree of a former text without errors, parses
 * incrementally from it; its owner deletes it once it is no longer the `base` of the file. Returns the parsed file, or the reason why there is
 * none, in words that follow the file's name. Never throws, unless the parser itself has broken down.
 */
export function parseFile(
	file: FileEntry,
	grammar: LoadedGrammar,
	limit = readingLimit(),
	before?: Base,
): ParsedFile | string {
	const { path, content } = file;
	if (typeof content !== "string")
		return msg`has no text; save it as plain text and try again`;
	if (content.length > contentCap)
		return msg`is larger than 1 MiB and was not checked; make it shorter`;
	const tagWork = grammar.name === "html" ? tagWorkOf(content) : 0;
	if (tagWork > readingLimit().tagWork) return tookTooLongToRead;
	if (limit.work <= 0 || tagWork > limit.tagWork || isPast(limit.end))
		return msg`was not read, because the files before it took too long; make them shorter or nest them less deeply`;
	limit.tagWork -= tagWork;
	const parsed = before
		? parseAgain(before, content, grammar, limit)
		: parseWhole(content, grammar, limit);
	if (!parsed) return tookTooLongToRead;
	const { tree } = parsed;
	const base = tree.rootNode.hasError ? before : { ...parsed, content };
	return { path, content, tree, language: grammar.name, base };
}

const grammarsWithJsx: ReadonlySet<Grammar> = new Set(["javascript", "tsx"]);

/** Every `&` that begins no character reference. */
const plainAmpersand = /&(?!(?:#x?[\da-f]{1,6}|[a-z][\da-z]{0,29});)/gi;
/** Most of them that are looked at in a file; one with more keeps its errors. */
const mostAmpersands = 1000;
/** As long as a `&`, and no part of JavaScript outside of texts: nothing becomes valid by it that is not. */
const ampersandStandIn = "＆";

/**
 * The tree of a text from its start. A plain `&` in JSX, as in `<p>Salt & Pepper</p>` or `href="/?a=1&b=2"`, is valid, and an
 * error to the grammars: where it leads to errors, the text is parsed with another character in its place. So are ranges in CSS.
 */
function parseWhole(
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
	parse = () => parseText(content, grammar, limit),
): Parsed | null {
	let tree = parse();
	if (grammar.name === "css" && tree?.rootNode.hasError) {
		const parsed = withoutRanges(content);
		if (parsed === null) return { tree };
		tree.delete();
		tree = parseText(content, grammar, limit, { parsed });
		return tree && { tree, isMasked: true };
	}
	if (!grammarsWithJsx.has(grammar.name)) return tree && { tree };
	const masked = (places: Iterable<number>) =>
		parseText(content, grammar, limit, { parsed: mask(content, places) });
	let places: number[] = [];
	// An error may hide what stands behind it, so that some come to light only when others are gone.
	while (tree?.rootNode.hasError) {
		const errors = errorNodes(tree);
		const more = within(errors, content);
		if (more.length === 0 || more.length > mostAmpersands) break;
		const suspects = [...places, ...more];
		const guess = masked(suspects);
		places = suspects.filter((at) => guess && isJsxText(guess, at));
		guess?.delete();
		const better = places.length > 0 ? masked(places) : null;
		const isBetter = better && errorNodes(better).length < errors.length;
		(isBetter ? tree : better)?.delete();
		if (!isBetter) break;
		tree = better;
	}
	return tree && { tree, isMasked: places.length > 0 };
}

/** Where a plain `&` stands within one of these nodes, which are in the order of the text. */
function within(nodes: readonly Node[], content: string): number[] {
	const found: number[] = [];
	const left = nodes.values();
	let node = left.next().value;
	for (const { index } of content.matchAll(plainAmpersand)) {
		while (node && node.endIndex <= index) node = left.next().value;
		if (node && node.startIndex <= index) found.push(index);
	}
	return found;
}

function mask(content: string, places: Iterable<number>): string {
	const units = content.split("");
	for (const at of places) units[at] = ampersandStandIn;
	return units.join("");
}

function isJsxText({ rootNode }: Tree, at: number): boolean {
	const node = rootNode.descendantForIndex(at, at + 1);
	return (
		node?.type === "jsx_text" ||
		(node?.type === "string_fragment" &&
			node.parent?.parent?.type === "jsx_attribute")
	);
}

/** The error and missing nodes of a tree in the order of the text, without those inside an error. */
export function errorNodes({ rootNode }: Tree): Node[] {
	const found: Node[] = [];
	// A stack of our own: nesting is as deep as the text likes. All children, since a missing `}` is an unnamed one.
	const pending: Node[] = [rootNode];
	for (let node = pending.pop(); node; node = pending.pop()) {
		if (!node.hasError) continue;
		if (node.isError || node.isMissing) found.push(node);
		else pending.push(...node.children.reverse());
	}
	return found;
}

interface ParseOptions {
	/** The tree of the former text, edited. */
	oldTree?: Tree;
	/** What is parsed in place of `content`: as long as that, and never seen in the texts of the tree's nodes. */
	parsed?: string;
}

function parseText(
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
	{ oldTree, parsed = content }: ParseOptions = {},
): Tree | null {
	const parser = new Parser();
	// The tree reads the texts of its nodes by the same function, so that it tells the content.
	let text = parsed;
	const read = (index: number) => text.slice(index);
	const input = parsed === content ? content : read;
	try {
		parser.setLanguage(grammar.language);
		return parser.parse(input, oldTree, {
			progressCallback: () => {
				addWork(stepsPerProgress);
				limit.work -= stepsPerProgress;
				return limit.work < 0 || isPast(limit.end);
			},
		});
	} catch (problem) {
		rethrowIfBroken(problem);
		return null;
	} finally {
		text = content;
		parser.reset();
		parser.delete();
	}
}
