/** Syntax errors as the grammar sees them. Worded softly: the grammars mark some valid code as well. */

import type { Node, Point, Tree } from "web-tree-sitter";
import { shortenCode } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { errorNodes, type ParsedFile } from "../parse/parse.ts";
import type { ParseDiagnostic } from "../shapes.ts";
import { type Bracket, partnerOf, unpaired } from "./brackets.ts";
import { pythonFaults } from "./python-faults.ts";
import { type Dialect, findTypos, type Typo } from "./typos.ts";

/**
 * The error and missing nodes of a tree, in the order of the text (specification: "Verification operation", rule 5).
 * Empty at once when the root has no error; errors inside an error are not listed again.
 * Lines and columns are 1-based, columns count UTF-16 units, the end is exclusive; a missing node has no width.
 */
export const extractParseErrors = (tree: Tree): ParseDiagnostic[] =>
	errorsIn(tree).map(({ message, node }) => ({
		message,
		...rangeBetween(node.startPosition, node.endPosition),
	}));

/** The syntax errors of a file for those who write it: each where its cause stands, and on one line. */
export function syntaxErrors({
	tree,
	content,
	language,
}: Pick<ParsedFile, "tree" | "content" | "language">): ParseDiagnostic[] {
	const errors = errorsIn(tree).map(({ message, node, place }) => ({
		message,
		...(place ?? firstLineOf(node)),
	}));
	return language === "python"
		? withPythonFaults(errors, content, tree)
		: errors;
}

/** The first fault that the grammar lets pass comes before what it may have led to. */
function withPythonFaults(
	errors: ParseDiagnostic[],
	content: string,
	tree: Tree,
): ParseDiagnostic[] {
	const [fault] = pythonFaults(content, tree);
	if (!fault) return errors;
	const { message, row, column, length } = fault;
	const [first] = errors;
	if (first && first.startLine <= row) return errors;
	return [
		{
			message,
			...rangeBetween({ row, column }, { row, column: column + length }),
		},
		...errors.filter(({ startLine }) => startLine !== row + 1),
	];
}

type Range = Omit<ParseDiagnostic, "message">;

const rangeBetween = (start: Point, end: Point): Range => ({
	startLine: start.row + 1,
	startColumn: start.column + 1,
	endLine: end.row + 1,
	endColumn: end.column + 1,
});

/** The range of an error, of several lines the first. */
function firstLineOf({ startPosition: start, endPosition: end, text }: Node) {
	if (start.row === end.row) return rangeBetween(start, end);
	const [line = ""] = text.split(/\r?\n/, 1);
	return rangeBetween(start, {
		row: start.row,
		column: start.column + line.trimEnd().length,
	});
}

interface FoundError extends Cause {
	node: Node;
}

/** What to say of an error, and where what brought it about stands, if that is elsewhere. */
interface Cause {
	message: string;
	place?: Range | undefined;
}

function errorsIn(tree: Tree): FoundError[] {
	const nodes = errorNodes(tree);
	if (nodes.length === 0) return [];
	const causes = new Causes(tree);
	return nodes.map((node) => ({ node, ...causes.of(node) }));
}

const softly = (cause: string) => msg`${cause}; this may be a syntax error`;
/** Most errors of one file whose causes are searched for. */
const mostExplained = 50;

/** Why a file has its errors. The grammar says where it lost its way; what brought it there often stands before. */
class Causes {
	readonly #root: Node;
	readonly #text: string;
	readonly #typos: Typo[];
	readonly #tree: Tree;
	#counted: Bracket[] | null | undefined;
	/** The line of the first reported error, and 0 before it. */
	#first = 0;
	#reported = 0;
	/** Whether brackets explain no more errors: one was reported, or an unclosed string contains some of them. */
	#reportedBracket = false;

	constructor(tree: Tree) {
		const { rootNode: root } = tree;
		this.#root = root;
		this.#text = root.text;
		const top = root.startPosition.row;
		this.#typos = findTypos(this.#text, dialectOf(tree), top);
		this.#tree = tree;
	}

