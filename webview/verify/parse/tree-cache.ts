/**
 * Caches the trees of files between calls: an unchanged file is not parsed again, and a changed one is parsed incrementally. The cache
 * is bounded in number and in bytes; evicted trees are freed.
 */

import { syntaxErrors } from "../diagnose/diagnostics.ts";
import type { ReadingLimit } from "../limits/budget.ts";
import type { FileEntry, ParseDiagnostic } from "../shapes.ts";
import type { LoadedGrammar } from "./grammars.ts";
import { freeTrees, type ParsedFile, parseFile } from "./parse.ts";
import { SyntaxIndex } from "./syntax-index.ts";

/** A file that was read: its syntax index, or the reason why it has none, in words that follow the file's name. */
export type Reading = Read | { syntax?: undefined; why: string };

export interface Read {
	syntax: SyntaxIndex;
	grammar: LoadedGrammar;
	diagnostics: ParseDiagnostic[];
	why?: undefined;
}

/** Provides the trees of a call and takes them back after it. */
export class TreeCache {
	/** The least recently used entry comes first. */
	readonly #entries = new Map<string, Read>();

	/**
	 * @param most cached files; none by default, so that every call frees its trees.
	 * @param mostUnits their length together, in UTF-16 units; a tree takes about 27 bytes for each.
	 */
	constructor(
		readonly most = 0,
		readonly mostUnits = 1_048_576,
	) {}

	/** Reads a file within `limit`; the caller owns the tree until `release`. */
	read(
		file: FileEntry,
		grammar: LoadedGrammar,
		nodeTypes: readonly string[],
		limit: ReadingLimit,
	): Reading {
		const before = this.#take(file.path, grammar);
		if (before && before.syntax.file.content === file.content)
			return { ...before, syntax: before.syntax.covering(nodeTypes) };
		const base = before?.syntax.file.base;
		let parsed: ParsedFile | string | null = null;
		try {
			parsed = parseFile(file, grammar, limit, base);
		} finally {
			if (before) freeAllBut(parsed, before.syntax.file);
		}
		if (typeof parsed === "string") return { why: parsed };
		return {
			syntax: new SyntaxIndex(parsed, nodeTypes),
			grammar,
			diagnostics: syntaxErrors(parsed),
		};
	}

	/** Takes the trees of a call back, to cache or to free them. */
	release(readings: Iterable<Reading>) {
		for (const reading of readings) {
			if (!reading.syntax) continue;
			const { path } = reading.syntax.file;
			this.#free(path);
			this.#entries.set(path, reading);
		}
		let units = 0;
		for (const { syntax } of this.#entries.values()) units += sizeOf(syntax);
		for (const [path, { syntax }] of this.#entries) {
			if (this.#entries.size <= this.most && units <= this.mostUnits) break;
			units -= sizeOf(syntax);
			this.#free(path);
		}
	}

	/** The number of cached files. */
	get size(): number {
		return this.#entries.size;
	}

	/** Frees everything. */
	clear() {
		for (const path of [...this.#entries.keys()]) this.#free(path);
	}

	#free(path: string) {
		const read = this.#entries.get(path);
		this.#entries.delete(path);
		if (read) freeTrees(read.syntax.file);
	}

	#take(path: string, grammar: LoadedGrammar): Read | undefined {
		const read = this.#entries.get(path);
		if (!read) return undefined;
		this.#entries.delete(path);
		if (read.grammar.language === grammar.language) return read;
		freeTrees(read.syntax.file);
		return undefined;
	}
}

/** Frees the trees of a file, but not the one from which its next text is parsed again. */
function freeAllBut(
	next: ParsedFile | string | null,
	{ tree, base }: ParsedFile,
) {
	const kept = next && typeof next === "object" ? next.base?.tree : undefined;
	for (const one of new Set([tree, base?.tree]))
		if (one !== kept) one?.delete();
}

const sizeOf = ({ file: { content, tree, base } }: SyntaxIndex) =>
	content.length + (base && base.tree !== tree ? base.content.length : 0);
