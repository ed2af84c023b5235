/** What runs, or is shown, because of a class or a list: constructors, handlers, what is added. */
import { memberOfClass } from "./classes.ts";
import type { CodeNode } from "./node.ts";
import { addedKey, resolve } from "./scopes.ts";
import { valuesOf } from "./values.ts";

/** The constructor that runs where a class is called, and the fields that it sets. */
export function constructorsOf(region: CodeNode, at: CodeNode): CodeNode[] {
	if (region.kind !== "class" || at.parent?.part.callee !== at) return [];
	const members = region.part.body?.list.statements ?? [];
	return [
		...["constructor", "__init__"].flatMap(
			(name) => memberOfClass(region, name) ?? [],
		),
		...members.filter(
			({ kind, part: { value } }) =>
				kind === "property" && value && value.kind !== "function",
		),
	];
}

/** The functions of a list that a call is given. */
export const handlersIn = (region: CodeNode, at: CodeNode): CodeNode[] =>
	region.kind === "array" && /^(call|spread)$/.test(at.parent?.kind ?? "")
		? region.list.elements
				.flatMap(valuesOf)
				.filter(({ kind }) => kind === "function")
		: [];

/** The values that `push` and `unshift` add to a list. */
export const addedTo = (name: CodeNode): CodeNode[] =>
	name.kind === "name"
		? (resolve(name)?.fields ?? []).flatMap(({ key, value }) =>
				key === addedKey ? [value] : [],
			)
		: [];
