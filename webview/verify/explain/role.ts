/** What a part of the learner's code is for, in words: which argument, attribute, key or default it is. */
import { msg } from "../messages/msg.ts";
import { type CodeNode, calleeName, type PartName } from "../model/node.ts";
import type { ValueKind } from "../shapes.ts";
import { codeOf } from "./label.ts";
import { ordinal } from "./miss.ts";

/** "the first argument of `f(…)`", "`key` of `<li>`", "`id`"; null where its place has no name. */
export function roleIn(node: CodeNode): string | null {
	const { parent } = node;
	switch (parent?.kind) {
		case "attribute":
			return parent.parent?.kind === "element"
				? msg`\`${parent.value}\` of \`<${parent.parent.value}>\``
				: `\`${parent.value}\``;
		case "property":
		case "keyword":
		case "declaration":
		case "parameter":
			return typeof parent.value === "string" &&
				(parent.part.value === node || parent.part.default === node)
				? `\`${parent.value}\``
				: null;
		case "element":
			return msg`what \`<${parent.value}>\` shows`;
		case "return":
			return msg`what is returned`;
		case "call": {
			const index = parent.list.arguments.indexOf(node);
			return index < 0
				? null
				: msg`the ${ordinal(index)} argument of \`${calleeName(parent) ?? "…"}(…)\``;
		}
		default:
			return null;
	}
}

const partNames: Readonly<
	Record<Exclude<PartName, "left" | "right" | "value">, string>
> = {
	alternative: msg`its alternative`,
	argument: msg`its argument`,
	body: msg`its body`,
	callee: msg`its callee`,
	condition: msg`its condition`,
	consequence: msg`its consequence`,
	default: msg`its default`,
	final: msg`its final`,
	iterable: msg`its iterable`,
	key: msg`its key`,
	object: msg`its object`,
	of: msg`its of`,
	parameter: msg`its parameter`,
	pattern: msg`its pattern`,
	returns: msg`its returns`,
	start: msg`its start`,
	stop: msg`its stop`,
	tag: msg`its tag`,
	target: msg`its target`,
	type: msg`its type`,
};

/** The name of a part of a pattern, as it is called in the learner's code. */
export const partRole = (
	{ kind }: CodeNode,
	key: PartName,
	value: CodeNode,
): string => {
	if (key === "left") return msg`the left side of \`${codeOf(value)}\``;
	if (key === "right") return msg`the right side of \`${codeOf(value)}\``;
	if (key === "key" && kind === "index" && value.part.object)
		return msg`the key in \`${codeOf(value.part.object)}[…]\``;
	if (key !== "value") return partNames[key];
	if (kind === "unary") return msg`a part of it`;
	return kind === "return"
		? msg`what is returned`
		: kind === "throw"
			? msg`what is thrown`
			: kind === "export"
				? msg`what is exported`
				: msg`its value`;
};

/** What a function or class is called in a message. */
export const nameOf = ({ value, kind, parent }: CodeNode): string => {
	const name = value ?? (parent?.kind === "declaration" ? parent.value : null);
	return name
		? `\`${name}\``
		: kind === "class"
			? msg`this class`
			: msg`this function`;
};

/** Kinds of values, as what is expected. */
export const kindNames: Readonly<Record<ValueKind, string>> = {
	function: msg`a function`,
	string: msg`a string`,
	number: msg`a number`,
	object: msg`an object`,
	array: msg`an array`,
	call: msg`a call`,
	class: msg`a class`,
	parameter: msg`a parameter`,
	literal: msg`a literal`,
	jsx: msg`a jsx`,
	discarded: msg`a discarded`,
	whole: msg`a whole number`,
};

/** The line on which a node begins, counted from 1. */
export const lineOf = ({ source, start }: CodeNode) =>
	source.text.slice(0, start).split("\n").length;

/** "line 4", with the file when the check is for another one. */
export const placeOf = (node: CodeNode, here: string) =>
	node.source.path === here
		? msg`line ${lineOf(node)}`
		: msg`\`${node.source.path}\`, line ${lineOf(node)}`;