	/** The message for the next error of the file. */
	of(node: Node): Cause {
		if (++this.#reported > mostExplained) return { message: this.#followUp };
		this.#place = undefined;
		const message = this.#typo(node) ?? this.#own(node);
		const place = this.#place as Range | undefined;
		this.#first ||= place?.startLine ?? node.startPosition.row + 1;
		return { message, place };
	}

	/** The place of the last reported cause. */
	#place: Range | undefined;

	#put(row: number, column: number, length: number) {
		this.#place = rangeBetween(
			{ row, column },
			{ row, column: column + length },
		);
	}

	/** A typo on one of the error's lines, reported once. */
	#typo(node: Node): string | null {
		const { startPosition: start, endPosition: end, text } = node;
		const at = this.#typos.findIndex(
			({ row, explains, isAtEnd }) =>
				row >= start.row - (isAtEnd ? 1 : 0) &&
				row <= end.row &&
				explains(text),
		);
		const [typo] = at < 0 ? [] : this.#typos.splice(0, at + 1).slice(-1);
		if (!typo) return null;
		// The text begins where the root does, behind a byte order mark.
		const { row: top, column: indent } = this.#root.startPosition;
		const column = typo.column + (typo.row === top ? indent : 0);
		this.#put(typo.row, column, typo.length);
		return typo.row === start.row
			? softly(typo.message)
			: msg`${typo.message} (line ${typo.row + 1}); this may be a syntax error`;
	}

	#own(node: Node): string {
		if (node.isMissing) return this.#missing(node);
		const { text: code } = node;
		const reason = keywordAttribute(code) ?? unclosedText(code);
		if (/^["'`]/.test(code)) this.#reportedBracket = true;
		if (reason) return softly(reason);
		const bracket = this.#bracket(node);
		if (bracket) return softly(bracket);
		if (isLeftOver(node) && this.#first > 0) return this.#followUp;
		const between = earlyQuote(node, this.#before(node)) ?? missingComma(node);
		if (between) return softly(between);
		const text = node.id === this.#root.id ? "" : shortenCode(code, 30);
		return text
			? msg`\`${text}\` may be a syntax error`
			: msg`This may be a syntax error`;
	}

	#missing({ type, startPosition: start, startIndex }: Node): string {
		const isBracket = /^[)\]}]$/.test(type);
		const fitting = this.#brackets?.filter((one) => partnerOf(one) === type);
		const open = fitting?.findLast(({ index }) => index < startIndex);
		if (isBracket && fitting?.length === 0)
			return this.#first > 0
				? this.#followUp
				: msg`Something before this may be a syntax error`;
		if (!isBracket && this.#first === start.row + 1) return this.#followUp;
		if (isBracket) this.#reportedBracket = true;
		const says = msg`It seems that ${called(type)} is missing here`;
		return open && open.at.row !== start.row
			? msg`${says}, for the \`${open.type}\` in line ${open.at.row + 1}`
			: says;
	}

	/** Those without a partner, counted when first asked for; `null` when there are too many to count. */
	get #brackets(): Bracket[] | null {
		if (this.#counted === undefined) this.#counted = unpaired(this.#tree);
		return this.#counted;
	}

	/** The character in front of a node. */
	#before = ({ startIndex }: Node) =>
		this.#text[startIndex - this.#root.startIndex - 1] ?? "";

	get #followUp(): string {
		return msg`This may only follow from the error in line ${this.#first}; fix that one first`;
	}

	/** The file's first bracket without a partner, if it can have caused this error; reported once. */
	#bracket(node: Node): string | null {
		const [bracket] = this.#brackets ?? [];
		if (!bracket || this.#reportedBracket) return null;
		if (bracket.index >= node.endIndex) return null;
		this.#reportedBracket = true;
		const { type, at } = bracket;
		this.#put(at.row, at.column, type.length);
		const here =
			at.row === node.startPosition.row
				? msg`This \`${type}\``
				: msg`The \`${type}\` in line ${at.row + 1}`;
		const partner = partnerOf(bracket);
		return partner
			? msg`${here} is missing its \`${partner}\``
			: msg`${here} seems to have no opening partner`;
	}
}

function dialectOf({ language }: Tree): Dialect {
	const has = (type: string) => language.idForNodeType(type, true) !== null;
	if (has("jsx_element") || has("lexical_declaration")) return "javascript";
	return has("decorated_definition") ? "python" : "other";
}

/** Whether an error holds only what was left over of one before it. */
const isLeftOver = ({ text }: Node) => /^[\s)\]};,.]*$/.test(text);

const spoken: Record<string, string> = {
	identifier: msg`a name`,
	property_identifier: msg`a name`,
	type_identifier: msg`a type's name`,
	number: msg`a value`,
};

function called(type: string): string {
	if (spoken[type]) return spoken[type];
	if (!/^\w+$/.test(type)) return msg`a \`${type}\``;
	const kind = type.replaceAll("_", " ");
	return /^[aeiou]/.test(kind) ? msg`an ${kind}` : msg`a ${kind}`;
}

const lists =
	/^(?:arguments|argument_list|array|list|object|dictionary|formal_parameters|parameters)$/;

/** Something of a list that stands right behind another, with no comma between them. */
function missingComma({ parent, previousSibling, text }: Node): string | null {
	return parent &&
		lists.test(parent.type) &&
		previousSibling?.isNamed &&
		!previousSibling.isError &&
		/^[\w"'`{[]/.test(text)
		? msg`A comma seems to be missing before \`${shortenCode(text, 20)}\``
		: null;
}

/** What is left of a text that a quote inside it has ended. */
function earlyQuote({ text }: Node, before: string): string | null {
	return /["']/.test(before) && text.split(before).length % 2 === 0
		? msg`The text before this seems to end too early, at a ${before} inside it; put other quotes around it`
		: null;
}

/** A quote without its partner. */
function unclosedText(text: string): string | null {
	const [quote = ""] = text;
	return /["'`]/.test(quote) && !text.slice(1).includes(quote)
		? msg`A text starts here that is missing its closing ${quote}`
		: null;
}

const inJsx: Record<string, string> = { class: "className", for: "htmlFor" };

/** Attributes that the JavaScript grammar takes for keywords; they break the whole statement that they stand in. */
function keywordAttribute(text: string): string | null {
	const [, name = ""] = /<[^<>]*\s(class|for)=/.exec(text.slice(0, 1000)) ?? [];
	return name
		? msg`\`${name}\` as an attribute is written \`${inJsx[name]}\` in JSX`
		: null;
}
