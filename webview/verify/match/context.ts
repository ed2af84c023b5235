/** The call by which a search reaches a function: there the function's parameters are what this call gives, not what all calls give. */
import { givenBy } from "../model/calls.ts";
import type { CodeNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";

let reachedBy: CodeNode | null = null;

/** Runs an action for code that a name or member reaches; null for code that stands where the search began. */
export function within<Value>(
	anchor: CodeNode | null,
	action: () => Value,
): Value {
	const before = reachedBy;
	const call = anchor?.parent;
	reachedBy =
		call?.kind === "call" && call.part.callee === anchor ? call : null;
	try {
		return action();
	} finally {
		reachedBy = before;
	}
}

/** Runs an action outside of what `within` has set. */
export function outside<Value>(action: () => Value): Value {
	return within(null, action);
}

/** What an expression may stand for; a parameter stands for what the call gives by which its function is reached. */
export function valuesHere(node: CodeNode | undefined): readonly CodeNode[] {
	if (!reachedBy || node?.kind !== "name") return valuesOf(node);
	const [parameter, ...others] = resolve(node)?.values ?? [];
	const { owner } = parameter?.facts ?? {};
	if (parameter?.kind !== "parameterValue" || !owner || others.length > 0)
		return valuesOf(node);
	if (!valuesOf(reachedBy.part.callee).includes(owner)) return valuesOf(node);
	const given = givenBy(parameter, owner, [reachedBy]);
	return given.length === 0
		? valuesOf(node)
		: [...new Set([node, parameter, ...given.flatMap(valuesOf)])];
}
