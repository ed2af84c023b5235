/** Conditions that ask for one part less: each part of a pattern is left open in turn, or left out. */
import type { CompiledCondition } from "../match/types.ts";
import { type CodeNode, makeNode, withParts } from "../model/node.ts";
import { weigh } from "./miss.ts";

/** The metavariable that is bound to what stands in the place of an open part, or to what is called without a part. */
export const openPart = "?";

/** A condition with one part less. */
export interface Variant {
	/** The part that it does not ask for. */
	part: CodeNode;
	/** Whether anything may stand in its place; otherwise it is left out of a call's arguments. */
	isOpen: boolean;
	/** Whether it is what a call calls. */
	isCallee?: boolean;
	/** How much less it asks for. Later alternatives count more, since authors give the usual one first. */
	weight: number;
	condition: CompiledCondition;
}

/** What a later alternative adds to the weight. */
const perAlternative = 0.75;

/** What leaving a part out adds to the weight, compared with leaving it open. */
const perAbsence = 0.5;

/** The variants of a condition that ask for at most so much less, the smallest first. */
export const variantsOf = (
	condition: CompiledCondition,
	most: number,
): Variant[] =>
	[...conditionsLike(condition)]
		.filter(({ weight }) => weight <= most)
		.sort((one, other) => one.weight - other.weight);

interface PatternVariant extends Omit<Variant, "condition"> {
	whole: CodeNode;
}

const openFor = (part: CodeNode, pattern?: CodeNode) =>
	makeNode(part.source, "metavariable", part, {
		value: openPart,
		...(pattern && { part: { pattern } }),
	});

const isContainer = ({ kind }: CodeNode) =>
	/^(guarded|any|sequence|block|program)$/.test(kind);

function* patternsLike(pattern: CodeNode): Generator<PatternVariant> {
	const { kind, part, list } = pattern;
	if (/^(ellipsis|metavariable|import)$/.test(kind)) return;
	const weight = weigh(pattern);
	if (!isContainer(pattern))
		yield { part: pattern, isOpen: true, weight, whole: openFor(pattern) };
	const isNamed =
		part.callee?.kind !== "metavariable" &&
		part.callee?.facts.openName === undefined;
	if (kind === "call" && part.callee && isNamed)
		for (const one of list.arguments)
			if (!/^(ellipsis|metavariable|function)$/.test(one.kind))
				yield {
					part: one,
					isOpen: false,
					weight: weigh(one) + perAbsence,
					whole: withParts(pattern, (child) =>
						child === one
							? []
							: [child === part.callee ? openFor(child, child) : child],
					),
				};
	for (const child of pattern.children) {
		const index = kind === "any" ? list.alternatives.indexOf(child) : 0;
		for (const inner of patternsLike(child))
			yield {
				...inner,
				isCallee:
					inner.isCallee || (child === part.callee && inner.part === child),
				weight: inner.weight + index * perAlternative,
				whole: withParts(pattern, (one) => [one === child ? inner.whole : one]),
			};
	}
}

/** All variants of a condition, those of the first alternatives first. */
export function* conditionsLike(
	condition: CompiledCondition,
): Generator<Variant> {
	const { any, all, has, where } = condition;
	const patterns = condition.patterns ?? [];
	for (const [index, pattern] of patterns.entries())
		for (const { whole, ...inner } of patternsLike(pattern))
			yield {
				...inner,
				weight: inner.weight + index * perAlternative,
				condition: { ...condition, patterns: patterns.with(index, whole) },
			};
	for (const [index, one] of all.entries())
		for (const inner of conditionsLike(one))
			yield {
				...inner,
				condition: { ...condition, all: all.with(index, inner.condition) },
			};
	for (const [index, one] of (any ?? []).entries())
		for (const inner of conditionsLike(one))
			yield {
				...inner,
				weight: inner.weight + index * perAlternative,
				condition: {
					...condition,
					any: (any ?? []).with(index, inner.condition),
				},
			};
	if (has)
		for (const inner of conditionsLike(has))
			yield { ...inner, condition: { ...condition, has: inner.condition } };
	for (const [index, [name, one]] of where.entries())
		for (const inner of conditionsLike(one))
			yield {
				...inner,
				condition: {
					...condition,
					where: where.with(index, [name, inner.condition] as const),
				},
			};
}
