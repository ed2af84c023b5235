/** What a node lacks of a pattern: its parts are weighed one by one, and the first that differs is told. */
import { holds } from "../match/evaluate.ts";
import { match, matchItself } from "../match/match.ts";
import {
	type Candidate,
	candidates,
	comesAfter,
	find,
	matchSequence,
} from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { moduleNameOf } from "../model/modules.ts";
import type { CodeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { BlockWeigher, nameOf } from "./blocks.ts";
import type { Step } from "./calls.ts";
import {
	areForOthers,
	bearsName,
	isOpenCall,
	mayHaveOtherPurpose,
	withoutName,
} from "./look-alikes.ts";
import {
	type Cost,
	costOf,
	inUsualWords,
	least,
	noCost,
	usual,
	weigh,
	wordCost,
} from "./miss.ts";
import { hasFunction } from "./place.ts";
import { codeOf, isTelling, labelOf } from "./print.ts";
import { importOf, valueFrom } from "./words.ts";

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
		if (
			pattern.kind === "call" &&
			value.kind !== "call" &&
			!isOpenCall(pattern) &&
			match(pattern.part.callee, value, bindings, () => true)
		)
			return this.differs("kind", pattern, node, 0.5, bindings);
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
			case "guarded": {
				const inner = pattern.part.pattern;
				const cost = goOn([...(inner ? [inner] : []), ...rest]);
				return cost.miss || !inner
					? cost
					: (this.unguarded(pattern, inner, regions, bindings) ?? cost);
			}
			case "any":
				return inUsualWords(
					pattern.list.alternatives.map((one) => goOn([one, ...rest])),
				) as Cost;
		}
		const tried: Cost[] = [];
		find(pattern, regions, bindings, (found, inner, at) => {
			const here = { at: inner, anchor: at };
			if (before && !comesAfter(before, here)) {
				const isSame = labelOf(at) === labelOf(before.anchor);
				tried.push(
					costOf(1, found, {
						facet: isSame ? "absent" : "order",
						at: isSame ? owner : at,
						path: isSame ? [name] : [],
						expected: this.printer.print(pattern, found),
						actual: labelOf(before.anchor),
						...(isSame && { isSecond: true, closest: before.anchor }),
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
			this.unawaited(pattern, regions, bindings) ??
			this.closest(pattern, rest, regions, bindings, owner, name)
		);
	}

	/** A pattern occurs, but what a definition says of its metavariables does not hold: the first of them that is something else. */
	unguarded(
		{ facts }: CodeNode,
		inner: CodeNode,
		regions: readonly CodeNode[],
		bindings: Bindings,
	): Cost | null {
		const guards = (facts.guards ?? []) as CompiledCondition["where"];
		const items = inner.kind === "sequence" ? inner.list.statements : [inner];
		const tried: Cost[] = [];
		matchSequence(items, regions, bindings, (found) => {
			for (const [name, condition] of guards) {
				const bound = found[name];
				if (!bound || holds(condition, bound, found, () => true)) continue;
				const closest = usual(
					(condition.patterns ?? []).map((one) => this.cost(one, bound, found)),
				);
				if (closest?.miss) tried.push(closest);
			}
			return tried.length > 0;
		});
		return tried[0] ?? null;
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
		const weighed: { at: CodeNode; cost: Cost; isNamed: boolean }[] = [];
		for (const { at } of candidates(withoutName(pattern), regions)) {
			if (weighed.length >= mostCandidates) break;
			weighed.push({
				at,
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
			isOther ||
			areForOthers(
				pattern,
				best,
				weighed.map(({ cost }) => cost),
			);
		const closest =
			best && !isAbsent && mayHaveOtherPurpose(pattern, best)
				? weighed.find(({ cost }) => cost === best)?.at
				: undefined;
		const isRoute =
			closest &&
			((hasFunction(closest) && !hasFunction(pattern)) || isOpenCall(pattern));
		if (!isAbsent && !closest) return { ...best, lost: best.lost + after };
		const patterns = [pattern, ...rest];
		return costOf((isAbsent ? weight + 1 : best.lost) + after, bindings, {
			facet: "absent",
			at: owner,
			path: [name],
			expected: this.absent(patterns, bindings),
			actual: closest && !isRoute ? labelOf(closest) : name.replaceAll("`", ""),
			lacking: patterns,
			...(closest && !isRoute && { closest }),
		});
	}
}
