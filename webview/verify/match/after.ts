/** The order of two matches: whether one may run after the other. */
import { type CodeNode, functionAround, isWithin } from "../model/node.ts";
import {
	isRepeated,
	mayFollow,
	mayThrowAfter,
	reachedFrom,
} from "../model/order.ts";
import { valuesOf } from "../model/values.ts";
import { isRefusing } from "./context.ts";
import { isFlaggedOff } from "./flags.ts";

/** A node that a pattern may match, and the node by which it is reached. */
export interface Candidate {
	at: CodeNode;
	anchor: CodeNode;
}

/** Whether two nodes stand in two functions that one call is given: it may run either. */
function isOther(one: CodeNode, other: CodeNode): boolean {
	const [first, second] = [functionAround(one), functionAround(other)];
	return (
		first !== second &&
		!!first?.parent &&
		first.parent === second?.parent &&
		first.parent.kind === "call"
	);
}

/** The call that leads to a match, where nothing after the match throws. */
const quietCall = ({ at, anchor }: Candidate): CodeNode | null =>
	isRefusing() &&
	at !== anchor &&
	anchor.parent?.part.callee === anchor &&
	!mayThrowAfter(at)
		? anchor.parent
		: null;

/** Whether what a node leads to runs while an earlier match does, which is the call of it. */
const runsWithin = (before: Candidate, anchor: CodeNode): boolean =>
	before.at === before.anchor && before.at.part.callee === anchor;

/** Whether two nodes of one function, which different places lead to, do not both run when it is called once. */
const isApart = (before: Candidate, { at, anchor }: Candidate): boolean =>
	before.anchor !== anchor &&
	before.at !== before.anchor &&
	at !== anchor &&
	at !== before.at &&
	functionAround(before.at) === functionAround(at) &&
	!mayFollow(before.at, at);

/** Whether a match is in the loop, or in the `try`, that the one before is: what comes after it does not stand in it. */
const isInStatement = ({ at }: Candidate, anchor: CodeNode): boolean =>
	/^(loop|try)$/.test(at.kind) && anchor !== at && isWithin(anchor, at);

/** Whether a match may run after another one; two in a function that one place leads to have their order in that function. */
export const comesAfter = (
	before: Candidate,
	{ at, anchor }: Candidate,
): boolean =>
	isInStatement(before, anchor) ||
	(isRefusing() &&
		(isOther(before.at, at) ||
			runsWithin(before, anchor) ||
			isFlaggedOff(before.anchor, anchor) ||
			isApart(before, { at, anchor })))
		? false
		: anchor === before.anchor && at !== anchor && before.at !== anchor
			? mayFollowIn(anchor, before.at, at)
			: mayFollow(before.anchor, anchor, undefined, quietCall(before)) ||
				(at === before.at && !isRefusing() && isRepeated(at));

/** Whether one node may run after another when both run because of an anchor: the order of the calls in its function counts. */
function mayFollowIn(anchor: CodeNode, earlier: CodeNode, later: CodeNode) {
	if (functionAround(earlier) === functionAround(later))
		return mayFollow(earlier, later);
	const pairs = valuesOf(anchor).flatMap(({ part: { body } }) =>
		body
			? placesIn(body, earlier).flatMap((one) =>
					placesIn(body, later).map((other) => [one, other] as const),
				)
			: [],
	);
	return pairs.length === 0
		? mayFollow(earlier, later)
		: pairs.some(([one, other]) =>
				one === other ? mayFollow(earlier, later) : mayFollow(one, other),
			);
}

/** Where code of a function leads to a node: the node itself, or the calls by which it is reached. */
const placesIn = (body: CodeNode, node: CodeNode): CodeNode[] =>
	isWithin(node, body)
		? [node]
		: reachedFrom(body).flatMap(({ region, at }) =>
				isWithin(node, region) ? [at] : [],
			);
