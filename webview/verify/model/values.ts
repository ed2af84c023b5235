/**
 * Value flow: the expressions whose value an expression may have, by way of variables, branches, members of known objects and returned
 * values. Neither the path nor the calling context is taken into account.
 */
import {
	elementsOf,
	javaScriptResult,
	objectOf,
	partsOf,
	pythonResult,
} from "./builtins.ts";
import {
	attributesOf,
	componentProperty,
	givenTo,
	returnsOf,
	wrappedBy,
} from "./calls.ts";
import {
	classAround,
	instanceInState,
	instanceMembers,
	isSelf,
	memberOfClass,
	memberOfOwnClass,
	membersOfClass,
	methodOfType,
	readOf,
} from "./classes.ts";
import { setByHandlers } from "./handlers.ts";
import { membershipIn } from "./membership.ts";
import {
	allImported,
	calledName,
	exportedValue,
	partOfModule,
} from "./modules.ts";
import {
	type CodeNode,
	calleeName,
	intersection,
	type Kind,
	keyOf,
	virtualOnce,
} from "./node.ts";
import { resolve } from "./scopes.ts";
import { countStep } from "./steps.ts";
import { chosenTruth } from "./truth.ts";
import { typesOf } from "./types.ts";

/** Most values of one expression; further ones are dropped. */
const mostValues = 24;
/** Longest chain of values of values. */
const mostDepth = 60;

/** The nodes whose values are being computed, each with its depth. */
const open = new Map<CodeNode, number>();
/** The least depth of an open node that was met again: a cycle. The values of nodes below it are incomplete and not cached. */
let lowest = Number.POSITIVE_INFINITY;

interface Incomplete {
	node: CodeNode;
	values: readonly CodeNode[];
	/** The depth of the open node whose values they lack. */
	lowest: number;
}

/** Incomplete values. Used until the node that they lack is done: without them every way around a cycle would be tried. */
const incomplete = new Map<CodeNode, Incomplete>();
/** The same by the depth of the node that they lack. */
const waiting: Incomplete[][] = [];

/** All expressions that an expression may stand for, itself first. */
export function valuesOf(node: CodeNode | undefined): readonly CodeNode[] {
	if (!node) return [];
	const { project } = node.source;
	const known = project.values.get(node);
	if (known) return known;
	const again = open.get(node);
	if (again !== undefined || open.size >= mostDepth) {
		lowest = Math.min(lowest, again ?? 0);
		return [node];
	}
	const partial = incomplete.get(node);
	if (partial) {
		lowest = Math.min(lowest, partial.lowest);
		return partial.values;
	}
	countStep();
	if (standsForItself.has(node.kind)) {
		const itself = [node];
		project.values.set(node, itself);
		return itself;
	}
	const depth = open.size;
	const outer = lowest;
	lowest = Number.POSITIVE_INFINITY;
	open.set(node, depth);
	const values: CodeNode[] = [node];
	try {
		for (const next of node.kind === "name"
			? valuesOfName(node)
			: standsFor(node))
			for (const value of valuesOf(next))
				if (values.length < mostValues && !values.includes(value))
					values.push(value);
	} catch (problem) {
		lowest = Number.POSITIVE_INFINITY;
		incomplete.clear();
		waiting.length = 0;
		throw problem;
	} finally {
		open.delete(node);
	}
	const ended = waiting[depth] ?? [];
	waiting[depth] = [];
	if (lowest >= depth) {
		project.values.set(node, values);
		for (const one of ended) incomplete.delete(one.node);
	} else {
		// What lacks the values of this node now lacks what this node lacks.
		const lacking = waiting[lowest] ?? [];
		waiting[lowest] = lacking;
		for (const one of [...ended, { node, values, lowest }]) {
			one.lowest = lowest;
			incomplete.set(one.node, one);
			lacking.push(one);
		}
	}
	lowest = Math.min(outer, lowest < depth ? lowest : Number.POSITIVE_INFINITY);
	return values;
}

/** Assignments that give the value itself, not a sum with it. */
const givesValue = /^(=|\|\|=|\?\?=|&&=)$/;

/** Kinds of nodes that stand for nothing but themselves, and are met most often. */
const standsForItself: ReadonlySet<Kind> = new Set([
	"string",
	"number",
	"constant",
	"regex",
	"text",
	"template",
	"function",
	"object",
	"array",
	"tuple",
	"element",
	"class",
]);

