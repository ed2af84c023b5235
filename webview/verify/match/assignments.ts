/** Matching of assignments, and of what sets members in other words: fields of classes, `Object.assign`. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { propertiesOf, valuesOf } from "../model/values.ts";
import { match, matchItself } from "./match.ts";
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
const isVariableOf = (target: CodeNode, bound: CodeNode) =>
	bound.kind === "name"
		? resolve(target) === resolve(bound)
		: !!resolve(target)?.values.includes(bound);

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
		// What is set is the member of this object, not of one that was spread into it.
		return wanted?.kind === "member" && target?.kind === "member"
			? matchItself(wanted, target, bindings, rest)
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
	if (pattern.value === "=" && wanted?.kind === "member")
		for (const [member, set] of setBeside(node, String(wanted.value)))
			if (to(member, set)) return true;
	if (node.kind !== "assignment") return false;
	if (pattern.facts.isPostfix && isValueUsed(pattern) && !node.facts.isPostfix)
		return false;
	if (pattern.value === node.value) return to(target, value);
	// `x = x + 1` meets `x += 1`.
	return pattern.value === "+=" &&
		node.value === "=" &&
		value?.kind === "binary" &&
		value.value === "+"
		? to(target, value.part.right)
		: false;
}
