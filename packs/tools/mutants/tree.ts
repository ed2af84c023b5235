/** Syntax trees of our own references, to change them by. What others wrote is parsed by the contained engine only. */

import { grammarOf } from "@treeline/verify";
import { type ReadBytes, startParser } from "@treeline/verify/inspect";
import { Language, type Node, Parser } from "web-tree-sitter";
import { readInstalledGrammar } from "#installed-grammars";

export type { Node } from "web-tree-sitter";

/** One replacement in a text, in UTF-16 units. */
export interface Edit {
	start: number;
	end: number;
	text: string;
}

let readGrammar: ReadBytes = readInstalledGrammar;

/** Reads grammars with `read` from now on: in a bundle there are no installed packages. To be called before the first tree. */
export function setGrammarReader(read: ReadBytes): void {
	readGrammar = read;
}

const languages = new Map<string, Promise<Language>>();

/** Calls `work` with the root of `content`'s tree; null when no grammar takes `path` or the text has a syntax error. */
export async function withTree<Result>(
	path: string,
	content: string,
	work: (root: Node) => Result,
): Promise<Result | null> {
	const grammar = grammarOf(path);
	if (!grammar) return null;
	const language = await load(`tree-sitter-${grammar}.wasm`);
	const parser = new Parser();
	try {
		parser.setLanguage(language);
		const tree = parser.parse(content);
		if (!tree) return null;
		try {
			return tree.rootNode.hasError ? null : work(tree.rootNode);
		} finally {
			tree.delete();
		}
	} finally {
		parser.delete();
	}
}

/** `content` with `edits` made, which do not overlap. */
export function edited(content: string, edits: Edit[]): string {
	return [...edits]
		.sort((a, b) => b.start - a.start)
		.reduce(
			(text, { start, end, text: by }) =>
				text.slice(0, start) + by + text.slice(end),
			content,
		);
}

/** Every named node below `root`, in the order of the text. */
export function nodesOf(root: Node, ...types: string[]): Node[] {
	return root.descendantsOfType(types).filter((node) => node !== null);
}

/** The node without the comma and the space that part it from its neighbours. */
export function withoutItem(node: Node): Edit {
	const { previousSibling: before, nextSibling: after } = node;
	if (before?.type === ",")
		return { start: before.startIndex, end: node.endIndex, text: "" };
	if (after?.type === ",")
		return {
			start: node.startIndex,
			end: after.nextSibling?.startIndex ?? after.endIndex,
			text: "",
		};
	return replaced(node, "");
}

export function replaced(node: Node, text: string): Edit {
	return { start: node.startIndex, end: node.endIndex, text };
}

function load(name: string): Promise<Language> {
	let language = languages.get(name);
	if (!language) {
		language = open(name);
		languages.set(name, language);
	}
	return language;
}

async function open(name: string): Promise<Language> {
	// The engine reads trees from the memory that it starts the core with.
	await startParser(readGrammar);
	return Language.load(await readGrammar(name));
}
