/** Matching of HTML: attributes in any order, tokens of lists such as `class` as a set, what is inside in its order and at any depth. */

import { textContent } from "../model/html.ts";
import { type CodeNode, virtualNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { holdsFor } from "./evaluate.ts";
import { fitsText, onlyHole } from "./literals.ts";
import { match } from "./match.ts";
import { bindText } from "./members.ts";
import type { Bindings, Next } from "./types.ts";

/** Attributes whose value is a set of tokens. */
const isTokens =
	/^(class|rel|sandbox|headers|itemprop|aria-(controls|describedby|flowto|labelledby|owns))$/;

/** Attributes whose values are keywords, in any case. */
const isKeyword =
	/^(autocomplete|charset|crossorigin|decoding|dir|enctype|http-equiv|inputmode|kind|lang|loading|method|preload|rel|scope|shape|type|wrap)$/;

/** Whether a pattern of HTML matches a node itself. */
export function matchHtml(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.kind === "text")
		return (
			node.kind === "text" &&
			matchText(pattern, String(node.value), node, bindings, next)
		);
	if (pattern.kind !== "element" || node.kind !== "element") return false;
	const inner: Next = (found) =>
		matchAttributes(pattern.list.attributes, node, found, (last) =>
			matchChildren(pattern.list.children, node, last, next),
		);
	const { tag } = pattern.part;
	return tag
		? bindText(String(tag.value), String(node.value), node, bindings, inner)
		: pattern.value === node.value && inner(bindings);
}

/** A text with holes; `$name` in it is bound when it is the only one. */
function matchText(
	{ value }: CodeNode,
	text: string,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const hole = onlyHole(String(value), text);
	return hole
		? bindText(hole.name, hole.text, at, bindings, next)
		: fitsText(String(value), text) && next(bindings);
}

function matchAttributes(
	[pattern, ...others]: readonly CodeNode[],
	element: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (!pattern) return next(bindings);
	const rest: Next = (found) => matchAttributes(others, element, found, next);
	if (pattern.kind === "ellipsis") return rest(bindings);
	const name = String(pattern.value);
	return element.list.attributes.some((one) =>
		name.startsWith("µ")
			? bindText(name.slice(1), String(one.value), one, bindings, (found) =>
					matchAttribute(pattern, one, found, rest),
				)
			: one === attributeOf(element, name) &&
				matchAttribute(pattern, one, bindings, rest),
	);
}

/** The attribute of a name; of two the first counts, as in browsers. */
export const attributeOf = (element: CodeNode, name: CodeNode["value"]) =>
	element.list.attributes.find(({ value }) => value === name);

/** Whether an attribute has the value that a pattern asks for; without one its presence is enough. */
export function matchAttribute(
	{ value: name, part: { value: wanted } }: CodeNode,
	attribute: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	countStep();
	if (!wanted) return next(bindings);
	const at = attribute.part.value ?? attribute;
	const given = String(attribute.part.value?.value ?? "");
	return isTokens.test(String(name))
		? matchTokens(tokensOf(String(wanted.value)), given, at, bindings, next)
		: isKeyword.test(String(name)) && !String(wanted.value).includes("µ")
			? String(wanted.value).toLowerCase() === given.toLowerCase() &&
				next(bindings)
			: matchText(wanted, given, at, bindings, next);
}

export const tokensOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** Whether each token of a pattern is one of the given ones; an empty pattern asks for none. */
function matchTokens(
	wanted: readonly string[],
	given: string,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const all = tokensOf(given);
	const go = (index: number, found: Bindings): boolean => {
		const value = wanted[index];
		if (value === undefined) return next(found);
		const one = virtualNode("string", at, { value });
		return all.some((token) => {
			countStep();
			return matchText(one, token, at, found, (inner) => go(index + 1, inner));
		});
	};
	return wanted.length === 0
		? all.length === 0 && next(bindings)
		: go(0, bindings);
}

/** Whether the missing tokens of a list-like attribute can be named: the ones of a pattern that are not given. */
export const missingTokens = (
	{ value: name, part: { value: wanted } }: CodeNode,
	attribute: CodeNode,
): string[] => {
	if (!wanted || !isTokens.test(String(name))) return [];
	const given = tokensOf(String(attribute.part.value?.value ?? ""));
	return tokensOf(String(wanted.value)).filter(
		(token) => !given.some((one) => fitsText(token, one)),
	);
};

/** Everything inside an element, in the order of the text. */
export function* descendants(element: CodeNode): Generator<CodeNode> {
	const pending = element.list.children.toReversed();
	for (let node = pending.pop(); node; node = pending.pop()) {
		countStep();
		yield node;
		pending.push(...node.list.children.toReversed());
	}
}

/** Patterns that occur inside an element in this order, at any depth, each behind the one before. */
export function matchChildren(
	[pattern, ...rest]: readonly CodeNode[],
	element: CodeNode,
	bindings: Bindings,
	next: Next,
	from = 0,
): boolean {
	if (!pattern) return next(bindings);
	const others = (first: readonly CodeNode[], found: Bindings, end: number) =>
		matchChildren([...first, ...rest], element, found, next, end);
	switch (pattern.kind) {
		case "ellipsis":
			return others([], bindings, from);
		case "sequence":
			return others(pattern.list.statements, bindings, from);
		case "any":
			return pattern.list.alternatives.some((one) =>
				others([one], bindings, from),
			);
		case "guarded": {
			const inner = pattern.part.pattern;
			return inner
				? others([inner, { ...pattern, part: {} }], bindings, from)
				: holdsFor(pattern, bindings, (found) => others([], found, from));
		}
	}
	// What stands in the head has no order.
	const isOrdered = element.value !== "head";
	const isText = pattern.kind === "text" || pattern.kind === "metavariable";
	if (isText && from <= element.start) {
		const value = textContent(element);
		const [first] = element.list.children;
		const whole = virtualNode("text", first ?? element, { value });
		if (
			value !== "" &&
			matchInside(pattern, whole, bindings, (found) => others([], found, from))
		)
			return true;
	}
	const places = pattern.facts.isDirect
		? element.list.children
		: descendants(element);
	for (const one of places)
		if (
			one.start >= from &&
			matchInside(pattern, one, bindings, (found) =>
				others([], found, isOrdered ? one.end : from),
			)
		)
			return true;
	return false;
}

/** A metavariable is bound to a text as a text, so that it may be the same as an attribute's value. */
function matchInside(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	return pattern.kind === "metavariable" && node.kind === "text"
		? bindText(String(pattern.value), String(node.value), node, bindings, next)
		: match(pattern, node, bindings, next);
}
