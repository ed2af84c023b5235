/** Compiles an author's condition for one grammar: parses and lowers its patterns as code, and expands the definitions in them. */

import type { Node as TreeNode } from "web-tree-sitter";
import { Parser } from "#tree-sitter";
import { compileRegex } from "../limits/regex.ts";
import type { CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import {
	type CodeNode,
	isDocument,
	type Source,
	type Variable,
} from "../model/node.ts";
import { familyOf, lowerText } from "../model/source.ts";
import { copySyntax } from "../model/syntax.ts";
import type { LoadedGrammar } from "../parse/grammars.ts";
import { withoutRanges } from "../parse/media-ranges.ts";
import { CheckFault } from "../results/fault.ts";
import type { Condition, Definitions } from "../shapes.ts";
import { Definer } from "./definitions.ts";
import { asWritten, readable } from "./preprocess.ts";
import { wholeNumbersIn, withWholeNumbers } from "./whole-numbers.ts";

/** Longest pattern, in UTF-16 units. */
export const patternCap = 8192;
/** How deeply conditions nest. */
const depthCap = 12;

/** Names that imports bring. */
type Imports = readonly (readonly [name: string, variable: Variable])[];

/** What is imported where a pattern stands. */
const importsIn = ({ source }: CodeNode): Imports =>
	[...(source.root.scope ?? [])].filter(
		([, { declaredAt }]) => declaredAt.kind === "import",
	);

/** Compiles the conditions of one assertion. */
export class Compiler {
	readonly #definer: Definer;

	constructor(
		readonly grammar: LoadedGrammar,
		readonly definitions: Definitions = {},
	) {
		this.#definer = new Definer(
			definitions,
			(code, field) => this.#parse(code, field),
			this,
		);
	}

	/**
	 * Compiles a condition. What the imports of its pattern bring, and which metavariables are whole numbers, is known to the conditions in it, too.
	 * @throws CheckFault when it cannot be evaluated.
	 */
	condition(
		written: Condition,
		field: string,
		depth = 0,
		outer: Imports = [],
		outerWhole: ReadonlySet<string> = new Set(),
	): CompiledCondition {
		if (depth > depthCap)
			throw new CheckFault(
				msg`its conditions nest more than ${depthCap} deep; its author should flatten them`,
				field,
			);
		const given =
			typeof written === "string" || Array.isArray(written)
				? { pattern: written }
				: written;
		const at = (name: string) => (field ? `${field}/${name}` : name);
		const place = given === written ? at("pattern") : field;
		const parsed =
			typeof given.pattern === "string"
				? [this.#parse(given.pattern, place, outer)]
				: given.pattern?.map((code, index) =>
						this.#parse(code, `${place}/${index}`, outer),
					);
		const imports = parsed?.flatMap(importsIn) ?? outer;
		const whole = wholeNumbersIn(given, outerWhole);
		const compile = (one: Condition, name: string) =>
			this.condition(one, at(name), depth + 1, imports, whole);
		const inner = (one: Condition | undefined, name: string) =>
			one === undefined ? null : compile(one, name);
		const { count } = given;
		if (count !== undefined && !parsed)
			throw new CheckFault(
				msg`its \`count\` stands without \`pattern\`, so that it counts nothing; its author should write beside it what is counted`,
				at("count"),
			);
		return {
			patterns:
				parsed?.map((node, index) =>
					withWholeNumbers(
						this.#definer.expand(
							node,
							typeof given.pattern === "string" ? place : `${place}/${index}`,
						),
						whole,
					),
				) ?? null,
			any: given.any?.map((one, index) => compile(one, `any/${index}`)) ?? null,
			all: (given.all ?? []).map((one, index) => compile(one, `all/${index}`)),
			not: inner(given.not, "not"),
			has: inner(given.has, "has"),
			inside: inner(given.inside, "inside"),
			where: Object.entries(given.where ?? {}).map(
				([name, one]) =>
					[name.slice(1), compile(one, `where/${name}`)] as const,
			),
			is: given.is ?? null,
			regex:
				given.regex === undefined ? null : regexOf(given.regex, at("regex")),
			count:
				count === undefined
					? null
					: typeof count === "number"
						? { min: count, max: count }
						: {
								min: count.min ?? 0,
								max: count.max ?? Number.POSITIVE_INFINITY,
							},
		};
	}

	/** One pattern: its only statement, or several in order. Those of definitions, which many checks use, are parsed once. */
	#parse(code: string, field: string, outer: Imports = []): CodeNode {
		if (outer.length > 0) return this.#read(code, field, outer);
		const cache = parsedBy(this.grammar, this.definitions.imports ?? "");
		let parsed = cache.get(code);
		if (!parsed) {
			parsed = this.#read(code, field, outer);
			if (cache.size >= mostParsed) cache.clear();
			cache.set(code, parsed);
		}
		return parsed;
	}

	#read(code: string, field: string, outer: Imports): CodeNode {
		if (code.length > patternCap)
			throw new CheckFault(
				msg`its pattern is longer than ${patternCap} characters; its author should split it into several checks`,
				field,
			);
		const source = parsePattern(code, this.grammar, field);
		const imports =
			this.definitions.imports && !isDocument(source.family)
				? importsOf(this.definitions.imports, this.grammar)
				: [];
		const { scope = new Map() } = source.root;
		source.root.scope = scope;
		for (const [name, variable] of [...outer, ...imports])
			if (!scope.has(name)) scope.set(name, variable);
		const { statements } = source.root.list;
		const isImports =
			statements.length > 0 &&
			statements.every(({ kind }) => kind === "import");
		const asked = isImports
			? statements
			: statements.filter(({ kind }) => kind !== "import");
		const [only] = asked;
		if (!only)
			throw new CheckFault(
				msg`its pattern is empty; its author should write the code that is expected`,
				field,
			);
		return asked.length === 1
			? only
			: {
					...source.root,
					kind: "sequence",
					list: { ...source.root.list, statements: asked },
					children: asked,
				};
	}
}

