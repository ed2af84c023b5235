/** Code that resembles a pattern: what is looked at for one, and whether it may have a purpose of its own. */
import { isOfKind } from "../match/evaluate.ts";
import { match } from "../match/match.ts";
import { find } from "../match/search.ts";
import type { Bindings } from "../match/types.ts";
import {
	type CodeNode,
	calleeName,
	isWithin,
	makeNode,
} from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf } from "./label.ts";
import { type Cost, isTypo, type Miss } from "./miss.ts";
import { hasFunction } from "./place.ts";
import { isDistinctive } from "./print.ts";

/** A call of anything, such as `new $error(404)` or `$error.$_(404)`. */
export const isOpenCall = ({ kind, part: { callee } }: CodeNode) =>
	kind === "call" &&
	(callee?.kind === "metavariable" ||
		(callee?.facts.openName !== undefined &&
			callee.part.object?.kind === "metavariable"));

/** Whether what comes closest differs in what it is for: its name, its path or number, or all of the keys that it is given. */
export function mayHaveOtherPurpose(
	pattern: CodeNode,
	{ miss }: Cost,
): boolean {
	const { kind, part } = pattern;
	if (!miss || !/^(call|declaration)$/.test(kind)) return false;
	const { facet, path, expected, actual, at } = miss;
	switch (facet) {
		case "name":
			return path.length === 0 && !isTypo(expected, actual);
		case "value":
			return (
				kind === "call" &&
				(path.length === 1 || (path.length === 2 && at.kind === "string")) &&
				isOtherLiteral(miss)
			);
		case "missing":
			return (
				kind === "call" &&
				((path.length === 2 && at.kind === "object") ||
					(path.length === 1 && part.callee?.kind === "metavariable"))
			);
		case "parameters":
			return kind === "call";
		case "kind":
			return (
				kind === "call" &&
				(path.length === 0
					? hasFunction(at) && !hasFunction(pattern)
					: path.length === 1 && /^-?\d/.test(expected))
			);
		default:
			return false;
	}
}

/** Whether code has a purpose of its own: a class, a function that is decorated or used, or a route of another method. */
export function hasOwnPurpose(pattern: CodeNode, at: CodeNode): boolean {
	if (at.kind === "call") {
		const methods = [calleeName(pattern), calleeName(at)];
		return (
			hasFunction(at) &&
			methods[0] !== methods[1] &&
			methods.every((name) => /^(get|post|put|patch|delete)$/.test(name ?? ""))
		);
	}
	return (
		at.part.value?.kind === "class" ||
		at.list.decorators.length > 0 ||
		at.source.nodes.some(
			(one) =>
				one.kind === "name" && one.value === at.value && !isWithin(one, at),
		)
	);
}

/** Where the function that a pattern calls is only named, so that it does not run. */
export function uncalledIn(
	{ kind, part: { callee } }: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
): CodeNode | null {
	const isKnown =
		/^(name|member)$/.test(callee?.kind ?? "") ||
		(callee?.kind === "metavariable" && bindings[String(callee.value)]);
	if (kind !== "call" || !isKnown) return null;
	let named: CodeNode | null = null;
	find(
		callee as CodeNode,
		regions,
		bindings,
		(_, at) => {
			named = at;
			return true;
		},
		(at) =>
			(at.kind === "name" || at.kind === "member") &&
			(isOfKind(at, "discarded") || at.parent?.kind === "return"),
	);
	return named;
}

/** Whether none of the calls is meant: those of an open one are other calls, or several differ from it and each other in the same text. */
export function areForOthers(
	pattern: CodeNode,
	best: Cost,
	costs: readonly Cost[],
): boolean {
	const { miss } = best;
	if (!miss || pattern.kind !== "call") return false;
	if (
		isOpenCall(pattern) &&
		!best.bindings[String(pattern.part.callee?.value)] &&
		miss.facet === "kind" &&
		miss.path.length === 0
	)
		return true;
	const texts = costs.flatMap(({ miss: other }) =>
		other?.at.kind === "string" &&
		isOtherLiteral(other) &&
		other.path.join() === miss.path.join()
			? [other.actual]
			: [],
	);
	return isOtherLiteral(miss) && new Set(texts).size > 1;
}

