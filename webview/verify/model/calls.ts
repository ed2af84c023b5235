/** Calls: what functions return, what their parameters are given, and which attributes elements have. */
import { calledName } from "./modules.ts";
import {
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
	type Source,
	virtualNode,
	virtualOnce,
} from "./node.ts";
import { referencesTo } from "./reach.ts";
import { resolve } from "./scopes.ts";
import { countStep } from "./steps.ts";
import { isUnreachable } from "./unreachable.ts";
import { propertiesOf, valuesOf } from "./values.ts";

/** What a function itself, its inner functions aside, returns. */
export function returnsOf(owner: CodeNode): CodeNode[] {
	const found: CodeNode[] = [];
	const visit = (node: CodeNode) => {
		for (const child of node.children) {
			if (child.kind === "return" && child.part.value && !isUnreachable(child))
				found.push(child.part.value);
			if (child.kind !== "function") visit(child);
		}
	};
	if (owner.part.body) visit(owner.part.body);
	return found;
}

/** The functions given to a function that returns one that calls them: `wrap(handler)` stands for `handler`, too. */
export const wrappedBy = (owner: CodeNode, call: CodeNode): CodeNode[] =>
	call.list.arguments.filter((_, index) => {
		const stands = owner.list.parameters[index]?.facts.stands;
		const calls = stands ? (callIndex(owner.source).get(ofResult) ?? []) : [];
		return calls.some(
			(one) =>
				isWithin(one, owner) &&
				functionAround(one) !== owner &&
				one.part.callee &&
				resolve(one.part.callee)?.values[0] === stands,
		);
	});

/** The values that calls and elements give to a parameter. */
export function givenTo(parameter: CodeNode): CodeNode[] {
	const { owner } = parameter.facts;
	if (!owner) return [];
	const found =
		parameter.value === 0 || parameter.value === 1
			? [...placesOf(owner), ...resultsWith(owner)].flatMap((place) =>
					givenByCaller(parameter, place),
				)
			: [];
	return [...found, ...givenBy(parameter, owner, callsOf(owner))];
}

/** A function where it is written, in calls that stand for what they are given (`useCallback`), and where its name is handed over. */
function placesOf(owner: CodeNode): CodeNode[] {
	const written = asHandedOn(owner);
	const { parent } = written;
	const variable =
		parent?.kind === "declaration" && parent.part.value === written
			? parent.part.target?.variable
			: null;
	const named = variable ? referencesTo(variable, owner.source) : [];
	return [written, ...named];
}

/** The calls that give a function which a function returns, where they are handed over: `then(reply(res))`. */
function resultsWith(owner: CodeNode): CodeNode[] {
	if (owner.parent?.kind !== "return" || owner.source.family !== "javascript")
		return [];
	const index = callIndex(owner.source);
	return [".then", ".map", ".forEach", ".filter", ".find"]
		.flatMap((name) => (index.get(name) ?? []).slice(0, mostIndirect))
		.flatMap(({ list }) => list.arguments[0] ?? [])
		.filter((given) => {
			countStep();
			return given.kind === "call" && valuesOf(given).includes(owner);
		});
}

/** The outermost call around a function that stands for it: `useCallback(…)`. */
function asHandedOn(owner: CodeNode): CodeNode {
	const { parent } = owner;
	return parent?.kind === "call" &&
		parent.list.arguments[0] === owner &&
		owner.source.project.transparent.has(calledName(parent) ?? "")
		? asHandedOn(parent)
		: owner;
}

/** The values that some calls give to a parameter. */
export function givenBy(
	parameter: CodeNode,
	owner: CodeNode,
	calls: readonly CodeNode[],
): CodeNode[] {
	const found: CodeNode[] = [];
	for (const call of calls) {
		if (call.kind !== "call") continue;
		const name = parameterName(parameter, owner);
		const named = call.list.arguments.find(
			({ kind, value }) => kind === "keyword" && value === name,
		);
		const argument =
			call.list.arguments[Number(parameter.value) - givenBefore(owner, call)];
		const rest = restOf(parameter, owner, call);
		const self = selfOf(parameter, owner, call);
		if (rest || self) found.push(...written(rest ?? self));
		else if (named?.part.value) found.push(named.part.value);
		else if (
			argument &&
			argument.kind !== "keyword" &&
			argument.kind !== "spread"
		)
			found.push(argument);
	}
	return found;
}

