/** Stage 1: text to tree, within caps. Whoever parses deletes the tree; its memory comes back in no other way. */

import { Parser, type Tree } from "#tree-sitter";
import {
	addWork,
	isPast,
	type ReadingLimit,
	readingLimit,
	stepsPerProgress,
} from "./budget.ts";
import { changeBetween } from "./change.ts";
import { rethrowIfBroken, tookTooLongToRead } from "./fault.ts";
import type { Grammar, LoadedGrammar } from "./grammars.ts";
import type { FileEntry } from "./shapes.ts";

/** A file with its tree (specification: "Verification result types"). `language` is the grammar's name. */
export interface ParsedFile {
	path: string;
	content: string;
	tree: Tree;
	language: Grammar;
}

/** Longest content that is parsed, in UTF-16 units: one mebibyte of plain text. */
export const contentCap = 1_048_576;

/** Longest content of all files of a call together, in UTF-16 units: what the memory of a worker can hold as trees. */
export const totalCap = 2 * contentCap;

/**
 * The tree of a text that was changed since. Only where neither tree holds an error: among errors the parser may guess
 * otherwise than it would from the start, and a result must not depend on the way that somebody typed.
 */
function parseAgain(
	{ content: old, tree: oldTree }: ParsedFile,
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
): Tree | null {
	if (!oldTree.rootNode.hasError) {
		oldTree.edit(changeBetween(old, content));
		const tree = parseText(content, grammar, limit, oldTree);
		if (!tree?.rootNode.hasError) return tree;
		tree.delete();
	}
	return parseText(content, grammar, limit);
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
 * Parses one file within `limit`, and subtracts from it the work done. Where there is a tree of the file's former text, parses
 * incrementally from it: it has no other use afterwards, and its owner deletes it. Returns the parsed file, or the reason why there is
 * none, in words that follow the file's name. Never throws, unless the parser itself has broken down.
 */
export function parseFile(
	file: FileEntry,
	grammar: LoadedGrammar,
	limit = readingLimit(),
	before?: ParsedFile,
): ParsedFile | string {
	const { path, content } = file;
	if (typeof content !== "string")
		return "has no text; save it as plain text and try again";
	if (content.length > contentCap)
		return "is larger than 1 MiB and was not checked; make it shorter";
	const tagWork = grammar.name === "html" ? tagWorkOf(content) : 0;
	if (tagWork > readingLimit().tagWork) return tookTooLongToRead;
	if (limit.work <= 0 || tagWork > limit.tagWork || isPast(limit.end))
		return "was not read, because the files before it took too long; make them shorter or nest them less deeply";
	limit.tagWork -= tagWork;
	const tree = before
		? parseAgain(before, content, grammar, limit)
		: parseText(content, grammar, limit);
	if (!tree) return tookTooLongToRead;
	return { path, content, tree, language: grammar.name };
}

function parseText(
	content: string,
	grammar: LoadedGrammar,
	limit: ReadingLimit,
	oldTree: Tree | null = null,
): Tree | null {
	const parser = new Parser();
	try {
		parser.setLanguage(grammar.language);
		return parser.parse(content, oldTree, {
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
		parser.reset();
		parser.delete();
	}
}
