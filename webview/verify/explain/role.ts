/** What a part of the learner's code is for, in words: which argument, attribute, key or default it is. */
import { type CodeNode, calleeName } from "../model/node.ts";
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
