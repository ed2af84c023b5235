/** Values that are there, but that nothing uses as it has to be. */
import { holds, isOfKind } from "../match/evaluate.ts";
import { isLost } from "../match/lost.ts";
import { find } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { type CodeNode, calleeName, makeNode } from "../model/node.ts";
import { mayRun } from "../model/reach.ts";
import { codeOf, labelOf } from "./label.ts";
import { type Cost, costOf } from "./miss.ts";
import { PartWeigher } from "./parts.ts";

/** Base of the weigher: values that nothing uses. */
export abstract class UnusedWeigher extends PartWeigher {
	/** A value is there that nothing awaits, returns or throws as it has to be. */
	unwrapped(
		pattern: CodeNode,
		regions: readonly CodeNode[],
		bindings: Bindings,
	): Cost | null {
		const { kind, part } = pattern;
		const wanted = part.value;
		const isAnyError = kind === "throw" && wanted?.kind === "metavariable";
		if (!wanted || !/^(await|return|throw)$/.test(kind)) return null;
		if (!isAnyError && !/^(call|element|object)$/.test(wanted.kind))
			return null;
		let cost: Cost | null = null;
		find(wanted, regions, bindings, (found, at) => {
			const { parent } = at;
			if (isAnyError && !/(Error|Exception)$/.test(calleeName(at) ?? ""))
				return false;
			const isReturned = parent?.kind === "return";
			if (kind === "return" && parent && isPrinting(parent))
				cost = costOf(1, found, {
					facet: "kind",
					at: parent,
					path: [],
					expected: `return ${codeOf(at)}`,
					actual: codeOf(parent),
				});
			else if (kind === "throw" && isReturned)
				cost = costOf(2, found, {
					facet: "kind",
					at: parent,
					path: [],
					expected: isAnyError
						? `${kindWord(pattern)} ${labelOf(at)}`
						: this.printer.print(pattern, found),
					actual: codeOf(parent),
				});
			else if (kind === "await" || isOfKind(at, "discarded"))
				cost = costOf(2, found, {
					facet: "missing",
					at,
					path: [],
					expected: kindWord(pattern),
					actual: labelOf(at),
				});
			return cost !== null;
		});
		return cost;
	}

	/** A condition about the result of a call that is there, but whose result is not used. */
	unasked(
		{ kind, part: { condition } }: CodeNode,
		regions: readonly CodeNode[],
		bindings: Bindings,
	): Cost | null {
		const asked =
			condition?.kind === "unary" ? condition.part.value : condition;
		if (kind !== "if" || asked?.kind !== "call") return null;
		let cost: Cost | null = null;
		find(asked, regions, bindings, (found, at) => {
			if (isOfKind(at, "discarded"))
				cost = costOf(0.5, found, {
					facet: "forbidden",
					at,
					path: [],
					expected: this.printer.print(
						makeNode(asked.source, "if", asked, { part: { condition } }),
						found,
					),
					actual: codeOf(at),
					isDiscarded: true,
				});
			return cost !== null;
		});
		return cost;
	}
}

/** Whether a call only prints a value. */
const isPrinting = (node: CodeNode) =>
	node.kind === "call" &&
	/^(print|log)$/.test(calleeName(node) ?? "") &&
	isOfKind(node, "discarded");

const kindWord = ({ kind, source }: CodeNode) =>
	kind === "throw" && source.family === "python" ? "raise" : kind;

/** The computed value that meets a condition but for its use; null where the use is not what is missed. */
export function lostIn(
	condition: CompiledCondition,
	file: CodeNode,
): Cost | null {
	const at = file.source.nodes.find((one) => isLost(one) && mayRun(one, file));
	return at && holds(condition, file, {}, () => true)
		? costOf(
				0.5,
				{},
				{
					facet: "forbidden",
					at,
					path: [],
					expected: "",
					actual: codeOf(at),
					isDiscarded: true,
				},
			)
		: null;
}
