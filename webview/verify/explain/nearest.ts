/** The closest miss of a condition in a file; asked for after a miss only. */

import { takingLost, takingMore } from "../match/context.ts";
import {
	contains,
	countHits,
	fitsRegex,
	holds,
	isOfKind,
	occursIn,
	regionsOf,
	startOf,
} from "../match/evaluate.ts";
import { match } from "../match/match.ts";
import { find } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, isWithin } from "../model/node.ts";
import { ignoringReach, unusedAround } from "../model/reach.ts";
import { valuesOf } from "../model/values.ts";
import { Weigher } from "./cost.ts";
import { forbiddenIn, itemsOf, patternsIn, standsInside } from "./forbidden.ts";
import { type Home, homeOf, inHome, ofUsedClass } from "./home.ts";
import { codeOf, labelOf } from "./label.ts";
import {
	isForeignFunction,
	isMeant,
	isOpenCall,
	isOtherLiteral,
	isOtherObject,
	isRight,
	isVague,
} from "./look-alikes.ts";
import {
	type Cost,
	costOf,
	inUsualWords,
	least,
	usual,
	within,
} from "./miss.ts";
import { replacedImport } from "./offence.ts";
import { isDistinctive, type Printer } from "./print.ts";
import { kindNames, roleIn } from "./role.ts";
import { lostIn } from "./unused.ts";
import { named } from "./words.ts";

/** How many matches are tried for the one whose conditions come closest to holding. */
const mostMatches = 20;

/** What is added to the cost of an alternative that other code rules out: fixing the rest would not be enough. */
const ruledOut = 20;

/** The closest miss, or null when nothing can be said. */
export function closestMiss(
	condition: CompiledCondition,
	file: CodeNode,
	earlier: readonly CompiledCondition[],
	printer: Printer,
): Cost | null {
	return takingLost(() => {
		const home = homeOf(condition, earlier, file, printer);
		const cost =
			lostIn(condition, file) ??
			new Explainer(printer, home).condition(condition, file, {});
		const placed = cost && home ? inHome(cost, home, printer) : cost;
		return placed && ofUsedClass(placed);
	});
}

class Explainer {
	readonly #weigher: Weigher;

	constructor(
		readonly printer: Printer,
		readonly home: Home | null,
	) {
		this.#weigher = new Weigher(printer);
	}

