/** What must not be there, of what meets a condition: the smallest code, and what it must not stand after. */

import { type Candidate, comesAfter } from "../match/after.ts";
import { branchesOf } from "../match/branches.ts";
import { statementsOf } from "../match/decisions.ts";
import { holds, holdsBeside, isOfKind, regionsOf } from "../match/evaluate.ts";
import { find } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, isWithin, textOf } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf, labelOf } from "./label.ts";
import { type Cost, costOf, type Miss } from "./miss.ts";
import { meaningIn, type Offence, offenceIn } from "./offence.ts";
import type { Printer } from "./print.ts";
import { besides, unaccompanied } from "./together.ts";

/** What a condition forbids in a node that meets it. */
export function forbiddenIn(
	not: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	printer: Printer,
): Cost {
	const holding = not.any?.find((one) => holds(one, at, bindings, () => true));
	if (holding) return forbiddenIn(holding, at, bindings, printer);
	const together = not.patterns
		? null
		: (unaccompanied(not, at, bindings, printer) ?? besides(not, at, bindings));
	if (together) return together;
	let bad = at;
	let found = bindings;
	holds(not, at, bindings, (inner, place) => {
		bad = place;
		found = inner;
		return true;
	});
	const places = (not.has && placesOf(not.has, regionsOf(bad), found)) ??
		(bad.kind === "program"
			? placesOf(not, [bad], bindings)
			: innermost(not.patterns ?? [], bad, found)) ?? [bad];
	const reversed = places.toReversed();
	// Of data and the element that it belongs to, the data are wrong.
	const isOfData =
		reversed[0]?.kind === "element" && reversed[1]?.kind === "call";
	if (isOfData) reversed.shift();
	const [last = at, ...earlier] = reversed;
	const before = earlier[0] && !isUnpacking(earlier[0]) ? earlier[0] : null;
	const wanted = isOfData ? firstOf(not) : not;
	const part = before ? null : offenceOf(wanted, last, bad, found);
	const own = ownOf(not, last, found);
	const around = before || part ? null : branchAround(own, last);
	const offence = part ?? (before || around ? null : conditionOf(last));
	const after = before ?? offence?.before;
	const place = offence?.at ?? last;
	const under = after || offence ? null : around;
	const meaning =
		offence?.meaning ??
		(after ? null : meaningIn(own, under?.condition ?? place, found));
	const actual = offence ? codeOf(offence.value) : shown(last);
	return costOf(1, bindings, {
		facet: "forbidden",
		at: place,
		path: offence?.role ? [offence.role] : [],
		expected: after ? codeOf(after) : "",
		actual,
		...(after && { before: after }),
		...(under && { under }),
		...(meaning && !meaning.endsWith(`\`${actual}\``) && { stands: meaning }),
		...(offence?.isDiscarded && { isDiscarded: true }),
		...(!not.has && isUnwanted(own, place) && { isUnwanted: true }),
	});
}

/** The condition of an `if` that must not be there as a whole. */
function conditionOf(node: CodeNode): Offence | null {
	const at = node.kind === "if" ? branchesOf(node)?.condition : null;
	return at ? { at, role: msg`the condition`, value: at } : null;
}

/** Whether a call that stands by itself must not be there at all, whatever it is given. */
const isUnwanted = (
	{ patterns, where, is, regex, has, inside, not }: CompiledCondition,
	place: CodeNode,
): boolean =>
	!is &&
	!regex &&
	!has &&
	!inside &&
	!not &&
	where.length === 0 &&
	!!patterns &&
	patterns.every(({ kind }) => kind === "call") &&
	isOfKind(place, "discarded");

/** A condition with the first statement of each of its patterns alone. */
const firstOf = (condition: CompiledCondition): CompiledCondition => ({
	...condition,
	patterns:
		condition.patterns?.flatMap((one) => itemsOf(one).slice(0, 1)) ?? null,
});

/** Of the alternatives of a condition the one that some code meets. */
function ownOf(
	not: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
): CompiledCondition {
	const inner = not.has ?? not;
	const isMet = (one: CompiledCondition) =>
		placesOf(one, [at], bindings) !== null;
	const met = (inner.any ?? []).find(isMet);
	if (met) return met;
	const pattern = inner.patterns?.find((one) =>
		isMet({ ...inner, patterns: [one] }),
	);
	return pattern ? { ...inner, patterns: [pattern] } : not;
}

/** Where a condition forbids code in a branch: the branch that the code stands in. */
function branchAround(not: CompiledCondition, place: CodeNode): Miss["under"] {
	const isOfBranch = patternsIn(not.has ?? not)
		.flatMap(itemsOf)
		.flatMap(unwrapped)
		.some((one) => one.kind === "if" && insideOf(one).length > 0);
	if (!isOfBranch) return undefined;
	for (let up = place.parent; up && up.kind !== "function"; up = up.parent) {
		const condition = branchesOf(up)?.condition;
		if (up.kind === "if" && condition && !isWithin(place, condition))
			return {
				condition,
				isTrue: !up.part.alternative || !isWithin(place, up.part.alternative),
			};
	}
	return undefined;
}

/** The smaller of what offends in the innermost code and in all of it. */
function offenceOf(
	not: CompiledCondition,
	last: CodeNode,
	bad: CodeNode,
	bindings: Bindings,
): Offence | null {
	const whole =
		bad === last || bad.kind === "program"
			? null
			: offenceIn(not, bad, bindings);
	const isPart = whole && whole.at !== bad && !isWithin(last, whole.at);
	return isPart ? whole : (offenceIn(not, last, bindings) ?? whole);
}

