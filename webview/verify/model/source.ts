/** Files and patterns as code model. */
import type { Tree } from "web-tree-sitter";
import type { Grammar } from "../parse/grammars.ts";
import { lowerCss } from "./css.ts";
import { lowerHtml } from "./html.ts";
import { lowerJavaScript } from "./javascript.ts";
import { lowerJson } from "./json.ts";
import {
	type CodeNode,
	type Family,
	isDocument,
	type Project,
	type Source,
} from "./node.ts";
import { lowerPython } from "./python.ts";
import { link } from "./scopes.ts";
import { copySyntax, type SyntaxNode } from "./syntax.ts";

type Lower = (source: Source, syntax: SyntaxNode) => CodeNode;

/** How the files of a grammar become code model. */
const lowerings: Partial<Record<Grammar, [family: Family, lower: Lower]>> = {
	javascript: ["javascript", lowerJavaScript],
	typescript: ["javascript", lowerJavaScript],
	tsx: ["javascript", lowerJavaScript],
	python: ["python", lowerPython],
	html: ["html", lowerHtml],
	css: ["css", lowerCss],
	json: ["json", lowerJson],
};

/** The grammars that have a code model. */
export const modelGrammars = Object.keys(lowerings) as readonly Grammar[];

/** The family of a grammar's code model. */
export const familyOf = (grammar: Grammar): Family =>
	lowerings[grammar]?.[0] ?? "javascript";

/** Whether a pattern of one grammar may see files of another: code sees code, and documents see documents. */
export const isSeenBy = (grammar: Grammar, other: Grammar): boolean => {
	const [one, another] = [lowerings[grammar], lowerings[other]];
	return !!one && !!another && isDocument(one[0]) === isDocument(another[0]);
};

interface Meanings {
	transparent?: readonly string[];
	fluent?: readonly string[];
	signatures?: readonly string[];
}

/** The files of a challenge, and what their libraries' functions mean. */
export function createProject(
	files: ReadonlyMap<string, Source>,
	{ transparent = [], fluent = [], signatures = [] }: Meanings = {},
): Project {
	return {
		files,
		transparent: new Set(transparent),
		fluent: new Set(fluent),
		signatures: new Map(signatures.map(readSignature)),
		values: new Map(),
		virtual: new Map(),
		virtualDepth: new Map(),
		reached: new Map(),
	};
}

/** `Depends(dependency)`: the name and the names of the parameters. */
function readSignature(signature: string): [string, string[]] {
	const [, name = signature, list = ""] =
		/^(\w+)\(([^()]*)\)$/.exec(signature) ?? [];
	return [name, list.split(",").map((one) => one.trim())];
}

/** A parsed text as code model. */
export function lowerText(
	path: string,
	text: string,
	grammar: Grammar,
	syntax: SyntaxNode,
): Source {
	const [family, lower] = lowerings[grammar] ?? ["javascript", lowerJavaScript];
	const source: Source = {
		path,
		text,
		family,
		root: null as unknown as CodeNode,
		nodes: [],
		project: createProject(new Map()),
	};
	source.root = lower(source, syntax);
	link(source);
	return source;
}

/** A parsed file as code model. */
export const lowerFile = (
	path: string,
	text: string,
	grammar: Grammar,
	tree: Tree,
) => lowerText(path, text, grammar, copySyntax(tree));
