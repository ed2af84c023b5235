/** What the checks of a file are about: the function, class or route that code of later checks belongs to. */
import { find } from "../match/search.ts";
import type { CompiledCondition } from "../match/types.ts";
import { type CodeNode, makeNode, withParts } from "../model/node.ts";
import { itemsOf, unwrapped } from "./forbidden.ts";
import { labelOf } from "./label.ts";
import type { Cost, Miss } from "./miss.ts";
import { isDistinctive, type Printer } from "./print.ts";

/** What later code belongs to, and where it stands; null when it is missing as well. */
export interface Home {
	pattern: CodeNode;
	at: CodeNode | null;
}

/** What the latest of some conditions is about that asks for a function, class or route; null when none does. */
export function homeOf(
	condition: CompiledCondition,
	earlier: readonly CompiledCondition[],
	file: CodeNode,
	printer: Printer,
): Home | null {
	for (const one of [
		...partsOf(condition),
		...earlier.toReversed().flatMap((before) => [before, ...partsOf(before)]),
	]) {
		// The usual way is given first.
		const [usual] = one.patterns ?? [];
		const first = usual && itemsOf(usual).find(isHome);
		if (first && isDistinctive(printer.print(first, {})))
			return { pattern: first, at: placeOf(first, file) };
	}
	return null;
}

/** The conditions that one is put together of. */
const partsOf = ({ all }: CompiledCondition) =>
	all.flatMap((one) => [one, ...(one.any ?? [])]);

/** Whether a pattern asks for what holds other code: a declared function or class, or a call that is given a function. */
export function isHome(pattern: CodeNode): boolean {
	const [one = pattern] = unwrapped(pattern);
	const { kind, part, list } = one;
	if (kind === "export" && part.value) return isHome(part.value);
	return kind === "declaration"
		? part.target?.kind === "name" &&
				/^(function|class)$/.test(part.value?.kind ?? "")
		: kind === "call" &&
				list.arguments.some((argument) => argument.kind === "function");
}

/** Where the function, class or route stands that a pattern asks for, whatever its code is. */
function placeOf(pattern: CodeNode, file: CodeNode): CodeNode | null {
	const name = nameIn(pattern);
	if (name !== null)
		return (
			file.source.nodes.find(
				({ kind, value }) => kind === "declaration" && value === name,
			) ?? null
		);
	let place: CodeNode | null = null;
	find(withoutCode(pattern), [file], {}, (_, at) => {
		place = at;
		return true;
	});
	return place;
}

/** A pattern with any value in place of each function. */
const withoutCode = (pattern: CodeNode): CodeNode =>
	pattern.kind === "function"
		? makeNode(pattern.source, "metavariable", pattern, { value: "_" })
		: withParts(pattern, (child) => [withoutCode(child)]);

/** A miss of code that a file lacks, reported with the home that is missing first, or as what its home lacks. */
export function inHome(cost: Cost, { pattern, at }: Home, printer: Printer) {
	const { miss } = cost;
	if (miss && !at && isHome(pattern) && isInOther(miss))
		return {
			...cost,
			miss: {
				...miss,
				at: miss.at.source.root,
				path: [],
				actual: miss.at.source.path,
				home: printer.print(pattern, {}),
				lacking: [pattern],
				closest: undefined,
			},
		};
	const lacking = miss?.lacking?.find(({ kind }) => kind !== "ellipsis");
	if (miss?.facet !== "absent" || miss.at.kind !== "program") return cost;
	if (!lacking || !isDistinctive(miss.expected)) return cost;
	const { closest, ...rest } = miss;
	if (closest && closest !== at) return cost;
	if (!isFragment(lacking) && !miss.holder && !closest) return cost;
	const home = printer.print(pattern, {});
	if (!at)
		return {
			...cost,
			miss: { ...miss, home, lacking: [pattern] },
		};
	return new RegExp(`\\b${nameIn(pattern) ?? "µ"}\\b`).test(miss.expected)
		? cost
		: { ...cost, miss: { ...rest, at, path: [], actual: labelOf(at) } };
}

/** A miss of a class as a whole, reported with the name of the one that the file uses and nothing declares. */
export function ofUsedClass(cost: Cost): Cost {
	const { miss } = cost;
	const [wanted] = miss?.lacking?.flatMap(unwrapped) ?? [];
	if (miss?.facet !== "absent" || wanted?.kind !== "class") return cost;
	const { root, nodes } = miss.at.source;
	const used = nodes.find(
		({ kind, facts, part }) =>
			kind === "call" &&
			facts.isNew &&
			part.callee?.kind === "name" &&
			/^[A-Z]/.test(String(part.callee.value)) &&
			!builtIn.test(String(part.callee.value)) &&
			!root.scope?.has(String(part.callee.value)),
	)?.part.callee;
	if (!used || miss.at !== root) return cost;
	const declaration = makeNode(wanted.source, "declaration", wanted, {
		value: used.value,
		part: { value: wanted },
	});
	return {
		...cost,
		miss: {
			...miss,
			home: `class ${used.value}`,
			lacking: [declaration],
			closest: undefined,
		},
	};
}

/** The classes of JavaScript that files make objects of without declaring them. */
const builtIn =
	/^(Array|Date|Error|Map|Object|Promise|Proxy|RegExp|Set|String|URL|URLSearchParams|WeakMap|WeakSet|(Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error)$/;

/** Whether code is looked for in a route, which belongs to something else than what is missing as a whole. */
const isInOther = ({ facet, at, expected }: Miss): boolean => {
	if (facet !== "absent" || !isDistinctive(expected)) return false;
	const call = at.kind === "function" ? at.parent : at;
	return (
		call?.kind === "call" &&
		call.parent?.kind === "program" &&
		call.list.arguments.some(({ kind }) => kind === "function")
	);
};

/** The name of a declared function or class. */
const nameIn = (pattern: CodeNode) =>
	unwrapped(pattern)[0]?.kind === "declaration"
		? String(unwrapped(pattern)[0]?.value)
		: null;

/** Whether a pattern is no statement of a file by itself: no import, export or declaration, and no function or route of its own. */
const isFragment = (pattern: CodeNode) =>
	!/^(import|export|declaration|class)$/.test(
		unwrapped(pattern)[0]?.kind ?? "",
	) && !isHome(pattern);
