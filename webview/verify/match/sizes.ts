/** Questions whether something is empty: `x.length === 0`, `!x.length`, `len(x) < 1`, `x == []`. */
import type { CodeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { untilChoice } from "./context.ts";

export interface SizeQuestion {
	/** What may be empty. */
	of: CodeNode;
	/** What its size is read by. */
	by: "length" | "size" | "len";
	/** Whether the size is read, which only what has one allows; not so in `x == []`. */
	isRead: boolean;
	/** Whether the question is answered with yes for what is empty. */
	isEmpty: boolean;
}

/** Comparisons of a size with 0 or 1, by operator and number, and whether they hold for what is empty. */
const comparisons: Record<string, boolean> = {
	"== 0": true,
	"=== 0": true,
	"<= 0": true,
	"< 1": true,
	"!= 0": false,
	"!== 0": false,
	"> 0": false,
	">= 1": false,
};

const turned: Record<string, string> = {
	"<": ">",
	">": "<",
	"<=": ">=",
	">=": "<=",
};

type Size = Pick<SizeQuestion, "of" | "by">;

/** What an expression is the size of. */
function sizeIn(node: CodeNode | undefined): Size | null {
	for (const { kind, value, source, part, list } of untilChoice(
		valuesOf(node),
	)) {
		const isPython = source.family === "python";
		if (kind === "member" && part.object && !isPython)
			if (value === "length" || value === "size")
				return { of: part.object, by: value };
		const [of, ...more] = list.arguments;
		if (kind === "call" && isPython && of && more.length === 0)
			if (part.callee?.kind === "name" && part.callee.value === "len")
				return { of, by: "len" };
	}
	return null;
}

/** `[]`, `{}`, `()` or `""`; in JavaScript a text alone is equal to another one. */
const isEmptyLiteral = ({ kind, value, source, children }: CodeNode) =>
	kind === "string"
		? value === ""
		: source.family === "python" &&
			/^(array|tuple|object)$/.test(kind) &&
			children.length === 0;

/** What a question asks of a size; null for other questions. */
export function sizeQuestion(node: CodeNode): SizeQuestion | null {
	const { left, right } = node.part;
	if (node.kind !== "binary" || !left || !right) {
		const size = sizeIn(node);
		return size && { ...size, isRead: true, isEmpty: false };
	}
	const operator = String(node.value);
	for (const [one, other, sign] of [
		[left, right, operator],
		[right, left, turned[operator] ?? operator],
	] as const) {
		if (other.kind === "number") {
			const isEmpty = comparisons[`${sign} ${other.value}`];
			const size = isEmpty === undefined ? null : sizeIn(one);
			if (size && isEmpty !== undefined)
				return { ...size, isRead: true, isEmpty };
		}
		if (/^[!=]==?$/.test(sign) && isEmptyLiteral(other))
			return {
				of: one,
				isRead: false,
				by: node.source.family === "python" ? "len" : "length",
				isEmpty: sign.startsWith("="),
			};
	}
	return null;
}
