/** Classes: their members, and what they make. */
import { returnsOf } from "./calls.ts";
import { calledName } from "./modules.ts";
import {
	type CodeNode,
	isWithin,
	keyOf,
	type Source,
	virtualNode,
	virtualOnce,
} from "./node.ts";
import { valuesOf } from "./values.ts";

/** The members of what `new Name()` or Python's `Name()` makes. */
export function* instanceMembers(
	call: CodeNode,
	key: string,
): Generator<CodeNode | undefined> {
	for (const made of valuesOf(call.part.callee))
		if (made.kind === "class") yield* membersOfClass(made, key);
}

/** The instance that a component keeps in state: `useState(new Name())[0]`. */
export function* instanceInState(
	call: CodeNode,
	key: string,
): Generator<CodeNode> {
	if (key !== "0" || calledName(call) !== "useState") return;
	for (const first of valuesOf(call.list.arguments[0]))
		for (const made of first.kind === "function" ? returnsOf(first) : [first])
			if (made.facts.isNew) yield made;
}

/** What reading a member gives: of a getter, what it returns. */
export const readOf = (member: CodeNode): CodeNode[] =>
	member.facts.isGetter ? returnsOf(member) : [member];

/** A method of a parameter whose type is a class, or that is asked to be an instance of one. */
export function* methodOfType(
	parameter: CodeNode,
	key: string,
): Generator<CodeNode> {
	for (const made of classesOf(parameter)) {
		const method = memberOfClass(made, key);
		if (method && method.kind === "function") yield method;
	}
}

/** The classes of which a parameter may be an instance: `error: Problem`, `error instanceof Problem`. */
export function classesOf({ facts, value, source }: CodeNode): CodeNode[] {
	const { owner } = facts;
	const parameter = owner?.list.parameters[Number(value)];
	if (!owner || !parameter) return [];
	const asked = instanceTests(source).flatMap(({ part: { left, right } }) =>
		left?.kind === "name" &&
		left.value === parameter.part.target?.value &&
		isWithin(left, owner)
			? (right ?? [])
			: [],
	);
	return [parameter.part.type, ...asked]
		.flatMap(valuesOf)
		.filter(({ kind }) => kind === "class");
}

const tests = new WeakMap<Source, CodeNode[]>();

/** The questions of a text that ask for the class of a name. */
function instanceTests(source: Source): CodeNode[] {
	const known =
		tests.get(source) ??
		source.nodes.filter(
			({ kind, value }) => kind === "binary" && value === "instanceof",
		);
	tests.set(source, known);
	return known;
}

/** The name by which a method knows its object or its class. */
export const isSelf = /^(this|self|cls)$/;

/** A member that the body of a class declares, or that its functions set on `this`. */
export function* membersOfClass(
	owner: CodeNode,
	key: string,
): Generator<CodeNode | undefined> {
	const declared = memberOfClass(owner, key);
	if (declared) yield* readOf(declared);
	for (const { kind, value, part, facts } of owner.source.nodes)
		if (
			kind === "assignment" &&
			value === "=" &&
			// What is given to it by calls is not followed.
			!facts.isField &&
			keyOf(part.target) === key &&
			isSelf.test(String(part.target?.part.object?.value)) &&
			part.value &&
			isWithin(part.value, owner)
		)
			yield part.value;
}

/** The object that a class makes: its fields, and what its functions set on `this`. */
export function instanceOf(call: CodeNode): CodeNode | undefined {
	const made = valuesOf(call.part.callee).find(({ kind }) => kind === "class");
	if (!made || call.source.family !== "javascript") return undefined;
	const keys = new Set<string>();
	for (const { kind, part } of made.source.nodes) {
		const key = kind === "assignment" ? keyOf(part.target) : null;
		if (
			key !== null &&
			isSelf.test(String(part.target?.part.object?.value)) &&
			part.value &&
			isWithin(part.value, made)
		)
			keys.add(key);
	}
	for (const { value, part } of made.part.body?.list.statements ?? [])
		if (part.value?.kind !== "function" && typeof value === "string")
			keys.add(value);
	const fields = fieldsGiven(call, made);
	for (const { value } of fields) keys.delete(String(value));
	const properties = [...keys].flatMap((key) =>
		[...membersOfClass(made, key)].flatMap((value) =>
			value
				? [virtualNode("property", call, { value: key, part: { value } })]
				: [],
		),
	);
	return virtualOnce("object", call, made, {
		list: { properties: [...fields, ...properties] },
	});
}

/** The fields that are a constructor's parameters, each with what a call gives for it. */
function fieldsGiven(call: CodeNode, made: CodeNode): CodeNode[] {
	const making = memberOfClass(made, "constructor");
	const parameters = making?.list.parameters ?? [];
	return (making?.part.body?.list.statements ?? []).flatMap((one) => {
		const name = one.facts.isField ? one.part.value?.value : undefined;
		const index = parameters.findIndex(({ value }) => value === name);
		const value = call.list.arguments[index] ?? parameters[index]?.part.default;
		return typeof name === "string" && value && value.kind !== "spread"
			? [virtualNode("property", call, { value: name, part: { value } })]
			: [];
	});
}

/** What `JSON.stringify` makes of an instance of a class that has a `toJSON`: of one that is made, or that a parameter is asked to be. */
export const jsonOf = (node: CodeNode): CodeNode[] =>
	(node.kind === "parameterValue"
		? classesOf(node)
		: valuesOf(node.kind === "call" ? node.part.callee : undefined).filter(
				({ kind }) => kind === "class",
			)
	).flatMap((made) => {
		const method = memberOfClass(made, "toJSON");
		return method ? returnsOf(method) : [];
	});

/** The value of a field or method that a class declares. */
export const memberOfClass = (
	{ part }: CodeNode,
	key: string,
): CodeNode | undefined =>
	part.body?.list.statements.find(({ value }) => value === key)?.part.value;

/** A member of the class around a node that is read from the class of its object: `this.constructor.MAX`. */
export function memberOfOwnClass(
	{ part: { object } }: CodeNode,
	key: string,
): CodeNode | undefined {
	const isOwn =
		object?.kind === "member" &&
		/^(constructor|__class__)$/.test(String(object.value)) &&
		isSelf.test(String(object.part.object?.value));
	const around = isOwn ? classAround(object) : null;
	return around ? memberOfClass(around, key) : undefined;
}

/** The class around a node. */
export function classAround(node: CodeNode): CodeNode | null {
	for (let up = node.parent; up; up = up.parent)
		if (up.kind === "class") return up;
	return null;
}

/** How a member of a class is used: it is read, it is set, or called if it is a function. */
export type Access = "get" | "set" | "method" | "field";

export function accessOf({ part: { value }, list }: CodeNode): Access {
	if (value?.kind !== "function") return "field";
	const isDecorated = (names: RegExp) =>
		list.decorators.some((one) => names.test(String(one.value)));
	if (value.facts.isGetter || isDecorated(/^(cached_)?property$/)) return "get";
	return value.facts.isSetter || isDecorated(/^setter$/) ? "set" : "method";
}

/** Whether two members of classes are used alike, on the object or on the class. */
export const isSameMember = (one: CodeNode, other: CodeNode): boolean =>
	accessOf(one) === accessOf(other) &&
	!one.facts.isStatic === !other.facts.isStatic;
