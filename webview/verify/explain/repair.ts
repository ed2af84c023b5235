/** Advice is given only if it would repair: a part of a check that alone keeps it from holding, and the code that stands in its place. */

import { holds } from "../match/evaluate.ts";
import type { CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, calleeName, isWithin } from "../model/node.ts";
import { withinSteps } from "../model/steps.ts";
import { asAbsent, ofOtherCall } from "./absent.ts";
import { callBetween, givenAsText, positionTest } from "./causes.ts";
import { commonMistakeOf } from "./common-mistakes.ts";
import { hintsOf } from "./hints.ts";
import { codeOf, labelOf } from "./label.ts";
import { type Cost, costOf, type Miss } from "./miss.ts";
import { capitalHeader, mistakeAt } from "./mistakes.ts";
import { closestMiss } from "./nearest.ts";
import {
	type Fault,
	faultsIn,
	nodesByKind,
	otherValueIn,
	stepsOfAll,
	stepsOfOne,
} from "./part-faults.ts";
import { placeFor } from "./place.ts";
import { isDistinctive, Printer } from "./print.ts";
import { roleIn } from "./role.ts";
import { conditionsLike, openPart } from "./variants.ts";
import { isPlain } from "./words.ts";

/** Whether a miss speaks of a place whose change would repair the check, as far as it speaks of one. */
function isAt({ at }: Miss, { at: place, part, isOpen }: Fault): boolean {
	const call = place.parent;
	if (isOpen || !call) return isWithin(place, at) || isWithin(at, place);
	// An argument that is there as something else is not missing.
	return part.kind === "keyword" && isWithin(at, call);
}

/** Step budget of the search for the closest miss; beyond it there is none. */
const stepsOfClosest = 50_000;

/** The closest miss whose repair makes a check pass, where one is known; null when nothing can be said. */
export function nearestMiss(
	condition: CompiledCondition,
	file: CodeNode,
	earlier: readonly CompiledCondition[] = [],
): Cost | null {
	const hints = hintsOf([condition, ...earlier.toReversed()]);
	const printer = new Printer(hints, file);
	const closest =
		withinSteps(stepsOfClosest, () =>
			closestMiss(condition, file, earlier, printer),
		)?.value ?? null;
	const isCode = /^(javascript|python)$/.test(file.source.family);
	const common = isCode && commonMistakeOf(closest, condition, file, printer);
	if (common) return common;
	if (!isCode || (closest?.miss && !isDoubtful(closest.miss))) return closest;
	const cause = withinSteps(
		stepsOfMistakes,
		() =>
			givenAsText(closest) ??
			(closest?.miss ? capitalHeader(closest.miss, file) : null),
	)?.value;
	if (cause) return cause;
	const repair = repairOf(closest, condition, file, earlier, printer);
	const mistake = withinSteps(stepsOfMistakes, () =>
		mistakeAt(closest, file),
	)?.value;
	return (
		repair ??
		mistake ??
		ofOtherCall(closest, condition, file, printer) ??
		asAbsent(closest, earlier)
	);
}

/** Step budget of the search for mistakes. */
const stepsOfMistakes = 20_000;

/** The closest miss if its repair makes the check pass, else another one whose repair does; null when none is known. */
function repairOf(
	cost: Cost | null,
	condition: CompiledCondition,
	file: CodeNode,
	earlier: readonly CompiledCondition[],
	printer: Printer,
): Cost | null {
	const miss = cost?.miss;
	let best: Fault | null = null;
	for (const fault of faultsIn(condition, file, earlier, printer)) {
		const isShape = fault.part.kind === "array";
		if (miss && miss.facet !== "absent" && isAt(miss, fault) && !isShape)
			return cost;
		if (!isClear(fault, miss, printer)) continue;
		best ??= fault;
		if (!miss || miss.facet === "absent") break;
	}
	if (best || miss) return best && missOf(best, printer);
	return wrongCallIn(condition, file, printer);
}

