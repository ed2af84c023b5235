/** Searches regions of code for patterns, one by one or in a sequence. */
import { otherStatements } from "../gather/patterns.ts";
import { type CodeNode, type Kind, takesApart } from "../model/node.ts";
import { type Candidate, comesAfter } from "./after.ts";
import { someCandidate } from "./candidates.ts";
import {
	isOutside,
	isRefusing,
	outside,
	takesLost,
	untried,
	within,
} from "./context.ts";
import { holdsFor } from "./evaluate.ts";
import { filterConditionsOf, wantedOf } from "./gathered.ts";
import { isDiscarded, isLost } from "./lost.ts";
import { match, matchItself } from "./match.ts";
import { returningWhatIsSet } from "./returns.ts";
import type { Bindings, Found, Next } from "./types.ts";

/**
 * Finds a match of a pattern in some regions for which `next` returns true. `mayBe` is asked of each candidate first: where it is cheap,
 * candidates that `next` would refuse are not matched.
 */
export function find(
	pattern: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Found,
	mayBe: (at: CodeNode) => boolean = () => true,
): boolean {
	if (pattern.kind === "any")
		return pattern.list.alternatives.some((one) =>
			findEither(one, regions, bindings, next),
		);
	if (pattern.kind === "guarded")
		return findEither(pattern, regions, bindings, next);
	const isByValue = byValue.has(pattern.kind);
	const visit = (at: CodeNode, anchor: CodeNode): boolean => {
		if (pattern.kind === "object" && takesApart(at)) return false;
		if (isComputed.has(pattern.kind) && !takesLost() && isLost(at))
			return false;
		const isLeft = at.kind !== "return" && pattern.kind === "gathered";
		if (isLeft && !takesLost() && isDiscarded(at)) return false;
		const isNamed = at.kind === "name" || at.kind === "member";
		const matches = isByValue || isNamed ? match : matchItself;
		if (at === anchor && isOutside())
			return matches(
				pattern,
				at,
				bindings,
				untried((found) => next(found, at, anchor)),
			);
		const go = untried((found) => outside(() => next(found, at, anchor)));
		return within(at === anchor ? null : anchor, () =>
			matches(pattern, at, bindings, go),
		);
	};
	if (someCandidate(pattern, regions, visit, true, mayBe)) return true;
	if (pattern.kind === "gathered" || isRefusing()) return false;
	return [wantedOf, filterConditionsOf].some((askedBy) =>
		askedBy(pattern).some((one) => find(one, regions, bindings, next, mayBe)),
	);
}

/** Patterns of values, which count where they are used. */
const isComputed: ReadonlySet<Kind> = new Set(["call", "binary"]);

/** Patterns that match what a node stands for, too. */
const byValue: ReadonlySet<Kind> = new Set([
	"member",
	"index",
	"name",
	"metavariable",
	"object",
	"gathered",
]);

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
	return (
		matchInSequence(patterns, regions, bindings, next, before) ||
		(!before &&
			!isRefusing() &&
			otherStatements(patterns).some((others) =>
				matchInSequence(others, regions, bindings, next, null),
			))
	);
}

function matchInSequence(
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	before: Candidate | null,
): boolean {
	const [pattern, ...rest] = patterns;
	if (!pattern) return next(bindings);
	if (!before && rest.length > 0) {
		const all = patterns.reduce(
			(left, one) => returningWhatIsSet(one, left, "any"),
			rest as readonly CodeNode[],
		);
		if (!isPossible(all, regions, bindings)) return false;
	}
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
		return matchSequence(
			returningWhatIsSet(pattern, rest, here),
			regions,
			found,
			next,
			isFree ? before : here,
		);
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
	if (pattern.kind === "ellipsis")
		return matchAnyOrder(rest, regions, bindings, next);
	if (regions.length === 0) return false;
	return find(pattern, regions, bindings, (found) =>
		matchAnyOrder(rest, regions, found, next),
	);
}
