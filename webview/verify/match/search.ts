/** Searches regions of code for patterns, one by one or in a sequence. */
import { writtenFor } from "../model/calls.ts";
import { exportedNames, moduleNameOf } from "../model/modules.ts";
import {
	bodyOf,
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
	type Source,
	takesApart,
} from "../model/node.ts";
import { isUnreachable, reachedFrom } from "../model/order.ts";
import { mayRun } from "../model/reach.ts";
import { resolve } from "../model/scopes.ts";
import { type Candidate, comesAfter } from "./after.ts";
import { isComparison } from "./conditions.ts";
import { outside, within } from "./context.ts";
import { holdsFor } from "./evaluate.ts";
import { match, matchItself } from "./match.ts";
import type { Bindings, Found, Next } from "./types.ts";

const indexes = new WeakMap<Source, Map<string, CodeNode[]>>();

/** The nodes of a text by kind, and by kind and name. */
function indexOf(source: Source): Map<string, CodeNode[]> {
	let index = indexes.get(source);
	if (index) return index;
	index = new Map();
	for (const node of source.nodes) {
		put(index, node.kind, node);
		const name = nameIn(node);
		if (name !== null) put(index, `${node.kind} ${name}`, node);
		for (const other of [...namesBehind(node), ...otherNames(node)])
			put(index, `${node.kind} ${other}`, node);
		const literal = namedLiteral(node);
		if (literal) put(index, literal, node);
		if (node.kind === "call" && node.part.callee?.kind === "index")
			put(index, computedCall, node);
	}
	indexes.set(source, index);
	return index;
}

/** The names behind the name that is called or rendered: `onAdd` of `const { onAdd: add } = props`, `Card` of `import { Card as Recipe }`. */
function namesBehind({ kind, part }: CodeNode): Set<string> {
	const name = kind === "element" ? part.tag : part.callee;
	const found = new Set<string>();
	if (!/^(call|element)$/.test(kind) || name?.kind !== "name") return found;
	const kinds =
		kind === "element"
			? /^(name|member|module|string)$/
			: /^(name|member|module)$/;
	const direct = (one: CodeNode) =>
		(one.kind === "name" && resolve(one)?.values) || [];
	// A parameter bears the names that calls give to it, too.
	const behind = direct(name).flatMap((one) =>
		one.kind === "parameterValue"
			? writtenFor(one).flatMap((given) => [given, ...direct(given)])
			: [one],
	);
	for (const { kind: what, value } of behind)
		if (kinds.test(what) && typeof value === "string")
			if (value !== name.value) found.add(value);
	return found;
}

const otherNames = (node: CodeNode) =>
	node.kind === "declaration" && node.parent?.kind === "program"
		? exportedNames(node)
		: [];

/** The keys of names that stand for a number or a text. In a whole file the literal itself is found. */
const namedNumber = "name of a number";
const namedText = "name of a text";

/** The key of a name that is read and stands for one number or text only, a field of a constant included; null for others. */
function namedLiteral(node: CodeNode): string | null {
	const { object } = node.part;
	const name = node.kind === "member" && object ? object : node;
	if (name.kind !== "name" || node.parent?.part.target === node) return null;
	if (node.parent?.part.callee === node) return null;
	const values = resolve(name)?.values ?? [];
	const [only] = values;
	if (values.length !== 1 || !only) return null;
	if (node === name) return keyOfLiteral(only);
	const fields = only.list.properties.filter(
		({ kind, value }) => kind === "property" && value === node.value,
	);
	const [field] = fields;
	return fields.length === 1 && field?.part.value
		? keyOfLiteral(field.part.value)
		: null;
}

/** How many constants may lead to a literal, one by the other. */
const mostConstants = 4;

function keyOfLiteral(node: CodeNode, left = mostConstants): string | null {
	if (node.kind === "number") return namedNumber;
	if (/^(string|template)$/.test(node.kind)) return namedText;
	const [only, ...more] =
		(node.kind === "name" && left > 0 && resolve(node)?.values) || [];
	return only && more.length === 0 ? keyOfLiteral(only, left - 1) : null;
}

