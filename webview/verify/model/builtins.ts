/** What the languages' own functions give: those that hand on what they are given, and those that put objects together. */

import { isReduce, returnsOf, startOfReduce } from "./calls.ts";
import { moduleNameOf } from "./modules.ts";
import {
	type CodeNode,
	calleeName,
	textOf,
	virtualNode,
	virtualOnce,
} from "./node.ts";
import { resolve } from "./scopes.ts";
import { valuesOf } from "./values.ts";

/** What Python's own functions give: an element of a list, the fields of a model. */
export function* pythonResult(call: CodeNode): Generator<CodeNode | undefined> {
	const { callee } = call.part;
	const imported = moduleNameOf(callee);
	// Functions of modules go by their own name: `dataclasses.asdict`, `asdict as fields`.
	const name = imported?.name ?? calleeName(call) ?? "";
	const isFree = callee?.kind === "name" || imported !== null;
	if (isFree && name === "next") yield* firstOf(call);
	const given = call.list.arguments.filter((one) => !isKeyword(one));
	const [first] = given;
	if (isFree && /^(max|min)$/.test(name)) {
		if (given.length > 1) yield* given;
		else yield virtualOnce("item", call, first, { part: { of: first } });
	}
	if (isFree && name === "dict") {
		yield* zipped(call, first);
		yield fromEntries(call, first);
	}
	const copied =
		callee?.kind === "member" && name === "copy" && given.length === 0
			? callee.part.object
			: /^(dict|copy|deepcopy)$/.test(name)
				? first
				: undefined;
	for (const made of valuesOf(copied)) if (made.kind === "object") yield made;
	if (valuesOf(callee).some(isDictionary)) yield fieldsOf(call, call);
	const model =
		!isFree && /^(model_dump|dict|_asdict)$/.test(name)
			? callee?.part.object
			: isFree && /^(asdict|vars)$/.test(name)
				? first
				: undefined;
	for (const made of valuesOf(model))
		if (made.kind === "call" && makesInstance(made)) yield fieldsOf(call, made);
}

/** A class whose calls make dictionaries. */
const isDictionary = ({ kind, list }: CodeNode) =>
	kind === "class" &&
	list.bases
		.flatMap(valuesOf)
		.some(({ value }) => /^(TypedDict|dict)$/.test(String(value)));

