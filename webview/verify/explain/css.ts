/** What rules and at-rules of CSS lack of a pattern, part by part, and how patterns of CSS are printed. */

import {
	dependsOn,
	effective,
	effectiveFor,
	longhands,
	matchDeclaration,
	matchDeclarations,
	matchPrelude,
	matchSelector,
	sameAtRules,
} from "../match/css.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, textOf } from "../model/node.ts";
import type { Step } from "./calls.ts";
import { filled, HtmlWeigher } from "./html.ts";
import { codeOf, labelOf, shorten } from "./label.ts";
import { type Cost, costOf, isTypo, noCost, within, wordCost } from "./miss.ts";

/** A pattern of CSS as it is shown to learners. */
export const printCss = (pattern: CodeNode, bindings: Bindings): string =>
	shorten(filled(textOf(pattern).replaceAll("µ__", "…"), bindings));

/** The declaration for which a rule is one that must not be there; the rule itself where none is asked for. */
export function forbiddenDeclaration(
	patterns: readonly CodeNode[],
	rule: CodeNode,
): CodeNode {
	for (const { list } of patterns)
		for (const wanted of list.properties)
			for (const { value } of rule.list.elements)
				for (const [name, one] of effectiveFor(String(value), rule))
					if (
						matchDeclarations([wanted], new Map([[name, one]]), {}, () => true)
					)
						return one;
	return rule;
}

/** The rule of a selector: a given one, or if that may be, another one that holds under the same conditions. */
function ruleFor(
	wanted: CodeNode,
	rule: CodeNode,
	bindings: Bindings,
	mayBeOther: boolean,
): { rule: CodeNode; selector: string; bindings: Bindings } | null {
	const others = mayBeOther
		? rule.source.nodes.filter(({ kind }) => kind === "rule")
		: [];
	for (const one of [rule, ...others])
		for (const own of one.list.elements) {
			let found: Bindings | null = null;
			matchSelector(wanted, own, bindings, (inner) => {
				found = inner;
				return true;
			});
			if (found)
				return { rule: one, selector: String(own.value), bindings: found };
		}
	return null;
}

/** Base of the weigher: rules and at-rules of CSS. */
export abstract class CssWeigher extends HtmlWeigher {
	cssSteps(pattern: CodeNode, value: CodeNode): Step[] {
		switch (pattern.kind) {
			case "rule":
				return this.#rule(pattern, value);
			case "atRule":
				return this.#atRule(pattern, value);
			case "property":
				return [
					(bindings) =>
						pattern.value === value.value
							? this.#declaration(pattern, [value], value, bindings)
							: this.differs("kind", pattern, value, 6, bindings),
				];
			default:
				return [];
		}
	}

	#rule(pattern: CodeNode, rule: CodeNode): Step[] {
		const { elements, properties } = pattern.list;
		const around = dependsOn(pattern, rule);
		const steps: Step[] = [];
		for (const [index, wanted] of elements.entries())
			steps.push((bindings) => {
				const own = ruleFor(wanted, rule, bindings, index > 0);
				if (!own)
					return index > 0
						? this.#absentRule(pattern, wanted, rule, bindings)
						: this.#otherSelector(wanted, rule, bindings);
				let lost = 0;
				let miss: Cost["miss"] = null;
				let found = own.bindings;
				const given = [...effectiveFor(own.selector, own.rule).values()];
				for (const one of properties) {
					const cost = this.#declaration(one, given, own.rule, found);
					lost += cost.lost;
					miss ??= cost.miss;
					found = cost.bindings;
				}
				return { lost, miss, bindings: found };
			});
		if (around)
			steps.push((bindings) =>
				costOf(1, bindings, {
					facet: "order",
					at: rule,
					path: [],
					expected: "",
					actual: labelOf(rule),
					into: msg`outside of \`${labelOf(around)}\``,
				}),
			);
		return steps;
	}

	#otherSelector(wanted: CodeNode, rule: CodeNode, bindings: Bindings): Cost {
		const expected = filled(wanted.value, bindings);
		const actual = String(rule.list.elements[0]?.value);
		return costOf(isTypo(expected, actual) ? 0.5 : 6, bindings, {
			facet: "name",
			at: rule,
			path: [],
			expected,
			actual,
		});
	}

	/** The rule of one selector of a list is absent. */
	#absentRule(
		pattern: CodeNode,
		wanted: CodeNode,
		{ source }: CodeNode,
		bindings: Bindings,
	): Cost {
		const declarations = pattern.list.properties
			.map((one) => printCss(one, bindings))
			.join("; ");
		return costOf(1, bindings, {
			facet: "absent",
			at: source.root,
			path: [`\`${source.path}\``],
			expected: shorten(
				`${filled(wanted.value, bindings)} { ${declarations || "…"} }`,
			),
			actual: source.path,
			lacking: [pattern],
		});
	}

	/** A declaration of a pattern, among those that count. */
	#declaration(
		pattern: CodeNode,
		given: readonly CodeNode[],
		owner: CodeNode,
		bindings: Bindings,
	): Cost {
		let exact: Bindings | null = null;
		const all = effective(given);
		const isMatch = matchDeclarations([pattern], all, bindings, (found) => {
			exact = found;
			return true;
		});
		if (isMatch && exact) return noCost(exact);
		const name = String(pattern.value);
		const own = all.get(name);
		const isOverruled =
			own && matchDeclaration(pattern, own, bindings, () => true);
		if (isOverruled)
			for (const part of longhands(pattern))
				if (!matchDeclarations([part], all, bindings, () => true))
					return this.#declaration(part, given, owner, bindings);
		const expected = printCss(pattern, bindings);
		if (own?.part.value && pattern.part.value) {
			const wanted = printCss(pattern.part.value, bindings);
			const isLess = pattern.facts.isImportant && !own.facts.isImportant;
			const actual = codeOf(own.part.value);
			return within(
				`\`${name}\``,
				costOf(Math.min(1, wordCost(wanted, actual)), bindings, {
					facet: "value",
					at: own.part.value,
					path: [],
					expected: isLess ? `${wanted} !important` : wanted,
					actual,
				}),
			);
		}
		const typo = given.find(({ value }) => isTypo(name, String(value)));
		if (typo)
			return costOf(0.5, bindings, {
				facet: "name",
				at: typo,
				path: [],
				expected: name,
				actual: String(typo.value),
			});
		return costOf(1, bindings, {
			facet: "missing",
			at: owner,
			path: [],
			expected,
			actual: labelOf(owner),
		});
	}

	#atRule(pattern: CodeNode, value: CodeNode): Step[] {
		if (pattern.value !== value.value)
			return [(bindings) => this.differs("kind", pattern, value, 4, bindings)];
		const steps: Step[] = [
			(bindings) => {
				let known: Bindings | null = null;
				matchPrelude(pattern, value, bindings, (found) => {
					known = found;
					return true;
				});
				if (known) return noCost(known);
				const [wanted, given] = [pattern.part.argument, value.part.argument];
				return costOf(1, bindings, {
					facet: "value",
					at: given ?? value,
					path: [],
					expected: wanted ? printCss(wanted, bindings).trim() : "",
					actual: given ? codeOf(given) : "",
				});
			},
		];
		for (const one of pattern.list.properties)
			steps.push((bindings) =>
				this.#declaration(one, value.list.properties, value, bindings),
			);
		for (const one of pattern.list.statements)
			steps.push((bindings) =>
				this.inOrder(
					[one],
					sameAtRules(value).flatMap(({ list }) => list.statements),
					bindings,
					value,
					`\`${labelOf(value)}\``,
				),
			);
		return steps;
	}
}
