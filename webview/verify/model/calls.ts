/** Calls: what functions return, what their parameters are given, and which attributes elements have. */
import { type CodeNode, calleeName, type Source, virtualNode } from "./node.ts";
import { isUnreachable } from "./order.ts";
import { resolve } from "./scopes.ts";
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

/** The values that calls and elements give to a parameter. */
export function givenTo(parameter: CodeNode): CodeNode[] {
	const { owner } = parameter.facts;
	if (!owner) return [];
	const found = parameter.value === 0 ? givenByCaller(parameter, owner) : [];
	for (const call of callsOf(owner)) {
		if (call.kind !== "call") continue;
		const name = parameterName(parameter, owner);
		const named = call.list.arguments.find(
			({ kind, value }) => kind === "keyword" && value === name,
		);
		const argument = call.list.arguments[Number(parameter.value)];
		if (named?.part.value) found.push(named.part.value);
		else if (
			argument &&
			argument.kind !== "keyword" &&
			argument.kind !== "spread"
		)
			found.push(argument);
	}
	return found;
}

const parameterName = ({ value }: CodeNode, owner: CodeNode) =>
	owner.list.parameters[Number(value)]?.value ?? null;

/** What methods hand to a function that is written as their argument: the elements of a list, an awaited promise. */
function givenByCaller(parameter: CodeNode, owner: CodeNode): CodeNode[] {
	const call = owner.parent;
	if (call?.kind !== "call" || call.part.callee === owner) return [];
	const name = calleeName(call) ?? "";
	const on = call.part.callee?.part.object;
	if (
		/^(map|forEach|filter|find|flatMap|some|every|findIndex|sort|toSorted)$/.test(
			name,
		)
	) {
		const of = on ?? call.list.arguments[1];
		return of ? [virtualNode("item", parameter, { part: { of } })] : [];
	}
	return name === "then" && call.list.arguments[0] === owner && on
		? [virtualNode("await", parameter, { part: { value: on } })]
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
		if (attribute.kind === "spread")
			return valuesOf(attribute.part.value).flatMap((value) =>
				propertiesOf(value, key),
			);
		if (attribute.value !== key) return [];
		return [
			attribute.part.value ??
				virtualNode("constant", attribute, { value: "true" }),
		];
	});

/** The calls and elements of a function in its own file, by its name. */
export function callsOf(owner: CodeNode): readonly CodeNode[] {
	const { parent } = owner;
	const name =
		parent?.kind === "declaration" && parent.part.value === owner
			? parent.value
			: owner.value;
	if (typeof name !== "string") return [];
	return (callIndex(owner.source).get(name) ?? []).filter((node) => {
		const callee = node.kind === "element" ? node.part.tag : node.part.callee;
		return callee?.kind === "name" && !!resolve(callee)?.values.includes(owner);
	});
}

const indexes = new WeakMap<Source, Map<string, CodeNode[]>>();

/** The calls and elements of a text by the name that they use. */
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
		if (callee?.kind !== "name") continue;
		const name = String(callee.value);
		const list = index.get(name);
		if (list) list.push(node);
		else index.set(name, [node]);
	}
	indexes.set(source, index);
	return index;
}
