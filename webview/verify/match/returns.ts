/** Matching of what a function returns: the truth that its branches return, and what a member was set to before. */
import { wholeResult } from "../gather/whole.ts";
import { type CodeNode, functionAround } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { negationOf, returnedTruth } from "../model/truth.ts";
import { valuesOf } from "../model/values.ts";
import type { Candidate } from "./after.ts";
import { isRefusing } from "./context.ts";
import { asksByFlag, asksByReturns } from "./flags.ts";
import { matchGathered } from "./gathered.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

/** `return` with its value. */
export function matchReturn(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const wanted = pattern.part.value;
	const given = node.part.value;
	const { setBy } = pattern.facts;
	if (setBy && given)
		return setBy === "any"
			? next(bindings)
			: matchSet(wanted, given, setBy as Candidate, bindings, next);
	if (match(wanted, given, bindings, next)) return true;
	if (!wanted || !given || isRefusing()) return false;
	const whole = wholeResult(node);
	if (whole && matchGathered(wanted, whole, bindings, next)) return true;
	// `let text = a; text += b; return text;`
	const isText = whole?.kind === "template" && given.kind === "name";
	if (isText && match(wanted, whole, bindings, next)) return true;
	const truth = returnedTruth(node);
	if (truth && match(wanted, truth, bindings, next)) return true;
	// A flag that is set in a branch, and a function that returns `true` in one.
	const ask = (question: CodeNode | undefined, yes: boolean) =>
		!!question &&
		match(wanted, yes ? question : negationOf(question), bindings, next);
	if (given.kind === "name") return asksByFlag(given, true, ask);
	return given.kind === "call" && asksByReturns(given, true, ask);
}

/** What a member has after it was set: the member itself, what it was set to, or the assignment; not what it had before. */
function matchSet(
	wanted: CodeNode | undefined,
	given: CodeNode,
	{ at, anchor }: Candidate,
	bindings: Bindings,
	next: Next,
): boolean {
	if (valuesAsWritten(given).includes(at)) return next(bindings);
	const variable = given.kind === "name" ? resolve(given) : null;
	if (!variable) return match(wanted, given, bindings, next);
	const isThis = (one: CodeNode) =>
		one.kind === "name" && resolve(one) === variable;
	if (valuesOf(at.part.value).some(isThis)) return next(bindings);
	const isFromBefore =
		variable.declaredAt.position < anchor.position &&
		functionAround(variable.declaredAt) === functionAround(given) &&
		variable.values.every(({ start }) => start < anchor.position);
	return !isFromBefore && match(wanted, given, bindings, next);
}

/** An expression, and what the name that it is was declared with. */
const valuesAsWritten = (node: CodeNode): readonly CodeNode[] =>
	node.kind === "name" ? (resolve(node)?.values ?? []) : [node];

/** Whether two parts of a pattern are written alike. */
const isWrittenAlike = (
	one: CodeNode | undefined,
	other: CodeNode | undefined,
): boolean =>
	!!one &&
	!!other &&
	one.kind === other.kind &&
	one.value === other.value &&
	one.facts.openName === other.facts.openName &&
	one.children.length === other.children.length &&
	one.children.every((child, index) =>
		isWrittenAlike(child, other.children[index]),
	);

/** A sequence in which a `return` of what an assignment before it sets takes what it was set to, too: after the assignment at `setBy`, or any. */
export function returningWhatIsSet(
	assignment: CodeNode,
	rest: readonly CodeNode[],
	setBy: Candidate | "any",
): readonly CodeNode[] {
	const { target } = assignment.part;
	const isSetting =
		/^(assignment|declaration)$/.test(assignment.kind) &&
		/^(member|index)$/.test(target?.kind ?? "");
	if (!isSetting) return rest;
	const isReturned = ({ kind, part }: CodeNode) =>
		kind === "return" && isWrittenAlike(part.value, target);
	return rest.some(isReturned)
		? rest.map((one) =>
				isReturned(one) ? { ...one, facts: { ...one.facts, setBy } } : one,
			)
		: rest;
}
