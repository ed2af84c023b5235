/** Code that would be right if two parameters changed places. */
import { find } from "../match/search.ts";
import type { Bindings } from "../match/types.ts";
import type { CodeNode } from "../model/node.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf } from "./miss.ts";
import type { Printer } from "./print.ts";

/** The bindings with the values of the first two parameters exchanged; null without two that are bound. */
export function swappedIn(
	parameters: readonly CodeNode[],
	bindings: Bindings,
): Bindings | null {
	const [first, second] = parameters.map(({ part }) =>
		part.target?.kind === "metavariable" ? String(part.target.value) : "",
	);
	const [one, other] = [bindings[first ?? ""], bindings[second ?? ""]];
	return first && second && one && other
		? { ...bindings, [first]: other, [second]: one }
		: null;
}

/** What decides in a body of one statement: the value that it returns, or the question that it asks. */
function findComparison({ part }: CodeNode): CodeNode | null {
	const [only, ...others] = part.body?.list.statements ?? [];
	if (!only || others.length > 0) return null;
	const { value, condition } = only.part;
	return (
		(only.kind === "return" ? value : only.kind === "if" ? condition : only) ??
		null
	);
}

/** Of a function that is handed over and compares its two parameters the wrong way round: the comparison, which is easier to fix than their order; null where there is none. */
export function findReversedComparison(
	pattern: CodeNode,
	body: readonly CodeNode[],
	bindings: Bindings,
	swapped: Bindings,
	printer: Printer,
): Cost | null {
	// The order of the parameters of a function with a name is for its callers.
	const isNamed = /^(declaration|class|property)$/.test(
		pattern.parent?.kind ?? "",
	);
	const compares = isNamed ? null : findComparison(pattern);
	if (compares?.kind !== "binary") return null;
	let cost: Cost | null = null;
	find(compares, body, swapped, (_, at) => {
		cost = costOf(1, bindings, {
			facet: "kind",
			at,
			path: [],
			expected: printer.print(compares, bindings),
			actual: codeOf(at),
		});
		return true;
	});
	return cost;
}