/** The key of calls whose method is computed: `app[method](…)`. */
const computedCall = "computed call";

function put(index: Map<string, CodeNode[]>, key: string, node: CodeNode) {
	const list = index.get(key);
	if (list) list.push(node);
	else index.set(key, [node]);
}

function nameIn(node: CodeNode): string | null {
	if (node.kind === "call") return calleeName(node);
	return /^(declaration|element|export)$/.test(node.kind) &&
		typeof node.value === "string"
		? node.value
		: null;
}

/** The keys of the index that hold every node that a pattern can match. */
export function keysOf(pattern: CodeNode): string[] {
	switch (pattern.kind) {
		case "call": {
			const { callee } = pattern.part;
			const name = calleeName(pattern);
			return name !== null &&
				callee?.kind !== "metavariable" &&
				!moduleNameOf(callee)
				? [`call ${name}`, ...(callee?.kind === "member" ? [computedCall] : [])]
				: ["call"];
		}
		case "declaration":
			return pattern.part.target?.kind === "name"
				? [`declaration ${pattern.value}`, "property"]
				: ["declaration"];
		case "element": {
			const isOpen = !pattern.value || String(pattern.value).startsWith("µ");
			return isOpen || moduleNameOf(pattern.part.tag)
				? ["element"]
				: [`element ${pattern.value}`];
		}
		case "export":
			return [`export ${pattern.value}`];
		case "assignment":
			return pattern.value === "="
				? [
						"assignment",
						"declaration",
						"call assign",
						"call defineProperty",
						"property",
					]
				: ["assignment"];
		case "if":
			return ["if", "binary", "index", "call get"];
		case "member":
		case "name":
			return ["member", "name", "index"];
		case "text":
		case "string":
			return ["text", "string", "template", namedText];
		case "number":
			return ["number", "unary", "binary", namedNumber];
		case "binary":
			return [
				"binary",
				"template",
				...(isComparison(pattern) ? ["unary"] : []),
			];
		case "index":
			return ["index", "member", "name"];
		case "metavariable":
		case "ellipsis":
			return [
				"return",
				"call",
				"name",
				"member",
				"element",
				"string",
				"text",
				"number",
				"template",
			];
		case "any":
			return [...new Set(pattern.list.alternatives.flatMap(keysOf))];
		case "guarded":
			return pattern.part.pattern ? keysOf(pattern.part.pattern) : [];
		case "array":
		case "tuple":
			return [
				"array",
				"tuple",
				...(pattern.list.elements.some(({ kind }) => kind === "spread")
					? ["call concat", "binary"]
					: []),
			];
		default:
			return [pattern.kind];
	}
}

/** The nodes that a pattern may match, in regions and in the functions that run because of them. With `isReached` false: the unreachable ones. */
export function* candidates(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	isReached = true,
): Generator<Candidate> {
	const keys = keysOf(pattern);
	// `return` and `yield` belong to the function itself, not to one inside it or called by it.
	const isOwn = pattern.kind === "return" || pattern.kind === "yield";
	for (const region of regions) {
		const isFile = region.kind === "program";
		for (const at of inRegion(region, keys, isReached))
			if (!isOwn || isFile || functionAround(at) === functionAround(region))
				yield { at, anchor: at };
		if (isFile || isOwn) continue;
		for (const { region: inner, at: anchor } of reachedFrom(region))
			for (const part of inner.kind === "function" ? bodyOf(inner) : [inner])
				for (const at of inRegion(part, keys, isReached)) yield { at, anchor };
	}
}

const isNamed = (key: string) => key === namedNumber || key === namedText;

function* inRegion(
	region: CodeNode,
	keys: readonly string[],
	isReached: boolean,
): Generator<CodeNode> {
	const index = indexOf(region.source);
	for (const key of keys)
		for (const node of isNamed(key) && region.kind === "program"
			? []
			: (index.get(key) ?? []))
			if (
				isWithin(node, region) &&
				isUnreachable(node) !== isReached &&
				mayRun(node, region)
			)
				yield node;
}

