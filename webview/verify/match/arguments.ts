/** Matching of calls' arguments and functions' parameters. */
import {
	type CodeNode,
	calleeName,
	virtualNode,
	virtualOnce,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { valuesHere } from "./context.ts";
import { match, matchItself } from "./match.ts";
import { matchInOrder, pick } from "./parts.ts";
import type { Bindings, Next } from "./types.ts";

const isKeyword = ({ kind }: CodeNode) => kind === "keyword";
/** Whether an argument stands for itself at its place alone. */
const isPlain = ({ kind }: CodeNode) =>
	kind !== "keyword" && kind !== "spread" && kind !== "constant";
const isRequiredMark = ({ kind, value }: CodeNode) =>
	kind === "constant" && value === "...";

/** Whether a call of Python sorts, or chooses, by a keyword that a pattern does not have, so that something else comes of it: `sorted(words, key=len)`. */
export function isInOtherOrder(pattern: CodeNode, node: CodeNode): boolean {
	const { source, list } = node;
	if (source.family !== "python") return false;
	if (!/^(sorted|sort|min|max)$/.test(calleeName(node) ?? "")) return false;
	const isGiven = ({ kind, value, part }: CodeNode) =>
		kind === "keyword" &&
		/^(key|reverse)$/.test(String(value)) &&
		!/^(false|null)$/.test(String(part.value?.value));
	const wanted = pattern.list.arguments;
	return (
		wanted.every(({ kind }) => kind !== "ellipsis" && kind !== "spread") &&
		list.arguments.some(
			(one) =>
				isGiven(one) &&
				!wanted.some(
					({ kind, value }) => kind === "keyword" && value === one.value,
				),
		)
	);
}

/** Positional arguments in their order; named ones in any order, among those that may be more. */
export const matchArguments = (
	patterns: readonly CodeNode[],
	given: readonly CodeNode[],
	names: readonly string[],
	own: readonly string[],
	bindings: Bindings,
	next: Next,
): boolean =>
	spreadOut(given).some(
		(all) =>
			matchGiven(patterns, all, names, bindings, next) ||
			(own.length > 0 && matchAtPlaces(patterns, all, own, bindings, next)),
	);

/** Arguments at the places of their parameters' names: `round(x, ndigits=2)` is `round(x, 2)`. */
function matchAtPlaces(
	patterns: readonly CodeNode[],
	given: readonly CodeNode[],
	names: readonly string[],
	bindings: Bindings,
	next: Next,
): boolean {
	if (!patterns.some(isKeyword) && !given.some(isKeyword)) return false;
	const [wanted, all] = [atPlaces(patterns, names), atPlaces(given, names)];
	return !!wanted && !!all && matchInOrder(wanted, all, bindings, next);
}

/** Arguments in the order of the names of their parameters; null when one is no parameter, or one in between is not given. */
function atPlaces(
	all: readonly CodeNode[],
	names: readonly string[],
): CodeNode[] | null {
	const placed = all.filter((one) => !isKeyword(one));
	const named = new Map(
		all
			.filter(isKeyword)
			.map(({ value, part }) => [String(value), part.value] as const),
	);
	for (const name of names.slice(placed.length)) {
		const value = named.get(name);
		if (!value || !named.delete(name)) break;
		placed.push(value);
	}
	return named.size === 0 ? placed : null;
}

function matchGiven(
	patterns: readonly CodeNode[],
	given: readonly CodeNode[],
	names: readonly string[],
	bindings: Bindings,
	next: Next,
): boolean {
	if (names.length === 0 && !patterns.some(isKeyword) && given.every(isPlain))
		return matchInOrder(patterns, given, bindings, next);
	const wanted = byName(patterns, names);
	const all = byName(given, names).flatMap(spreadKeywords);
	const positional = wanted.filter((one) => !isKeyword(one));
	// Python's `...` as an argument says that there is no default.
	const there = all.filter(
		(one) =>
			!isKeyword(one) &&
			(positional.some(isRequiredMark) || !isRequiredMark(one)),
	);
	const byKeyword = (
		pattern: CodeNode,
		node: CodeNode,
		found: Bindings,
		go: Next,
	) =>
		pattern.value === node.value &&
		match(pattern.part.value, node.part.value, found, go);
	return pick(
		wanted.filter(isKeyword),
		all.filter(isKeyword),
		bindings,
		(found) => matchInOrder(positional, there, found, next),
		byKeyword,
	);
}

/** Most lists that spread arguments are written out as. */
const mostLists = 16;

/** `f(...handlers)`: the arguments with the elements of a list that can be seen through; one list for each that it may be. */
function spreadOut(
	given: readonly CodeNode[],
): readonly (readonly CodeNode[])[] {
	let lists: readonly (readonly CodeNode[])[] = [[]];
	if (!given.some(({ kind }) => kind === "spread")) return [given];
	for (const node of given) {
		const options = spreadElements(node);
		lists = lists
			.flatMap((list) => options.map((option) => [...list, ...option]))
			.slice(0, mostLists);
	}
	return lists;
}

function spreadElements(node: CodeNode): readonly (readonly CodeNode[])[] {
	if (node.kind !== "spread" || node.source.family !== "javascript")
		return [[node]];
	const lists = valuesHere(node.part.value).filter(
		({ kind, list }) => kind === "array" && !list.elements.includes(node),
	);
	return lists.length > 0 ? lists.map(({ list }) => list.elements) : [[node]];
}

/** `f(**options)`: the keywords of an object that can be seen through. */
function spreadKeywords(node: CodeNode): CodeNode[] {
	if (node.kind !== "spread" || node.source.family !== "python") return [node];
	const object = valuesOf(node.part.value).find(
		({ kind }) => kind === "object",
	);
	if (!object) return [node];
	return object.list.properties.flatMap((property) =>
		property.kind === "property"
			? [{ ...property, kind: "keyword" as const }]
			: spreadKeywords(property),
	);
}

/** Positional arguments under their names, where these are known. */
function byName(
	all: readonly CodeNode[],
	names: readonly string[],
): readonly CodeNode[] {
	if (names.length === 0) return all;
	const open = all.findIndex(
		({ kind }) => kind === "spread" || kind === "ellipsis",
	);
	return all.map((one, index) => {
		const name = names[index];
		return name === undefined || isKeyword(one) || (open >= 0 && index >= open)
			? one
			: { ...one, kind: "keyword" as const, value: name, part: { value: one } };
	});
}

/** Parameters: in their order in JavaScript; in Python by name or by type, and metavariables that have no more than a name in their order. */
export function matchParameters(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const [wanted, given] = [pattern.list.parameters, node.list.parameters];
	if (pattern.source.family === "javascript")
		return (
			matchInOrder(wanted, given, bindings, next) ||
			matchWithoutDefaults(wanted, given, bindings, next) ||
			(!!given.at(-1)?.facts.isRest &&
				matchInOrder(wanted, withRest(given, wanted), bindings, next))
		);
	// `self` is left out where a pattern writes it, and where it counts none.
	const selves = wanted.filter(isSelf);
	const others = given.filter((one) => !isSelf(one));
	if (selves.length > 0)
		return (
			others.length < given.length &&
			matchInPython(
				wanted.filter((one) => !isSelf(one)),
				others,
				isGivenByName(node),
				bindings,
				next,
			)
		);
	const isWithoutSelf =
		wanted.length === others.length &&
		wanted.every(({ kind }) => kind !== "ellipsis");
	return matchInPython(
		wanted,
		isWithoutSelf ? others : given,
		isGivenByName(node),
		bindings,
		next,
	);
}

/** Parameters with those of a rest parameter one by one, as many as a pattern has: of `...all` the first one is `all[0]`. */
function withRest(
	given: readonly CodeNode[],
	wanted: readonly CodeNode[],
): readonly CodeNode[] {
	const rest = given.at(-1);
	const target = rest?.part.target;
	const before = given.slice(0, -1);
	if (!rest?.facts.isRest || target?.kind !== "name") return given;
	const parts = wanted.slice(before.length).filter(isBare);
	return [
		...before,
		...parts.map((_, index) => {
			const key = virtualNode("number", rest, { value: index });
			const stands = virtualNode("index", rest, {
				part: { object: target, key },
			});
			return virtualNode("parameter", rest, {
				facts: { stands },
				part: { target: stands },
			});
		}),
	];
}

/** Parameters of Python by name or by type, after those that stand in their order. */
function matchInPython(
	wanted: readonly CodeNode[],
	given: readonly CodeNode[],
	isByName: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	const needed = wanted.filter(({ kind }) => kind !== "ellipsis");
	const isExact = needed.length === wanted.length;
	if (isExact && given.length !== needed.length) return false;
	if (!isByName && needed.every(isBare))
		return matchInOrder(wanted, given, bindings, next);
	const placed = isByName ? 0 : wanted.findIndex((one) => !isBare(one));
	return (
		placed <= given.length &&
		matchInOrder(
			needed.slice(0, placed),
			given.slice(0, placed),
			bindings,
			(found) =>
				pick(
					needed.slice(placed),
					given.slice(placed),
					found,
					next,
					(one, other, inner, go) =>
						(one.part.target?.kind === "metavariable" ||
							one.value === other.value) &&
						matchItself(one, other, inner, go),
				),
		)
	);
}

const isSelf = ({ part: { target } }: CodeNode) =>
	target?.kind === "name" && /^(self|cls)$/.test(String(target.value));

/** Whether a parameter of a pattern is a metavariable and no more, so that its place alone says which one is meant. */
export const isBare = ({ kind, part }: CodeNode) =>
	kind === "parameter" &&
	part.target?.kind === "metavariable" &&
	!part.type &&
	!part.default;

/** Whether a library gives a function its arguments by name: `@app.get("/")` stands above it. */
const isGivenByName = ({ parent }: CodeNode) =>
	!!parent?.list.decorators.some(({ kind }) => kind === "call");

/** The parameters before the first default: JavaScript's `length` counts no others, and callers need not give them. */
function matchWithoutDefaults(
	wanted: readonly CodeNode[],
	given: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	const first = given.findIndex(({ part }) => part.default);
	return (
		first >= 0 &&
		wanted.length === first &&
		wanted.every(({ kind }) => kind !== "ellipsis") &&
		matchInOrder(wanted, given.slice(0, first), bindings, next)
	);
}

/** Python's `Store.add(store, item)` as `store.add(item)`; undefined for other calls. */
const builtinTypes = /^(bytes|dict|float|int|list|set|str|tuple)$/;

export function methodOfClass(node: CodeNode): CodeNode | undefined {
	const { callee } = node.part;
	const [self, ...given] = node.list.arguments;
	const { object } = callee?.part ?? {};
	if (node.source.family !== "python" || object?.kind !== "name") return;
	const isOfBuiltin =
		builtinTypes.test(String(object.value)) && !resolve(object);
	const isOfClass =
		!!self &&
		/^(name|member)$/.test(self.kind) &&
		valuesOf(object).some(({ kind }) => kind === "class");
	return callee?.kind === "member" && self && (isOfBuiltin || isOfClass)
		? virtualOnce("call", node, self, {
				value: callee.value,
				part: {
					callee: virtualNode("member", callee, {
						value: callee.value,
						part: { object: self },
					}),
				},
				list: { arguments: given },
			})
		: undefined;
}
