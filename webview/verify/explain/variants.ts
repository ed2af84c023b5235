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
	isCallee: boolean;
	/** How much less it asks for. Later alternatives count more, since authors give the usual one first. */
	weight: number;
	/** Makes the condition. Few variants are tried, so that none is made before. */
	condition(): CompiledCondition;
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
	conditionsLike(condition)
		.filter(({ weight }) => weight <= most)
		.sort((one, other) => one.weight - other.weight);

const openFor = (part: CodeNode, pattern?: CodeNode) =>
	makeNode(part.source, "metavariable", part, {
		value: openPart,
		...(pattern && { part: { pattern } }),
	});

const isContainer = ({ kind }: CodeNode) =>
	/^(guarded|any|sequence|block|clause|program)$/.test(kind);

/** What surrounds a part that is varied. */
interface Around<Part> {
	/** What it adds to the weight. */
	added: number;
	/** Makes the whole condition with another part. */
	put(part: Part): CompiledCondition;
}

/**
 * Collects the variants of a pattern. A condition that does not hold holds with none of its alternatives, so that the others are left out
 * beside the one that is varied; only where matches are counted they stay.
 */
function collectPatterns(
	pattern: CodeNode,
	{ added, put }: Around<CodeNode>,
	isCallee: boolean,
	isCounted: boolean,
	variants: Variant[],
): void {
	const { kind, part, list } = pattern;
	if (/^(ellipsis|metavariable|import)$/.test(kind)) return;
	if (!isContainer(pattern))
		variants.push({
			...{ part: pattern, isOpen: true, isCallee },
			weight: weigh(pattern) + added,
			condition: () => put(openFor(pattern)),
		});
	const { callee } = part;
	const isNamed =
		callee?.kind !== "metavariable" && callee?.facts.openName === undefined;
	if (kind === "call" && callee && isNamed)
		for (const one of list.arguments)
			if (!/^(ellipsis|metavariable|function)$/.test(one.kind))
				variants.push({
					...{ part: one, isOpen: false, isCallee: false },
					weight: weigh(one) + perAbsence + added,
					condition: () =>
						put(
							withParts(pattern, (child) =>
								child === one
									? []
									: [child === callee ? openFor(child, child) : child],
							),
						),
				});
	for (const child of pattern.children) {
		const index = kind === "any" ? list.alternatives.indexOf(child) : 0;
		const isAlternative = kind === "any" && !isCounted;
		collectPatterns(
			child,
			{
				added: added + index * perAlternative,
				put: (whole) =>
					put(
						withParts(pattern, (one) =>
							one === child ? [whole] : isAlternative ? [] : [one],
						),
					),
			},
			child === callee,
			isCounted,
			variants,
		);
	}
}

function collectConditions(
	condition: CompiledCondition,
	{ added, put }: Around<CompiledCondition>,
	variants: Variant[],
): void {
	const { any, all, has, where, count } = condition;
	const patterns = condition.patterns ?? [];
	for (const [index, pattern] of patterns.entries())
		collectPatterns(
			pattern,
			{
				added: added + index * perAlternative,
				put: (whole) =>
					put({
						...condition,
						patterns: count ? patterns.with(index, whole) : [whole],
					}),
			},
			false,
			!!count,
			variants,
		);
	for (const [index, one] of all.entries())
		collectConditions(
			one,
			{
				added,
				put: (inner) => put({ ...condition, all: all.with(index, inner) }),
			},
			variants,
		);
	for (const [index, one] of (any ?? []).entries())
		collectConditions(
			one,
			{
				added: added + index * perAlternative,
				put: (inner) => put({ ...condition, any: [inner] }),
			},
			variants,
		);
	if (has)
		collectConditions(
			has,
			{ added, put: (inner) => put({ ...condition, has: inner }) },
			variants,
		);
	for (const [index, [name, one]] of where.entries())
		collectConditions(
			one,
			{
				added,
				put: (inner) =>
					put({ ...condition, where: where.with(index, [name, inner]) }),
			},
			variants,
		);
}

const collected = new WeakMap<CompiledCondition, readonly Variant[]>();

/** All variants of a condition, those of the first alternatives first; collected once, since a check misses at most keystrokes. */
export function conditionsLike(
	condition: CompiledCondition,
): readonly Variant[] {
	const known = collected.get(condition);
	if (known) return known;
	const variants: Variant[] = [];
	collectConditions(condition, { added: 0, put: (whole) => whole }, variants);
	collected.set(condition, variants);
	return variants;
}