/** A regular expression written as such or between slashes with flags. */
function regexOf(written: string, field: string): RegExp {
	const [, source = written, flags = ""] =
		/^\/(.*)\/([a-z]*)$/s.exec(written) ?? [];
	return compileRegex(source, field, flags);
}

/** Parsed patterns by the imports of the definitions that they are read with, and by their text. */
const parsed = new WeakMap<LoadedGrammar, Map<string, Map<string, CodeNode>>>();
/** Most patterns, and most texts of imports, that are cached for one grammar. */
const mostParsed = 500;

function parsedBy(
	grammar: LoadedGrammar,
	imports: string,
): Map<string, CodeNode> {
	const byImports = parsed.get(grammar) ?? new Map();
	parsed.set(grammar, byImports);
	const known = byImports.get(imports) ?? new Map<string, CodeNode>();
	if (byImports.size >= mostParsed) byImports.clear();
	byImports.set(imports, known);
	return known;
}

const importCache = new WeakMap<
	LoadedGrammar,
	Map<string, ReturnType<typeof readImports>>
>();

/** The names that the imports of a pack's definitions bring; read once for a grammar. */
function importsOf(imports: string, grammar: LoadedGrammar) {
	const known = importCache.get(grammar) ?? new Map();
	importCache.set(grammar, known);
	let names: ReturnType<typeof readImports> | undefined = known.get(imports);
	if (!names) {
		names = readImports(imports, grammar);
		known.set(imports, names);
	}
	return names;
}

const readImports = (imports: string, grammar: LoadedGrammar) => [
	...(parsePattern(imports, grammar, "definitions/imports").root.scope ?? []),
];

/** Whether a pattern of CSS is of declarations alone, without a rule around them. */
const isDeclarations = (text: string) => /^\s*[\w\-µ]+\s*:[^{]*$/.test(text);

/** Parses and lowers the text of a pattern. @throws CheckFault with the place of the first syntax error. */
function parsePattern(
	code: string,
	grammar: LoadedGrammar,
	field: string,
): Source {
	// What begins with a brace is an object, not a block.
	const family = familyOf(grammar.name);
	const isObject = family === "javascript" && code.trimStart().startsWith("{");
	const text = readable(code, family);
	const [before, after] = isObject
		? ["(", ")"]
		: family === "css" && isDeclarations(text)
			? ["µ{", "}"]
			: ["", ""];
	const wrapped = before + text + after;
	const parser = new Parser();
	try {
		parser.setLanguage(grammar.language);
		const parsed = family === "css" ? withoutRanges(wrapped) : null;
		const tree = parser.parse(parsed ?? wrapped);
		if (!tree)
			throw new CheckFault(
				msg`its pattern could not be parsed; its author should make it shorter`,
				field,
			);
		try {
			if (tree.rootNode.hasError)
				throw unreadable(tree.rootNode, wrapped, before.length, field);
			return lowerText("pattern", wrapped, grammar.name, copySyntax(tree));
		} finally {
			tree.delete();
		}
	} finally {
		parser.delete();
	}
}

/** The fault of a pattern that is not valid code of its language, with the place of the first syntax error. */
function unreadable(
	root: TreeNode,
	text: string,
	shift: number,
	field: string,
): CheckFault {
	const bad = firstError(root);
	const lines = asWritten(text.slice(shift, bad.startIndex)).split("\n");
	const place = msg`line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
	const rest = asWritten(text.slice(bad.startIndex).split("\n")[0] ?? "").slice(
		0,
		24,
	);
	const what = bad.isMissing
		? msg`\`${bad.type}\` is missing`
		: msg`it cannot be read from \`${rest}\` on`;
	return new CheckFault(
		msg`its pattern is not valid code (${place}): ${what}; its author should correct it`,
		field,
	);
}

function firstError(node: TreeNode): TreeNode {
	if (node.isError || node.isMissing) return node;
	const inner = node.children.find(
		(child) => child?.hasError || child?.isMissing,
	);
	return inner ? firstError(inner) : node;
}
