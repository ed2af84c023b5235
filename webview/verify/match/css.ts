/** Matching of CSS: all rules of a selector together, in which of equal declarations the last one counts; at-rules by what they ask. */
import { type CodeNode, type Source, virtualNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { match } from "./match.ts";
import { bindText } from "./members.ts";
import { matchInOrder, matchUnordered } from "./parts.ts";
import type { Bindings, Next } from "./types.ts";

/** Properties whose values stand in any order. */
const isUnordered =
	/^(border(-(top|right|bottom|left|block|inline))?|outline|list-style|text-decoration|flex-flow|column-rule)$/;

/** Whether a pattern of CSS matches a node itself; null for the kinds that all languages share. */
export function matchCss(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean | null {
	switch (pattern.kind) {
		case "rule":
			return node.kind === "rule" && matchRule(pattern, node, bindings, next);
		case "atRule":
			return (
				node.kind === "atRule" && matchAtRule(pattern, node, bindings, next)
			);
		case "property":
			return (
				node.kind === "property" &&
				matchDeclarations([pattern], effective([node]), bindings, next)
			);
		case "reference":
			return (
				node.kind === "reference" &&
				matchOpen(pattern, node, anyName, bindings, next)
			);
		case "string":
			return (
				node.kind === "string" && matchOpen(pattern, node, /./, bindings, next)
			);
		case "term": {
			// `..., serif` has one element at least.
			const { elements } = pattern.list;
			return node.value !== pattern.value &&
				/^[ ,]$/.test(String(pattern.value)) &&
				elements.some(({ kind }) => kind === "ellipsis")
				? matchInOrder(elements, [node], bindings, next)
				: null;
		}
		default:
			return null;
	}
}

/** A text with what is open in it; `hole` is what a metavariable in it may stand for, unless it is all of the text. */
export function matchOpen(
	pattern: CodeNode,
	node: CodeNode,
	hole: RegExp,
	bindings: Bindings,
	next: Next,
): boolean {
	countStep();
	const [wanted, text] = [String(pattern.value), String(node.value)];
	if (!wanted.includes("µ")) return wanted === text && next(bindings);
	if (wanted === "µ__") return next(bindings);
	const names = [...wanted.matchAll(/µ(\w+)/g)].map(([, name = ""]) => name);
	const isWhole = /^µ\w+$/.test(wanted);
	const found = holesIn(wanted.split(/µ\w+/), text, isWhole ? /./ : hole);
	const bind = (index: number, known: Bindings): boolean => {
		const name = names[index];
		return name === undefined
			? next(known)
			: bindText(name, found?.[index] ?? "", node, known, (inner) =>
					bind(index + 1, inner),
				);
	};
	return found !== null && bind(0, bindings);
}

/** What stands between the pieces of a text, one character or more each; null where the text does not fit. */
function holesIn(
	[start = "", ...pieces]: readonly string[],
	text: string,
	hole: RegExp,
): string[] | null {
	if (!text.startsWith(start)) return null;
	const found: string[] = [];
	let at = start.length;
	for (const [index, piece] of pieces.entries()) {
		const isLast = index === pieces.length - 1;
		const end = isLast
			? text.length - piece.length
			: text.indexOf(piece, at + 1);
		const inside = text.slice(at, Math.max(at, end));
		if (inside === "" || !hole.test(inside) || !text.startsWith(piece, end))
			return null;
		found.push(inside);
		at = end + piece.length;
	}
	return found;
}

const anyName = /^[\w-]+$/;

/** The at-rules around a node that do not always hold. */
function conditionsAround({ parent }: CodeNode): CodeNode[] {
	const found: CodeNode[] = [];
	for (let up = parent; up; up = up.parent)
		if (up.kind === "atRule" && up.value !== "layer") found.push(up);
	return found;
}

/** The at-rule that a rule depends on, and its pattern does not ask for. */
export const dependsOn = (
	pattern: CodeNode,
	node: CodeNode,
): CodeNode | undefined =>
	conditionsAround(pattern).length === 0
		? conditionsAround(node)[0]
		: undefined;

const textOfConditions = (node: CodeNode) =>
	conditionsAround(node)
		.map(({ value, part }) => `@${value} ${part.argument?.value}`)
		.join(" ");

const indexes = new WeakMap<Source, Map<string, CodeNode[]>>();

/** The rules of a selector that hold under the same conditions as a rule. */
export function rulesOf(selector: string, node: CodeNode): CodeNode[] {
	let index = indexes.get(node.source);
	if (!index) {
		index = new Map();
		for (const one of node.source.nodes)
			if (one.kind === "rule") {
				const around = textOfConditions(one);
				for (const { value } of one.list.elements) {
					const key = `${around} ${value}`;
					const known = index.get(key);
					if (known) known.push(one);
					else index.set(key, [one]);
				}
			}
		indexes.set(node.source, index);
	}
	return index.get(`${textOfConditions(node)} ${selector}`) ?? [];
}

const sides = ["top", "right", "bottom", "left"];

/** The longhands of a shorthand, as far as its values are written out. */
export function longhands(one: CodeNode): CodeNode[] {
	const { value: given } = one.part;
	if (!given) return [];
	const isList = given.kind === "term" && given.value === " ";
	const all = isList ? given.list.elements : [given];
	const [a, b = a, c = a, d = b] = all;
	if (!a || !b || !c || !d || all.some(({ kind }) => kind !== "string"))
		return [];
	const name = String(one.value);
	const make = (values: Record<string, CodeNode>) =>
		Object.entries(values).map(([value, part]) =>
			virtualNode("property", one, {
				value,
				part: { value: part },
				facts: one.facts,
			}),
		);
	const of = (names: readonly string[], values: readonly CodeNode[]) =>
		make(
			Object.fromEntries(names.map((key, index) => [key, values[index] ?? a])),
		);
	if (/^(margin|padding|scroll-margin|scroll-padding)$/.test(name))
		return of(
			sides.map((side) => `${name}-${side}`),
			[a, b, c, d],
		);
	if (name === "inset") return of(sides, [a, b, c, d]);
	if (name === "flex-flow") {
		const [way] = all.filter(({ value }) => /^(row|column)/.test(`${value}`));
		const [wrap] = all.filter(({ value }) => /wrap/.test(`${value}`));
		return make({
			...(way && { "flex-direction": way }),
			...(wrap && { "flex-wrap": wrap }),
		});
	}
	const [, kind] = /^border-(width|style|color)$/.exec(name) ?? [];
	if (kind)
		return of(
			sides.map((side) => `border-${side}-${kind}`),
			[a, b, c, d],
		);
	if (/^(margin|padding|inset)-(block|inline)$/.test(name))
		return of([`${name}-start`, `${name}-end`], [a, b]);
	if (name === "gap") return of(["row-gap", "column-gap"], [a, b]);
	if (name === "overflow") return of(["overflow-x", "overflow-y"], [a, b]);
	const [, place] = /^place-(items|content|self)$/.exec(name) ?? [];
	if (place) return of([`align-${place}`, `justify-${place}`], [a, b]);
	return name === "background" && all.length === 1
		? of(["background-color"], [a])
		: [];
}

/** The declarations that count of some rules, by property: the last one of each, unless an earlier one is important. */
export function effective(
	declarations: readonly CodeNode[],
): Map<string, CodeNode> {
	const found = new Map<string, CodeNode>();
	for (const declaration of declarations)
		for (const one of [declaration, ...longhands(declaration)]) {
			countStep();
			const name = String(one.value);
			const isOverruled =
				found.get(name)?.facts.isImportant && !one.facts.isImportant;
			if (!isOverruled) found.set(name, one);
		}
	return found;
}

/** What counts for a selector of a rule. */
export const effectiveFor = (selector: string, node: CodeNode) =>
	effective(rulesOf(selector, node).flatMap(({ list }) => list.properties));

/** Declarations of a pattern, which must be there in any order. */
export function matchDeclarations(
	[pattern, ...others]: readonly CodeNode[],
	given: ReadonlyMap<string, CodeNode>,
	bindings: Bindings,
	next: Next,
): boolean {
	if (!pattern) return next(bindings);
	const rest: Next = (found) => matchDeclarations(others, given, found, next);
	const name = String(pattern.value);
	if (name.includes("µ"))
		return [...given.values()].some((one) =>
			matchOpen(pattern, one, anyName, bindings, (found) =>
				matchDeclaration(pattern, one, found, rest),
			),
		);
	const parts = longhands(pattern);
	// What follows a shorthand may overrule a part of it.
	if (parts.length > 0 && parts.every((one) => given.has(String(one.value))))
		return matchDeclarations(parts, given, bindings, rest);
	const own = given.get(name);
	return !!own && matchDeclaration(pattern, own, bindings, rest);
}

/** Whether a declaration has the value that a pattern asks for. */
export function matchDeclaration(
	{ value: name, part, facts }: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	countStep();
	if (facts.isImportant && !node.facts.isImportant) return false;
	const [wanted, given] = [part.value, node.part.value];
	if (match(wanted, given, bindings, next)) return true;
	const areLists = [wanted, given].every(
		(one) => one?.kind === "term" && one.value === " ",
	);
	return (
		areLists &&
		isUnordered.test(String(name)) &&
		matchUnordered(
			wanted?.list.elements ?? [],
			given?.list.elements ?? [],
			true,
			bindings,
			next,
		)
	);
}

/** A selector; what is open in one is a name, unless it is all of it. */
export const matchSelector = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
) => matchOpen(pattern, node, anyName, bindings, next);

function matchRule(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (dependsOn(pattern, node)) return false;
	const [first, ...others] = pattern.list.elements;
	const from = (
		wanted: CodeNode | undefined,
		rules: readonly CodeNode[],
		found: Bindings,
		then: Next,
	): boolean =>
		!!wanted &&
		rules.some((one) =>
			one.list.elements.some((own) =>
				matchSelector(wanted, own, found, (inner) =>
					matchDeclarations(
						pattern.list.properties,
						effectiveFor(String(own.value), one),
						inner,
						then,
					),
				),
			),
		);
	const around = textOfConditions(node);
	// The other selectors of a list may stand in rules of their own.
	const rules = () =>
		node.source.nodes.filter(
			(one) => one.kind === "rule" && textOfConditions(one) === around,
		);
	const rest = (index: number, found: Bindings): boolean =>
		index === others.length
			? next(found)
			: from(others[index], rules(), found, (inner) => rest(index + 1, inner));
	return from(first, [node], bindings, (found) => rest(0, found));
}

/** The at-rules that ask the same as one. */
export const sameAtRules = (node: CodeNode): CodeNode[] =>
	node.source.nodes.filter(
		(one) =>
			one.kind === "atRule" &&
			one.value === node.value &&
			one.part.argument?.value === node.part.argument?.value &&
			textOfConditions(one) === textOfConditions(node),
	);

/** What an at-rule asks; what is open in it stands between brackets. */
export const matchPrelude = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	matchOpen(
		pattern.part.argument ?? pattern,
		node.part.argument ?? node,
		/^[^()]+$/,
		bindings,
		next,
	);

function matchAtRule(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.value !== node.value || dependsOn(pattern, node)) return false;
	const { properties, statements } = pattern.list;
	return matchPrelude(pattern, node, bindings, (found) => {
		const all = statements.length > 0 ? sameAtRules(node) : [];
		const inside = all.flatMap(({ list }) => list.statements);
		const go = (index: number, known: Bindings): boolean => {
			const wanted = statements[index];
			return wanted
				? inside.some((one) =>
						match(wanted, one, known, (inner) => go(index + 1, inner)),
					)
				: next(known);
		};
		return matchDeclarations(
			properties,
			effective(node.list.properties),
			found,
			(inner) => go(0, inner),
		);
	});
}