/** Finds a match of a pattern in some regions for which `next` returns true. */
export function find(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Found,
): boolean {
	if (pattern.kind === "any")
		return pattern.list.alternatives.some((one) =>
			findEither(one, regions, bindings, next),
		);
	if (pattern.kind === "guarded")
		return findEither(pattern, regions, bindings, next);
	const isByValue = /^(member|index|name|metavariable|object)$/.test(
		pattern.kind,
	);
	for (const { at, anchor } of candidates(pattern, regions))
		if (
			!(pattern.kind === "object" && takesApart(at)) &&
			within(at === anchor ? null : anchor, () =>
				(isByValue || /^(name|member)$/.test(at.kind) ? match : matchItself)(
					pattern,
					at,
					bindings,
					(found) => outside(() => next(found, at, anchor)),
				),
			)
		)
			return true;
	return false;
}

/** Finds a pattern of a definition, which may be a sequence. */
function findEither(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Found,
): boolean {
	if (pattern.kind === "guarded" && pattern.part.pattern)
		return findEither(
			pattern.part.pattern,
			regions,
			bindings,
			(found, at, anchor) =>
				holdsFor(pattern, found, (inner) => next(inner, at, anchor)),
		);
	if (pattern.kind !== "sequence")
		return find(pattern, regions, bindings, next);
	const [first, ...rest] = pattern.list.statements;
	if (!first) return false;
	return find(first, regions, bindings, (found, at, anchor) =>
		matchSequence(rest, regions, found, (last) => next(last, at, anchor), {
			at,
			anchor,
		}),
	);
}

/** Whether a pattern may occur anywhere in a sequence, as hoisted declarations may. */
const isFreeOfOrder = ({ kind, source, facts }: CodeNode) =>
	/^(export|import)$/.test(kind) ||
	source.family === "css" ||
	(kind === "declaration" &&
		source.family === "javascript" &&
		!!facts.isFreeOfOrder);

/** Whether each pattern occurs at all. Checked first, since a miss would otherwise try every combination. */
const isPossible = (
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
): boolean =>
	patterns.every(
		(one) =>
			one.kind === "ellipsis" ||
			(one.kind === "guarded" && !one.part.pattern) ||
			findEither(one, regions, bindings, () => true),
	);

/** Patterns that occur in this order, at any depth, with anything between: each may run after the one before. */
export function matchSequence(
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	before: Candidate | null = null,
): boolean {
	const [pattern, ...rest] = patterns;
	if (!pattern) return next(bindings);
	if (!before && rest.length > 0 && !isPossible(rest, regions, bindings))
		return false;
	switch (pattern.kind) {
		case "ellipsis":
			return matchSequence(rest, regions, bindings, next, before);
		case "sequence":
			return matchSequence(
				[...pattern.list.statements, ...rest],
				regions,
				bindings,
				next,
				before,
			);
		case "any":
			return pattern.list.alternatives.some((one) =>
				matchSequence([one, ...rest], regions, bindings, next, before),
			);
		case "guarded": {
			const inner = pattern.part.pattern;
			const items =
				inner?.kind === "sequence"
					? inner.list.statements
					: inner
						? [inner]
						: [];
			const guard = { ...pattern, part: {} };
			return inner
				? matchSequence(
						[...items, guard, ...rest],
						regions,
						bindings,
						next,
						before,
					)
				: holdsFor(pattern, bindings, (found) =>
						matchSequence(rest, regions, found, next, before),
					);
		}
	}
	const isFree = isFreeOfOrder(pattern);
	return find(pattern, regions, bindings, (found, at, anchor) => {
		const here = { at, anchor };
		if (before && !isFree && !comesAfter(before, here)) return false;
		return matchSequence(rest, regions, found, next, isFree ? before : here);
	});
}

/** Patterns that occur in some regions, in any order. */
export function matchAnyOrder(
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	const [pattern, ...rest] = patterns;
	if (!pattern) return next(bindings);
	if (regions.length === 0) return false;
	if (pattern.kind === "ellipsis")
		return matchAnyOrder(rest, regions, bindings, next);
	return find(pattern, regions, bindings, (found) =>
		matchAnyOrder(rest, regions, found, next),
	);
}
