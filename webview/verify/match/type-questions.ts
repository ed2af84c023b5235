/** Questions for the type of a value in other words: `type(x) is list`, `x instanceof Array`. */
import { type CodeNode, virtualNode, virtualOnce } from "../model/node.ts";

interface TypeQuestion {
	/** The usual question: `isinstance(x, list)`, `Array.isArray(x)`. */
	question: CodeNode;
	/** Whether both have the same answer. */
	yes: boolean;
}

/** The usual question for the type that some code asks for; null for other code. */
export function typeQuestion(node: CodeNode): TypeQuestion | null {
	const { left, right } = node.part;
	if (node.kind !== "binary" || !left || !right) return null;
	const named = (value: string) => virtualNode("name", node, { value });
	if (node.source.family === "python") {
		const sign = /^(===?|is)$|^(!==?|is not)$/.exec(String(node.value));
		const { callee } = left.part;
		const [of, ...more] = left.list.arguments;
		const isType = callee?.kind === "name" && callee.value === "type";
		if (!sign || !isType || !of || more.length > 0) return null;
		const question = virtualOnce("call", node, node, {
			part: { callee: named("isinstance") },
			list: { arguments: [of, right] },
		});
		return question ? { question, yes: sign[1] !== undefined } : null;
	}
	const isArray =
		node.value === "instanceof" &&
		right.kind === "name" &&
		right.value === "Array";
	if (!isArray) return null;
	const callee = virtualNode("member", node, {
		value: "isArray",
		part: { object: named("Array") },
	});
	const question = virtualOnce("call", node, node, {
		part: { callee },
		list: { arguments: [left] },
	});
	return question ? { question, yes: true } : null;
}
