/** Stage 1: text to tree, within caps and a soft deadline. Whoever parses deletes the tree; its memory comes back in no other way. */

import { Parser, type Tree } from "#tree-sitter";
import { defaultDeadline } from "./budget.ts";
import { changeBetween } from "./change.ts";
import { now } from "./clock.ts";
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
	limit: number,
): Tree | null {
	const end = now() + limit;
	if (!oldTree.rootNode.hasError) {
		oldTree.edit(changeBetween(old, content));
		const tree = parseText(content, grammar, limit, oldTree);
		if (!tree?.rootNode.hasError) return tree;
		tree.delete();
	}
	return parseText(content, grammar, end - now());
}

/**
 * Parses one file within `limit` milliseconds, from the tree of its former text where there is one: that tree is of no other
 * use afterwards, and its owner deletes it. Answers the parsed file, or why there is none, in words that go on after the
 * file's name. Never throws, unless the parser itself has broken down.
 */
export function parseFile(
	file: FileEntry,
	grammar: LoadedGrammar,
	limit = defaultDeadline / 2,
	before?: ParsedFile,
): ParsedFile | string {
	const { path, content } = file;
	if (typeof content !== "string")
		return "has no text; save it as plain text and try again";
	if (content.length > contentCap)
		return "is larger than 1 MiB and was not checked; make it shorter";
	if (limit <= 0)
		return "was not read, because the files before it took too long; make them shorter or nest them less deeply";
	const tree = before
		? parseAgain(before, content, grammar, limit)
		: parseText(content, grammar, limit);
	if (!tree) return tookTooLongToRead;
	return { path, content, tree, language: grammar.name };
}

function parseText(
	content: string,
	grammar: LoadedGrammar,
	limit: number,
	oldTree: Tree | null = null,
): Tree | null {
	const end = now() + limit;
	const parser = new Parser();
	try {
		parser.setLanguage(grammar.language);
		return parser.parse(content, oldTree, {
			progressCallback: () => now() > end,
		});
	} catch (problem) {
		rethrowIfBroken(problem);
		return null;
	} finally {
		parser.reset();
		parser.delete();
	}
}
