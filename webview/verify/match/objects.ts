/** Matching of objects and of attributes of elements: what is written must be there, in any order. */
import { instanceOf, jsonOf } from "../model/classes.ts";
import { type CodeNode, virtualNode } from "../model/node.ts";
import { addedKey, resolve } from "../model/scopes.ts";
import { attributesOf, propertiesOf, valuesOf } from "../model/values.ts";
import { untried } from "./context.ts";
import { match } from "./match.ts";
import { bindText } from "./members.ts";
import type { Bindings, Next } from "./types.ts";

/** Properties of an object, or of whatever object a node may stand for; the ones written must be there. */
export function matchObject(
	patterns: readonly CodeNode[],
	index: number,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
	all = objectsFor(node),
): boolean {
	if (!all.some(({ kind }) => kind === "object")) return false;
	const pattern = patterns[index];
	if (!pattern) return next(bindings);
	const rest: Next = (found) =>
		matchObject(patterns, index + 1, node, found, next, all);
	if (pattern.kind === "ellipsis") return rest(bindings);
	const written = all.flatMap(({ list }) => [...list.properties]);
	const { key, value } = pattern.part;
	if (pattern.kind === "spread")
		return all.some(({ list }) =>
			list.properties.some(
				(one) =>
					one.kind === "spread" &&
					isBetween(patterns, index, list.properties, one) &&
					match(value, one.part.value, bindings, rest),
			),
		);
	if (pattern.value === null)
		return [...written, ...all.flatMap(laterProperties)].some(
			(one) =>
				one.kind === "property" &&
				match(key, keyNode(one), bindings, (found) =>
					match(value, one.part.value, found, rest),
				),
		);
	const open = /^µ(\w+)$/.exec(String(pattern.value))?.[1];
	// `{ $key: $value }`: any key. `{ $name }` is short for a key of that name.
	if (open !== undefined && value && value.start > pattern.start)
		return [...written, ...all.flatMap(laterProperties)].some(
			(one) =>
				one.kind === "property" &&
				typeof one.value === "string" &&
				bindText(open, one.value, one, bindings, (found) =>
					match(value, one.part.value, found, rest),
				),
		);
	const given = all
		.flatMap((one) => propertiesOf(one, String(pattern.value)))
		.concat(
			written
				.filter((one) => isComputedKey(one, String(pattern.value)))
				.flatMap(({ part }) => part.value ?? []),
		);
	const go = untried(rest);
	return [...new Set(given)].some((one) => match(value, one, bindings, go));
}

/** What a node may stand for, with objects in place of the instances that are known. */
const objectsFor = (node: CodeNode): readonly CodeNode[] =>
	valuesOf(node).flatMap((value) => {
		const json = jsonOf(value);
		return json.length > 0
			? json
			: value.kind === "call"
				? (instanceOf(value) ?? value)
				: value;
	});

/** What is set in the object of a name after it was made: `answer["id"] = 1`. */
const laterProperties = (name: CodeNode): CodeNode[] =>
	name.kind === "name"
		? (resolve(name)?.fields ?? []).flatMap(({ key, value }) =>
				key === addedKey
					? []
					: [virtualNode("property", value, { value: key, part: { value } })],
			)
		: [];

/** A property's key as an expression, which fixed ones are not written as. */
const keyNode = (property: CodeNode): CodeNode =>
	property.part.key ??
	virtualNode("string", property, { value: property.value });

/** Whether a spread stands where it does in the pattern: what comes later in an object wins over it, what came before does not. */
function isBetween(
	patterns: readonly CodeNode[],
	index: number,
	properties: readonly CodeNode[],
	spread: CodeNode,
): boolean {
	const at = properties.indexOf(spread);
	return patterns.every((one, place) => {
		if (one.kind !== "property") return true;
		// A key that a pattern leaves open stands for the last one.
		const last = properties.findLastIndex(
			(property) =>
				property.kind === "property" &&
				(one.value == null ||
					property.value === one.value ||
					isComputedKey(property, String(one.value))),
		);
		if (last >= 0) return place < index ? last < at : last > at;
		const from = spreadsWith(properties, one.value);
		return (
			from.length === 0 ||
			from.some((other) => (place < index ? other < at : other > at))
		);
	});
}

/** The places of spreads that are known to have a key. */
const spreadsWith = (
	properties: readonly CodeNode[],
	key: CodeNode["value"],
): number[] =>
	properties.flatMap(({ kind, part }, index) =>
		key != null &&
		kind === "spread" &&
		valuesOf(part.value).some(
			(value) => propertiesOf(value, String(key)).length > 0,
		)
			? [index]
			: [],
	);

/** `{ [NAME]: … }` where the name is known. */
const isComputedKey = ({ part }: CodeNode, key: string) =>
	!!part.key &&
	valuesOf(part.key).some(
		({ kind, value }) => kind === "string" && value === key,
	);

/** Attributes of an element; the ones written must be there. */
export function matchAttributes(
	patterns: readonly CodeNode[],
	index: number,
	element: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const pattern = patterns[index];
	if (!pattern) return next(bindings);
	const rest: Next = (found) =>
		matchAttributes(patterns, index + 1, element, found, next);
	const { value } = pattern.part;
	if (pattern.kind === "spread")
		return value?.kind === "ellipsis"
			? rest(bindings)
			: element.list.attributes.some(
					({ kind, part }) =>
						kind === "spread" && match(value, part.value, bindings, rest),
				);
	return attributesOf(element, String(pattern.value)).some((one) =>
		match(value, one, bindings, rest),
	);
}
