/** How code is shown in messages: as it is written, on one line and shortened, or by what it is called. */
import { inPlaceOf } from "../messages/msg.ts";
import { startTagOf } from "../model/html.ts";
import { type CodeNode, textOf } from "../model/node.ts";

/** Longest code in a message. */
const longest = 48;

/** Code on one line and not too long. */
export function shorten(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** How much of a node is read for its code in a message, in UTF-16 units. */
const mostRead = 2000;

/** A node as it is written. */
export const codeOf = ({ source, start, end }: CodeNode) =>
	shorten(source.text.slice(start, Math.min(end, start + mostRead)));

/** What a node is called in a message: functions and classes by their name, long calls by their callee and first text. */
export function labelOf(node: CodeNode): string {
	const { kind, value, part, parent } = node;
	if (kind === "element" && node.source.family === "html")
		return shorten(startTagOf(node));
	if (node.source.family === "json" && /^(array|object)$/.test(kind))
		return parent?.kind === "property" && parent.value !== null
			? String(parent.value)
			: parent?.kind === "program"
				? node.source.path
				: codeOf(node);
	if (kind === "rule" || kind === "atRule") {
		const [head = ""] = textOf(node).split("{");
		return `${shorten(head)} { … }`;
	}
	const inner = kind === "declaration" ? part.value?.kind : kind;
	if (inner === "function" || inner === "class") {
		const name =
			value ?? (parent?.kind === "declaration" ? parent.value : null);
		if (name) return String(name);
		if (kind === "function" && part.body)
			return shorten(
				`${node.source.text.slice(node.start, part.body.start).trim()} …`,
			);
	}
	const text = codeOf(node);
	if (kind !== "call" || !part.callee || !text.endsWith("…")) return text;
	const [first] = node.list.arguments;
	if (first?.kind === "function" && first.part.body)
		return `${codeOf(part.callee)}(${labelOf(first)})`;
	const shown = first && /^(string|name|number)$/.test(first.kind);
	return `${codeOf(part.callee)}(${shown ? `${codeOf(first)}, ` : ""}…)`;
}

/** A part of a message as its beginning. */
export const capital = (text: string) =>
	inPlaceOf(text, text.charAt(0).toUpperCase() + text.slice(1), "capital");

/** A text without the marks that stand for metavariables where patterns are parsed. */
export const withoutMarks = (text: string) =>
	text.includes("µ") ? text.replace(/µ[\w·]*/g, "…") : text;
