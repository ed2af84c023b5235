/** Questions whether something is empty or zero: `x.length === 0`, `!x.length`, `len(x) < 1`, `x == []`. */

import { type CodeNode, virtualNode } from "../model/node.ts";
import { swappedOperators } from "../model/operators.ts";
import { valuesOf } from "../model/values.ts";
import { isRefusing, untilChoice } from "./context.ts";
import { literalValue } from "./literals.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

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

/** A number, or the one that a constant stands for. */
function numberOf(node: CodeNode): number | undefined {
	const numbers = valuesOf(node).flatMap(({ kind, value }) =>
		kind === "number" ? Number(value) : [],
	);
	return numbers.length === 1 ? numbers[0] : undefined;
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
		[right, left, swappedOperators[operator] ?? operator],
	] as const) {
		const number = numberOf(other);
		if (number !== undefined) {
			const isEmpty = comparisons[`${sign} ${number}`];
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

/** Whether a question asks whether something is empty as a pattern does. In Python a list asks it by itself. */
export function asksForSize(
	pattern: CodeNode,
	value: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	const asked = sizeQuestion(value);
	const wanted = sizeQuestion(pattern);
	const isPython = pattern.source.family === "python";
	if (asked && wanted)
		return (
			asked.by === wanted.by &&
			(asked.isEmpty === wanted.isEmpty) === yes &&
			match(wanted.of, asked.of, bindings, next)
		);
	if (asked && isPython && isThing(pattern))
		return asked.isEmpty !== yes && match(pattern, asked.of, bindings, next);
	return (
		!!wanted?.isRead &&
		isPython &&
		isThing(value) &&
		wanted.isEmpty !== yes &&
		match(wanted.of, value, bindings, next)
	);
}

/** A size compared with a whole number, as "at least" or "less than": `> 30` is `>= 31`. */
function sizeBound({ kind, value, part: { left, right } }: CodeNode) {
	if (kind !== "binary" || !left || !right) return null;
	for (const [one, other, sign] of [
		[left, right, String(value)],
		[right, left, swappedOperators[String(value)] ?? ""],
	] as const) {
		const number = numberOf(other);
		const size =
			number !== undefined && /^[<>]=?$/.test(sign) ? sizeIn(one) : null;
		if (size && number !== undefined)
			return {
				...size,
				isLeast: sign.startsWith(">"),
				bound: sign === ">" || sign === "<=" ? number + 1 : number,
			};
	}
	return null;
}

/** Whether a question compares a size with a number as a pattern does: `> 30` asks what `>= 31` does. */
export function asksForBound(
	pattern: CodeNode,
	value: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	const wanted = sizeBound(pattern);
	const asked = wanted && sizeBound(value);
	return (
		!!asked &&
		asked.by === wanted.by &&
		asked.bound === wanted.bound &&
		(asked.isLeast === wanted.isLeast) === yes &&
		match(wanted.of, asked.of, bindings, next)
	);
}

/** What the sign of a number is compared with, by how it is, and what that asks of the number: `Math.sign(x) === -1` is `x < 0`. */
const signs: Readonly<Record<string, string>> = {
	"== -1": "<",
	"=== -1": "<",
	"== 1": ">",
	"=== 1": ">",
	"< 0": "<",
	"> 0": ">",
	">= 0": ">=",
	"<= 0": "<=",
};

/** A question about the sign of a number as one about the number; null for others. */
export function signQuestion(node: CodeNode): CodeNode | null {
	const { left, right } = node.part;
	if (left?.kind !== "call" || !right) return null;
	const { callee } = left.part;
	const isSign =
		callee?.value === "sign" && callee.part.object?.value === "Math";
	const [of] = left.list.arguments;
	const value = isSign && signs[`${String(node.value)} ${literalValue(right)}`];
	return value && of
		? virtualNode("binary", node, {
				value,
				part: { left: of, right: virtualNode("number", right, { value: 0 }) },
			})
		: null;
}

const isThing = ({ kind }: CodeNode) =>
	/^(name|member|index|call|metavariable)$/.test(kind);

/** What a comparison with 0 asks of a number; null for other questions. */
function zeroQuestion({ kind, value, part }: CodeNode) {
	const { left, right } = part;
	const sign = /^([!=])==?$/.exec(String(value))?.[1];
	if (kind !== "binary" || !sign || !left || !right) return null;
	const isZero = (one: CodeNode) => one.kind === "number" && one.value === 0;
	const of = isZero(right) ? left : isZero(left) ? right : null;
	return of && { of, isZero: sign === "=" };
}

/** Code that gives no number: a text, a list, a flag, nothing. */
const isNoNumber = ({ kind, value }: CodeNode) =>
	/^(string|template|constant|array|tuple|object|comprehension|function|class)$/.test(
		kind,
	) ||
	(/^(unary|binary)$/.test(kind) && /[<>=!]|in$/.test(String(value)));

/** Whether a question asks whether a number is 0 as a pattern does. In Python a number asks it by itself, and so it does in a pattern. */
export function asksForZero(
	pattern: CodeNode,
	value: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.source.family !== "python" || isRefusing()) return false;
	const [wanted, asked] = [zeroQuestion(pattern), zeroQuestion(value)];
	if (asked && isThing(pattern) && !sizeQuestion(value))
		return asked.isZero !== yes && match(pattern, asked.of, bindings, next);
	return (
		!!wanted &&
		/^(name|member|index)$/.test(value.kind) &&
		wanted.isZero !== yes &&
		!valuesOf(value).some(isNoNumber) &&
		match(wanted.of, value, bindings, next)
	);
}