	condition(
		condition: CompiledCondition,
		given: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const { patterns, count } = condition;
		const node = startOf(condition, given);
		if (!patterns) return this.#beside(condition, node, bindings);
		const isFile = node.kind === "program";
		if (count) {
			const hits = countHits(condition, node, bindings);
			if (hits > 0 && (hits < count.min || hits > count.max))
				return this.#count(patterns, count, hits, node, bindings);
		}
		const costs = patterns.map((pattern) => {
			const closest = this.#matched(condition, pattern, node, bindings);
			if (closest) return { ...closest, lost: Math.min(0.9, closest.lost) };
			const unreached = isFile && this.#unreached(pattern, node, bindings);
			if (unreached) return unreached;
			return isFile
				? this.#weigher.inOrder(
						itemsOf(pattern),
						[node],
						bindings,
						node,
						named(node),
					)
				: this.#weigher.cost(pattern, node, bindings);
		});
		const closest = inUsualWords(
			costs
				.filter(({ miss }) => miss)
				.map((cost, index) =>
					index > 0 && isRight(patterns.slice(0, 1), cost)
						? { ...cost, lost: cost.lost + ruledOut }
						: cost,
				),
		);
		if (closest?.miss?.facet !== "absent") return closest;
		const [usualOne] = isFile && !closest.miss.closest ? patterns : [];
		const holder = usualOne ? this.printer.holder(usualOne) : null;
		if (isDistinctive(closest.miss.expected))
			return { ...closest, miss: { ...closest.miss, holder } };
		const inside = condition.has ? patternsIn(condition.has) : [];
		const expected = this.#weigher.absent(inside, bindings);
		return isDistinctive(expected)
			? { ...closest, miss: { ...closest.miss, expected, holder } }
			: closest;
	}

	#count(
		patterns: readonly CodeNode[],
		{ min, max }: { min: number; max: number },
		hits: number,
		node: CodeNode,
		bindings: Bindings,
	): Cost {
		const code = this.printer.print(patterns[0], bindings);
		const wanted =
			hits < min
				? min === max
					? min
					: msg`at least ${min}`
				: max === min
					? max
					: msg`at most ${max}`;
		return costOf(1, bindings, {
			facet: "count",
			at: node,
			path: [],
			expected: msg`${wanted} of \`${code}\``,
			actual: String(hits),
		});
	}

	/** Where the pattern itself is there, the match whose conditions come closest to holding. */
	#matched(
		condition: CompiledCondition,
		pattern: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const costs: Cost[] = [];
		const note = (found: Bindings, at: CodeNode) => {
			const cost = this.#beside(condition, at, found);
			const isAtHome = at === this.home?.at && cost ? 0.5 : 0;
			if (cost)
				costs.push(
					this.#unlessOther(
						{ ...cost, lost: cost.lost - isAtHome },
						pattern,
						at,
						node,
					),
				);
			return costs.length > mostMatches;
		};
		if (node.kind === "program") occursIn([pattern], node, bindings, note);
		else match(pattern, node, bindings, (found) => note(found, node));
		return least(costs);
	}

	/** A match for something else, whose value is a literal of its own elsewhere: the one that is asked for is absent. */
	#unlessOther(
		cost: Cost,
		pattern: CodeNode,
		at: CodeNode,
		file: CodeNode,
	): Cost {
		const { miss, bindings } = cost;
		if (!miss || miss.facet === "import") return cost;
		const { callee } = at.part;
		const isOfOther = isWithin(miss.at, at)
			? isOpenCall(pattern) &&
				callee &&
				isWithin(miss.at, callee) &&
				!isMeant(this.printer.print(pattern, {}), callee)
			: isOtherLiteral(miss);
		if (!isOfOther) return cost;
		return costOf(cost.lost, bindings, {
			facet: "absent",
			at: file,
			path: [named(file)],
			expected: this.printer.print(pattern, {}),
			actual: labelOf(at),
			lacking: [pattern],
			...(isWithin(miss.at, at) && !isOpenCall(pattern) && { closest: at }),
		});
	}

	/** The pattern is there, in code that nothing uses. */
	#unreached(
		pattern: CodeNode,
		file: CodeNode,
		bindings: Bindings,
	): Cost | null {
		let unused: CodeNode | null = null;
		ignoringReach(() => {
			const [first] = itemsOf(pattern);
			return (
				occursIn([pattern], file, bindings, () => true) &&
				first !== undefined &&
				find(first, [file], bindings, (_, at) => {
					unused = unusedAround(at);
					return unused !== null;
				})
			);
		});
		const found = unused as CodeNode | null;
		return found
			? costOf(0.5, bindings, {
					facet: "unreached",
					at: found,
					path: [],
					expected: msg`called, exported or registered`,
					actual: String(found.parent?.value ?? found.value ?? codeOf(found)),
				})
			: null;
	}

	/** The pattern is there; the first of its conditions that does not hold. */
	#beside(
		condition: CompiledCondition,
		at: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const { is, regex, where, all, any, has, inside, not } = condition;
		if (is && !isOfKind(at, is))
			return this.#wrong(at, kindNames[is], 2, bindings);
		if (regex && !valuesOf(at).some((value) => fitsRegex(value, regex)))
			return this.#wrong(at, regex.source.replace(/[\^$\\]/g, ""), 1, bindings);
		for (const [index, [name, one]] of where.entries()) {
			const later = where.length - index - 1;
			const bound = bindings[name];
			if (!bound || holds(one, bound, bindings, () => true)) continue;
			const replaced = replacedImport(bound);
			if (replaced) return replaced;
			const miss = this.condition(one, bound, bindings);
			const cost = miss && {
				...miss,
				lost: miss.lost + later + (isOtherObject(miss, bound) ? 1 : 0),
			};
			if (!cost?.miss) return this.#wrong(bound, "", 1 + later, bindings);
			const { facet, at: place, path } = cost.miss;
			const role = roleIn(place);
			return path.length === 0 && role && /^(value|kind|forbidden)$/.test(facet)
				? within(role, cost)
				: cost;
		}
		const failing = all.flatMap((one) =>
			holds(one, at, bindings, () => true)
				? []
				: (this.condition(one, at, bindings) ?? []),
		);
		// Wrong code that is there may be why other code is not found.
		const isThere = ({ miss }: Cost) => miss?.facet === "forbidden";
		const [first] = failing;
		if (first) {
			const cost = isVague(first) ? (failing.find(isThere) ?? first) : first;
			return { ...cost, lost: cost.lost + failing.length - 1 };
		}
		if (any && !any.some((one) => holds(one, at, bindings, () => true)))
			return inUsualWords(this.#alternatives(any, at, bindings));
		if (has && !contains(has, at, bindings, () => true)) {
			const cost = this.#lacking(has, at, bindings);
			if (cost?.miss) return cost;
		}
		if (inside && !standsInside(inside, at, bindings))
			return this.#weigher.outside(inside.patterns?.[0], at, bindings);
		return takingMore(() =>
			not && holds(not, at, bindings, () => true)
				? forbiddenIn(not, at, bindings, this.printer)
				: null,
		);
	}

	/** The closest misses of alternatives, without those that say nothing of what is meant. */
	#alternatives(
		any: readonly CompiledCondition[],
		at: CodeNode,
		bindings: Bindings,
	): Cost[] {
		return any.flatMap((one, index) => {
			const cost = this.condition(one, at, bindings);
			if (!cost) return [];
			// What only a later alternative forbids is no mistake in code that is meant for another one.
			if (index > 0 && cost.miss?.facet === "forbidden") return [];
			if (index > 0 && isRight(any[0]?.patterns ?? [], cost))
				return { ...cost, lost: cost.lost + ruledOut };
			const { not } = one;
			const isRuledOut = not?.patterns && holds(not, at, bindings, () => true);
			return isRuledOut ? { ...cost, lost: cost.lost + ruledOut } : cost;
		});
	}

	#wrong(
		at: CodeNode,
		expected: string,
		lost: number,
		bindings: Bindings,
	): Cost {
		return costOf(lost, bindings, {
			facet: "value",
			at,
			path: [],
			expected,
			actual: codeOf(at),
		});
	}

	#lacking(
		has: CompiledCondition,
		at: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const inside = this.#insideOf(has, at, bindings);
		const hits = has.count ? countHits(has, at, bindings, regionsOf(at)) : 0;
		if (has.count && hits > 0)
			return this.#count(has.patterns ?? [], has.count, hits, at, bindings);
		const name = at.kind === "program" ? named(at) : `\`${labelOf(at)}\``;
		const patterns = patternsIn(has);
		const structural = () =>
			patterns.map((pattern) =>
				this.#weigher.inOrder(
					itemsOf(pattern),
					regionsOf(at),
					bindings,
					at,
					name,
				),
			);
		// Code that is almost the usual way is not meant for a later one, whose pattern it happens to meet.
		if (inside && has.any) {
			const closest = usual(structural().filter(({ miss }) => miss));
			return closest?.miss?.facet === "value" &&
				closest.miss.at.kind === "binary"
				? closest
				: inside;
		}
		if (inside) return inside;
		const [first] = has.patterns ?? [];
		if (first && isForeignFunction(at)) {
			const code = this.printer.core(first, bindings);
			return this.#wrong(at, `(…) => ${code}`, 2, bindings);
		}
		const isLiteral = ({ kind }: CodeNode) =>
			/^(string|number|constant)$/.test(kind);
		if (first && isLiteral(first) && isLiteral(at))
			return this.#wrong(at, this.printer.print(first, bindings), 2, bindings);
		return usual(structural());
	}

	/** The pattern of what a node has to contain is there; the first of its conditions that does not hold. */
	#insideOf(
		has: CompiledCondition,
		at: CodeNode,
		bindings: Bindings,
	): Cost | null {
		// What only a later alternative forbids is no mistake in code that is meant for another one.
		const costs = (has.any ?? [])
			.map((one) => this.#insideOf(one, at, bindings))
			.filter(
				(cost, index) => index === 0 || cost?.miss?.facet !== "forbidden",
			);
		for (const pattern of has.patterns ?? []) {
			let tried = 0;
			if (pattern.kind === "sequence") continue;
			find(pattern, regionsOf(at), bindings, (found, inner) => {
				costs.push(this.#beside(has, inner, found));
				return ++tried > mostMatches;
			});
		}
		return least(costs.filter((cost) => cost?.miss) as Cost[]);
	}
}
