/** The smallest code that must not be there, of what meets a condition. */
import { holdsBeside, regionsOf } from "../match/evaluate.ts";
import { type Candidate, comesAfter, find } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { type CodeNode, isWithin, textOf } from "../model/node.ts";
import { codeOf } from "./print.ts";

/** The statements of a pattern. */
export const itemsOf = (pattern: CodeNode): readonly CodeNode[] =>
	pattern.kind === "sequence" ? pattern.list.statements : [pattern];

/** The nodes that meet a condition in some regions: one, or those of a sequence in their order. */
export function placesOf(
	condition: CompiledCondition,
	regions: readonly CodeNode[],
	bindings: Bindings,
): readonly CodeNode[] | null {
	for (const one of condition.any ?? []) {
		const places = placesOf(one, regions, bindings);
		if (places) return places;
	}
	for (const pattern of condition.patterns ?? []) {
		const places = placesIn(itemsOf(pattern), regions, bindings, (found, at) =>
			holdsBeside(condition, at, found, () => true),
		);
		if (places) return places;
	}
	return null;
}

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

/** Where the code of a function, class or branch that a pattern asks for stands in a node, which is not so short that it is told whole. */
export function innermost(
	patterns: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
): readonly CodeNode[] | null {
	if (codeOf(node) === textOf(node)) return null;
	for (const pattern of patterns) {
		const inner = insideOf(pattern).filter(({ kind }) => kind !== "ellipsis");
		const places =
			inner.length > 0
				? placesIn(inner, regionsOf(bodyOf(node)), bindings)
				: null;
		if (places?.[0] && places.every((one) => isWithin(one, node)))
			return places;
	}
	return null;
}

/** The statements of the code in a pattern. */
function insideOf({ kind, part, list }: CodeNode): readonly CodeNode[] {
	if (kind === "any") return list.alternatives.flatMap(insideOf);
	if (kind === "declaration" && part.value) return insideOf(part.value);
	if (kind === "try" && part.handler) return [];
	return part.body?.list.statements ?? [];
}

const bodyOf = (node: CodeNode): CodeNode =>
	node.kind === "declaration" && node.part.value ? node.part.value : node;
