/** Bounds in other words: `a < b || a === b` for `a <= b`, `len(xs) > n - 1` for `len(xs) >= n`. */
import { type CodeNode, calleeName, virtualOnce } from "../model/node.ts";
import { isAlike } from "./same.ts";

const isSize = (node: CodeNode) =>
	(node.kind === "member" && node.value === "length") ||
	(node.kind === "call" && calleeName(node) === "len");

const isOne = (node: CodeNode | undefined) =>
	node?.kind === "number" && node.value === 1;

/** The bound that a question is; undefined for other questions. */
export function boundQuestion(question: CodeNode): CodeNode | undefined {
	const { left, right } = question.part;
	if (!left || !right) return undefined;
	const operator = String(question.value);
	if (operator === "||") {
		const [one, other] = /^===?$/.test(String(left.value))
			? [right, left]
			: [left, right];
		const isSame =
			one.kind === "binary" &&
			other.kind === "binary" &&
			/^[<>]$/.test(String(one.value)) &&
			/^===?$/.test(String(other.value)) &&
			!!one.part.left &&
			!!one.part.right &&
			!!other.part.left &&
			!!other.part.right &&
			isAlike(one.part.left, other.part.left) &&
			isAlike(one.part.right, other.part.right);
		return isSame
			? virtualOnce("binary", question, question, {
					value: `${one.value}=`,
					part: one.part,
				})
			: undefined;
	}
	// A size is a whole number.
	const isNext =
		right.kind === "binary" && isSize(left) && isOne(right.part.right);
	if (!isNext) return undefined;
	const step = `${operator} ${right.value}`;
	const other = { "> -": ">=", "< +": "<=", ">= +": ">", "<= -": "<" }[step];
	return other && right.part.left
		? virtualOnce("binary", question, question, {
				value: other,
				part: { left, right: right.part.left },
			})
		: undefined;
}
