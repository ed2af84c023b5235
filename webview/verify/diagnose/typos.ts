/** Typos of beginners, found by the tokens of a file. They are only reported where the grammar found an error. */

import { isOneOff, shortenCode } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";

export interface Typo {
	/** 0-based. */
	row: number;
	/** The word that the typo stands at: its column in UTF-16 units from 0, and its length on its line. */
	column: number;
	length: number;
	/** What seems to be wrong and what to write, without a full stop. */
	message: string;
	/** Whether an error with this text can come of it. */
	explains(error: string): boolean;
	/** Whether the grammar may notice it on the next line only. */
	isAtEnd: boolean;
}

/** Which words and comments a file has. */
export type Dialect = "javascript" | "python" | "other";

/** Longer texts are not looked through, in UTF-16 units. */
const longest = 20_000;

/** Most reported typos of one file. */
const most = 50;
/** Words within which the end of a line or a pair of brackets is looked for. */
const reach = 300;

interface Word {
	kind: "text" | "number" | "name" | "comment" | "mark";
	text: string;
	row: number;
	column: number;
	/** Whether it is the first of its line. */
	leads: boolean;
	/** Whether white space stands before it. */
	apart: boolean;
}

const comments: Record<Dialect, string> = {
	javascript: String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
	python: String.raw`#[^\n]*`,
	other: String.raw`\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->`,
};
const texts =
	String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` +
	"`(?:\\\\[\\s\\S]|[^`\\\\])*`";
const rest = String.raw`(?<number>\d[\w.]*)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<mark>=>|[=!]==?|[^\s])`;

const formOf = (dialect: Dialect) =>
	new RegExp(
		`(?<comment>${comments[dialect]})|(?<text>${texts})|${rest}`,
		"gu",
	);

/** What words look like; compiled when first needed, since few texts have errors before they are typed. */
const forms: Partial<Record<Dialect, RegExp>> = {};

function lineBreaksIn(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
		count++;
	return count;
}

/** The words of a text, one after another. */
function wordsOf(text: string, dialect: Dialect): Word[] {
	forms[dialect] ??= formOf(dialect);
	const form = forms[dialect];
	const words: Word[] = [];
	let row = 0;
	let end = 0;
	for (const { index, 0: word, groups = {} } of text.matchAll(form)) {
		const between = text.slice(end, index);
		const lines = lineBreaksIn(between);
		row += lines;
		words.push({
			kind: kindOf(groups),
			text: word,
			row,
			column: index - (text.lastIndexOf("\n", index - 1) + 1),
			leads: lines > 0 || words.length === 0,
			apart: between !== "",
		});
		row += lineBreaksIn(word);
		end = index + word.length;
	}
	return words;
}

function kindOf(groups: Record<string, string | undefined>): Word["kind"] {
	if (groups.name !== undefined) return "name";
	if (groups.mark !== undefined) return "mark";
	if (groups.text !== undefined) return "text";
	return groups.number === undefined ? "comment" : "number";
}

const keywords: Record<Dialect, string[]> = {
	javascript:
		"import export default function const return async await class extends static while switch throw typeof instanceof delete from new let".split(
			" ",
		),
	python:
		"import from def class return async await while elif except finally raise with lambda yield for".split(
			" ",
		),
	other: [],
};
/** Words that are no typo of a keyword, though they resemble one. */
const ownRight =
	/^(?:type|interface|get|set|of|in|as|if|do|is|var|case|else|try|catch|form|forms|not|and|or)$/;

/** The typos of a text, in its order; `top` is the row of its first line. */
export function findTypos(text: string, dialect: Dialect, top = 0): Typo[] {
	if (text.length > longest) return [];
	const words = wordsOf(text, dialect);
	const code = words.filter(({ kind }) => kind !== "comment");
	const typos: Typo[] = [];
	for (const [at, word] of code.entries()) {
		if (typos.length >= most) break;
		if (typos.at(-1)?.row === word.row + top) continue;
		const rule = rulesFor(word).find((one) => one(code, at, dialect) !== null);
		const message = rule?.(code, at, dialect);
		if (!message) continue;
		const place = rule === missingColon ? lastOfLine(code, at) : word;
		typos.push({
			row: place.row + top,
			column: place.column,
			length: (place.text.split("\n")[0] ?? "").length,
			message,
			explains: (error) => rule !== equalsForColon || isObject.test(error),
			isAtEnd: code[code.indexOf(place) + 1]?.leads ?? true,
		});
	}
	return typos;
}

/** How the text of an error begins that comes of an object with `=`; in parameters the same words are right. */
const isObject = /^(?:=\s*)?\{|^=|^[\w$"']+\s*=/;

type Rule = (words: Word[], at: number, dialect: Dialect) => string | null;

const is = (word: Word | undefined, ...marks: string[]) =>
	word !== undefined && marks.includes(word.text) && word.kind === "mark";

const curlyQuote: Rule = (words, at) => {
	const [quote = ""] = /^[“”„‘’]/.exec(words[at]?.text ?? "") ?? [];
	if (quote === "") return null;
	const straight = /[‘’]/.test(quote) ? "'" : '"';
	return msg`Code knows no curly quotes such as ${quote}; write the straight ${straight}`;
};

const foreignComment: Rule = (words, at, dialect) => {
	const [word, next] = words.slice(at, at + 2);
	if (dialect === "python")
		return word?.leads && is(word, "/") && is(next, "/") && !next?.apart
			? msg`In Python a comment begins with \`#\`, not with \`//\``
			: null;
	return dialect === "javascript" &&
		is(word, "#") &&
		(word?.leads || next?.apart)
		? msg`In JavaScript a comment begins with \`//\`, not with \`#\``
		: null;
};

const tornArrow: Rule = (words, at, dialect) =>
	dialect === "javascript" &&
	is(words[at], "=") &&
	is(words[at + 1], ">") &&
	words[at + 1]?.apart
		? msg`\`= >\` is written \`=>\`, without a space`
		: null;

/** A name that hardly differs from a keyword and stands where only a keyword can: before another name, or before `(…) {`. */
const misspelt: Rule = (words, at, dialect) => {
	const [word, next] = words.slice(at, at + 2);
	if (word?.kind !== "name" || !next || is(words[at - 1], ".")) return null;
	// Asked first, because most names stand before other marks.
	if (next.kind === "mark" && !is(next, "(", "{", "*")) return null;
	if (next.leads || ownRight.test(word.text) || word.text.length < 3)
		return null;
	const lower = word.text.toLowerCase();
	const meant = keywords[dialect].find((one) => isOneOff(one, lower));
	if (!meant || keywords[dialect].includes(word.text)) return null;
	const before =
		next.kind !== "mark" ||
		(meant === "function" && is(next, "(")) ||
		(is(next, "{", "*") && /^(?:im|ex)port$/.test(meant));
	return before ? msg`\`${word.text}\` seems to mean \`${meant}\`` : null;
};

const equalsForColon: Rule = (words, at) => {
	const [outer, key] = words.slice(Math.max(0, at - 2), at);
	return at > 1 &&
		is(words[at], "=") &&
		is(outer, "{", ",") &&
		(key?.kind === "text" || key?.kind === "name") &&
		!/^(?:const|let|var|return)$/.test(key.text)
		? msg`Between \`${shortenCode(key.text, 20)}\` and its value belongs \`:\`, not \`=\``
		: null;
};

/** A text or a number that something else follows at once. */
const missingComma: Rule = (words, at) => {
	const [word, next, afterNext] = words.slice(at, at + 3);
	if (!word || !next || !/^(?:text|number)$/.test(word.kind)) return null;
	const isKey = is(afterNext, ":") && /^(?:text|name)$/.test(next.kind);
	const isValue =
		next.kind === "text" ||
		next.kind === "number" ||
		(next.kind === "name" && isKey) ||
		(word.kind === "text" &&
			(is(next, "(", "{", "[") || /^(?:async|function)$/.test(next.text)));
	return isValue && (isKey || !next.leads)
		? msg`A comma seems to be missing after \`${shortenCode(word.text, 20)}\``
		: null;
};

/** The last word of the line, or lines in brackets, that begin with a word. */
function lastOfLine(words: Word[], at: number): Word {
	let depth = 0;
	let end = at;
	for (; end < Math.min(words.length, at + reach); end++) {
		const word = words[end];
		if (end > at && depth === 0 && word?.leads) break;
		if (is(word, "(", "[", "{")) depth += 1;
		else if (is(word, ")", "]", "}")) depth -= 1;
	}
	return words[end - 1] as Word;
}

const blocks = /^(?:def|class|if|elif|else|for|while|try|except|finally|with)$/;

/** The line that begins a block, without its colon. */
const missingColon: Rule = (words, at, dialect) => {
	const word = words[at];
	if (dialect !== "python" || !word?.leads || !blocks.test(word.text))
		return null;
	let depth = 0;
	for (const next of words.slice(at + 1, at + 1 + reach)) {
		if (depth === 0 && next.leads) break;
		if (is(next, "(", "[", "{")) depth += 1;
		else if (is(next, ")", "]", "}")) depth -= 1;
		else if (depth === 0 && is(next, ":", "\\")) return null;
	}
	return depth === 0
		? msg`A \`:\` seems to be missing at the end of the line that begins with \`${word.text}\``
		: null;
};

/** Parameters that a body follows at once, where a function can only be a value. */
const missingArrow: Rule = (words, at, dialect) => {
	if (dialect !== "javascript" || !is(words[at], ")")) return null;
	if (!is(words[at + 1], "{")) return null;
	let depth = 0;
	for (let start = at; start > Math.max(0, at - reach); start--) {
		if (is(words[start], ")")) depth += 1;
		else if (is(words[start], "(")) depth -= 1;
		if (depth === 0)
			return is(words[start - 1], ",", "(", "=")
				? msg`\`=>\` seems to be missing between \`)\` and \`{\``
				: null;
	}
	return null;
};

/** A dot at the end of a line, with a word on the next one that begins something new. */
const unfinished: Rule = (words, at) => {
	const [name, dot, next] = words.slice(Math.max(0, at - 1), at + 2);
	if (at < 1 || !is(dot, ".") || name?.kind !== "name") return null;
	const isOpen =
		!next ||
		is(next, "}", ")", ";") ||
		(next.leads &&
			/^(?:const|let|var|function|class|return|if|for|export|import|def|@)$/.test(
				next.text,
			));
	return isOpen
		? msg`\`${name.text}.\` is not finished; a name belongs after its dot`
		: null;
};

const none: readonly Rule[] = [];
const ofNames: readonly Rule[] = [misspelt, missingColon];
const ofLiterals: readonly Rule[] = [missingComma];
const ofQuotes: readonly Rule[] = [curlyQuote];
const ofMarks: ReadonlyMap<string, readonly Rule[]> = new Map([
	["/", [foreignComment]],
	["#", [foreignComment]],
	["=", [tornArrow, equalsForColon]],
	[")", [missingArrow]],
	[".", [unfinished]],
]);

/** The rules that a word may break; most words may break none. */
function rulesFor({ kind, text }: Word): readonly Rule[] {
	if (kind === "name") return ofNames;
	if (kind !== "mark") return ofLiterals;
	return ofMarks.get(text) ?? (text > "\u007f" ? ofQuotes : none);
}