const valuesOfName = (name: CodeNode): readonly CodeNode[] =>
	resolve(name)?.values ?? allImported(name);

/** What a node directly stands for. */
function* standsFor(node: CodeNode): Generator<CodeNode | undefined> {
	const { part } = node;
	switch (node.kind) {
		case "name":
			yield* valuesOfName(node);
			break;
		case "module":
			yield exportedValue(node) ?? undefined;
			break;
		case "if":
			for (const branch of [part.consequence, part.alternative])
				if (branch?.kind !== "block") yield branch;
			yield chosenTruth(node);
			break;
		case "binary":
			if (/^(\|\||&&|\?\?)$/.test(String(node.value))) {
				if (!isDecided(node)) yield part.right;
				yield part.left;
			}
			break;
		case "comma":
			yield node.list.elements.at(-1);
			break;
		case "declaration":
			yield part.value;
			break;
		case "await":
			yield part.value;
			break;
		case "assignment":
			if (node.facts.isPostfix) yield part.target;
			else if (givesValue.test(String(node.value))) yield part.value;
			break;
		case "annotated":
			yield part.type;
			break;
		case "other":
			if (node.value === intersection) yield* node.list.children;
			break;
		case "member":
		case "index":
			yield* membersOf(node);
			break;
		case "item":
			for (const list of valuesOf(part.of))
				yield* node.value === "in"
					? partsOf(node, list, "keys")
					: elementsOf(list);
			break;
		case "union":
			// `one | {"key": 1}` puts objects together.
			if (node.list.elements.some(({ kind }) => kind === "object"))
				yield* node.list.elements;
			break;
		case "parameterValue":
			yield* givenTo(node);
			break;
		case "comprehension":
			yield objectOf(node);
			break;
		case "call":
			yield* resultsOf(node);
			break;
		case "reference":
			yield* customProperties(node);
			break;
	}
}

/** What `var(--name)` of CSS may stand for: what any file declares for it, else what it gives in its place. */
function customProperties({ value, part, source }: CodeNode): CodeNode[] {
	const declared = [...source.project.files.values()].flatMap(
		({ root }) => root.scope?.get(String(value))?.values ?? [],
	);
	return declared.length > 0 ? declared : part.default ? [part.default] : [];
}

/** Whether the left side is a literal, or a constant of one, with which the right side never counts: `20 ?? minutes`. */
function isDecided({ value, part: { left } }: CodeNode): boolean {
	const literal = left?.kind === "name" ? constantOf(left) : left;
	return (
		value !== "&&" &&
		/^(number|string)$/.test(literal?.kind ?? "") &&
		(value === "??" || (literal?.value !== 0 && literal?.value !== ""))
	);
}

/** The value of a name that is given no other one. */
function constantOf(name: CodeNode): CodeNode | undefined {
	const { declaredAt } = resolve(name) ?? {};
	const declared = declaredAt?.parent;
	return declared?.facts.isConstant && declared.part.target === declaredAt
		? declared.part.value
		: undefined;
}

const isList = ({ kind }: CodeNode) => kind === "array" || kind === "tuple";

function* membersOf(node: CodeNode): Generator<CodeNode | undefined> {
	const key = keyOf(node);
	const owner = node.part.object;
	if (owner?.kind === "name" && node.kind === "index") yield* typesOf(node);
	const own =
		key !== null && owner?.kind === "name" && isSelf.test(String(owner.value))
			? classAround(node)
			: null;
	if (own && key !== null) yield* membersOfClass(own, key);
	if (key !== null) yield memberOfOwnClass(node, key);
	if (key !== null) yield* setByHandlers(node);
	for (const object of valuesOf(owner)) {
		if (key === null) {
			if (node.kind === "index" && object.kind === "array")
				yield* object.list.elements;
			if (node.kind === "index" && object.kind === "object")
				for (const { part } of object.list.properties) yield part.value;
			if (node.kind === "index" && object.kind === "comprehension")
				yield entryOf(object);
			continue;
		}
		if (object.kind === "module") yield partOfModule(object, key);
		if (object.kind === "object" || object.kind === "name")
			yield* propertiesOf(object, key);
		if (object.kind === "object") yield* spreadMembers(object, node, key);
		if (isList(object) && /^-?\d+$/.test(key))
			yield object.list.elements.at(Number(key));
		if (object.kind === "comprehension" && node.kind === "index")
			yield entryOf(object);
		if (object.kind === "call") {
			yield* instanceMembers(object, key);
			yield* instanceInState(object, key);
		}
		if (object.kind === "class") yield memberOfClass(object, key);
		if (object.kind === "shape")
			yield object.list.members.find(({ value }) => value === key)?.part.type;
		if (object.kind === "parameterValue") {
			yield* componentProperty(object, key);
			yield* methodOfType(object, key);
		}
		if (object !== owner && !/^(object|name|module)$/.test(object.kind))
			yield seenIn(object, node);
	}
}

