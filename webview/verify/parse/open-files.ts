/**
 * The files that somebody is at work on: their last trees, so that a changed text is read from what it was before, and one that
 * did not change is not read again. Law: what is kept is bounded in number and in bytes, and freed when it goes.
 */

import { syntaxErrors } from "../diagnose/diagnostics.ts";
import type { ReadingLimit } from "../limits/budget.ts";
import type { FileEntry, ParseDiagnostic } from "../shapes.ts";
import { Facts } from "./facts.ts";
import type { LoadedGrammar } from "./grammars.ts";
import { type ParsedFile, parseFile } from "./parse.ts";

/** A file as it was read: its facts, or why there are none, in words that go on after its name. */
export type Reading = Read | { facts?: undefined; why: string };

export interface Read {
	facts: Facts;
	grammar: LoadedGrammar;
	diagnostics: ParseDiagnostic[];
	why?: undefined;
}

/** Where trees come from and go to when a call is over. */
export class OpenFiles {
	/** Whichever was used longest ago comes first. */
	readonly #kept = new Map<string, Read>();

	/**
	 * @param most files that are kept; none by default, so that every call frees its own.
	 * @param mostUnits their length together, in UTF-16 units; a tree takes about 27 bytes for each.
	 */
	constructor(
		readonly most = 0,
		readonly mostUnits = 1_048_576,
	) {}

	/** Reads a file within `limit`; the caller owns the tree until it gives it back. */
	read(
		file: FileEntry,
		grammar: LoadedGrammar,
		nodeTypes: readonly string[],
		limit: ReadingLimit,
	): Reading {
		const before = this.#take(file.path, grammar);
		if (before && before.facts.file.content === file.content)
			return { ...before, facts: before.facts.covering(nodeTypes) };
		let parsed: ParsedFile | string;
		try {
			parsed = parseFile(file, grammar, limit, before?.facts.file);
		} finally {
			before?.facts.file.tree.delete();
		}
		if (typeof parsed === "string") return { why: parsed };
		return {
			facts: new Facts(parsed, nodeTypes),
			grammar,
			diagnostics: syntaxErrors(parsed),
		};
	}

	/** Takes the readings of a call back, to keep or to free their trees. */
	giveBack(readings: Iterable<Reading>) {
		for (const reading of readings) {
			if (!reading.facts) continue;
			const { path } = reading.facts.file;
			this.#kept.get(path)?.facts.file.tree.delete();
			this.#kept.delete(path);
			this.#kept.set(path, reading);
		}
		let units = 0;
		for (const { facts } of this.#kept.values()) units += sizeOf(facts);
		for (const [path, { facts }] of this.#kept) {
			if (this.#kept.size <= this.most && units <= this.mostUnits) break;
			units -= sizeOf(facts);
			this.#kept.delete(path);
			facts.file.tree.delete();
		}
	}

	/** How many files are kept. */
	get size(): number {
		return this.#kept.size;
	}

	/** Frees everything. */
	clear() {
		for (const { facts } of this.#kept.values()) facts.file.tree.delete();
		this.#kept.clear();
	}

	#take(path: string, grammar: LoadedGrammar): Read | undefined {
		const read = this.#kept.get(path);
		if (!read) return undefined;
		this.#kept.delete(path);
		if (read.grammar.language === grammar.language) return read;
		read.facts.file.tree.delete();
		return undefined;
	}
}

const sizeOf = ({ file }: Facts) => file.content.length;
