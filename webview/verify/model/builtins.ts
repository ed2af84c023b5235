/** What the languages' own functions give: those that hand on what they are given, and those that put objects together. */
import { type CodeNode, calleeName, virtualNode, virtualOnce } from "./node.ts";
import { resolve } from "./scopes.ts";
import { valuesOf } from "./values.ts";

/** What Python's own functions give: an element of a list, the fields of a model. */
export function* pythonResult(
	call: CodeNode,
	name: string | null,
): Generator<CodeNode | undefined> {
	const { callee } = call.part;
	if (callee?.kind === "name" && name === "next") yield* firstOf(call);
	const given = call.list.arguments.filter((one) => !isKeyword(one));
	const [first] = given;
	if (callee?.kind === "name" && /^(max|min)$/.test(name ?? "")) {
		if (given.length > 1) yield* given;
		else yield virtualOnce("item", call, first, { part: { of: first } });
	}
	if (callee?.kind === "name" && name === "dict") yield* zipped(call, first);
	const model =
		callee?.kind === "member" && /^(model_dump|dict)$/.test(name ?? "")
			? callee.part.object
			: callee?.kind === "name" && name === "asdict"
				? first
				: undefined;
	for (const made of valuesOf(model))
		if (
			made.kind === "call" &&
			made.list.arguments.every(isKeyword) &&
			makesInstance(made)
		)
			yield virtualOnce("object", call, made, {
				list: {
					properties: made.list.arguments.map(({ value, part }) =>
						virtualNode("property", call, { value, part }),
					),
				},
			});
}

/** Whether a call makes an instance: of a class that is known, or of one that is called as classes are. */
const makesInstance = (call: CodeNode) =>
	/^[A-Z]/.test(calleeName(call) ?? "") ||
	valuesOf(call.part.callee).some(({ kind }) => kind === "class");

const isKeyword = ({ kind }: CodeNode) => kind === "keyword";

/** What JavaScript's own functions give that hand back what they are given or called on, and the object that `Object.assign` puts together. */
export function* javaScriptResult(
	call: CodeNode,
): Generator<CodeNode | undefined> {
	const { callee } = call.part;
	const on = callee?.part.object;
	if (callee?.kind !== "member" || !on) return;
	if (callee.value === "bind") yield on;
	if (on.kind !== "name" || resolve(on)) return;
	const given = call.list.arguments;
	const called = `${on.value}.${callee.value}`;
	if (handsBack.test(called)) yield given[0];
	if (called === "Object.assign")
		yield virtualOnce("object", call, call, {
			list: {
				properties: given.map((value) =>
					value.kind === "spread"
						? value
						: virtualNode("spread", value, { part: { value } }),
				),
			},
		});
}

const handsBack =
	/^(Object\.(freeze|seal|preventExtensions)|Promise\.(resolve|all))$/;

/** What `dict(zip(keys, values))` puts together. */
function* zipped(
	call: CodeNode,
	pairs: CodeNode | undefined,
): Generator<CodeNode | undefined> {
	for (const zip of valuesOf(pairs)) {
		const [keys, values] = zip.list.arguments;
		if (zip.kind !== "call" || calleeName(zip) !== "zip" || !values) continue;
		for (const { kind, list } of valuesOf(keys))
			if (kind === "array" || kind === "tuple")
				yield virtualOnce("object", call, zip, {
					list: {
						properties: list.elements.map((one, index) =>
							pairOf(call, one, values, index),
						),
					},
				});
	}
}

/** A property of a key, and of the element at its place in a list. */
function pairOf(
	at: CodeNode,
	key: CodeNode,
	values: CodeNode,
	index: number,
): CodeNode {
	const place = virtualNode("number", at, { value: index });
	const value = virtualNode("index", at, {
		part: { object: values, key: place },
	});
	const isFixed = key.kind === "string" || key.kind === "number";
	return virtualNode("property", at, {
		value: isFixed ? String(key.value) : null,
		part: { key: isFixed ? undefined : key, value },
	});
}

/** What Python's `next(list, default)` gives. */
function* firstOf({ list }: CodeNode): Generator<CodeNode | undefined> {
	const [from, otherwise] = list.arguments;
	for (const one of valuesOf(from))
		if (one.kind === "comprehension") yield one.part.body;
	yield otherwise;
}
