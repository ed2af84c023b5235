/** What a part of the learner's code is for, in words: which argument, attribute, key or default it is. */
import { type CodeNode, calleeName, type PartName } from "../model/node.ts";
import { codeOf } from "./label.ts";
import { ordinal } from "./miss.ts";

/** "the first argument of `f(…)`", "`key` of `<li>`", "`id`"; null where its place has no name. */
export function roleIn(node: CodeNode): string | null {
	const { parent } = node;
	switch (parent?.kind) {
		case "attribute":
			return parent.parent?.kind === "element"
				? `\`${parent.value}\` of \`<${parent.parent.value}>\``
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
			return `what \`<${parent.value}>\` shows`;
		case "return":
			return "what is returned";
		case "call": {
			const index = parent.list.arguments.indexOf(node);
			return index < 0
				? null
				: `the ${ordinal(index)} argument of \`${calleeName(parent) ?? "…"}(…)\``;
		}
		default:
			return null;
	}
}

/** The name of a part of a pattern, as it is called in the learner's code. */
export const partRole = (
	{ kind }: CodeNode,
	key: PartName,
	value: CodeNode,
): string => {
	if (key === "left" || key === "right")
		return `the ${key} side of \`${codeOf(value)}\``;
	if (key === "key" && kind === "index" && value.part.object)
		return `the key in \`${codeOf(value.part.object)}[…]\``;
	if (key !== "value") return `its ${key}`;
	if (kind === "unary") return "a part of it";
	return kind === "return"
		? "what is returned"
		: kind === "throw"
			? "what is thrown"
			: kind === "export"
				? "what is exported"
				: "its value";
};

/** What a function or class is called in a message. */
export const nameOf = ({ value, kind, parent }: CodeNode): string => {
	const name = value ?? (parent?.kind === "declaration" ? parent.value : null);
	return name
		? `\`${name}\``
		: kind === "class"
			? "this class"
			: "this function";
};

/** The line on which a node begins, counted from 1. */
export const lineOf = ({ source, start }: CodeNode) =>
	source.text.slice(0, start).split("\n").length;

/** "line 4", with the file when the check is for another one. */
export const placeOf = (node: CodeNode, here: string) =>
	`${node.source.path === here ? "" : `\`${node.source.path}\`, `}line ${lineOf(node)}`;
