/** Matching of assignments, and of what sets members in other words: fields of classes, `Object.assign`. */
import {
	type CodeNode,
	calleeName,
	virtualNode,
	virtualOnce,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { propertiesOf, valuesOf } from "../model/values.ts";
import { match, matchItself } from "./match.ts";
import { isAlike } from "./same.ts";
import type { Bindings, Next } from "./types.ts";

type MemberSet = readonly [member: CodeNode, value: CodeNode];

/** The members of a name that a field of a class (`status = 404`) and `Object.assign(this, { status })` set. */
function setBeside(node: CodeNode, key: string): MemberSet[] {
	const memberOf = (object: CodeNode) =>
		virtualNode("member", node, { value: key, part: { object } });
	const { value } = node.part;
	if (node.kind === "property")
		return node.parent?.parent?.kind === "class" &&
			node.value === key &&
			value &&
			value.kind !== "function"
			? [[memberOf(virtualNode("name", node, { value: "this" })), value]]
			: [];
	const [object, ...sources] = node.list.arguments;
	if (object && calleeName(node) === "defineProperty") {
		const [name, described] = sources;
		const isKey = valuesOf(name).some((one) => one.value === key);
		return isKey && described
			? propertiesOf(described, "value").map((one) => [memberOf(object), one])
			: [];
	}
	if (!object || calleeName(node) !== "assign") return [];
	return sources.flatMap((source) =>
		valuesOf(source).flatMap((given) =>
			given.kind === "object"
				? propertiesOf(given, key).map(
						(one): MemberSet => [memberOf(object), one],
					)
				: [],
		),
	);
}

/** Whether a name is the variable that a metavariable is bound to: by its name, or as the parameter that it declares. */
export const isVariableOf = (target: CodeNode, bound: CodeNode) =>
	bound.kind === "name"
		? resolve(target) === resolve(bound)
		: /^(parameterValue|item)$/.test(bound.kind) &&
			!!resolve(target)?.values.includes(bound);

/** Whether what an expression gives is used: as an argument, an answer, a part. */
const isValueUsed = ({ parent }: CodeNode) =>
	parent !== null && !/^(program|block|loop)$/.test(parent.kind);

/** A pattern's assignment with any code that gives a name or a member this value. */
export function matchAssignment(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { target, value } = node.part;
	const wanted = pattern.part.target;
	const to = (target: CodeNode | undefined, value: CodeNode | undefined) => {
		const rest: Next = (found) => match(pattern.part.value, value, found, next);
		// What is set is this variable or member, not the place where its value came from.
		return target && /^(name|member|index)$/.test(wanted?.kind ?? "")
			? matchItself(wanted as CodeNode, target, bindings, rest)
			: match(wanted, target, bindings, rest);
	};
	// What a name stands for is not changed when the name is given something else.
	const bound = wanted?.kind === "metavariable" && bindings[wanted.value ?? ""];
	if (bound && target?.kind === "name" && !isVariableOf(target, bound))
		return false;
	// A declaration gives a name a value, not a part of something.
	if (pattern.value === "=" && node.kind === "declaration")
		return (
			!!value &&
			!/^(index|member)$/.test(pattern.part.target?.kind ?? "") &&
			to(target, value)
		);
	if (pattern.value === "=" && wanted?.kind === "member") {
		const isOpen = wanted.facts.openName !== undefined;
		const key = isOpen && node.kind === "property" ? node.value : wanted.value;
		for (const [member, set] of setBeside(node, String(key)))
			if (to(member, set)) return true;
	}
	if (pattern.value === "=") {
		if (node.kind !== "assignment") return false;
		if (node.value === "=") return to(target, value);
		const changed = changedValue(pattern.part.value, node);
		return !!changed && to(target, changed);
	}
	if (pattern.facts.isPostfix && isValueUsed(pattern) && !node.facts.isPostfix)
		return false;
	if (node.kind === "assignment" && pattern.value === node.value)
		return to(target, value);
	const isPlain =
		node.kind === "assignment" ? node.value === "=" : isPythonTarget(node);
	const operator = operatorOf(pattern);
	const operand =
		isPlain && operator && target && value
			? operandOf(operator, target, value)
			: undefined;
	return !!operand && to(target, operand);
}

/** In Python the first assignment of a name and every other one are written alike. */
const isPythonTarget = ({ kind, source }: CodeNode) =>
	kind === "declaration" && source.family === "python";

/** The operator of `x += 1`; null for `=`. */
const operatorOf = ({ value }: CodeNode): string | null =>
	value && value !== "=" ? String(value).slice(0, -1) : null;

/** `x + 1` of `x += 1`, where a pattern asks for an assignment of such a sum; undefined for other operators. */
export function changedValue(
	wanted: CodeNode | undefined,
	node: CodeNode,
): CodeNode | undefined {
	const operator = operatorOf(node);
	const { target: left, value: right } = node.part;
	// Any value at all is given by `+=`, too.
	const isWanted =
		wanted?.kind === "metavariable" && operator !== null
			? true
			: wanted?.kind === "binary"
				? wanted.value === operator
				: wanted?.kind === "template" && operator === "+";
	return isWanted && left && right
		? virtualOnce("binary", node, right, {
				value: operator,
				part: { left, right },
			})
		: undefined;
}

/** A pattern's sum with an assignment that adds: `x + 1` of `x += 1`, but not of the value of `x++`. */
export function matchChanged(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (node.facts.isPostfix && isValueUsed(node)) return false;
	const changed = changedValue(pattern, node);
	return !!changed && matchItself(pattern, changed, bindings, next);
}

/** What an operator adds to a variable or member: `b` of `x = x + b`, and of `x = b + x` for sums and products. Undefined for a value of something else. A text is changed at its end only. */
function operandOf(
	operator: string,
	target: CodeNode,
	value: CodeNode,
): CodeNode | undefined {
	const isTarget = (one: CodeNode | undefined) =>
		valuesOf(one).some((other) => isAlike(target, other));
	if (value.kind === "template" && operator === "+") {
		const [first, second, ...more] = value.list.elements;
		if (!isTarget(first)) return undefined;
		return more.length === 0
			? second
			: virtualOnce("template", value, second, {
					list: { elements: value.list.elements.slice(1) },
				});
	}
	if (value.kind !== "binary" || value.value !== operator) return undefined;
	const { left, right } = value.part;
	if (isTarget(left)) return right;
	if (operator !== "+" && operator !== "*") return undefined;
	if (isTarget(right)) return left;
	// `x + a + b` is `(x + a) + b`.
	const inner = left && operandOf(operator, target, left);
	return virtualOnce("binary", value, inner, {
		value: operator,
		part: { left: inner, right },
	});
}
