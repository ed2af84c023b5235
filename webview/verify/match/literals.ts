/** Constant folding: the value of an expression that is known from the text. */
import { type CodeNode, virtualNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";

/** Most nodes that are folded into one value. */
const mostNodes = 10;

/** Methods that give the same text for the same text. */
const changes: Record<string, (text: string) => string> = {
	toLowerCase: (text) => text.toLowerCase(),
	lower: (text) => text.toLowerCase(),
	toUpperCase: (text) => text.toUpperCase(),
	upper: (text) => text.toUpperCase(),
	trim: (text) => text.trim(),
	strip: (text) => text.trim(),
};

/** The number or text that an expression evaluates to (`60 * 60`, `"a" + name`); undefined when it is not constant. */
export function literalValue(node: CodeNode): string | number | undefined {
	if (node.kind === "string" || node.kind === "number") {
		countStep();
		return node.value ?? undefined;
	}
	let left = mostNodes;
	const fold = (one: CodeNode | undefined): string | number | undefined => {
		countStep();
		if (!one || --left < 0) return undefined;
		switch (one.kind) {
			case "number":
			case "string":
				return one.value ?? undefined;
			case "text":
				return String(one.value).trim();
			case "unary": {
				const value = first(one.part.value);
				if (typeof value !== "number") return undefined;
				if (one.value === "-") return -value;
				return one.value === "+" ? value : undefined;
			}
			case "binary":
				return compute(
					String(one.value),
					first(one.part.left),
					first(one.part.right),
				);
			case "template": {
				const pieces = one.list.elements.map(first);
				return pieces.includes(undefined) ? undefined : pieces.join("");
			}
			case "call": {
				const { callee } = one.part;
				const fold = changes[String(callee?.value)];
				const on =
					fold && callee?.kind === "member"
						? first(callee.part.object)
						: undefined;
				return typeof on === "string" ? fold?.(on) : undefined;
			}
			default:
				return undefined;
		}
	};
	const first = (one: CodeNode | undefined) => {
		for (const value of valuesOf(one)) {
			const found = fold(value);
			if (found !== undefined) return found;
		}
		return undefined;
	};
	return fold(node);
}

/** The pieces of a text, with constants in place of their names and put together. */
export function folded(
	elements: readonly CodeNode[],
	isWritten = false,
): CodeNode[] {
	const pieces: CodeNode[] = [];
	for (const element of elements) {
		const text =
			literalValue(element) ?? (isWritten ? undefined : literalOfName(element));
		const before = pieces.at(-1);
		if (text === undefined) pieces.push(element);
		else if (before?.kind === "string")
			pieces[pieces.length - 1] = virtualNode("string", before, {
				value: `${before.value}${text}`,
			});
		else pieces.push(virtualNode("string", element, { value: String(text) }));
	}
	return pieces;
}

const literalOfName = (node: CodeNode) =>
	valuesOf(node)
		.map(literalValue)
		.find((value) => value !== undefined);

function compute(
	operator: string,
	left: string | number | undefined,
	right: string | number | undefined,
): string | number | undefined {
	if (typeof left !== "number" || typeof right !== "number")
		return operator === "+" && left !== undefined && right !== undefined
			? `${left}${right}`
			: undefined;
	switch (operator) {
		case "+":
			return left + right;
		case "-":
			return left - right;
		case "*":
			return left * right;
		case "/":
			return left / right;
		case "**":
			return left ** right;
		default:
			return undefined;
	}
}

/** Whether a text fits a pattern's, in which each metavariable stands for one character or more. */
export function fitsText(pattern: string, text: string): boolean {
	if (!pattern.includes("µ")) return text === pattern;
	const pieces = pattern.split(/µ\w+/);
	const [start = "", ...rest] = pieces;
	if (rest.length === 0) return text === pattern;
	const end = rest.pop() ?? "";
	if (!text.startsWith(start) || !text.endsWith(end)) return false;
	let at = start.length;
	for (const piece of rest) {
		// At least one character stands for the metavariable before.
		const found = text.indexOf(piece, at + 1);
		if (found < 0) return false;
		at = found + piece.length;
	}
	return text.length - end.length - at >= 1;
}

/** Whether a pattern is `-$x`, and a node a negative number. */
export const isOpenNegative = (pattern: CodeNode, node: CodeNode) =>
	pattern.value === "-" &&
	pattern.part.value?.kind === "metavariable" &&
	node.kind === "number" &&
	Number(node.value) < 0;

/** `1` of `-1`. */
export const opposite = (node: CodeNode): CodeNode =>
	virtualNode("number", node, { value: -Number(node.value) });

/** The only metavariable in a pattern's text, with what stands for it in a text that fits; `null` for none, several, or no fit. */
export function onlyHole(
	pattern: string,
	text: string,
): { name: string; text: string } | null {
	if (!pattern.includes("µ")) return null;
	const [, start = "", name, end = ""] =
		/^([^µ]*)µ(\w+)([^µ]*)$/.exec(pattern) ?? [];
	if (name === undefined || !fitsText(pattern, text)) return null;
	return { name, text: text.slice(start.length, text.length - end.length) };
}
