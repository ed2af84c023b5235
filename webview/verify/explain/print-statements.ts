/** Statements with code inside, as what is expected. */
import { msg } from "../messages/msg.ts";
import type { CodeNode } from "../model/node.ts";

/** The first line of a statement; `show` prints a part of it. */
export function printStatement(
	{ kind, part, source }: CodeNode,
	show: (part: CodeNode | undefined) => string,
): string {
	const isPython = source.family === "python";
	switch (kind) {
		case "if":
			return isPython
				? `if ${show(part.condition)}: …`
				: `if (${show(part.condition)}) …`;
		case "loop":
			return isPython
				? `for ${show(part.target) || "…"} in ${show(part.iterable) || "…"}: …`
				: part.iterable
					? `for (${show(part.target)} of ${show(part.iterable)}) …`
					: msg`a loop`;
		case "clause": {
			if (!isPython) return "catch";
			const { value } = part;
			return value?.kind === "declaration"
				? `except ${show(value.part.value)} as ${show(value.part.target)}`
				: value
					? `except ${show(value)}`
					: "except";
		}
		default:
			return isPython ? "try: …" : "try { … }";
	}
}
