/** Classes: their members, and what they make. */
import { returnsOf } from "./calls.ts";
import {
	type CodeNode,
	calleeName,
	isWithin,
	keyOf,
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
	if (key !== "0" || calleeName(call) !== "useState") return;
	for (const first of valuesOf(call.list.arguments[0]))
		for (const made of first.kind === "function" ? returnsOf(first) : [first])
			if (made.facts.isNew) yield made;
}

/** What reading a member gives: of a getter, what it returns. */
export const readOf = (member: CodeNode): CodeNode[] =>
	member.facts.isGetter ? returnsOf(member) : [member];

/** A method of a parameter whose type is a class. */
export function* methodOfType(
	{ facts, value }: CodeNode,
	key: string,
): Generator<CodeNode> {
	const { type } = facts.owner?.list.parameters[Number(value)]?.part ?? {};
	for (const made of valuesOf(type)) {
		const method = made.kind === "class" && memberOfClass(made, key);
		if (method && method.kind === "function") yield method;
	}
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
	for (const { kind, value, part } of owner.source.nodes)
		if (
			kind === "assignment" &&
			value === "=" &&
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
	const properties = [...keys].flatMap((key) =>
		[...membersOfClass(made, key)].flatMap((value) =>
			value
				? [virtualNode("property", call, { value: key, part: { value } })]
				: [],
		),
	);
	return virtualOnce("object", call, made, { list: { properties } });
}

/** The value of a field or method that a class declares. */
export const memberOfClass = (
	{ part }: CodeNode,
	key: string,
): CodeNode | undefined =>
	part.body?.list.statements.find(({ value }) => value === key)?.part.value;

/** The class around a node. */
export function classAround(node: CodeNode): CodeNode | null {
	for (let up = node.parent; up; up = up.parent)
		if (up.kind === "class") return up;
	return null;
}