/** Code as it is written; a call that is handed a function without the function. */
const shown = (node: CodeNode) =>
	node.kind === "call" &&
	node.list.arguments.some(({ kind }) => kind === "function")
		? labelOf(node)
		: codeOf(node);

/** A declaration that takes something apart, such as `[items, setItems] = useState([])`: the message names what follows, not the order. */
const isUnpacking = ({ kind, part }: CodeNode) =>
	kind === "declaration" && /^(array|object)$/.test(part.target?.kind ?? "");

/** The statements of a pattern. */
export const itemsOf = (pattern: CodeNode): readonly CodeNode[] =>
	pattern.kind === "sequence" ? pattern.list.statements : [pattern];

/** The nodes that meet a condition in some regions: one, or those of a sequence in their order. */
export function placesOf(
	condition: CompiledCondition,
	regions: readonly CodeNode[],
	bindings: Bindings,
): readonly CodeNode[] | null {
	// Beside a pattern, the alternatives are about the node that it matches.
	for (const one of (!condition.patterns && condition.any) || []) {
		const places = placesOf(one, regions, bindings);
		if (places) return places;
	}
	for (const pattern of condition.patterns?.flatMap(alternativesOf) ?? []) {
		const items = itemsOf(pattern);
		const parts = items.filter(({ kind }) => kind !== "import");
		const places = placesIn(
			parts.length > 0 ? parts : items,
			regions,
			bindings,
			(found, at) => holdsBeside(condition, at, found, () => true),
		);
		if (places) return places;
	}
	return null;
}

const alternativesOf = (pattern: CodeNode): readonly CodeNode[] =>
	pattern.kind === "any"
		? pattern.list.alternatives.flatMap(alternativesOf)
		: [pattern];

/** The nodes of a sequence of patterns in some regions; of a pattern with code inside, the node of its innermost part. */
function placesIn(
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
	accept: (bindings: Bindings, at: CodeNode) => boolean = () => true,
	before: Candidate | null = null,
): readonly CodeNode[] | null {
	const [pattern, ...rest] = patterns.filter(({ kind }) => kind !== "ellipsis");
	if (!pattern) return [];
	let places: readonly CodeNode[] | null = null;
	find(pattern, regions, bindings, (found, at, anchor) => {
		const here = { at, anchor };
		if (before && !comesAfter(before, here)) return false;
		if (rest.length === 0 && !accept(found, at)) return false;
		const later = placesIn(rest, regions, found, accept, here);
		if (!later) return false;
		places = [
			...(rest.length === 0 && !before
				? (innermost([pattern], at, found) ?? [at])
				: [at]),
			...later,
		];
		return true;
	});
	return places;
}

/** Where the code of a function, class or branch that a pattern asks for stands in a node, unless the node is short enough to be shown whole. */
export function innermost(
	patterns: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
): readonly CodeNode[] | null {
	const isShort = codeOf(node) === textOf(node);
	for (const pattern of patterns.flatMap(unwrapped)) {
		const inner = insideOf(pattern).filter(({ kind }) => kind !== "ellipsis");
		const places =
			inner.length > 0
				? placesIn(inner, bodiesOf(node).flatMap(regionsOf), bindings)
				: null;
		const isOwn = (one: CodeNode) => isWithin(one, node);
		const [first] = places ?? [];
		const isShown = isShort && first?.kind !== "assignment";
		if (!places || !first || (isShown && pattern.kind !== "if")) continue;
		if (node.kind === "call" || places.every(isOwn)) return places;
	}
	return null;
}

/** The alternatives of a pattern, without what a definition says of their metavariables. */
export const unwrapped = (pattern: CodeNode): readonly CodeNode[] =>
	pattern.kind === "any"
		? pattern.list.alternatives.flatMap(unwrapped)
		: pattern.kind === "guarded" && pattern.part.pattern
			? unwrapped(pattern.part.pattern)
			: [pattern];

/** The statements of the code in a pattern. */
function insideOf({ kind, part, list }: CodeNode): readonly CodeNode[] {
	if (kind === "call")
		return list.arguments.flatMap((one) =>
			one.kind === "function" ? insideOf(one) : [],
		);
	if (/^(declaration|property)$/.test(kind) && part.value)
		return insideOf(part.value);
	if (kind === "try" && list.handlers.length > 0) return [];
	if (kind === "if") return statementsOf(part.consequence);
	return part.body?.list.statements ?? [];
}

/** The functions that a call is given, or the value that a declaration gives. */
function bodiesOf(node: CodeNode): readonly CodeNode[] {
	if (/^(declaration|property)$/.test(node.kind) && node.part.value)
		return [node.part.value];
	if (node.kind !== "call") return [node];
	return node.list.arguments
		.flatMap(valuesOf)
		.filter(({ kind }) => kind === "function");
}

/** The patterns of a condition and of its alternatives. */
export const patternsIn = ({
	patterns,
	any,
}: CompiledCondition): CodeNode[] => [
	...(patterns ?? []),
	...(any ?? []).flatMap(patternsIn),
];

/** Whether a node stands in one that meets a condition. */
export function standsInside(
	inside: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
): boolean {
	for (let up = at.parent; up && up.kind !== "program"; up = up.parent)
		if (holds(inside, up, bindings, () => true)) return true;
	return false;
}
