/** Code with other code in place of its names: what a loop, a function or a constant gives them. */
import {
	type CodeNode,
	isWithin,
	type Variable,
	virtualNode,
	withParts,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { resultOf } from "./results.ts";
import { isPlace } from "./streams.ts";

/** What distinguishes names: a variable, or the name of what a pattern leaves open. */
export type Key = Variable | string;

/** What names stand for at a place, and which list's element an index leads to. */
export interface Env {
	names: Map<Key, CodeNode>;
	places: readonly { list: CodeNode; index: Key; element: CodeNode }[];
}

export const emptyEnv = (): Env => ({ names: new Map(), places: [] });

export const copyOf = ({ names, places }: Env): Env => ({
	names: new Map(names),
	places,
});

/** What a name of code, or a metavariable of a pattern, is known by; null for other nodes. */
export function keyOfName(node: CodeNode | undefined): Key | null {
	if (node?.kind === "name") return resolve(node) ?? String(node.value);
	return node?.kind === "metavariable" && node.value !== "_"
		? `$${node.value}`
		: null;
}

/** Whether two expressions are written alike. */
export function isEqual(
	one: CodeNode | undefined,
	other: CodeNode | undefined,
): boolean {
	countStep();
	if (one === other) return true;
	if (!one || !other || one.kind !== other.kind) return false;
	const key = keyOfName(one);
	if (key !== null) return key === keyOfName(other);
	return (
		// Two elements of a list are two things.
		!/^(metavariable|item)$/.test(one.kind) &&
		one.value === other.value &&
		one.children.length === other.children.length &&
		one.children.every((child, index) => isEqual(child, other.children[index]))
	);
}

/** What a name stands for that is given one value only; any other code itself. */
export function constantOf(node: CodeNode | undefined): CodeNode | undefined {
	const [only, ...more] =
		node?.kind === "name" ? (resolve(node)?.values ?? []) : [];
	return only && more.length === 0 && only.kind !== "parameterValue"
		? only
		: node;
}

/** Whether a name occurs in code. */
export const mentions = (node: CodeNode | undefined, key: Key): boolean =>
	!!node &&
	node.kind !== "item" &&
	(keyOfName(node) === key || node.children.some((one) => mentions(one, key)));

/** How deep calls of functions are put in place. */
const mostCalls = 3;
let calls = 0;

/** Code with what its names stand for, and what calls of simple functions return. */
export function replaced(node: CodeNode, env: Env): CodeNode {
	countStep();
	const key = keyOfName(node);
	if (key !== null) {
		const value = env.names.get(key) ?? node;
		// A place is reported where it is written.
		return isPlace(value)
			? virtualNode("member", node, { value: value.value, part: value.part })
			: value;
	}
	if (node.kind === "index") {
		const index = keyOfName(node.part.key);
		const place = env.places.find(
			(one) => one.index === index && isEqual(one.list, node.part.object),
		);
		if (place) return place.element;
	}
	if (node.children.length === 0) return node;
	let isChanged = false;
	const copy = withParts(node, (child) => {
		const other = replaced(child, env);
		isChanged ||= other !== child;
		return [other];
	});
	const now = isChanged ? copy : node;
	return (now.kind === "call" && returnedBy(now)) || now;
}

/** What a call of a function that only computes something returns. */
function returnedBy(call: CodeNode): CodeNode | undefined {
	const { callee } = call.part;
	if (callee?.kind !== "name" || calls >= mostCalls) return undefined;
	const [only, ...more] = valuesOf(callee).filter(
		({ kind }) => kind === "function",
	);
	if (!only || more.length > 0 || only.facts.isAsync) return undefined;
	// Not what a function gives that calls itself.
	if (isWithin(call, only)) return undefined;
	calls++;
	try {
		return applied(only, call.list.arguments);
	} finally {
		calls--;
	}
}

/** Notes what the names of a target stand for when it is given a value. */
export function bindTarget(
	target: CodeNode | undefined,
	value: CodeNode,
	env: Env,
): void {
	const key = keyOfName(target);
	if (key !== null) env.names.set(key, value);
	if (!target) return;
	switch (target.kind) {
		case "default":
			bindTarget(
				target.part.target,
				virtualNode("binary", target, {
					value: "??",
					part: { left: value, right: target.part.value },
				}),
				env,
			);
			break;
		case "object":
			for (const one of target.list.properties)
				if (one.kind === "property" && one.value != null)
					bindTarget(
						one.part.value,
						virtualNode("member", one, {
							value: one.value,
							part: { object: value },
						}),
						env,
					);
			break;
		case "array":
		case "tuple":
			for (const [index, one] of target.list.elements.entries()) {
				const written =
					/^(array|tuple)$/.test(value.kind) && value.list.elements[index];
				const place = virtualNode("number", one, { value: index });
				bindTarget(
					one,
					written ||
						virtualNode("index", one, { part: { object: value, key: place } }),
					env,
				);
			}
			break;
	}
}

/** What a function returns for some arguments; undefined where it is not known. */
export function applied(
	made: CodeNode,
	given: readonly CodeNode[],
	env: Env = emptyEnv(),
): CodeNode | undefined {
	const inner = copyOf(env);
	return bindParameters(made, given, inner)
		? (resultOf(made.part.body?.list.statements ?? [], inner) ?? undefined)
		: undefined;
}

/** Notes what the parameters of a function are given; false where it is not known. */
export function bindParameters(
	made: CodeNode,
	given: readonly CodeNode[],
	env: Env,
): boolean {
	if (given.some(({ kind }) => /^(spread|keyword|ellipsis)$/.test(kind)))
		return false;
	for (const [index, { kind, part, facts }] of made.list.parameters.entries()) {
		if (kind === "ellipsis") return true;
		const value = given[index] ?? part.default;
		if (facts.isRest || !value) return false;
		const isOptional = part.default && given[index];
		bindTarget(
			part.target,
			isOptional && /^(member|index)$/.test(value.kind)
				? virtualNode("binary", value, {
						value: "??",
						part: { left: value, right: part.default },
					})
				: value,
			env,
		);
	}
	return true;
}
