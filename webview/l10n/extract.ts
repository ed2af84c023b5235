/** Finds the texts of source files: those that are translated, and those that should be. For tests. */
import { keyFrom } from "@treeline/verify/messages";
import { parsers } from "prettier/plugins/babel";

export interface Found {
	line: number;
	text: string;
}

export interface Extracted {
	/** English texts of `t` and `plural`. */
	texts: Found[];
	/** Calls of `t` whose text is not a literal, or that run before a language is set: outside of a function. */
	misuses: Found[];
	/** Words in the markup and in attributes that are read out or shown, and whole sentences anywhere. */
	bare: Found[];
}

/** Attributes whose value people read. */
const READ = new Set([
	"alt",
	"aria-description",
	"aria-label",
	"aria-roledescription",
	"aria-valuetext",
	"detail",
	"help",
	"label",
	"nextStep",
	"placeholder",
	"title",
]);
const WORD = /\p{L}{2}/u;
const SENTENCE = /^\p{Lu}\p{Ll}*[.,:]? \S.*\p{L}/u;

interface Node {
	type: string;
	loc: { start: { line: number } };
	[field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
	typeof (value as Node | null)?.type === "string";

/** @param path decides nothing but the parser's errors. */
export function extract(path: string, source: string): Extracted {
	const found: Extracted = { texts: [], misuses: [], bare: [] };
	const root = parse(path, source);
	if (isNode(root)) visit(root, false, found);
	return found;
}

function parse(path: string, source: string): unknown {
	const parser = parsers["babel-ts"].parse as (
		text: string,
		options: object,
	) => unknown;
	return parser(source, { filepath: path });
}

/** Words that only sentences have. */
const PROSE =
	/(?<![\w`])(add|already|before|is|it|its|must|please|so|that|the|this|was|were|which|write|your)(?![\w`])[ ,;]/i;
/** Methods that compare with a text. */
const COMPARISON = /^(startsWith|endsWith|includes|split|test)$/;

/** Templates of `msg` in a file of the engine, and sentences outside of them; those that are only compared with are none. */
export function extractMessages(
	path: string,
	source: string,
): Pick<Extracted, "texts" | "bare"> {
	const found: Extracted = { texts: [], misuses: [], bare: [] };
	const root = parse(path, source);
	if (isNode(root)) visitMessages(root, found);
	return found;
}

function visitMessages(node: Node, found: Extracted): void {
	const { line } = node.loc.start;
	if (/^(TS(Type|Interface|Literal)|Import)/.test(node.type)) return;
	if (node.type === "TaggedTemplateExpression" && nameOf(node.tag) === "msg") {
		const { quasis, expressions } = node.quasi as unknown as TemplateNode;
		const parts = quasis.map((quasi) => quasi.value.cooked);
		found.texts.push({ line, text: keyFrom(parts) });
		for (const value of expressions) visitMessages(value, found);
		return;
	}
	if (/^(StringLiteral|TemplateLiteral)$/.test(node.type))
		for (const text of literalsIn(node))
			if (PROSE.test(text)) found.bare.push({ line, text });
	// What is thrown as a plain error is for operators.
	if (node.type === "NewExpression" && nameOf(node.callee) === "Error") return;
	const compares =
		node.type === "BinaryExpression" ||
		COMPARISON.test(nameOf((node.callee as Node | undefined)?.property));
	for (const value of Object.values(node))
		for (const child of Array.isArray(value) ? value : [value])
			if (isNode(child) && !(compares && child.type === "StringLiteral"))
				visitMessages(child, found);
}

interface TemplateNode {
	quasis: { value: { cooked: string } }[];
	expressions: Node[];
}

function visit(node: Node, inFunction: boolean, found: Extracted): void {
	const { line } = node.loc.start;
	if (isCallOfT(node)) {
		const [text, ...values] = node.arguments as Node[];
		readText(node, text, inFunction, found);
		for (const value of values) visit(value, inFunction, found);
		return;
	}
	if (node.type === "ObjectExpression" && readForms(node, found)) return;
	for (const text of sentencesIn(node)) addBare(found, line, text);
	if (node.type === "JSXText" && WORD.test(String(node.value)))
		addBare(found, line, String(node.value).trim());
	if (node.type === "JSXAttribute" && READ.has(nameOf(node.name)))
		for (const text of literalsIn(node.value)) addBare(found, line, text);
	if (node.type === "JSXExpressionContainer")
		for (const text of literalsIn(node.expression)) addBare(found, line, text);
	const inside = inFunction || /Function|Method/.test(node.type);
	for (const [field, value] of Object.entries(node)) {
		if (node.type === "ObjectProperty" && field === "key") continue;
		// What an attribute's container holds is markup only where the attribute is read.
		if (node.type === "JSXAttribute" && field === "value") {
			if (isNode(value) && isNode(value.expression))
				visit(value.expression, inside, found);
			continue;
		}
		for (const child of Array.isArray(value) ? value : [value])
			if (isNode(child)) visit(child, inside, found);
	}
}

/** `t`, and what pages of the service have beside it (`api/server/page-texts.ts`). */
const TRANSLATES = /^(t|markup|pageText)$/;

const isCallOfT = (node: Node) =>
	node.type === "CallExpression" && TRANSLATES.test(nameOf(node.callee));

function readText(
	{ loc }: Node,
	text: Node | undefined,
	inFunction: boolean,
	found: Extracted,
): void {
	const { line } = loc.start;
	const isLiteral = text?.type === "StringLiteral";
	(isLiteral && inFunction ? found.texts : found.misuses).push({
		line,
		text: String(text?.value ?? ""),
	});
}

/** Once for each place: a literal may be found by its attribute, and as a sentence. */
function addBare({ bare }: Extracted, line: number, text: string): void {
	if (!bare.some((one) => one.text === text && one.line >= line - 1))
		bare.push({ line, text });
}

/** Reads the forms of `plural`: an object of exactly `one` and `other`. Answers whether it is one. */
function readForms(node: Node, found: Extracted): boolean {
	const fields = (node.properties as Node[]).map(
		({ key, value }) => [nameOf(key), value] as const,
	);
	if (
		fields
			.map(([name]) => name)
			.sort()
			.join() !== "one,other"
	)
		return false;
	for (const [, value] of fields)
		if (isNode(value) && value.type === "StringLiteral")
			found.texts.push({
				line: value.loc.start.line,
				text: String(value.value),
			});
	return true;
}

function sentencesIn(node: Node): string[] {
	const isText = /^(StringLiteral|TemplateLiteral)$/.test(node.type);
	return isText ? literalsIn(node).filter((text) => SENTENCE.test(text)) : [];
}

/** Words that an expression may be, without those in calls. */
function literalsIn(value: unknown): string[] {
	if (!isNode(value)) return [];
	switch (value.type) {
		case "StringLiteral":
			return WORD.test(String(value.value)) ? [String(value.value)] : [];
		case "TemplateLiteral": {
			const text = (value.quasis as { value: { cooked: string } }[])
				.map((quasi) => quasi.value.cooked)
				.join("…");
			return WORD.test(text) ? [text] : [];
		}
		case "JSXExpressionContainer":
			return literalsIn(value.expression);
		case "ConditionalExpression":
			return [value.consequent, value.alternate].flatMap(literalsIn);
		case "LogicalExpression":
			return [value.left, value.right].flatMap(literalsIn);
		default:
			return [];
	}
}

function nameOf(node: unknown): string {
	return isNode(node) ? String(node.name ?? node.value ?? "") : "";
}

/** The texts of a file's literals with `{0}` and so on for what is filled in, and whether they are sentences. */
export function literals(
	path: string,
	source: string,
): (Found & { isProse: boolean })[] {
	const found: (Found & { isProse: boolean })[] = [];
	const visitLiterals = (node: Node): void => {
		if (/^(TS(Type|Interface|Literal)|Import)/.test(node.type)) return;
		const text =
			node.type === "StringLiteral"
				? String(node.value)
				: node.type === "TemplateLiteral"
					? keyFrom(
							(node as unknown as TemplateNode).quasis.map(
								({ value }) => value.cooked,
							),
						)
					: "";
		if (text !== "")
			found.push({
				...{ line: node.loc.start.line, text },
				isProse: PROSE.test(text),
			});
		for (const value of Object.values(node))
			for (const child of Array.isArray(value) ? value : [value])
				if (isNode(child)) visitLiterals(child);
	};
	const root = parse(path, source);
	if (isNode(root)) visitLiterals(root);
	return found;
}
