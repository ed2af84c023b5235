/** What code lacks of patterns that must occur in it: the closest candidate of the first that does not, or that it is absent. */
import { type Candidate, comesAfter } from "../match/after.ts";
import { candidates } from "../match/candidates.ts";
import { matchQuestion } from "../match/conditions.ts";
import { holds, isOfKind } from "../match/evaluate.ts";
import { match, matchItself } from "../match/match.ts";
import { find, matchSequence } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, calleeName } from "../model/node.ts";
import { itemsOf, unwrapped } from "./forbidden.ts";
import { isHome } from "./home.ts";
import { codeOf, labelOf } from "./label.ts";
import {
	areForOthers,
	bearsName,
	hasOwnPurpose,
	isOpenCall,
	mayHaveOtherPurpose,
	uncalledIn,
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
} from "./miss.ts";
import { areTextTests } from "./names.ts";
import { hasFunction } from "./place.ts";
import { isDistinctive } from "./print.ts";
import { UnusedWeigher } from "./unused.ts";
import { valueFrom } from "./words.ts";

/** Whether code of a pattern is there, wherever. */
const isIn = (
	pattern: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
) => find(pattern, regions, bindings, () => true);

/** The most candidates that are weighed. */
const mostCandidates = 80;

/** Weighs nodes and regions against patterns; prints what they should be. */
export class Weigher extends UnusedWeigher {
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
				if (cost.miss || !inner) return cost;
				return (
					this.unguarded(pattern, inner, regions, bindings) ??
					costOf(weigh(inner) + 1, bindings, {
						facet: "absent",
						at: owner,
						path: [name],
						expected: this.absent([inner], bindings),
						actual: name.replaceAll("`", ""),
						lacking: [inner],
					})
				);
			}
			case "any":
				return this.inFirstWords(
					inUsualWords(
						pattern.list.alternatives.map((one) => goOn([one, ...rest])),
					) as Cost,
					pattern.list.alternatives,
					bindings,
				);
		}
		const tried: Cost[] = [];
		find(pattern, regions, bindings, (found, inner, at) => {
			const here = { at: inner, anchor: at };
			if (before && !comesAfter(before, here)) {
				const isSame = labelOf(at) === labelOf(before.anchor);
				tried.push(
					costOf(isSame ? 1 : 0.75, found, {
						facet: isSame ? "absent" : "order",
						at: isSame ? owner : at,
						path: isSame ? [name] : [],
						expected: this.printer.print(pattern, found),
						actual: labelOf(before.anchor),
						...(!isSame && { before: before.anchor }),
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
			this.unwrapped(pattern, regions, bindings) ??
			this.closest(pattern, rest, regions, bindings, owner, name)
		);
	}

	/** A miss of alternatives. When the code has nothing of a later alternative, it is worded as the first. */
	inFirstWords(
		cost: Cost,
		[first, ...others]: readonly CodeNode[],
		bindings: Bindings,
	): Cost {
		const { miss } = cost;
		const lacking = miss?.lacking?.[0];
		if (!first || !lacking || miss?.closest) return cost;
		if (!others.some((one) => itemsOf(one)[0] === lacking)) return cost;
		const expected = this.absent(itemsOf(first), bindings);
		return isDistinctive(expected)
			? { ...cost, miss: { ...miss, expected } }
			: cost;
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

	/** The first code that belongs into a function or class that is absent, as far as it names anything. */
	insideOf(pattern: CodeNode, bindings: Bindings): { inside: string } | null {
		if (!isHome(pattern)) return null;
		const [one = pattern] = unwrapped(pattern);
		const parts = (one.kind === "call" ? one.list.arguments : [one]).flatMap(
			(part) => (part.part.value ?? part).part.body?.list.statements ?? [],
		);
		const inside = parts
			.map((part) => this.printer.print(part, bindings))
			.find((text) => isDistinctive(text) && !text.startsWith("…"));
		return inside ? { inside } : null;
	}

	/** What is absent, by the first of some patterns that names anything. */
	absent(patterns: readonly CodeNode[], bindings: Bindings): string {
		const texts = patterns.map((one) => this.printer.core(one, bindings));
		const text = texts.find(isDistinctive) ?? texts[0] ?? "…";
		return patterns[0]?.kind === "index" &&
			!isDistinctive(this.printer.print(patterns[0], bindings))
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
			if (
				matchItself(pattern, at, bindings, () => true) ||
				isSameQuestion(pattern, at, bindings)
			)
				return costOf(0.5 + after, bindings, {
					facet: "unreached",
					at,
					path: [],
					expected: msg`reached`,
					actual: codeOf(at),
				});
		const lost = this.unasked(pattern, regions, bindings);
		if (lost) return { ...lost, lost: 0.5 + after };
		const named = uncalledIn(pattern, regions, bindings);
		if (named)
			return this.differs("kind", pattern, named, 0.5 + after, bindings);
		const weighed: { at: CodeNode; cost: Cost; isNamed: boolean }[] = [];
		for (const { at } of candidates(withoutName(pattern), regions)) {
			if (weighed.length >= mostCandidates) break;
			if (weighed.some((other) => other.at === at)) continue;
			const cost = this.parts(pattern, at, at, bindings);
			const isAsked =
				this.isBound(pattern, bindings) &&
				isSameQuestion(pattern, at, bindings);
			weighed.push({
				at,
				cost: isAsked ? { ...cost, lost: cost.lost - 1 } : cost,
				isNamed: isAsked || bearsName(pattern, at),
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
		const isOpen = !isDistinctive(this.printer.print(pattern, bindings));
		const isOnlyClass =
			weighed.length === 1 &&
			(/^(throw|try)$/.test(pattern.kind) ||
				(pattern.kind === "return" &&
					pattern.part.value?.kind === "name" &&
					!!weighed[0]?.at.part.value) ||
				(/^(class|declaration)$/.test(pattern.kind) &&
					weighed[0]?.at.part.value?.kind === "class"));
		const isAbsent =
			!best ||
			(ofName.length !== 1 &&
				!isOnlyClass &&
				best.lost > Math.max(1.75, weight * 0.5)) ||
			(ofName.length === 0 &&
				!isOnlyClass &&
				best.lost >
					weight * (isOpen && best.miss?.facet !== "kind" ? 1 : 0.6)) ||
			isOther ||
			(pattern.kind === "function" &&
				best.miss?.facet === "parameters" &&
				Math.abs(Number(best.miss.expected) - Number(best.miss.actual)) > 1) ||
			areForOthers(
				pattern,
				best,
				weighed.map(({ cost }) => cost),
			);
		const alike =
			best && !isAbsent && mayHaveOtherPurpose(pattern, best)
				? weighed.find(({ cost }) => cost === best)?.at
				: undefined;
		const isForOther = !!alike && hasOwnPurpose(pattern, alike);
		const closest = isForOther ? undefined : alike;
		const other =
			isAbsent || alike
				? this.otherCallee(
						pattern,
						weighed.filter(({ isNamed }) => !isNamed).map(({ at }) => at),
						bindings,
					)
				: null;
		if (other) return { ...other, lost: other.lost + after };
		const isRoute =
			closest &&
			(hasFunction(closest) !== hasFunction(pattern) || isOpenCall(pattern));
		if (!isAbsent && !alike) return { ...best, lost: best.lost + after };
		const patterns = [pattern, ...rest];
		return costOf((isAbsent ? weight + 1 : best.lost) + after, bindings, {
			facet: "absent",
			at: owner,
			path: [name],
			expected: this.absent(
				[pattern, ...rest.filter((one) => !isIn(one, regions, bindings))],
				bindings,
			),
			actual: closest && !isRoute ? labelOf(closest) : name.replaceAll("`", ""),
			lacking: patterns,
			...(closest && !isRoute && { closest }),
			...((isAbsent || isForOther) && this.insideOf(pattern, bindings)),
		});
	}

	/** Whether a pattern is a condition that says what it asks. */
	isBound({ kind, part }: CodeNode, bindings: Bindings): boolean {
		const { condition } = part;
		return (
			kind === "if" &&
			!!condition &&
			isDistinctive(this.printer.print(condition, bindings))
		);
	}

	/** A call of another function that is given what the pattern's call has to be given. */
	otherCallee(
		pattern: CodeNode,
		calls: readonly CodeNode[],
		bindings: Bindings,
	): Cost | null {
		if (pattern.kind !== "call" || isOpenCall(pattern)) return null;
		const name = calleeName(pattern) ?? "";
		const alike = calls.find((one) =>
			areTextTests(name, calleeName(one) ?? ""),
		);
		if (alike)
			return costOf(1.5, bindings, {
				facet: "name",
				at: alike.part.callee ?? alike,
				path: [],
				expected: name,
				actual: calleeName(alike) ?? "",
			});
		const given = pattern.list.arguments.filter(
			({ kind }) => kind === "object",
		);
		const at = calls.find(
			(one) =>
				isOfKind(one, "discarded") &&
				given.some((wanted) =>
					one.list.arguments.some((own) =>
						match(wanted, own, bindings, () => true),
					),
				),
		);
		return at
			? costOf(1.5, bindings, {
					facet: "kind",
					at,
					path: [],
					expected: this.printer.print(pattern, bindings),
					actual: codeOf(at),
				})
			: null;
	}
}

/** Whether two conditions ask the same, whatever their code is. */
function isSameQuestion(
	pattern: CodeNode,
	{ kind, part }: CodeNode,
	bindings: Bindings,
): boolean {
	const asks = kind === "if" ? part.condition : undefined;
	const { condition } = pattern.part;
	return (
		pattern.kind === "if" &&
		!!asks &&
		!!condition &&
		matchQuestion(condition, asks, true, bindings, () => true)
	);
}