/** The list that a call gives to `...rest`. */
const restOf = (
	parameter: CodeNode,
	owner: CodeNode,
	call: CodeNode,
): CodeNode | undefined =>
	owner.source.family === "javascript" &&
	owner.list.parameters[Number(parameter.value)]?.facts.isRest
		? virtualOnce("array", parameter, call, {
				list: { elements: call.list.arguments.slice(Number(parameter.value)) },
			})
		: undefined;

/** Parameters that no caller writes: Python's `self`. */
const givenBefore = ({ list, source }: CodeNode, call: CodeNode): number =>
	source.family === "python" &&
	/^(self|cls)$/.test(String(list.parameters[0]?.value)) &&
	(call.part.callee?.kind === "member" || isMember(list.parameters[0]?.parent))
		? 1
		: 0;

/** What Python's `self` is in a method: what the method is called on. */
const selfOf = (
	parameter: CodeNode,
	owner: CodeNode,
	call: CodeNode,
): CodeNode | undefined =>
	Number(parameter.value) === 0 &&
	owner.parent?.value !== "__init__" &&
	givenBefore(owner, call) > 0
		? call.part.callee?.part.object
		: undefined;

const parameterName = ({ value }: CodeNode, owner: CodeNode) =>
	owner.list.parameters[Number(value)]?.value ?? null;

const written = (node: CodeNode | undefined) => (node ? [node] : []);

/** Methods whose function is given what it has returned so far, and an element. */
export const isReduce = /^reduce(Right)?$/;

/** What such a method begins with, where that is something made for it: it may stay the same thing to the end, as a number does not. */
export const startOfReduce = ({ list }: CodeNode): CodeNode[] =>
	list.arguments
		.slice(1, 2)
		.filter(({ kind }) => kind === "call" || kind === "object");

/** What methods hand to a function that is their argument: the elements of a list, an awaited promise. */
function givenByCaller(parameter: CodeNode, place: CodeNode): CodeNode[] {
	const call = place.parent;
	if (call?.kind !== "call" || call.part.callee === place) return [];
	const name = calleeName(call) ?? "";
	const on = call.part.callee?.part.object;
	const isFirst = parameter.value === 0;
	if (isFirst && isReduce.test(name)) return startOfReduce(call);
	if (isFirst === isReduce.test(name)) return [];
	if (
		isReduce.test(name) ||
		/^(map|forEach|filter|find|flatMap|some|every|findIndex|sort|toSorted)$/.test(
			name,
		)
	) {
		const of = on ?? call.list.arguments[1];
		return written(virtualOnce("item", parameter, of, { part: { of } }));
	}
	return name === "then" && call.list.arguments[0] === place
		? written(virtualOnce("await", parameter, on, { part: { value: on } }))
		: [];
}

/** `props.a` of a component: what its elements give for `a`. */
export function componentProperty(
	parameter: CodeNode,
	key: string,
): CodeNode[] {
	const { owner } = parameter.facts;
	if (!owner || parameter.value !== 0) return [];
	return callsOf(owner).flatMap((node) =>
		node.kind === "element"
			? [
					...attributesOf(node, key).map((one) => one.part.value ?? one),
					...(key === "children" ? node.list.children : []),
				]
			: [],
	);
}

/** The values of an attribute of an element, spread ones included. */
export const attributesOf = (element: CodeNode, key: string): CodeNode[] =>
	element.list.attributes.flatMap((attribute) => {
		if (attribute.kind === "spread") return spreadAttribute(attribute, key);
		if (attribute.value !== key) return [];
		return [
			attribute.part.value ??
				virtualNode("constant", attribute, { value: "true" }),
		];
	});

/** What a spread gives for an attribute: the field of the object, or of props that are handed on. */
function spreadAttribute({ part }: CodeNode, key: string): CodeNode[] {
	const values = valuesOf(part.value);
	const isHandedOn =
		part.value &&
		values.some(({ kind }) => kind === "parameterValue") &&
		!values.some(({ kind }) => kind === "object");
	return isHandedOn
		? [
				virtualNode("member", part.value, {
					value: key,
					part: { object: part.value },
				}),
			]
		: values.flatMap((value) => propertiesOf(value, key));
}

/** Whether a function is a member of a class or an object. */
const isMember = (owner: CodeNode | null | undefined): boolean =>
	owner?.parent?.kind === "property" || !!classWith(owner);