/** Whether a value is another number than the expected one, or a text that has nothing to do with it. */
export function isOtherLiteral({ facet, at, expected, actual }: Miss): boolean {
	if (facet !== "value" || isTypo(expected, actual)) return false;
	if (at.kind === "string")
		return !isPartOf(expected, actual) && !isPartOf(actual, expected);
	return /^(number|constant)$/.test(at.kind) || /^-?\d/.test(expected);
}

/** Whether a quoted text stands in another. */
const isPartOf = (one: string, other: string) =>
	other.includes(one.slice(1, -1));

/** The pattern without its own name, so that all of its kind are candidates. */
export function withoutName(pattern: CodeNode): CodeNode {
	if (!/^(call|declaration|element)$/.test(pattern.kind)) return pattern;
	const any = makeNode(pattern.source, "metavariable", pattern, { value: "_" });
	const part =
		pattern.kind === "call"
			? { callee: any }
			: pattern.kind === "declaration"
				? { target: any }
				: { tag: any };
	return { ...pattern, value: undefined, part: { ...pattern.part, ...part } };
}

/** Whether a candidate bears the name that a pattern gives. */
export function bearsName(pattern: CodeNode, node: CodeNode): boolean {
	if (pattern.kind !== node.kind) return false;
	const { decorators } = pattern.list;
	const isDecorated =
		String(pattern.value).startsWith("µ") &&
		decorators.length > 0 &&
		decorators.every((one) =>
			node.list.decorators.some((own) => match(one, own, {}, () => true)),
		);
	if (isDecorated) return true;
	if (pattern.kind === "rule")
		return pattern.list.elements.some(({ value }) =>
			node.list.elements.some((own) => own.value === value),
		);
	if (/^(atRule|declaration|element|export|class|property)$/.test(pattern.kind))
		return (
			pattern.value === node.value && !String(pattern.value).startsWith("µ")
		);
	const name =
		pattern.kind === "call" && pattern.part.callee?.kind !== "metavariable"
			? calleeName(pattern)
			: null;
	return name !== null && name === calleeName(node);
}

/** Whether what a miss takes for wrong is just what the usual patterns ask for. */
export function isRight(usual: readonly CodeNode[], { miss }: Cost): boolean {
	if (!miss || !/^(value|kind|name)$/.test(miss.facet)) return false;
	const has = (node: CodeNode): boolean =>
		(node.kind === "name" && node.value === miss.actual) ||
		node.children.some(has);
	return usual.some(has);
}

/** Whether an expected call is one of the function or class that is called, such as `new LibraryError(…)`. */
export const isMeant = (expected: string, callee: CodeNode) =>
	expected.replace(/^new /, "").startsWith(`${codeOf(callee)}(`);

/** Whether a miss reports an object that has another purpose: it has none of the keys. */
export const isOtherObject = ({ miss }: Cost, bound: CodeNode) =>
	miss?.facet === "missing" && miss.at === bound && bound.kind === "object";

/** Whether a miss says little of what is wrong: something is absent, or some object is not the right one. */
export const isVague = ({ miss }: Cost) =>
	miss?.facet === "absent"
		? miss.at.kind !== "program" || !isDistinctive(miss.expected)
		: miss?.facet === "missing" && miss.at.kind === "object";

/** An attribute's value that comes from elsewhere, so that what it runs is not known. */
export const isForeignFunction = (node: CodeNode) =>
	node.source.family === "javascript" &&
	node.parent?.kind === "attribute" &&
	valuesOf(node).every(({ kind }) =>
		/^(name|member|parameterValue)$/.test(kind),
	);
