/**
 * Turns pattern text into code that the grammars can parse: `$name` becomes `µname` and `...` becomes `µ__`. Lengths stay the same, so
 * that offsets stay valid.
 */

import { bareMark } from "../model/json.ts";
import type { Family } from "../model/node.ts";

const openChain = /\.(\s*)\.\.\.(\s*)\./g;
const ellipsis = /\.\.\.(?=\s*(?:[,)\]};:\n]|$))/g;
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The text with metavariables and ellipses as names. */
export const readable = (pattern: string, family: Family): string =>
	family === "html"
		? readableHtml(pattern)
		: family === "css"
			? readableCss(pattern)
			: family === "json"
				? readableJson(pattern)
				: readableCode(pattern);

function readableCode(pattern: string): string {
	// Inside a string literal an ellipsis is plain text.
	let from = 0;
	const parts: string[] = [];
	for (const { 0: text, index } of pattern.matchAll(quoted)) {
		parts.push(
			withEllipses(
				pattern.slice(from, index),
				index + text.length < pattern.length,
			),
			text,
		);
		from = index + text.length;
	}
	parts.push(withEllipses(pattern.slice(from), false));
	return parts.join("").replace(/\$(?=[A-Za-z_])/g, "µ");
}

/** @param goesOn whether a string literal follows: before one, dots at the end are a spread. */
function withEllipses(code: string, goesOn: boolean): string {
	const chained = code.replace(openChain, ".$1µ__$2.");
	return chained.replace(ellipsis, (dots, at: number) =>
		goesOn &&
		chained.slice(at + 3).trim() === "" &&
		!chained.slice(at + 3).includes("\n")
			? dots
			: "µ__",
	);
}

/** HTML's tags and comments, with their quoted values whole. */
const tags = /<(?:"[^"]*"|'[^']*'|[^"'<>])*>/g;

/**
 * In HTML `...` is an ellipsis among the attributes of a tag, and where nothing else stands between two tags; `>` alone there means that
 * the next element stands directly in the one around it. Names of tags have no underscore.
 */
function readableHtml(pattern: string): string {
	const parts: string[] = [];
	let from = 0;
	const between = (text: string) =>
		/^\s*(\.\.\.|>)\s*$/.test(text)
			? text.replace("...", "µ__").replace(">", "µ")
			: text;
	for (const { 0: tag, index } of pattern.matchAll(tags)) {
		const quotedOrNot = /("[^"]*"|'[^']*')/;
		parts.push(
			between(pattern.slice(from, index)),
			tag
				.split(quotedOrNot)
				.map((text) =>
					quotedOrNot.test(text)
						? text
						: text
								.replace(
									/^(<\/?\$)(\w+)/,
									(_, start: string, name: string) =>
										start + name.replaceAll("_", "-"),
								)
								.replaceAll("...", "µ__"),
				)
				.join(""),
		);
		from = index + tag.length;
	}
	parts.push(between(pattern.slice(from)));
	return parts.join("").replace(/\$(?=[A-Za-z_-])/g, "µ");
}

/** In CSS there may be more declarations and rules anyway, so that an ellipsis among them is left out. */
const readableCss = (pattern: string): string =>
	pattern
		.split(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/)
		.map((text, index) =>
			index % 2 === 1
				? text
				: text
						.replace(
							/(?<=[{;}]\s*|^\s*)\.\.\.\s*;?(?=\s*[\w@.#$&:*\-[}]|\s*$)/g,
							(dots) => dots.replace(/[.;]/g, " "),
						)
						.replaceAll("...", "µ__"),
		)
		.join("")
		.replace(/\$(?=[A-Za-z_])/g, "µ");

/** In JSON metavariables and ellipses become strings, and an ellipsis among the keys of an object one of them. Quoted keys stay as they are. */
function readableJson(pattern: string): string {
	const open: string[] = [];
	const tokens =
		/("(?:[^"\\\n]|\\.)*")(\s*:)?|\$([A-Za-z_]\w*)|(\.\.\.)|[{}[\]]/g;
	return pattern.replace(
		tokens,
		(token, text?: string, colon?: string, name?: string, dots?: string) => {
			if (text) return colon ? token : text.replace(/\$(?=[A-Za-z_])/g, "µ");
			if (name) return `"${bareMark}${name}"`;
			if (dots)
				return `"${bareMark}__"${open.at(-1) === "{" ? ellipsisValue : ""}`;
			if (/[{[]/.test(token)) open.push(token);
			else open.pop();
			return token;
		},
	);
}

const ellipsisValue = ": 0";

/** The text as the author wrote it. */
export const asWritten = (text: string) =>
	text
		.replaceAll(`"${bareMark}__"${ellipsisValue}`, "...")
		.replace(/"µ:(\w+)"/g, "µ$1")
		.replaceAll("µ__", "...")
		.replace(/µ-/g, "$_")
		.replace(/µ(?=\w)/g, "$");
