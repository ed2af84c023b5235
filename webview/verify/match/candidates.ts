/** The nodes that a pattern may match, found by an index of a text by kind and name. */
import { writtenFor } from "../model/calls.ts";
import { exportedNames, moduleNameOf } from "../model/modules.ts";
import {
	bodyOf,
	type CodeNode,
	calleeName,
	firstAfter,
	functionAround,
	isWithin,
	type Source,
} from "../model/node.ts";
import { reachedFrom } from "../model/order.ts";
import { includesDeadCode, mayRun } from "../model/reach.ts";
import { resolve } from "../model/scopes.ts";
import { isUnreachable } from "../model/unreachable.ts";
import { addsOne } from "./added.ts";
import type { Candidate } from "./after.ts";
import { isComparison } from "./conditions.ts";

/** Nodes as they come in the text. */
interface Listed {
	nodes: CodeNode[];
	/** Whether each begins where the one before does, or later. */
	isSorted: boolean;
}
type Index = Map<string, Listed>;

const indexes = new WeakMap<Source, Index>();

/** The nodes of a text by kind, and by kind and name. */
function indexOf(source: Source): Index {
	let index = indexes.get(source);
	if (index) return index;
	index = new Map();
	for (const node of source.nodes) {
		put(index, node.kind, node);
		const name = nameIn(node);
		if (name !== null) put(index, `${node.kind} ${name}`, node);
		for (const other of otherNames(node))
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
	if (name?.kind !== "name") return found;
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

function otherNames(node: CodeNode): Iterable<string> {
	if (node.kind === "call" || node.kind === "element") return namesBehind(node);
	return node.kind === "declaration" && node.parent?.kind === "program"
		? exportedNames(node)
		: [];
}

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

function put(index: Index, key: string, node: CodeNode) {
	const list = index.get(key);
	if (!list) {
		index.set(key, { nodes: [node], isSorted: true });
		return;
	}
	if ((list.nodes.at(-1) as CodeNode).start > node.start) list.isSorted = false;
	list.nodes.push(node);
}

function nameIn(node: CodeNode): string | null {
	if (node.kind === "call") return calleeName(node);
	return /^(declaration|element|export)$/.test(node.kind) &&
		typeof node.value === "string"
		? node.value
		: null;
}

const keyCache = new WeakMap<CodeNode, readonly string[]>();

/** The keys of the index that hold every node that a pattern can match. */
function keysOf(pattern: CodeNode): readonly string[] {
	let keys = keyCache.get(pattern);
	if (!keys) {
		keys = keysFor(pattern);
		keyCache.set(pattern, keys);
	}
	return keys;
}

function keysFor(pattern: CodeNode): readonly string[] {
	switch (pattern.kind) {
		case "call": {
			const { callee } = pattern.part;
			const name = calleeName(pattern);
			return name !== null &&
				callee?.kind !== "metavariable" &&
				!moduleNameOf(callee)
				? [
						`call ${name}`,
						...(callee?.kind === "member" ? [computedCall] : []),
						...(addsOne(pattern) ? ["assignment", "declaration"] : []),
					]
				: ["call"];
		}
		case "declaration": {
			// Python's `x = x + 1` is written as a declaration, `x += 1` is not.
			const isChange =
				pattern.source.family === "python" &&
				/^(binary|template)$/.test(pattern.part.value?.kind ?? "");
			return [
				...(pattern.part.target?.kind === "name"
					? [`declaration ${pattern.value}`, "property"]
					: ["declaration"]),
				...(isChange ? ["assignment"] : []),
			];
		}
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
				: // Python assigns a name anew as it declares it.
					pattern.source.family === "python"
					? ["assignment", "declaration"]
					: ["assignment"];
		case "if":
			return ["if", "binary", "comprehension", "index", "call get"];
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
				...(isComparison(pattern) ? ["unary"] : ["assignment"]),
			];
		case "template":
			return ["template", "binary", "call concat", "call join"];
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
		case "gathered":
			return gatheringKeys;
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

/** Code that may gather something, or whose value is gathered. */
const gatheringKeys = [
	"return",
	"call",
	"comprehension",
	"name",
	"binary",
	"unary",
	"if",
	"member",
	"index",
	"array",
	"default",
];

/** The nodes that a pattern may match, as `someCandidate` visits them. */
export function candidates(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	isReached = true,
): Candidate[] {
	const found: Candidate[] = [];
	someCandidate(
		pattern,
		regions,
		(at, anchor) => {
			found.push({ at, anchor });
			return false;
		},
		isReached,
	);
	return found;
}

/**
 * Visits the nodes that a pattern may match, in regions and in the functions that run because of them, until a visit returns true. With
 * `isReached` false: the unreachable ones. `mayBe` is asked first: whether code is reached takes longer.
 */
export function someCandidate(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	visit: (at: CodeNode, anchor: CodeNode) => boolean,
	isReached = true,
	mayBe: Filter = () => true,
): boolean {
	const keys = keysOf(pattern);
	// `return` and `yield` belong to the function itself, not to one inside it or called by it.
	const isOwn = pattern.kind === "return" || pattern.kind === "yield";
	for (const region of regions) {
		const isFile = region.kind === "program";
		const owner = isOwn ? functionAround(region) : null;
		const isFound = someIn(
			region,
			keys,
			isReached,
			mayBe,
			(at) =>
				(!isOwn || isFile || functionAround(at) === owner) && visit(at, at),
		);
		if (isFound) return true;
		if (isFile || isOwn) continue;
		for (const { region: inner, at: anchor } of reachedFrom(region))
			for (const part of inner.kind === "function" ? bodyOf(inner) : [inner])
				if (someIn(part, keys, isReached, mayBe, (at) => visit(at, anchor)))
					return true;
	}
	return false;
}

type Filter = (at: CodeNode) => boolean;

const isNamed = (key: string) => key === namedNumber || key === namedText;

function someIn(
	region: CodeNode,
	keys: readonly string[],
	isReached: boolean,
	mayBe: Filter,
	visit: (at: CodeNode) => boolean,
): boolean {
	const isFile = region.kind === "program";
	const index = indexOf(region.source);
	for (const key of keys) {
		const list = isFile && isNamed(key) ? undefined : index.get(key);
		if (!list) continue;
		const { nodes } = list;
		const isPart = !isFile && list.isSorted;
		for (
			let at = isPart ? firstAfter(nodes, region.start - 1) : 0;
			at < nodes.length;
			at++
		) {
			const node = nodes[at] as CodeNode;
			if (isPart && node.start > region.end) break;
			if (
				(isFile || isWithin(node, region)) &&
				mayBe(node) &&
				(includesDeadCode() || isUnreachable(node) !== isReached) &&
				mayRun(node, region) &&
				visit(node)
			)
				return true;
		}
	}
	return false;
}