/** The fields that a call of a class sets, as an object. */
function fieldsOf(at: CodeNode, made: CodeNode): CodeNode | undefined {
	const fields = valuesOf(made.part.callee)
		.filter(({ kind }) => kind === "class")
		.flatMap(({ part }) => [...(part.body?.list.statements ?? [])])
		.filter(({ kind, part }) => kind === "declaration" && part.type);
	const names = fields.map(({ value }) => value);
	const given = made.list.arguments;
	if (!given.every((one, index) => isKeyword(one) || names[index] != null))
		return undefined;
	return virtualOnce("object", at, made, {
		list: {
			properties: [
				...given.map((one, index) =>
					isKeyword(one)
						? virtualNode("property", at, { value: one.value, part: one.part })
						: virtualNode("property", at, {
								value: names[index] ?? null,
								part: { value: one },
							}),
				),
				// The other fields have their defaults.
				...fields
					.slice(given.filter((one) => !isKeyword(one)).length)
					.flatMap(({ value, part }) =>
						part.value && !given.some((one) => one.value === value)
							? [
									virtualNode("property", at, {
										value,
										part: { value: part.value },
									}),
								]
							: [],
					),
			],
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
	if (oneElement.test(String(callee.value)))
		yield virtualOnce("item", call, on, { part: { of: on } });
	if (callee.value === "get") yield* entriesOfMap(on);
	if (isReduce.test(String(callee.value))) yield* startOfReduce(call);
	if (on.kind !== "name" || resolve(on)) return;
	const given = call.list.arguments;
	const called = `${on.value}.${callee.value}`;
	if (handsBack.test(called)) yield given[0];
	if (called === "Array.from" && given.length === 1)
		yield* valuesOf(given[0]).filter(({ kind }) => kind === "array");
	if (called === "Array.of")
		yield virtualOnce("array", call, call, { list: { elements: given } });
	if (called === "Object.create")
		yield virtualOnce("object", call, call, { list: { properties: [] } });
	if (called === "Object.fromEntries") yield fromEntries(call, given[0]);
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

/** Methods that give one element of a list. */
const oneElement = /^(find|findLast|at|pop|shift)$/;

/** The values that `new Map([["a", x]])` is made with. */
function* entriesOfMap(on: CodeNode): Generator<CodeNode | undefined> {
	for (const made of valuesOf(on))
		if (made.facts.isNew && calleeName(made) === "Map")
			for (const entry of elementsOf(made))
				yield valuesOf(entry).find(isList)?.list.elements[1];
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

/** The dictionary that `{key: d[key] for key in ("a", "b")}` or `{key: value for key, value in pairs}` makes. */
export function objectOf(made: CodeNode): CodeNode | undefined {
	const { body } = made.part;
	return body?.kind === "property"
		? comprehended(made, made, body.part.key, body.part.value)
		: undefined;
}

/** The dictionary of the keys and values that a comprehension makes of one list, as far as it is written out. */
function comprehended(
	at: CodeNode,
	made: CodeNode,
	key: CodeNode | undefined,
	value: CodeNode | undefined,
): CodeNode | undefined {
	const [loop, ...more] = made.list.loops;
	const { target, iterable } = loop?.part ?? {};
	if (!target || !key || more.length > 0) return undefined;
	if (made.list.children.length > 0) return undefined;
	if (target.kind !== "name") {
		const [first, second] = target.list.elements;
		return first?.value === key.value && first?.kind === key.kind
			? entries(at, iterable, (given) =>
					value?.kind === "name" && value.value === second?.value
						? given
						: value,
				)
			: undefined;
	}
	if (key.value !== target.value) return undefined;
	const keys = valuesOf(iterable).find(isList)?.list.elements ?? [];
	const valueFor = (key: CodeNode) =>
		value?.kind === "index" && value.part.key?.value === target.value
			? virtualNode("index", value, {
					part: { object: value.part.object, key },
				})
			: value;
	return keys.length > 0 && keys.every(({ kind }) => kind === "string")
		? virtualOnce("object", at, made, {
				list: {
					properties: keys.map((key) =>
						virtualNode("property", made, {
							value: key.value ?? null,
							part: { value: valueFor(key) },
						}),
					),
				},
			})
		: undefined;
}

/** The object of the pairs in a list, `zip(…)` or `items()`, each value changed. */
function entries(
	at: CodeNode,
	given: CodeNode | undefined,
	valueFor: (value: CodeNode) => CodeNode | undefined,
): CodeNode | undefined {
	const properties = [
		...[...zipped(at, given)].flatMap((one) => one?.list.properties ?? []),
		...pairsOf(at, given),
	];
	if (!given || properties.length === 0) return undefined;
	return virtualOnce("object", at, given, {
		list: {
			properties: properties.map((one) => ({
				...one,
				part: {
					...one.part,
					value: one.part.value && valueFor(one.part.value),
				},
			})),
		},
	});
}

/** What Python's `next(list, default)` gives. */
function* firstOf({ list }: CodeNode): Generator<CodeNode | undefined> {
	const [from, otherwise] = list.arguments;
	for (const one of valuesOf(from))
		if (one.kind === "comprehension") yield one.part.body;
	yield otherwise;
}

/** The object that a list of keys and values makes. */
function fromEntries(
	call: CodeNode,
	given: CodeNode | undefined,
): CodeNode | undefined {
	if (!given) return undefined;
	for (const made of valuesOf(given)) {
		const [key, value] =
			made.kind === "comprehension"
				? (made.part.body?.list.elements ?? [])
				: [];
		const object = key && comprehended(call, made, key, value);
		if (object) return object;
	}
	const properties = pairsOf(call, given);
	return properties.length > 0
		? virtualOnce("object", call, given, { list: { properties } })
		: undefined;
}

/** The properties of the pairs in a list. */
const pairsOf = (at: CodeNode, given: CodeNode | undefined): CodeNode[] =>
	valuesOf(given)
		.flatMap((list) => [...elementsOf(list)])
		.flatMap((entry) => {
			const [key, value] = valuesOf(entry).find(isList)?.list.elements ?? [];
			return key && value ? [propertyOf(at, key, value)] : [];
		});

const propertyOf = (at: CodeNode, key: CodeNode, value: CodeNode): CodeNode => {
	const text = valuesOf(key).find(({ kind }) => kind === "string")?.value;
	return virtualNode("property", at, {
		value: text ?? null,
		part: { value, ...(text === undefined && { key }) },
	});
};

const isList = ({ kind }: CodeNode) => kind === "array" || kind === "tuple";

/** Methods and functions whose elements are those of what they are given. */
const sameElements =
	/^(Array\.from|Map|Set|sorted|reversed|set|frozenset|iter)$/;
/** Methods of lists whose result has elements of the list only, or of what is added, too. */
const keptElements =
	/^(filter|slice|concat|reverse|sort|toReversed|toSorted|with)$/;
/** What a loop goes through for an object: its keys, its values, or both. */
const overObject = /^(Object\.)?(keys|values|entries|items)$/;

/** What a loop over a value goes through, as far as it is written out. */
export function* elementsOf(
	list: CodeNode,
	depth = 3,
): Generator<CodeNode | undefined> {
	if (isList(list))
		for (const element of list.list.elements)
			if (element.kind === "spread" && depth > 0)
				for (const value of valuesOf(element.part.value))
					yield* elementsOf(value, depth - 1);
			else yield element;
	if (list.kind === "comprehension") yield list.part.body;
	if (list.kind !== "call" || depth === 0) return;
	const { callee } = list.part;
	const [first] = list.list.arguments;
	const on = callee?.part.object;
	const isGlobal =
		callee?.kind === "name" || (on?.kind === "name" && !resolve(on));
	const name =
		isGlobal && on ? `${on.value}.${callee?.value}` : String(callee?.value);
	if (isGlobal && sameElements.test(name))
		for (const value of valuesOf(first)) yield* elementsOf(value, depth - 1);
	if (isGlobal && name === "enumerate")
		for (const value of valuesOf(first))
			for (const element of elementsOf(value, depth - 1))
				yield tupleOf(list, undefined, element);
	if (callee?.kind === "member" && !isGlobal) {
		if (keptElements.test(name))
			for (const value of valuesOf(on)) yield* elementsOf(value, depth - 1);
		if (name === "concat") yield* list.list.arguments;
		for (const made of name === "map" ? valuesOf(first) : [])
			if (made.kind === "function") yield* returnsOf(made);
	}
	const [, , what] = overObject.exec(name) ?? [];
	const of = isGlobal ? first : on;
	if (what && callee?.kind === "member")
		for (const value of valuesOf(of)) yield* partsOf(list, value, what);
}

/** The keys, values or pairs of both of an object that is written out. */
export function* partsOf(
	at: CodeNode,
	object: CodeNode,
	what: string,
): Generator<CodeNode | undefined> {
	if (object.kind === "call" && what === "values") yield* elementsOf(object, 1);
	for (const property of object.kind === "object"
		? object.list.properties
		: []) {
		const { key, value } = property.part;
		if (property.kind !== "property") continue;
		const name = key ?? keyOf(at, property);
		if (what === "keys") yield name;
		else if (what === "values") yield value;
		else yield tupleOf(at, name, value);
	}
}

/** The key of a property as it is written: a text or a number. */
const keyOf = (at: CodeNode, property: CodeNode): CodeNode | undefined =>
	property.source.family === "python" && /^-?\d/.test(textOf(property))
		? virtualOnce("number", at, property, { value: Number(property.value) })
		: virtualOnce("string", at, property, { value: property.value });

const tupleOf = (
	at: CodeNode,
	one: CodeNode | undefined,
	other: CodeNode | undefined,
): CodeNode | undefined =>
	virtualOnce("tuple", at, other, {
		list: {
			elements: [one ?? virtualNode("gap", at), other].filter(
				(part) => part !== undefined,
			),
		},
	});
