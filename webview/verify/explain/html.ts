/** What elements of HTML lack of a pattern, part by part, and how patterns of HTML are printed. */

import {
	attributeOf,
	descendants,
	matchAttribute,
	matchChildren,
	missingTokens,
} from "../match/html.ts";
import { match } from "../match/match.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { startTagOf, textContent } from "../model/html.ts";
import { type CodeNode, isDocument } from "../model/node.ts";
import type { Step } from "./calls.ts";
import { ConditionWeigher } from "./conditions.ts";
import { codeOf, labelOf, shorten } from "./label.ts";
import { type Cost, costOf, isTypo, noCost, within, wordCost } from "./miss.ts";

/** A text of a pattern with what its metavariables stand for, and `…` for those that are free. */
export const filled = (text: unknown, bindings: Bindings): string =>
	String(text).replace(/µ(\w+)/g, (_, name: string) => {
		const bound = bindings[name];
		return bound && /^(string|text)$/.test(bound.kind)
			? String(bound.value)
			: "…";
	});

/** A pattern of HTML as it is shown to learners. */
export function printHtml(
	{ kind, value, part, list }: CodeNode,
	bindings: Bindings,
): string {
	if (kind === "attribute")
		return part.value
			? `${filled(value, bindings)}="${filled(part.value.value, bindings)}"`
			: filled(value, bindings);
	if (kind === "text") return filled(value, bindings);
	if (value === "!doctype") return "<!DOCTYPE html>";
	const tag = part.tag ? filled(`µ${part.tag.value}`, bindings) : value;
	const attributes = list.attributes
		.filter((one) => one.kind === "attribute")
		.map((one) => ` ${printHtml(one, bindings)}`);
	const [only, ...others] = list.children;
	const text =
		only?.kind === "text" && others.length === 0
			? `${shorten(filled(only.value, bindings))}</${tag}>`
			: "";
	return `<${tag}${attributes.join("")}>${text}`;
}

const isLeaf = ({ list }: CodeNode) =>
	list.children.every(({ kind }) => kind === "text");

/** Base of the weigher: elements of HTML. */
export abstract class HtmlWeigher extends ConditionWeigher {
	htmlSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const steps: Step[] = [];
		if (!pattern.part.tag && pattern.value !== value.value)
			// What holds other elements is rather there for another purpose.
			steps.push((bindings) =>
				costOf(isLeaf(value) ? 1 : 1.5, bindings, {
					facet: "name",
					at: value,
					path: [],
					expected: `<${pattern.value}>`,
					actual: `<${value.value}>`,
				}),
			);
		for (const one of pattern.list.attributes)
			if (one.kind === "attribute" && !String(one.value).startsWith("µ"))
				steps.push((bindings) => this.#attribute(one, value, bindings));
		steps.push((bindings) =>
			this.#children(pattern.list.children, value, bindings),
		);
		return steps;
	}