/** The class in whose body a function is a method. */
function classWith(owner: CodeNode | null | undefined): CodeNode | null {
	const around = owner?.parent?.parent?.parent;
	return around?.kind === "class" && owner?.parent?.part.value === owner
		? around
		: null;
}

/** The calls and elements of a function in its own file, by its name; of a constructor, the places where its class is called. */
export const callsOf = (owner: CodeNode): readonly CodeNode[] => [
	...new Set([...directCallsOf(owner), ...indirectCallsOf(owner)]),
];

/** Most calls of parameters and results that are looked at. */
const mostIndirect = 64;

/** The calls of parameters and results that a function is given for: `handler(…)` in `wrap`, of the function in `wrap(function () {})`. */
const indirectCallsOf = (owner: CodeNode): CodeNode[] =>
	(callIndex(owner.source).get(ofResult) ?? [])
		.slice(0, mostIndirect)
		.filter((call) => {
			countStep();
			return valuesOf(call.part.callee ?? call.part.tag).includes(owner);
		});

function directCallsOf(owner: CodeNode): readonly CodeNode[] {
	const written = asHandedOn(owner);
	const { parent } = written;
	if (!parent) return [];
	const index = callIndex(owner.source);
	if (isMember(owner)) {
		const made = /^(constructor|__init__)$/.test(String(parent.value))
			? classWith(owner)
			: null;
		return [
			...(index.get(`${made ? made.value : `.${parent.value}`}`) ?? []),
			...(made ? [] : (index.get(lookedUp) ?? [])),
		].filter((call) => valuesOf(call.part.callee).includes(made ?? owner));
	}
	const name =
		parent.kind === "declaration" && parent.part.value === written
			? parent.value
			: owner.value;
	const isNamed = typeof name === "string";
	const own = ((isNamed && index.get(name)) || []).filter((node) => {
		const callee = node.kind === "element" ? node.part.tag : node.part.callee;
		return (
			callee?.kind === "name" && !!resolve(callee)?.values.includes(written)
		);
	});
	if (own.length > 0) return own;
	// A hook's function is called as a member of what the hook returns.
	return ((isNamed && index.get(`.${name}`)) || []).filter((call) =>
		valuesOf(call.part.callee).includes(owner),
	);
}

/** The key of calls whose function is looked up: `handlers[name]()`. */
const lookedUp = "[]";
/** The key of calls whose function is the result of a call, `make()()`, or a parameter. */
const ofResult = "()";

const indexes = new WeakMap<Source, Map<string, CodeNode[]>>();

/** The calls and elements of a text by the name that they use; a method's has a dot before it. */
function callIndex(source: Source): Map<string, CodeNode[]> {
	let index = indexes.get(source);
	if (index) return index;
	index = new Map();
	for (const node of source.nodes) {
		const callee =
			node.kind === "call"
				? node.part.callee
				: node.kind === "element"
					? node.part.tag
					: undefined;
		if (!callee || !/^(name|member|index|call)$/.test(callee.kind)) continue;
		const name =
			callee.kind === "index"
				? lookedUp
				: callee.kind === "call"
					? ofResult
					: `${callee.kind === "member" ? "." : ""}${callee.value}`;
		const names = isResult(callee) ? [name, ofResult] : [name];
		for (const one of names) {
			const list = index.get(one);
			if (list) list.push(node);
			else index.set(one, [node]);
		}
	}
	indexes.set(source, index);
	return index;
}

/** The arguments that calls by its declared name give to a parameter, seen in its own file alone. */
export const writtenFor = ({ facts, value }: CodeNode): CodeNode[] => {
	const { owner } = facts;
	const name = owner?.parent?.kind === "declaration" && owner.parent.value;
	return typeof name !== "string" || !owner
		? []
		: (callIndex(owner.source).get(name) ?? []).flatMap(
				({ list }) => list.arguments[Number(value)] ?? [],
			);
};

/** Whether a name is declared as the result of a call or a part of it, or is a parameter. */
const isResult = (callee: CodeNode): boolean =>
	callee.kind === "name" &&
	!!resolve(callee)?.values.some(
		({ kind, part: { object } }) =>
			/^(call|parameterValue)$/.test(kind) ||
			(/^(member|index)$/.test(kind) && object?.kind === "call"),
	);
