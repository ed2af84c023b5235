/** Evaluation of compiled conditions: every member must hold for the same node. */
import { bodyOf, type CodeNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import type { ValueKind } from "../shapes.ts";
import {
	isOneOfSeveral,
	isRefusing,
	isUpdatedName,
	negated,
	takesLost,
	takingLost,
	untried,
	valuesFor,
} from "./context.ts";
import { literalValue } from "./literals.ts";
import { isDiscarded } from "./lost.ts";
import { match } from "./match.ts";
import { find, matchSequence } from "./search.ts";
import { isUnknown } from "./statements.ts";
import type { Bindings, CompiledCondition, Next } from "./types.ts";

/** Continues with a node that meets a condition, and returns as `Next` does. */
type Met = (bindings: Bindings, at: CodeNode) => boolean;

const isKind: Record<
	Exclude<ValueKind, "discarded">,
	(node: CodeNode) => boolean
> = {
	function: ({ kind }) => kind === "function",
	string: ({ kind }) => /^(string|text|template)$/.test(kind),
	number: ({ kind }) => kind === "number",
	object: ({ kind }) => kind === "object",
	array: ({ kind }) => kind === "array" || kind === "tuple",
	call: ({ kind }) => kind === "call",
	class: ({ kind }) => kind === "class",
	parameter: ({ kind }) => kind === "parameterValue",
	jsx: ({ kind }) => kind === "element",
	literal: (node) => isLiteral(node),
	whole: ({ kind, value }) =>
		kind === "number"
			? Number.isInteger(value)
			: !/^(string|text|template|object|array|tuple|function|class|constant|element)$/.test(
					kind,
				),
};

/** Written out: a constant, or an object or list of nothing but such. */
function isLiteral(node: CodeNode): boolean {
	if (/^(string|number|constant)$/.test(node.kind)) return true;
	return (
		/^(object|array|tuple|template)$/.test(node.kind) &&
		node.children.every((child) =>
			isLiteral(
				/^(property|spread)$/.test(child.kind)
					? (child.part.value ?? child)
					: child,
			),
		)
	);
}

/** Whether a node is of a kind of values. */
export function isOfKind(node: CodeNode, kind: ValueKind): boolean {
	if (kind === "discarded") return isDiscarded(node);
	const values = kind === "literal" ? valuesFor(node) : valuesOf(node);
	// What a loop goes through is no constant.
	if (kind === "literal" && isRefusing() && isOneOfSeveral(values))
		return false;
	// What grows by itself is written out nowhere.
	if (kind === "literal" && values.some(isUpdatedName)) return false;
	return values.some(isKind[kind]);
}

/** Whether a literal value of a node fits a regular expression. */
export function fitsRegex(node: CodeNode, regex: RegExp): boolean {
	const literals = valuesOf(node)
		.map(literalValue)
		.filter((literal) => literal !== undefined);
	const fits = (literal: string | number) => regex.test(String(literal));
	return isRefusing()
		? literals.length > 0 && literals.every(fits)
		: literals.some(fits);
}

/** What is looked through for what a node contains. */
export const regionsOf = (node: CodeNode): CodeNode[] =>
	node.kind === "program"
		? [node]
		: seenThrough(valuesOf(node)).flatMap((value) =>
				/^(function|class)$/.test(value.kind) && value.part.body
					? bodyOf(value)
					: value,
			);

/** The values without the names that only lead to others: what both lead to would be found twice. Of a function that a call returns, the call is not part. */
function seenThrough(values: readonly CodeNode[]): readonly CodeNode[] {
	const isReturned =
		values.some(({ kind }) => kind === "function") &&
		/^(declaration|name|member|call)$/.test(values[0]?.kind ?? "");
	const rest = values.filter(
		({ kind }) =>
			!/^(name|member)$/.test(kind) &&
			!(isReturned && /^(declaration|call)$/.test(kind)),
	);
	return rest.length > 0 ? rest : values;
}

/** Where a condition is looked for in a file: a document of JSON is one value, which patterns describe from its top. */
export const startOf = (
	{ patterns, count }: CompiledCondition,
	node: CodeNode,
): CodeNode =>
	(node.kind === "program" &&
		node.source.family === "json" &&
		patterns &&
		!count &&
		node.list.statements[0]) ||
	node;

/** Whether a node meets a condition; for a file (a program) patterns are looked for inside. */
export function holds(
	condition: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	met: Met,
): boolean {
	if (condition.is === "discarded" && !takesLost())
		return takingLost(() => holds(condition, at, bindings, met));
	const { patterns, count } = condition;
	const node = startOf(condition, at);
	if (count) {
		const hits = countHits(condition, node, bindings);
		return hits >= count.min && hits <= count.max && met(bindings, node);
	}
	if (!patterns) return holdsBeside(condition, node, bindings, met);
	if (node.kind === "program")
		return occursIn(patterns, node, bindings, (found, at) =>
			holdsBeside(condition, at, found, met),
		);
	return patterns.some((pattern) =>
		match(pattern, node, bindings, (found) =>
			holdsBeside(condition, node, found, met),
		),
	);
}

/** How many nodes of a file, or in some regions of a node, meet a condition, its count aside. */
export function countHits(
	condition: CompiledCondition,
	node: CodeNode,
	bindings: Bindings,
	regions: readonly CodeNode[] = [node],
): number {
	const hits = new Set<CodeNode>();
	const note: Met = (found, at) => {
		if (holdsBeside(condition, at, found, () => true)) hits.add(at);
		return false;
	};
	occursIn(condition.patterns ?? [], node, bindings, note, regions);
	return hits.size;
}

/** Whether one of some patterns occurs in a file, or in some regions of a node. */
export const occursIn = (
	patterns: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
	met: Met,
	regions: readonly CodeNode[] = [node],
): boolean =>
	patterns.some((pattern) =>
		pattern.kind === "sequence"
			? matchSequence(pattern.list.statements, regions, bindings, (found) =>
					met(found, node),
				)
			: find(pattern, regions, bindings, (found, at) => met(found, at)),
	);

type Step = (bindings: Bindings, next: Next) => boolean;

/** What a condition asks beside its pattern. */
export function holdsBeside(
	condition: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	met: Met,
): boolean {
	const { is, regex, where, all, any, has, inside, not } = condition;
	const isLast = !is && !regex && !any && !has && !inside && !not;
	if (isLast && where.length === 0 && all.length === 0)
		return met(bindings, at);
	const steps: Step[] = [];
	if (is) steps.push((found, next) => isOfKind(at, is) && next(found));
	if (regex) steps.push((found, next) => fitsRegex(at, regex) && next(found));
	for (const [name, one] of where)
		steps.push((found, next) => {
			const bound = found[name];
			return bound ? holds(one, bound, found, next) : next(found);
		});
	for (const one of all)
		steps.push((found, next) => holds(one, at, found, next));
	if (any)
		steps.push((found, next) => any.some((one) => holds(one, at, found, next)));
	if (has) steps.push((found, next) => contains(has, at, found, next));
	if (inside) steps.push((found, next) => standsIn(inside, at, found, next));
	if (not)
		steps.push(
			(found, next) =>
				!negated(() => holds(not, at, found, () => true)) && next(found),
		);
	const go = (index: number, found: Bindings): boolean => {
		const step = steps[index];
		return step
			? step(
					found,
					untried((inner) => go(index + 1, inner)),
				)
			: met(found, at);
	};
	return go(0, bindings);
}

function standsIn(
	inside: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
) {
	for (let up = at.parent; up && up.kind !== "program"; up = up.parent)
		if (holds(inside, up, bindings, next)) return true;
	return false;
}

/** Whether a node contains what meets a condition, at any depth and in the functions that it runs. */
export function contains(
	condition: CompiledCondition,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (condition.is === "discarded" && !takesLost())
		return takingLost(() => contains(condition, at, bindings, next));
	const { patterns, any, count } = condition;
	if (count) {
		const hits = countHits(condition, at, bindings, regionsOf(at));
		return hits >= count.min && hits <= count.max && next(bindings);
	}
	if (!patterns && any)
		return any.some((one) => contains(one, at, bindings, next));
	if (!patterns) return containsAll(condition.all, 0, at, bindings, next);
	const met: Met = (found, inner) => holdsBeside(condition, inner, found, next);
	const isIn = (regions: readonly CodeNode[], wanted = patterns) =>
		occursIn(wanted, at, bindings, met, regions);
	const regions = regionsOf(at);
	if (isIn(regions)) return true;
	// Code has to run here; data may come from elsewhere.
	const data = isRefusing() ? [] : patterns.filter(isData);
	return data.length > 0 && isIn(partsBehind(regions), data);
}

/** Whether a node contains what meets each of some conditions, of which there is one at least. */
function containsAll(
	all: readonly CompiledCondition[],
	index: number,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const one = all[index];
	if (!one) return index > 0 && next(bindings);
	return contains(one, at, bindings, (found) =>
		containsAll(all, index + 1, at, found, next),
	);
}

const isData = ({ kind }: CodeNode) =>
	/^(name|member|metavariable|string|number)$/.test(kind);

/** How many names may lead to a part of a value, one by the other. */
const mostNames = 4;

/** What the names in an expression stand for: parts of its value that are written elsewhere. */
function partsBehind(
	regions: readonly CodeNode[],
	seen = new Set<CodeNode>(regions),
	left = mostNames,
): CodeNode[] {
	const found: CodeNode[] = [];
	const visit = (node: CodeNode) => {
		countStep();
		if (/^(function|class|block|program)$/.test(node.kind)) return;
		const values = node.kind === "name" ? valuesOf(node) : [];
		for (const one of values)
			if (/^(call|template|binary|if|array|tuple|object)$/.test(one.kind))
				if (!seen.has(one)) {
					seen.add(one);
					found.push(one);
				}
		node.children.forEach(visit);
	};
	regions.forEach(visit);
	return left > 1 && found.length > 0
		? [...found, ...partsBehind(found, seen, left - 1)]
		: found;
}

/** Whether what a definition says of its metavariables holds; a value of which nothing is known passes. */
export function holdsFor(
	pattern: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const guards = (pattern.facts.guards ?? []) as readonly (readonly [
		string,
		CompiledCondition,
	])[];
	const go = (index: number, found: Bindings): boolean => {
		const guard = guards[index];
		if (!guard) return next(found);
		const [name, condition] = guard;
		const bound = found[name];
		if (!bound || isForeign(bound)) return go(index + 1, found);
		return holds(
			condition,
			bound,
			found,
			untried((inner) => go(index + 1, inner)),
		);
	};
	return go(0, bindings);
}

/** A value that comes from outside: a parameter without calls, what another file would have to say. */
function isForeign(node: CodeNode): boolean {
	const values = valuesOf(node);
	const last = values.at(-1) as CodeNode;
	if (last.kind === "parameterValue") return true;
	if (last.kind === "module") return String(last.facts.source).startsWith(".");
	return (
		/^(member|index)$/.test(last.kind) &&
		values.length === 1 &&
		isUnknown(last) &&
		!!last.part.object &&
		isForeign(last.part.object)
	);
}
