/** Bounds of what a check says to be a whole number, `"is": "whole"`: there `x <= 30` and `x < 31` ask the same. */
import { type CodeNode, withParts } from "../model/node.ts";
import type { Condition } from "../shapes.ts";

type Names = ReadonlySet<string>;

/** The metavariables that a condition says to be whole numbers, among those that one around it does. */
export function wholeNumbersIn(
	{ where = {} }: Exclude<Condition, string | readonly string[]>,
	outer: Names,
): Names {
	const own = Object.entries(where).flatMap(([name, one]) =>
		typeof one === "object" && "is" in one && one.is === "whole"
			? name.slice(1)
			: [],
	);
	return own.length > 0 ? new Set([...outer, ...own]) : outer;
}

/** Whether an expression of a pattern is a whole number, as far as it is computed from such. */
function isWhole(node: CodeNode | undefined, names: Names): boolean {
	if (node?.kind === "metavariable") return names.has(String(node.value));
	if (node?.kind === "number") return Number.isInteger(node.value);
	return (
		node?.kind === "binary" &&
		/^[-+*%]$/.test(String(node.value)) &&
		isWhole(node.part.left, names) &&
		isWhole(node.part.right, names)
	);
}

/** The sign that asks the same with the next number, and how far that is. */
const others: Readonly<Record<string, readonly [sign: string, by: number]>> = {
	"<=": ["<", 1],
	">": [">=", 1],
	"<": ["<=", -1],
	">=": [">", -1],
};

/** `x <= 30` as `x < 31` as well, and the other way round: of whole numbers both are the same. Undefined for other questions, and for bounds that are not whole. */
export function otherBound(question: CodeNode): CodeNode | undefined {
	const { left, right } = question.part;
	if (question.kind !== "binary" || right?.kind !== "number" || !left)
		return undefined;
	const [sign, by] = others[String(question.value)] ?? [];
	if (!Number.isInteger(Number(right.value))) return undefined;
	if (sign === undefined || by === undefined) return undefined;
	const bound = { ...right, value: Number(right.value) + by };
	return {
		...question,
		value: sign,
		part: { left, right: bound },
		children: [left, bound],
	};
}

/** A question, or another one that asks the same. */
export const either = (one: CodeNode, other: CodeNode): CodeNode => ({
	...one,
	kind: "any",
	list: { ...one.list, alternatives: [one, other] },
});

/** A pattern in which each bound of a whole number may be written with the next number. */
export function withWholeNumbers(node: CodeNode, names: Names): CodeNode {
	if (names.size === 0) return node;
	const inner = withParts(node, (child) => [withWholeNumbers(child, names)]);
	const other = isWhole(inner.part.left, names) && otherBound(inner);
	return other ? either(inner, other) : inner;
}
