/** What a node lacks of a pattern: its parts are weighed one by one, and the first that differs is told. */
import { match, matchItself } from "../match/match.ts";
import {
	type Candidate,
	candidates,
	comesAfter,
	find,
	matchSequence,
} from "../match/search.ts";
import type { Bindings } from "../match/types.ts";
import { moduleNameOf } from "../model/modules.ts";
import { type CodeNode, calleeName, makeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { BlockWeigher, nameOf } from "./blocks.ts";
import type { Step } from "./calls.ts";
import {
	type Cost,
	costOf,
	least,
	noCost,
	usual,
	weigh,
	wordCost,
} from "./miss.ts";
import { codeOf, isTelling, labelOf } from "./print.ts";
import { valueFrom } from "./words.ts";

/** The most candidates that are weighed. */
const mostCandidates = 80;

/** Weighs nodes against patterns; prints what they should be. */
export class Weigher extends BlockWeigher {
	/** How much of a pattern a node lacks, and the first part that it lacks. */
	cost(pattern: CodeNode, node: CodeNode, bindings: Bindings): Cost {
		let exact: Bindings | null = null;
		const isMatch = match(pattern, node, bindings, (found) => {
			exact = found;
			return true;
		});
		if (isMatch && exact) return noCost(exact);
		if (pattern.kind === "any")
			return this.orKind(
				usual(
					pattern.list.alternatives.map((one) =>
						this.cost(one, node, bindings),
					),
				),
				pattern,
				node,
				bindings,
			);
		if (pattern.kind === "guarded" && pattern.part.pattern) {
			const inner = this.cost(pattern.part.pattern, node, bindings);
			return inner.miss ? inner : this.orKind(null, pattern, node, bindings);
		}
		if (pattern.kind === "metavariable")
			return this.differs("value", pattern, node, 1, bindings);
		const costs = valuesOf(node).map((value) =>
			this.parts(pattern, value, node, bindings),
		);
		return this.orKind(least(costs), pattern, node, bindings);
	}

	orKind(
		cost: Cost | null,
		pattern: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Cost {
		return (
			cost ?? this.differs("kind", pattern, node, weigh(pattern) + 1, bindings)
		);
	}

	/** `node` is where the value is written as the learner sees it. */
	parts(
		pattern: CodeNode,
		value: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Cost {
		const meant = moduleNameOf(pattern);
		const name = pattern.kind === "name" ? pattern.value : meant?.name;
		if (meant && /^(name|member)$/.test(value.kind) && value.value === name)
			return costOf(1, bindings, {
				facet: "import",
				at: value,
				path: [],
				expected: importOf(
					meant.name,
					meant.source,
					pattern.source.family === "python",
				),
				actual: codeOf(value),
			});
		if (
			pattern.kind === value.kind &&
			(pattern.kind === "string" || pattern.kind === "name")
		)
			return this.differs(
				"value",
				pattern,
				node,
				wordCost(String(pattern.value), String(value.value)),
				bindings,
			);
		const isPlain = /^(name|string|number|constant|text)$/.test(pattern.kind);
		if (
			pattern.kind !== value.kind ||
			pattern.kind === "number" ||
			pattern.kind === "constant"
		) {
			const isValue =
				isPlain &&
				(pattern.kind === value.kind ||
					/^(string|number|constant)$/.test(value.kind));
			const lost = weigh(pattern) + (pattern.kind === value.kind ? 0 : 1);
			return this.differs(
				isValue ? "value" : "kind",
				pattern,
				node,
				lost,
				bindings,
			);
		}
		const steps = this.steps(pattern, value, node, bindings);
		let lost = 0;
		let first = null as Cost["miss"];
		let found = bindings;
		for (const step of steps) {
			const cost = step(found);
			lost += cost.lost;
			first ??= cost.miss;
			found = cost.bindings;
		}
		if (first) return costOf(lost, found, first);
		return this.differs("kind", pattern, node, 0.5, bindings);
	}

	/** The steps of weighing one kind of node. */
	steps(
		pattern: CodeNode,
		value: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Step[] {
		switch (pattern.kind) {
			case "call":
				return this.callSteps(pattern, value);
			case "object":
				return pattern.list.properties.map((one) => this.property(one, value));
			case "element":
				return this.elementSteps(pattern, value);
			case "function":
				return this.functionSteps(pattern, value);
			case "parameter":
				return this.parameterSteps(pattern, value);
			case "declaration":
				return this.declarationSteps(pattern, value);
			case "class":
				return [
					...pattern.list.bases.map((base) =>
						this.among(base, value.list.bases, value, "its base class"),
					),
					...(pattern.part.body?.list.statements ?? []).map(
						(one): Step =>
							(found) =>
								this.inOrder(
									[one],
									value.part.body ? [value.part.body] : [],
									found,
									value,
									nameOf(value),
								),
					),
				];
			case "if":
				return this.ifSteps(pattern, value, bindings);
			case "member":
				return [
					...(pattern.value !== undefined && pattern.value !== value.value
						? [
								(found: Bindings) =>
									costOf(1, found, {
										facet: "name",
										at: value,
										path: [],
										expected: String(pattern.value),
										actual: String(value.value),
									}),
							]
						: []),
					this.part(
						"what it belongs to",
						pattern.part.object,
						value.part.object,
						value,
					),
				];
			default:
				return this.otherSteps(pattern, value, node);
		}
	}

	/** Parts that must occur one after the other: the first that does not, by its closest candidate. */
	inOrder(
		patterns: readonly CodeNode[],
		regions: readonly CodeNode[],
		bindings: Bindings,
		owner: CodeNode,
		name: string,
		before: Candidate | null = null,
	): Cost {
		let exact: Bindings | null = null;
		const isMatch = matchSequence(
			patterns,
			regions,
			bindings,
			(found) => {
				exact = found;
				return true;
			},
			before,
		);
		if (isMatch && exact) return noCost(exact);
		const [pattern, ...rest] = patterns;
		if (!pattern) return noCost(bindings);
		const goOn = (next: readonly CodeNode[]) =>
			this.inOrder(next, regions, bindings, owner, name, before);
		switch (pattern.kind) {
			case "ellipsis":
				return goOn(rest);
			case "sequence":
				return goOn([...pattern.list.statements, ...rest]);
			case "guarded":
				return goOn([
					...(pattern.part.pattern ? [pattern.part.pattern] : []),
					...rest,
				]);
			case "any":
				return usual(
					pattern.list.alternatives.map((one) => goOn([one, ...rest])),
				) as Cost;
		}
		const tried: Cost[] = [];
		find(pattern, regions, bindings, (found, inner, at) => {
			const here = { at: inner, anchor: at };
			if (before && !comesAfter(before, here)) {
				tried.push(
					costOf(1, found, {
						facet: "order",
						at,
						path: [],
						expected: this.printer.print(pattern, found),
						actual: labelOf(before.anchor),
					}),
				);
				return false;
			}
			const cost = this.inOrder(rest, regions, found, owner, name, here);
			tried.push(cost);
			return cost.lost === 0;
		});
		return (
			least(tried) ??
			this.closest(pattern, rest, regions, bindings, owner, name)
		);
	}

	/** What is absent, by the first of some patterns that names anything. */
	absent(patterns: readonly CodeNode[], bindings: Bindings): string {
		const texts = patterns.map((one) => this.printer.core(one, bindings));
		const text = texts.find(isTelling) ?? texts[0] ?? "…";
		return patterns[0]?.kind === "index" &&
			!isTelling(this.printer.print(patterns[0], bindings))
			? `${valueFrom}${text}`
			: text;
	}

	/** The candidate that comes closest to a pattern that does not occur, or that it is absent. */
	closest(
		pattern: CodeNode,
		rest: readonly CodeNode[],
		regions: readonly CodeNode[],
		bindings: Bindings,
		owner: CodeNode,
		name: string,
	): Cost {
		const after = rest.reduce((sum, one) => sum + weigh(one), 0);
		for (const { at } of candidates(pattern, regions, false))
			if (matchItself(pattern, at, bindings, () => true))
				return costOf(0.5 + after, bindings, {
					facet: "unreached",
					at,
					path: [],
					expected: "reached",
					actual: codeOf(at),
				});
		const weighed: { cost: Cost; isNamed: boolean }[] = [];
		for (const { at } of candidates(withoutName(pattern), regions)) {
			if (weighed.length >= mostCandidates) break;
			weighed.push({
				cost: this.parts(pattern, at, at, bindings),
				isNamed: bearsName(pattern, at),
			});
		}
		const ofName = weighed.filter(({ isNamed }) => isNamed);
		const best = least(
			(ofName.length > 0 ? ofName : weighed).map(({ cost }) => cost),
		);
		const weight = weigh(pattern);
		// Several of the name, and each of them means something else: the right one is not there yet.
		const isOther =
			ofName.length > 1 &&
			pattern.kind === "call" &&
			best?.miss?.facet === "value" &&
			best.lost >= 2;
		const isOpen = !isTelling(this.printer.print(pattern, bindings));
		const isAbsent =
			!best ||
			(ofName.length !== 1 && best.lost > Math.max(1.5, weight * 0.5)) ||
			(ofName.length === 0 &&
				best.lost >
					weight * (isOpen && best.miss?.facet !== "kind" ? 1 : 0.6)) ||
			isOther;
		if (!isAbsent) return { ...best, lost: best.lost + after };
		return costOf(weight + 1 + after, bindings, {
			facet: "absent",
			at: owner,
			path: [name],
			expected: this.absent([pattern, ...rest], bindings),
			actual: name.replaceAll("`", ""),
		});
	}
}

function importOf(name: string, source: string, isPython: boolean): string {
	if (isPython) return `\`from ${source} import ${name}\``;
	return name === "default" || name === "*"
		? `an import of "${source}"`
		: `\`import { ${name} } from "${source}"\``;
}

/** The pattern without its own name, so that all of its kind are candidates. */
function withoutName(pattern: CodeNode): CodeNode {
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
function bearsName(pattern: CodeNode, node: CodeNode): boolean {
	if (pattern.kind !== node.kind) return false;
	if (/^(declaration|element|export|class)$/.test(pattern.kind))
		return (
			pattern.value === node.value && !String(pattern.value).startsWith("µ")
		);
	const name =
		pattern.kind === "call" && pattern.part.callee?.kind !== "metavariable"
			? calleeName(pattern)
			: null;
	return name !== null && name === calleeName(node);
}