/** Whether what a fault should be can be written as it is printed, in the place of a miss. */
function isClear(
	{ part, at, bindings }: Fault,
	miss: Miss | null | undefined,
	printer: Printer,
): boolean {
	if (part.kind === "keyword" && miss && miss.facet !== "absent") return false;
	const isOfCall = at.parent?.kind === "call";
	const isLiteral = /^(string|template|number)$/.test(part.kind);
	const text = printer.print(part, bindings);
	return miss?.facet === "absent"
		? (!isLiteral || isOfCall) && part.kind !== "object"
		: !text.includes("…") || /^(array|object)$/.test(part.kind);
}

/** Where nothing else is known: a call of the wanted method that is given something else. */
function wrongCallIn(
	condition: CompiledCondition,
	file: CodeNode,
	printer: Printer,
): Cost | null {
	let left = stepsOfAll;
	const called = new Set(nodesByKind(file).get("call")?.map(calleeName));
	for (const { part, isOpen, condition: make } of conditionsLike(condition)) {
		if (part.kind !== "call" || !isOpen || part.list.arguments.length < 2)
			continue;
		if (!called.has(calleeName(part))) continue;
		let cost: Cost | null = null;
		const run = withinSteps(Math.max(0, Math.min(left, stepsOfOne)), () =>
			holds(make(), file, {}, ({ [openPart]: at, ...found }) => {
				if (at?.kind === "call" && calleeName(at) === calleeName(part))
					cost = costOf(1, found, {
						facet: "kind",
						at,
						path: [],
						expected: printer.print(part, found),
						actual: codeOf(at),
					});
				return cost !== null;
			}),
		);
		left -= run?.steps ?? stepsOfOne;
		if (cost || left <= 0) return cost;
	}
	return null;
}

/** The place that a miss points to, as a range of its file's text. */
export function placeOf(miss: Miss) {
	const { facet, at, closest, before, lacking } = miss;
	const range = ({ source, start, end }: CodeNode) => ({
		path: source.path,
		text: source.text,
		start,
		end,
	});
	if (facet === "order" && before && isPlain(before) && !isPlain(at))
		return range(before);
	const call = facet === "forbidden" && before && callBetween(before, at);
	if (call) return range(call);
	const position = facet === "forbidden" && positionTest(miss);
	if (position) return range(position.condition);
	return !closest && at.kind === "program" && facet !== "count"
		? { ...range(at), ...placeFor(lacking ?? [], at.source) }
		: range(closest ?? at);
}

/** Whether a miss may speak of code that is right. */
const isDoubtful = ({ facet, at, closest, isBeside, isSecond }: Miss) =>
	facet === "absent"
		? !closest && !isBeside && !isSecond && at.kind !== "string"
		: /^(value|kind|name|missing)$/.test(facet);

function missOf(
	{ part, at, isOpen, bindings }: Fault,
	printer: Printer,
): Cost | null {
	const { [openPart]: _, ...found } = bindings;
	if (part.kind === "object") {
		const other = otherValueIn(part, at, found, printer);
		return other && isDistinctive(other.expected)
			? costOf(1, found, {
					facet: "value",
					at: other.at,
					path: [roleIn(other.at) ?? ""],
					expected: other.expected,
					actual: codeOf(other.at),
				})
			: null;
	}
	const keys = at.list.properties.map(({ value }) => value);
	const expected =
		part.kind === "array" && keys.length === part.list.elements.length
			? `[${keys.join(", ")}]`
			: printer.print(part, found);
	if (!isDistinctive(expected)) return null;
	const call = at.parent;
	if (!isOpen && call)
		return costOf(1, found, {
			facet: "missing",
			at: call,
			path: [msg`an argument`],
			expected,
			actual: labelOf(call),
		});
	const role =
		roleIn(at) ??
		(call?.kind === "binary"
			? call.part.left === at
				? msg`the left side of \`${codeOf(call)}\``
				: msg`the right side of \`${codeOf(call)}\``
			: null);
	return costOf(1, found, {
		facet: "value",
		at,
		path: role && call?.part.callee !== at ? [role] : [],
		expected,
		actual: codeOf(at),
	});
}