	#attribute(pattern: CodeNode, element: CodeNode, bindings: Bindings): Cost {
		const own = attributeOf(element, pattern.value);
		const { value: wanted } = pattern.part;
		if (!own) {
			const typo = element.list.attributes.find(({ value }) =>
				isTypo(String(pattern.value), String(value)),
			);
			return typo
				? costOf(0.5, bindings, {
						facet: "name",
						at: typo,
						path: [],
						expected: String(pattern.value),
						actual: String(typo.value),
					})
				: this.missing(pattern, element, msg`its attribute`, bindings, 1);
		}
		let exact: Bindings | null = null;
		const isMatch = matchAttribute(pattern, own, bindings, (found) => {
			exact = found;
			return true;
		});
		if (isMatch && exact) return noCost(exact);
		const tokens = missingTokens(pattern, own);
		if (tokens.length > 0)
			return costOf(1, bindings, {
				facet: "missing",
				at: own,
				path: [],
				expected: filled(tokens.join(" "), bindings),
				actual: codeOf(own),
			});
		const expected = filled(wanted?.value ?? "", bindings);
		const actual = String(own.part.value?.value ?? "");
		if (expected === "…" && actual === "")
			return costOf(0.5, bindings, {
				facet: "missing",
				at: own,
				path: [msg`its value`],
				expected,
				actual: codeOf(own),
			});
		return within(
			msg`\`${pattern.value}\` of \`<${element.value}>\``,
			costOf(wordCost(expected, actual), bindings, {
				facet: "value",
				at: own.part.value ?? own,
				path: [],
				expected: `"${expected}"`,
				actual: `"${actual}"`,
			}),
		);
	}

	/** What stands outside of what it must stand in. */
	outside(
		around: CodeNode | undefined,
		at: CodeNode,
		bindings: Bindings,
	): Cost {
		const expected = this.printer.print(around, bindings);
		return isDocument(at.source.family)
			? costOf(3, bindings, {
					facet: "order",
					at,
					path: [],
					expected,
					actual: labelOf(at),
					into: msg`in \`${expected}\``,
				})
			: costOf(3, bindings, {
					facet: "kind",
					at,
					path: [msg`where it stands`],
					expected,
					actual: codeOf(at),
				});
	}

	/** The first of the patterns that must occur in an element and does not. */
	#children(
		patterns: readonly CodeNode[],
		element: CodeNode,
		bindings: Bindings,
	): Cost {
		let found = bindings;
		for (const [index, one] of patterns.entries()) {
			const isThere = matchChildren(
				patterns.slice(0, index + 1),
				element,
				bindings,
				(inner) => {
					found = inner;
					return true;
				},
			);
			if (isThere) continue;
			return one.kind === "text" || one.kind === "metavariable"
				? this.#text(one, element, found)
				: (this.#tooFew(patterns.slice(0, index + 1), element, found) ??
						this.#misplaced(one, patterns[index - 1], element, found) ??
						this.inOrder(
							[one],
							element.list.children,
							found,
							element,
							`\`<${element.value}>\``,
						));
		}
		return noCost(found);
	}

	#text(pattern: CodeNode, element: CodeNode, bindings: Bindings): Cost {
		const text =
			pattern.kind === "text" ? pattern.value : `µ${String(pattern.value)}`;
		const expected = shorten(filled(text, bindings));
		const actual = textContent(element);
		if (actual === "")
			return this.missing(
				pattern,
				element,
				pattern.kind === "text" ? msg`its text` : msg`its content`,
				bindings,
				1,
			);
		return costOf(wordCost(expected, actual), bindings, {
			facet: "value",
			at: element.list.children[0] ?? element,
			path: [msg`the text of \`<${element.value}>\``],
			expected,
			actual: shorten(actual),
		});
	}

	/** Fewer elements than patterns that ask for one. */
	#tooFew(
		patterns: readonly CodeNode[],
		element: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const last = patterns.at(-1);
		const places = [...descendants(element)].filter(
			(one) => last && match(last, one, bindings, () => true),
		);
		const asking = patterns.filter((pattern) =>
			places.some((one) => match(pattern, one, bindings, () => true)),
		);
		return last && places.length > 0 && places.length < asking.length
			? costOf(1, bindings, {
					facet: "count",
					at: element,
					path: [],
					expected: msg`${asking.length} of \`${this.printer.print(last, bindings)}\``,
					actual: String(places.length),
				})
			: null;
	}

	/** An element that is there, but deeper than it may be, before another one, or somewhere else. */
	#misplaced(
		pattern: CodeNode,
		before: CodeNode | undefined,
		element: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const isIt = (one: CodeNode) => match(pattern, one, bindings, () => true);
		const inside = [...descendants(element)].filter(isIt);
		const [at] = inside.filter(
			({ parent }) => !pattern.facts.isDirect || parent === element,
		);
		if (at)
			return costOf(1, bindings, {
				facet: "order",
				at,
				path: [],
				expected: this.printer.print(pattern, bindings),
				actual: before ? this.printer.print(before, bindings) : "…",
			});
		const elsewhere = element.source.nodes.filter(
			(one) => one.kind === "element" && isIt(one),
		);
		const [deep] = inside;
		const place = deep ?? (elsewhere.length === 1 ? elsewhere[0] : undefined);
		if (!place || place === element) return null;
		return costOf(1.5, bindings, {
			facet: "order",
			at: place,
			path: [],
			expected: `<${element.value}>`,
			actual: startTagOf(place),
			into: deep
				? msg`directly in \`${shorten(startTagOf(element))}\``
				: msg`in \`${shorten(startTagOf(element))}\``,
		});
	}
}
