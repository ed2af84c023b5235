/** What elements, functions and declarations lack of a pattern, part by part. */

import { isBare } from "../match/arguments.ts";
import { notesOf } from "../match/parts.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import type { CodeNode, PartName } from "../model/node.ts";
import { attributesOf } from "../model/values.ts";
import type { Step } from "./calls.ts";
import { CssWeigher } from "./css.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf, least, noCost, weigh, within } from "./miss.ts";
import { nameOf, partRole } from "./role.ts";
import { findReversedComparison, swappedIn } from "./swapped-parameters.ts";

/** Base of the weigher: the parts of whatever holds code. */
export abstract class BlockWeigher extends CssWeigher {
	elementSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const steps: Step[] = [];
		const { tag } = pattern.part;
		if (tag && tag.kind !== "metavariable" && pattern.value !== value.value)
			steps.push((bindings) =>
				costOf(3, bindings, {
					facet: "name",
					at: value,
					path: [],
					expected: `<${pattern.value}>`,
					actual: `<${value.value}>`,
				}),
			);
		for (const one of pattern.list.attributes) {
			if (one.kind === "spread") continue;
			const name = msg`\`${one.value}\` of \`<${value.value}>\``;
			steps.push((bindings) => {
				const all = attributesOf(value, String(one.value));
				const wanted = one.part.value;
				if (all.length === 0)
					return this.missing(one, value, name, bindings, 1);
				if (!wanted) return noCost(bindings);
				return within(
					name,
					least(all.map((other) => this.cost(wanted, other, bindings))) as Cost,
				);
			});
		}
		steps.push((bindings) =>
			this.inOrder(
				pattern.list.children,
				value.list.children,
				bindings,
				value,
				`\`<${value.value}>\``,
			),
		);
		return steps;
	}

	functionSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const wanted = pattern.list.parameters;
		const isSelf = ({ value: name }: CodeNode) =>
			/^(self|cls)$/.test(`${name}`);
		const isOwn = (one: CodeNode) => !isSelf(one) || !wanted.some(isSelf);
		const given = value.list.parameters.filter(isOwn);
		const needed = wanted.filter(
			(one) => one.kind !== "ellipsis" && isOwn(one),
		);
		const isExact = needed.length === wanted.filter(isOwn).length;
		const steps: Step[] = [];
		if (pattern.facts.isAsync && !value.facts.isAsync)
			steps.push((bindings) =>
				costOf(1, bindings, {
					facet: "async",
					at: value,
					path: [],
					expected: "async",
					actual: msg`not async`,
				}),
			);
		if (
			given.length < needed.length ||
			(isExact && given.length > needed.length)
		)
			steps.push((bindings) => {
				const isNoted = (one: CodeNode) =>
					!!one.part.default || notesOf(one).length > 0;
				const lacking = needed.find(({ part }) => part.default)?.part.default;
				if (
					lacking &&
					pattern.source.family === "python" &&
					!given.some(isNoted)
				)
					return this.missing(
						lacking,
						value,
						msg`its parameter with`,
						bindings,
						needed.length - given.length + (given.length < 2 ? 1 : 0),
					);
				return costOf(
					Math.abs(needed.length - given.length) + (given.length < 2 ? 1 : 0),
					bindings,
					{
						facet: "parameters",
						at: value,
						path: [],
						expected: String(needed.length),
						actual: String(given.length),
					},
				);
			});
		else
			for (const [index, one] of needed.entries())
				steps.push((bindings) => {
					const isByName = pattern.source.family === "python";
					const standard = one.part.default;
					const isFree = one.part.target?.kind === "metavariable";
					const hasDefault = (other: CodeNode) =>
						other.part.default || notesOf(other).length > 0;
					if (isByName && isFree && standard && !given.some(hasDefault))
						return this.missing(
							standard,
							value,
							msg`its parameter with`,
							bindings,
							2,
						);
					const place = placeIn(wanted.filter(isOwn), one, index, given.length);
					const [own] = given.slice(place, place + 1);
					const likely = [
						...(own && isFree ? [own] : []),
						...given.filter((other, at) =>
							isByName
								? other.value === one.value || (isFree && !isBare(one))
								: at === place,
						),
					];
					return (
						least(likely.map((other) => this.cost(one, other, bindings))) ??
						this.missing(one, value, msg`the parameters`, bindings, 2)
					);
				});
		const { returns } = pattern.part;
		steps.push((bindings) =>
			returns && !value.part.returns
				? this.missing(
						returns,
						value,
						msg`its return type`,
						bindings,
						weigh(returns) + 2,
					)
				: this.part(
						msg`its return type`,
						returns,
						value.part.returns,
						value,
					)(bindings),
		);
		steps.push((bindings) => {
			const statements = pattern.part.body?.list.statements ?? [];
			const body = value.part.body ? [value.part.body] : [];
			const cost = (found: Bindings) =>
				this.inOrder(statements, body, found, value, nameOf(value));
			const usual = cost(bindings);
			const swapped = usual.miss && swappedIn(needed, bindings);
			const [own, other] = given;
			if (!swapped || !own || !other || cost(swapped).miss) return usual;
			return (
				findReversedComparison(
					pattern,
					body,
					bindings,
					swapped,
					this.printer,
				) ??
				costOf(1, bindings, {
					facet: "order",
					at: own,
					path: [],
					expected: codeOf(other),
					actual: codeOf(other),
				})
			);
		});
		return steps;
	}

	parameterSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const { target, type } = pattern.part;
		const bound: Step =
			target?.kind === "metavariable"
				? (bindings) =>
						noCost(
							value.facts.stands
								? { [String(target.value)]: value.facts.stands, ...bindings }
								: bindings,
						)
				: this.part(msg`the name`, target, value.part.target, value);
		return [
			bound,
			this.part(
				value.value
					? msg`the type of \`${value.value}\``
					: msg`the type of the parameter`,
				type,
				value.part.type,
				value,
			),
			this.standard(pattern, value),
		];
	}

	/** A default, or what `Annotated` notes in its place. */
	standard(pattern: CodeNode, value: CodeNode): Step {
		const wanted = pattern.part.default ?? pattern.part.value;
		const given = value.part.default ?? value.part.value;
		return (bindings) => {
			if (!wanted) return noCost(bindings);
			const costs = [...(given ? [given] : []), ...notesOf(value)].map((one) =>
				within(`\`${value.value}\``, this.cost(wanted, one, bindings)),
			);
			return (
				least(costs) ??
				this.missing(wanted, value, msg`a default`, bindings, weigh(wanted) + 4)
			);
		};
	}

	declarationSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const { target, type } = pattern.part;
		const steps: Step[] = [];
		if (target?.kind === "name" && target.value !== value.value)
			steps.push((bindings) =>
				costOf(3, bindings, {
					facet: "name",
					at: value.part.target ?? value,
					path: [],
					expected: String(pattern.value),
					actual: String(value.value ?? codeOf(value.part.target ?? value)),
				}),
			);
		for (const decorator of pattern.list.decorators)
			steps.push((bindings) => {
				const closest = least(
					value.list.decorators.map((one) =>
						this.cost(decorator, one, bindings),
					),
				);
				if (closest)
					return within(msg`the decorator of \`${value.value}\``, {
						...closest,
						lost: closest.lost + (closest.miss?.facet === "kind" ? 4 : 0),
					});
				return costOf(1 + weigh(decorator), bindings, {
					facet: "missing",
					at: value,
					path: [msg`its decorator`],
					expected: `@${this.printer.print(decorator, bindings)}`,
					actual: String(value.value),
				});
			});
		if (target?.kind === "metavariable")
			steps.push((bindings) =>
				noCost(
					value.part.target && target.value !== "_"
						? { ...bindings, [String(target.value)]: value.part.target }
						: bindings,
				),
			);
		const ofType = this.part(
			msg`the type of \`${value.value}\``,
			type,
			value.part.type,
			value,
		);
		// Another kind of type says as little of what is meant as a missing value.
		steps.push((bindings) => {
			const cost = ofType(bindings);
			return cost.miss ? { ...cost, lost: cost.lost + 4 } : cost;
		});
		const isField =
			pattern.source.family === "python" && pattern.part.value?.kind === "call";
		steps.push(
			isField
				? this.standard(pattern, value)
				: this.part(
						`\`${value.value}\``,
						pattern.part.value,
						value.part.value,
						value,
					),
		);
		return steps;
	}

	/** An array of JSON: of one that may have more, the elements that are not there. */
	arraySteps(pattern: CodeNode, value: CodeNode, node: CodeNode): Step[] {
		const { elements } = pattern.list;
		return elements.some(({ kind }) => kind === "ellipsis")
			? elements.map((one) => (bindings) => {
					const closest = least(
						value.list.elements.map((other) => this.cost(one, other, bindings)),
					);
					return closest && (closest.lost < 1 || !closest.miss)
						? closest
						: this.missing(one, value, msg`its element`, bindings);
				})
			: this.otherSteps(pattern, value, node);
	}

	otherSteps(pattern: CodeNode, value: CodeNode, node: CodeNode): Step[] {
		const steps: Step[] = [];
		if (pattern.kind === "binary" && areaOf(pattern) !== areaOf(value))
			return [
				(bindings) =>
					this.differs("kind", pattern, node, weigh(pattern) + 1, bindings),
			];
		if (pattern.value !== value.value)
			steps.push((bindings) =>
				this.differs("value", pattern, node, 1, bindings),
			);
		if (pattern.kind === "slice" && (value.part.start || !value.part.stop))
			return [(bindings) => this.differs("value", pattern, node, 2, bindings)];
		for (const key of Object.keys(pattern.part) as PartName[])
			steps.push(
				this.part(
					partRole(pattern, key, value),
					pattern.part[key],
					value.part[key],
					value,
				),
			);
		for (const key of Object.keys(pattern.list) as (keyof CodeNode["list"])[])
			for (const [index, one] of pattern.list[key].entries())
				steps.push(
					this.part(
						one.kind === "field" ? `\`${one.value}\`` : msg`a part of it`,
						one,
						one.kind === "field"
							? value.list[key].find((other) => other.value === one.value)
							: value.list[key][index],
						value,
					),
				);
		return steps;
	}
}

/** What an operator does: it joins conditions, compares, or calculates. */
const areaOf = ({ value }: CodeNode): string =>
	/^(&&|\|\||\?\?)$/.test(String(value))
		? "join"
		: /^([=!]==?|[<>]=?|in|not in|is|is not|instanceof)$/.test(String(value))
			? "compare"
			: "calculate";

/** The place of a parameter among those of a function: counted from the end behind an ellipsis. */
function placeIn(
	wanted: readonly CodeNode[],
	one: CodeNode,
	index: number,
	length: number,
): number {
	const open = wanted.findIndex(({ kind }) => kind === "ellipsis");
	const at = wanted.indexOf(one);
	const isLast = !wanted.slice(at).some(({ kind }) => kind === "ellipsis");
	return open >= 0 && open < at && isLast
		? length - (wanted.length - at)
		: index;
}
