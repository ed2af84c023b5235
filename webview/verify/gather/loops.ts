/** Loops of all kinds as what they go through. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import {
	bindParameters,
	bindTarget,
	constantOf,
	copyOf,
	type Env,
	type Key,
	keyOfName,
	replaced,
} from "./replace.ts";
import { forget } from "./results.ts";
import { functionIn, placeOf, type Stream, streamOf } from "./streams.ts";

export interface Loop {
	stream: Stream;
	env: Env;
}

const isNumber = (node: CodeNode | undefined, value: number) => {
	const found = constantOf(node);
	return found?.kind === "number" && found.value === value;
};

/** The list whose length an expression is. */
function measured(node: CodeNode | undefined): CodeNode | undefined {
	if (node?.kind === "member" && node.value === "length")
		return node.part.object;
	return node?.kind === "call" &&
		node.part.callee?.kind === "name" &&
		node.part.callee.value === "len"
		? node.list.arguments[0]
		: undefined;
}

/** The list of whose indexes a call gives each: `range(len(xs))`, `xs.keys()`. */
function indexed(iterable: CodeNode): CodeNode | undefined {
	const given = iterable.list.arguments;
	if (iterable.kind !== "call") return undefined;
	if (calleeName(iterable) === "range" && given.length <= 2)
		return given.length === 1 || isNumber(given[0], 0)
			? measured(given.at(-1))
			: undefined;
	const { callee } = iterable.part;
	return callee?.kind === "member" && callee.value === "keys" && !given[0]
		? callee.part.object
		: undefined;
}

/** The list of whose indexes and elements a call gives pairs: `enumerate(xs)`, `xs.entries()`. */
export function numbered(iterable: CodeNode): CodeNode | undefined {
	const { callee } = iterable.part;
	const [first, ...more] = iterable.list.arguments;
	if (iterable.kind !== "call") return undefined;
	if (callee?.kind === "name" && callee.value === "enumerate")
		return more.length === 0 ? first : undefined;
	return callee?.kind === "member" && callee.value === "entries" && !first
		? callee.part.object
		: undefined;
}

/** With the index that leads to an element; `isPlace` tells that it is the number of the element's place. */
function withPlace(
	env: Env,
	list: CodeNode,
	name: CodeNode | undefined,
	stream: Stream,
	isPlace = true,
): Env {
	const index = keyOfName(name);
	if (index === null) return env;
	const place = isPlace ? placeOf(stream) : undefined;
	if (place) env.names.set(index, place);
	return {
		...env,
		places: [...env.places, { list, index, element: stream.element }],
	};
}

/** What a loop goes through, and what its names stand for in a turn; null where it is not known. */
export function loopIn(node: CodeNode, before: Env): Loop | null {
	const env = copyOf(before);
	forget(env, node);
	if (node.kind === "call") return eachIn(node, env);
	const { target, iterable } = node.part;
	if (!iterable) return countedIn(node, before, env);
	if (!target) return null;
	const list = replaced(iterable, env);
	const isIn = node.value === "in";
	const byIndex = isIn ? list : indexed(list);
	if (byIndex) {
		const stream = streamOf(byIndex);
		return {
			stream,
			env: withPlace(env, byIndex, target, stream, !isIn),
		};
	}
	const pairs = numbered(list);
	if (pairs) {
		const stream = streamOf(pairs);
		const [index, element] = target.list.elements;
		bindTarget(element, stream.element, env);
		return {
			stream,
			env: withPlace(env, pairs, index, stream),
		};
	}
	const stream = streamOf(list);
	bindTarget(target, stream.element, env);
	return { stream, env };
}

/** `list.forEach((item, index) => …)` */
function eachIn(call: CodeNode, env: Env): Loop | null {
	const list = call.part.callee?.part.object;
	const made = functionIn(call.list.arguments[0]);
	if (!list || !made) return null;
	const on = replaced(list, env);
	const stream = streamOf(on);
	const [, index] = made.list.parameters;
	const inner = copyOf(env);
	const only = {
		...made,
		list: { ...made.list, parameters: made.list.parameters.slice(0, 1) },
	};
	return bindParameters(only, [stream.element], inner)
		? {
				stream,
				env: withPlace(inner, on, index?.part.target, stream),
			}
		: null;
}

/** `for (let i = 0; i < list.length; i++)`, and `while` in the same way. */
function countedIn(node: CodeNode, before: Env, env: Env): Loop | null {
	const { condition } = node.part;
	if (condition?.kind !== "binary") return null;
	const { left, right } = condition.part;
	const index = keyOfName(left);
	const last =
		condition.value === "<="
			? right?.kind === "binary" &&
				right.value === "-" &&
				isNumber(right.part.right, 1)
				? right.part.left
				: undefined
			: /^(<|!==?)$/.test(String(condition.value))
				? right
				: undefined;
	const list = measured(last && replaced(last, env));
	if (index === null || !list) return null;
	const start =
		node.list.children.find(
			(one) =>
				one.kind === "declaration" && keyOfName(one.part.target) === index,
		)?.part.value ??
		before.names.get(index) ??
		(typeof index === "string" ? undefined : index.values[0]);
	const isFromSecond = isNumber(start, 1);
	if (!isNumber(start, 0) && !isFromSecond) return null;
	if (steps(node, index) !== 1) return null;
	const stream = streamOf(isFromSecond ? withoutFirst(list) : list);
	return {
		stream,
		env: withPlace(env, list, left, stream, !isFromSecond),
	};
}

/** A list without its first element. */
const withoutFirst = (list: CodeNode): CodeNode =>
	virtualNode("index", list, {
		part: {
			object: list,
			key: virtualNode("slice", list, {
				part: { start: virtualNode("number", list, { value: 1 }) },
			}),
		},
	});

/** By how much a loop's index grows in each turn; 0 where it is not known. */
function steps(node: CodeNode, index: Key): number {
	const grows = (one: CodeNode): boolean =>
		/^(assignment|declaration)$/.test(one.kind) &&
		keyOfName(one.part.target) === index &&
		one.parent !== node.parent;
	const all: CodeNode[] = [];
	const visit = (one: CodeNode) => {
		if (grows(one) && !(one.kind === "declaration" && one.parent === node))
			all.push(one);
		one.children.forEach(visit);
	};
	visit(node);
	const [only, ...more] = all;
	const value = only?.part.value;
	if (!only || more.length > 0) return 0;
	const isDirect = only.parent === node || only.parent === node.part.body;
	if (!isDirect) return 0;
	if (only.value === "+=" && value?.kind === "number")
		return Number(value.value);
	const isSum =
		value?.kind === "binary" &&
		value.value === "+" &&
		keyOfName(value.part.left) === index &&
		value.part.right?.kind === "number";
	return isSum ? Number(value.part.right?.value) : 0;
}

/** A list that is not known, at a place. */
export const placeIn = (list: CodeNode, key: CodeNode): CodeNode =>
	virtualNode("index", list, { part: { object: list, key } });
