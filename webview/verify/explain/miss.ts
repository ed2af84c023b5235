/** Near misses as data: what differs, where, and how much of a pattern is lost. */

import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import type { CodeNode } from "../model/node.ts";
import { editDistance } from "./names.ts";
import { isDistinctive } from "./print.ts";

/** In which way code differs from a pattern. */
export type Facet =
	| "name"
	| "value"
	| "missing"
	| "absent"
	| "order"
	| "parameters"
	| "async"
	| "member"
	| "import"
	| "forbidden"
	| "kind"
	| "count"
	| "unreached";

/** The first part that differs, and what it should be. */
export interface Miss {
	facet: Facet;
	at: CodeNode;
	/** The parts around it, from the outside in, in words. */
	path: readonly string[];
	expected: string;
	actual: string;
	/** Of a mistake that explains a miss: what the message says after the code and its place. */
	says?: string;
	/** Of what must not be there: what it must not come after. */
	before?: CodeNode;
	/** Of what must not be there: what it must not be there with. */
	beside?: CodeNode;
	/** Of what must not be there: the condition that it must not depend on, and its answer. */
	under?: { condition: CodeNode; isTrue: boolean };
	/** Of what must not be there: an import of the same name, which it replaces. */
	replaces?: CodeNode;
	/** Of what must not be there: what a name in it stands for. */
	stands?: string;
	/** Of what must not be there: it may be, if something uses its value. */
	isDiscarded?: boolean;
	/** Of what must not be there: a statement that can be removed. */
	isUnwanted?: boolean;
	/** Of what must not be there: it changes an object of which a copy is to be made. */
	isInPlace?: boolean;
	/** Of a value that is handed over as a text: the call that makes the text. */
	textOf?: CodeNode;
	/** Of a function's name: the function makes another one, which is meant. */
	isUncalled?: boolean;
	/** Of a member of a class: the one that is asked for, which is used in another way. */
	member?: CodeNode;
	/** Of a name that is not imported: no file declares it. */
	isUndeclared?: boolean;
	/** Of what stands in the wrong place: where it has to stand. */
	into?: string;
	/** Of what is absent: code that resembles it and may have another purpose. */
	closest?: CodeNode | undefined;
	/** Of what is absent: other code is there that needs it. */
	isBeside?: boolean;
	/** Of what is absent: it is there once, and has to be there twice. */
	isSecond?: boolean;
	/** Of what is absent from a file: the call that it belongs into, absent as well. */
	holder?: string | null;
	/** Of what is absent: code that belongs into it. */
	inside?: string;
	/** Of what is absent from a file: what it belongs to, absent as well. */
	home?: string;
	/** Of what is absent from a file: the patterns whose place is looked for. */
	lacking?: readonly CodeNode[] | undefined;
}

/** How much of a pattern code lacks; none when there is no miss. */
export interface Cost {
	lost: number;
	bindings: Bindings;
	miss: Miss | null;
}

export const noCost = (bindings: Bindings): Cost => ({
	lost: 0,
	bindings,
	miss: null,
});

/** The cost of a miss. */
export const costOf = (lost: number, bindings: Bindings, miss: Miss): Cost => ({
	lost,
	bindings,
	miss,
});

/** A cost whose miss stands in a part. */
export const within = (part: string, cost: Cost): Cost =>
	cost.miss
		? { ...cost, miss: { ...cost.miss, path: [part, ...cost.miss.path] } }
		: cost;

/** The least cost. */
export const least = (costs: readonly Cost[]): Cost | null =>
	costs.reduce<Cost | null>(
		(best, one) => (!best || one.lost < best.lost ? one : best),
		null,
	);

/** Of alternatives an author gives the usual one first; a later one has to be closer. */
export function usual(costs: readonly Cost[]): Cost | null {
	const best = least(
		costs.map((cost, index) => ({ ...cost, lost: cost.lost + index * 0.75 })),
	);
	if (!best?.miss) return best;
	const { lost, miss } = best;
	const [usualOne] = costs;
	if (usualOne?.miss?.facet === "absent" && isWithoutDefault(miss))
		return { ...usualOne, lost };
	// Code that is begun in the usual way gets no advice to take another one.
	if (miss.facet === "absent" && usualOne?.miss && isPart(usualOne.miss))
		return { ...usualOne, lost };
	if (!isOfOtherKind(miss)) return best;
	// Where nothing is similar, report the usual one.
	const first = costs.find(
		(one) => one.miss && isOfOtherKind(one.miss) && one.miss.at === miss.at,
	);
	return first ? { ...first, lost } : best;
}

/** Whether a field or parameter has no default at all, so that no way is begun. */
const isWithoutDefault = ({ facet, path }: Miss) =>
	facet === "missing" && path.at(-1) === "a default";

/** Whether a miss is about a part of code that is there. */
const isPart = ({ facet, path }: Miss) =>
	/^(kind|name|value)$/.test(facet) && path.length > 1;

/** Whether a miss says of a whole node that it is something else. */
const isOfOtherKind = ({ facet, path, at, actual }: Miss) =>
	facet === "kind" && path.length === 0 && at.kind !== "program" && !!actual;

/** The least cost of alternatives; what is absent is worded as the first, since authors write the usual one first. */
export function inUsualWords(costs: readonly Cost[]): Cost | null {
	const best = usual(costs);
	const first = costs[0]?.miss;
	return best?.miss?.facet === "absent" &&
		first?.facet === "absent" &&
		first.at === best.miss.at &&
		isDistinctive(first.expected)
		? {
				...best,
				miss: {
					...best.miss,
					expected: first.expected,
					lacking: first.lacking,
				},
			}
		: best;
}

const weights = new WeakMap<CodeNode, number>();

/** How much there is in a pattern. */
export function weigh(pattern: CodeNode): number {
	const { kind, children, list } = pattern;
	if (kind === "metavariable" || kind === "ellipsis") return 0;
	let weight = weights.get(pattern);
	if (weight === undefined) {
		weight =
			kind === "any"
				? Math.min(...list.alternatives.map(weigh))
				: 1 + children.reduce((sum, child) => sum + weigh(child), 0);
		weights.set(pattern, weight);
	}
	return weight;
}

/** What another word costs; a typo costs less, and so does a text that contains the other. */
export const wordCost = (one: string, other: string): number => {
	if (isTypo(one, other)) return 0.5;
	const text = one.replace(/µ.*/, "");
	return text.length > 2 && other.includes(text) ? 1.5 : 2;
};

/** Whether one word is likely meant as the other: it differs in capital letters or in a quarter of its letters. */
export function isTypo(one: string, other: string): boolean {
	if (one.toLowerCase() === other.toLowerCase()) return true;
	if (one.length > 64 || other.length > 64) return false;
	const shorter = Math.min(one.length, other.length);
	const most = Math.min(2, Math.max(1, shorter / 4));
	if (Math.abs(one.length - other.length) > most) return false;
	return shorter > 1 && editDistance(one, other) <= most;
}

const ordinals = [msg`first`, msg`second`, msg`third`, msg`fourth`, msg`fifth`];
export const ordinal = (index: number) =>
	ordinals[index] ?? msg`${index + 1}th`;
