/** The call by which a search reaches a function: there the function's parameters are what this call gives, not what all calls give. */
import { givenBy } from "../model/calls.ts";
import type { CodeNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import type { Bindings, Next } from "./types.ts";

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

/** Whether code is looked at where it stands: no `within` is in effect. */
export const isOutside = () => reachedBy === null;

/** Runs an action outside of what `within` has set. */
export function outside<Value>(action: () => Value): Value {
	return within(null, action);
}

/** Most sets of bindings that are kept of what was tried. */
const mostTried = 32;

const areEqual = (one: Bindings, other: Bindings): boolean => {
	if (one === other) return true;
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => one[name] === other[name])
	);
};

/** Continues with each set of bindings once: what has failed fails again, in however many ways code is found to match. */
export function untried(next: Next): Next {
	// Made when something matches: most code that is tried does not.
	let tried: { bindings: Bindings; reachedBy: CodeNode | null }[] | null = null;
	return (bindings) => {
		tried ??= [];
		const isTried = tried.some(
			(one) => one.reachedBy === reachedBy && areEqual(one.bindings, bindings),
		);
		if (isTried) return false;
		if (tried.length < mostTried) tried.push({ bindings, reachedBy });
		return next(bindings);
	};
}

/** The one argument that a parameter stands for in the call by which its function is reached; else the node itself. */
export function givenHere(node: CodeNode): CodeNode {
	if (!reachedBy || node.kind !== "name") return node;
	const given = argumentsFor(node, reachedBy);
	return given?.length === 1 ? (given[0] as CodeNode) : node;
}

/** What a call gives for a parameter of the function that it calls; null for other names. */
function argumentsFor(node: CodeNode, call: CodeNode): CodeNode[] | null {
	const [parameter, ...others] = resolve(node)?.values ?? [];
	const { owner } = parameter?.facts ?? {};
	if (parameter?.kind !== "parameterValue" || !owner || others.length > 0)
		return null;
	return valuesOf(call.part.callee).includes(owner)
		? givenBy(parameter, owner, [call])
		: null;
}

/** What an expression may stand for; a parameter stands for what the call gives by which its function is reached. */
export function valuesHere(node: CodeNode | undefined): readonly CodeNode[] {
	if (!reachedBy || node?.kind !== "name") return valuesOf(node);
	const given = argumentsFor(node, reachedBy) ?? [];
	const [parameter] = resolve(node)?.values ?? [];
	return given.length === 0 || !parameter
		? valuesOf(node)
		: [...new Set([node, parameter, ...given.flatMap(valuesOf)])];
}

let isNegated = false;

/** Runs an action whose result is negated. */
export function negated<Value>(action: () => Value): Value {
	const before = isNegated;
	isNegated = !before;
	try {
		return action();
	} finally {
		isNegated = before;
	}
}

/** Whether a match refuses an answer. Then only what is certain counts, since a value that is chosen elsewhere may be the right one. */
export const isRefusing = () => isNegated;

let isLostTaken = false;

/** Runs an action for which a computed value counts that nothing uses. */
export function takingLost<Value>(action: () => Value): Value {
	const before = isLostTaken;
	isLostTaken = true;
	try {
		return action();
	} finally {
		isLostTaken = before;
	}
}

let isMoreTaken = false;

/** Runs an action for which keywords may be given that a pattern does not have, as where a match refuses an answer. */
export function takingMore<Value>(action: () => Value): Value {
	const before = isMoreTaken;
	isMoreTaken = true;
	try {
		return action();
	} finally {
		isMoreTaken = before;
	}
}

/** Whether a call may have keywords that change what comes of it, and that a pattern does not have. */
export const takesMore = () => isNegated || isMoreTaken;

/** Whether a computed value counts that nothing uses: where a match refuses an answer, and where a check asks for it. */
export const takesLost = () => isNegated || isLostTaken;

export const isLiteral = ({ kind }: CodeNode) =>
	/^(string|number|constant)$/.test(kind);

/** A name whose value grows by itself: `x += 1`, `x = x + 1`. */
export const isUpdatedName = (node: CodeNode) =>
	node.kind === "name" && !!resolve(node)?.isUpdated;

/** A variable that is given a literal in one place, and what is computed in another. */
function isSometimesComputed(node: CodeNode): boolean {
	const values = node.kind === "name" ? (resolve(node)?.values ?? []) : [];
	const isComputed = ({ kind, value }: CodeNode) =>
		!/^(string|number|constant|parameterValue|name)$/.test(kind) &&
		!isChoice({ kind, value });
	return values.length > 1 && values.some(isComputed);
}

/** Whether an expression has one of several literals as its value, one that is changed, or at times none. */
export const isOneOfSeveral = (values: readonly CodeNode[]): boolean =>
	values.some(isUpdatedName) ||
	values.some(isSometimesComputed) ||
	new Set(values.filter(isLiteral).map(({ kind, value }) => `${kind} ${value}`))
		.size > 1;

const isChoice = ({ kind, value }: Pick<CodeNode, "kind" | "value">) =>
	kind === "if" ||
	(kind === "binary" && /^(&&|\|\||\?\?)$/.test(String(value)));

/** Values; where the match refuses an answer, up to the first choice between several, whose parts are not certain. */
export function untilChoice(values: readonly CodeNode[]): readonly CodeNode[] {
	const choice = isNegated ? values.findIndex(isChoice) : -1;
	return choice < 0 ? values : values.slice(0, choice + 1);
}

/** What a name stands for where the match refuses an answer: only what its block has given it last, if that is known. */
export function certainly(node: CodeNode): CodeNode {
	const variable =
		isNegated && node.kind === "name" ? resolve(node) : undefined;
	if (!variable || variable.values.length < 2) return node;
	const isTarget = ({ part: { target } }: CodeNode) =>
		target?.kind === "name" && resolve(target) === variable;
	const writes = (one: CodeNode): boolean => {
		countStep();
		return isTarget(one) || one.children.some(writes);
	};
	for (let at = node; at.parent && at.kind !== "function"; at = at.parent) {
		// The loop's next turn sees what this one writes.
		if (at.kind === "loop" && writes(at)) return node;
		const { statements } = at.parent.list;
		for (const before of statements
			.slice(0, Math.max(0, statements.indexOf(at)))
			.toReversed()) {
			const isWrite = before.kind === "declaration" || before.value === "=";
			if (isWrite && isTarget(before)) return before.part.value ?? node;
			if (writes(before)) return node;
		}
	}
	return node;
}

/** What an expression may stand for, as far as a refusal may count it. */
export function valuesFor(node: CodeNode): readonly CodeNode[] {
	if (!isNegated) return valuesHere(node);
	const { object } = node.part;
	return object && certainly(object) !== object
		? [node]
		: valuesHere(certainly(node));
}

/** The values without an `await` of another of them, which a pattern looks through: after `b = await b` it would lead back to itself. */
export function withoutAwaited(
	values: readonly CodeNode[],
	pattern: CodeNode,
): readonly CodeNode[] {
	if (values.length < 2 || pattern.kind === "await") return values;
	const isAwaited = ({ kind, part }: CodeNode) =>
		kind === "await" && !!part.value && values.includes(part.value);
	return values.some(isAwaited)
		? values.filter((value) => !isAwaited(value))
		: values;
}