/** The same member of another object, which its own object stands for. */
const seenIn = (object: CodeNode, node: CodeNode): CodeNode | undefined =>
	virtualOnce(node.kind, node, object, {
		value: node.value,
		part: { object, ...(node.kind === "index" && { key: node.part.key }) },
	});

/** What a comprehension makes for each element; of a dictionary, the value. */
const entryOf = ({ part: { body } }: CodeNode): CodeNode | undefined =>
	body?.kind === "property" ? body.part.value : body;

/** The properties of an object from the last one on that is certain to set a key. */
function notOverwritten({ kind, list }: CodeNode, key: string) {
	const all = kind === "object" ? list.properties : [];
	const last = all.findLastIndex(
		(one) => one.kind === "property" && one.value === key && one.part.value,
	);
	return all.slice(Math.max(0, last));
}

/** The member of each spread value that is not a known object: it may have the key. */
function* spreadMembers(
	object: CodeNode,
	at: CodeNode,
	key: string,
): Generator<CodeNode | undefined> {
	for (const { kind, part } of notOverwritten(object, key))
		if (
			kind === "spread" &&
			!valuesOf(part.value).some((value) => value.kind === "object")
		)
			yield virtualOnce("member", at, part.value, {
				value: key,
				part: { object: part.value },
			});
}

function* resultsOf(call: CodeNode): Generator<CodeNode | undefined> {
	const { project } = call.source;
	const { callee } = call.part;
	const name = calleeName(call);
	const meant = calledName(call);
	if (meant !== null && project.transparent.has(meant)) {
		const [first] = call.list.arguments;
		yield first;
		// `useMemo` stands for what its function returns.
		if (/Memo$/.test(meant))
			for (const made of valuesOf(first))
				if (made.kind === "function") yield* returnsOf(made);
	}
	if (name !== null && callee?.kind === "member" && project.fluent.has(name))
		yield callee.part.object;
	yield membershipIn(call);
	const isPython = call.source.family === "python";
	yield* isPython ? pythonResult(call) : javaScriptResult(call);
	const isPromise =
		/^(then|catch|finally)$/.test(name ?? "") && callee?.kind === "member";
	// A promise that is caught gives what it gave before.
	if (isPromise && name !== "then")
		yield* valuesOf(callee.part.object).slice(1);
	const handlers = name === "finally" ? [] : call.list.arguments;
	for (const handler of isPromise ? handlers : [callee])
		for (const called of valuesOf(handler))
			if (called.kind === "function") {
				yield* returnsOf(called);
				if (!isPromise) yield* wrappedBy(called, call);
			}
	// `super(…)` is the object that is made.
	if (callee?.kind === "name" && callee.value === "super")
		yield virtualOnce("name", call, callee, { value: "this" });
}

/** The values of a key of an object, as written in the literal, spread into it, or set later. */
export function propertiesOf(
	object: CodeNode,
	key: string,
	seen = new Set<CodeNode>(),
): CodeNode[] {
	countStep();
	const found: CodeNode[] = [];
	if (seen.has(object)) return found;
	seen.add(object);
	if (object.kind === "name")
		for (const field of resolve(object)?.fields ?? [])
			if (field.key === key || isNamed(field.by, key)) found.push(field.value);
	for (const property of notOverwritten(object, key)) {
		if (property.kind === "spread") {
			for (const value of valuesOf(property.part.value))
				found.push(...propertiesOf(value, key, seen));
		} else if (property.value === key && property.part.value)
			found.push(...readOf(property.part.value));
	}
	return found;
}

/** Whether a computed key may be this one. */
const isNamed = (by: CodeNode | undefined, key: string): boolean =>
	valuesOf(by).some(({ kind, value }) => kind === "string" && value === key);

export { attributesOf, returnsOf };
