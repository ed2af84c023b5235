/** Parts that must not be there together, and a part that must not be there without another one. */

import { holds, regionsOf } from "../match/evaluate.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { type CodeNode, isWithin } from "../model/node.ts";
import { placesOf } from "./forbidden.ts";
import { codeOf, labelOf } from "./label.ts";
import { type Cost, costOf } from "./miss.ts";
import { isDistinctive, type Printer } from "./print.ts";

/** Of a condition that is met by one thing without another: the other one is absent. */
export function unaccompanied(
	not: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	printer: Printer,
): Cost | null {
	const there = not.all.find(({ patterns, has }) => patterns ?? has);
	const lacking = not.all.find(
		({ patterns, has, not }) => !patterns && !has && not,
	)?.not;
	const [pattern] = lacking?.patterns ?? lacking?.has?.patterns ?? [];
	if (!there || !pattern) return null;
	let cost: Cost | null = null;
	const note = (found: Bindings, inner: CodeNode) => {
		const called = found[String(pattern.part.callee?.value)]?.parent;
		const last = lastPlaceOf(there, at, found) ?? inner;
		const place = called?.kind === "call" ? called : last;
		const expected = printer.core(pattern, found);
		if (isDistinctive(expected) && place.kind !== "program")
			cost = costOf(1, found, {
				facet: "absent",
				at: place,
				path: [],
				expected,
				actual: labelOf(place),
				isBeside: true,
			});
		return true;
	};
	// With the names for which all of the condition is met.
	holds(not, at, bindings, (found) => holds(there, at, found, note));
	return cost;
}

/** Where code that a condition asks for ends in a node, by its last part. */
const lastPlaceOf = (
	condition: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
): CodeNode | undefined =>
	(condition.has
		? placesOf(
				condition.has,
				at.kind === "program"
					? [lastPlaceOf({ ...condition, has: null }, at, bindings) ?? at]
					: regionsOf(at),
				bindings,
			)
		: placesOf(condition, [at], bindings)
	)?.at(-1);

/** Of parts that must not be there together: the last one, and the one before it; of a single part, that. Null where none can be named. */
export function besides(
	not: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
): Cost | null {
	let places: CodeNode[] = [];
	let names = bindings;
	holds(not, at, bindings, (found) => {
		names = found;
		places = not.all
			.flatMap((one) => lastPlaceOf(one, at, found) ?? [])
			.filter((one) => one !== at && one.kind !== "program")
			.sort((one, other) => one.start - other.start);
		return true;
	});
	const last = places.at(-1);
	const other = places.findLast(
		(one) => last && !isWithin(last, one) && one !== last,
	);
	if (!last) return null;
	return costOf(1, names, {
		facet: "forbidden",
		at: last,
		path: [],
		expected: "",
		actual: codeOf(last),
		...(other && { beside: other }),
	});
}
