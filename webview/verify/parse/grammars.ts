/** Loads grammars from a reader of bytes, each once. A failed load is not cached and can be repeated. */
import { Language } from "#tree-sitter";
import { QueryCache } from "../query/query.ts";
import { type ReadBytes, startCore } from "./core.ts";

const grammarByExtension = {
	js: "javascript",
	jsx: "javascript",
	ts: "typescript",
	tsx: "tsx",
	py: "python",
	html: "html",
	css: "css",
	json: "json",
} as const;

export type Grammar =
	(typeof grammarByExtension)[keyof typeof grammarByExtension];

/** The seven grammars, in the order of the specification's table. */
export const grammarNames: readonly Grammar[] = [
	...new Set(Object.values(grammarByExtension)),
];

/** The grammars that share the node types of JavaScript. */
export const javascriptFamily: readonly Grammar[] = [
	"javascript",
	"typescript",
	"tsx",
];

const languageByGrammar: Record<Grammar, string> = {
	javascript: "JavaScript",
	typescript: "TypeScript",
	tsx: "TypeScript",
	python: "Python",
	html: "HTML",
	css: "CSS",
	json: "JSON",
};

/** The languages of these grammars as people name them, each once. */
export const languagesOf = (grammars: readonly Grammar[]): string[] => [
	...new Set(grammars.map((grammar) => languageByGrammar[grammar])),
];

/** The file name of a grammar's binary below any base path. */
export const grammarFile = (grammar: Grammar) => `tree-sitter-${grammar}.wasm`;

/**
 * The grammar for a path by its extension, in any case (specification: "Grammar by file extension");
 * `null` when there is none, which skips the file.
 */
export function grammarOf(path: string): Grammar | null {
	const dot = path.lastIndexOf(".");
	const extension = path.slice(dot + 1).toLowerCase();
	return dot >= 0 && Object.hasOwn(grammarByExtension, extension)
		? grammarByExtension[extension as keyof typeof grammarByExtension]
		: null;
}

export interface LoadedGrammar {
	name: Grammar;
	language: Language;
	/** Queries compiled for this grammar; compiling one costs more than parsing a small file. */
	queries: QueryCache;
}

export interface Grammars {
	/** The grammar, ready to parse; rejects when the core or its binary cannot be had. */
	load(name: Grammar): Promise<LoadedGrammar>;
	/** Forgets promises and compiled queries. Loaded languages stay: the core can never give their memory back. */
	reset(): void;
}

/** The grammars of one base path. */
export function createGrammars(readBytes: ReadBytes): Grammars {
	const promised = new Map<Grammar, Promise<LoadedGrammar>>();
	const kept = new Map<Grammar, LoadedGrammar>();

	async function open(name: Grammar): Promise<LoadedGrammar> {
		await startCore(readBytes);
		const known = kept.get(name);
		if (known) return known;
		const language = await Language.load(await readBytes(grammarFile(name)));
		const grammar = { name, language, queries: new QueryCache(language) };
		kept.set(name, grammar);
		return grammar;
	}

	return {
		load(name) {
			let grammar = promised.get(name);
			if (!grammar) {
				grammar = open(name).catch((problem) => {
					promised.delete(name);
					throw problem;
				});
				promised.set(name, grammar);
			}
			return grammar;
		},
		reset() {
			promised.clear();
			for (const grammar of kept.values()) grammar.queries.clear();
		},
	};
}
