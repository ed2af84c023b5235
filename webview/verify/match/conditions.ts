/** Matching of conditions: comparisons with swapped sides, negated conditions, and the questions that code asks in other words. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { swappedOperators } from "../model/operators.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { boundQuestion } from "./bounds.ts";
import { isRefusing, untilChoice } from "./context.ts";
import { holdsFor } from "./evaluate.ts";
import { asksByFlag, asksByReturns } from "./flags.ts";
import {
	isSameJoin,
	isSymmetric,
	matchJoined,
	matchSum,
	truthAsked,
} from "./logic.ts";
import { match, matchItself } from "./match.ts";
import {
	asksForBound,
	asksForSize,
	asksForZero,
	signQuestion,
} from "./sizes.ts";
import { typeQuestion } from "./type-questions.ts";
import type { Bindings, Next } from "./types.ts";

/** The operator that means the negation. */
const opposite: Record<string, string> = {
	"<": ">=",
	">": "<=",
	"<=": ">",
	">=": "<",
	"==": "!=",
	"!=": "==",
	in: "not in",
	"not in": "in",
};

/** `===` and `==` ask the same of a pattern. */
const operatorOf = ({ value }: CodeNode): string =>
	value === "===" ? "==" : value === "!==" ? "!=" : String(value);

/** Both sides of an operator, either way round where that means the same. */
export function matchBinary(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
	operator = operatorOf(node),
): boolean {
	const wanted = operatorOf(pattern);
	const { left, right } = node.part;
	// Code that asks `x == null` asks for `undefined`, too.
	const isBoth = /^[!=]=$/.test(String(node.value)) && !isRefusing();
	const side = (
		wanted: CodeNode | undefined,
		one: CodeNode | undefined,
		found: Bindings,
		go: Next,
	) =>
		isBoth && isNull(wanted) && isNull(one)
			? go(found)
			: match(wanted, one, found, go);
	const sides = (one: CodeNode | undefined, other: CodeNode | undefined) =>
		side(pattern.part.left, one, bindings, (found) =>
			side(pattern.part.right, other, found, next),
		);
	// A pattern's `==` asks for the comparison that turns types, `===` for either.
	const isLoose =
		pattern.source.family === "javascript" &&
		/^[!=]=$/.test(String(pattern.value));
	if (isLoose && !/^[!=]=$/.test(String(node.value))) return false;
	if (wanted === operator && sides(left, right)) return true;
	if (wanted === operator && matchSum(pattern, node, bindings, next))
		return true;
	const isSwapped =
		swappedOperators[wanted] === operator ||
		(wanted === operator && isSymmetric(node));
	return isSwapped && sides(right, left);
}

/** Whether an operator compares, so that its negation is another one. */
export const isComparison = (pattern: CodeNode): boolean =>
	operatorOf(pattern) in opposite;

/** A comparison that is written as the negation of the opposite one: `not a < b` for `a >= b`. */
export const matchNegated = (
	pattern: CodeNode,
	{ value, part }: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	value === "!" &&
	valuesOf(part.value).some((one) => {
		const against = one.kind === "binary" && opposite[operatorOf(one)];
		return !!against && matchBinary(pattern, one, bindings, next, against);
	});

const isNull = (node: CodeNode | undefined) =>
	node?.kind === "constant" && node.value === "null";

const isTrue = (node: CodeNode | undefined) =>
	node?.kind === "constant" && node.value === "true";

const isNothing = (node: CodeNode | undefined) =>
	(node?.kind === "constant" &&
		(node.value === "null" || node.value === "false")) ||
	(node?.kind === "string" &&
		(node.value === "" || node.value === "undefined"));

/** The code that was compared with a question, by the patterns and answers that it did not match: variables may stand for each other. */
type Compared = Map<CodeNode, { pattern: CodeNode; yes: boolean }[]>;

/** Whether code was not compared yet; from now on it was. */
function isFirst(
	compared: Compared,
	pattern: CodeNode,
	value: CodeNode,
	yes: boolean,
): boolean {
	const known = compared.get(value);
	if (!known) compared.set(value, [{ pattern, yes }]);
	else if (known.some((one) => one.pattern === pattern && one.yes === yes))
		return false;
	else known.push({ pattern, yes });
	return true;
}

/** Matches a condition that is equivalent to the pattern (`yes`), or to its negation. */
export function matchQuestion(
	pattern: CodeNode | undefined,
	question: CodeNode | undefined,
	yes: boolean,
	bindings: Bindings,
	next: Next,
	compared: Compared = new Map(),
): boolean {
	countStep();
	if (!pattern || !question) return false;
	if (pattern.kind === "any")
		return pattern.list.alternatives.some((one) =>
			matchQuestion(one, question, yes, bindings, next, compared),
		);
	if (pattern.kind === "guarded")
		return matchQuestion(
			pattern.part.pattern,
			question,
			yes,
			bindings,
			(found) => holdsFor(pattern, found, next),
		);
	if (pattern.kind === "ellipsis") return next(bindings);
	if (pattern.kind === "unary" && pattern.value === "!")
		return matchQuestion(
			pattern.part.value,
			question,
			!yes,
			bindings,
			next,
			compared,
		);
	const asked = truthAsked(pattern);
	if (asked)
		return matchQuestion(
			asked.question,
			question,
			yes === asked.yes,
			bindings,
			next,
			compared,
		);
	for (const value of untilChoice(valuesOf(question)))
		if (
			isFirst(compared, pattern, value, yes) &&
			asksAs(pattern, value, yes, bindings, next, compared)
		)
			return true;
	return (
		yes &&
		pattern.kind === "metavariable" &&
		match(pattern, question, bindings, next)
	);
}

function asksAs(
	pattern: CodeNode,
	value: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
	compared: Compared,
): boolean {
	const { part } = value;
	const ask = (question: CodeNode | undefined, answer: boolean) =>
		matchQuestion(pattern, question, answer, bindings, next, compared);
	if (value.kind === "unary" && value.value === "!")
		return ask(part.value, !yes);
	const bound = value.kind === "binary" ? boundQuestion(value) : undefined;
	if (bound && ask(bound, yes)) return true;
	if (
		value.kind === "binary" &&
		/^(&&|\|\|)$/.test(String(value.value)) &&
		pattern.value !== value.value
	) {
		// `not (a and b)` asks `not a or not b`.
		if (
			!yes &&
			matchJoined(pattern, value, false, bindings, next, matchQuestion)
		)
			return true;
		return ask(part.left, yes) || ask(part.right, yes);
	}
	if (
		yes &&
		pattern.kind !== "metavariable" &&
		(isSameJoin(pattern, value)
			? matchJoined(pattern, value, true, bindings, next, matchQuestion)
			: matchItself(pattern, value, bindings, next))
	)
		return true;
	if (value.kind === "binary") {
		const against = opposite[operatorOf(value)];
		if (
			pattern.kind === "binary" &&
			!yes &&
			against &&
			matchBinary(pattern, value, bindings, next, against)
		)
			return true;
		// `x` and `x === true` ask the same.
		if (/^[!=]=$/.test(operatorOf(value)))
			for (const [one, other] of [
				[part.left, part.right],
				[part.right, part.left],
			])
				if (isTrue(other) && ask(one, yes === (operatorOf(value) === "==")))
					return true;
		const sign = signQuestion(value);
		if (sign && ask(sign, yes)) return true;
		const asked = truthAsked(value) ?? typeQuestion(value);
		if (asked && ask(asked.question, yes === asked.yes)) return true;
		// `x`, `x != null`, `x !== undefined`, `x is not None`, `typeof x === "string"` ask the same.
		const { left, right } = part;
		const ofType =
			left?.kind === "unary" && left.value === "typeof"
				? left.part.value
				: undefined;
		const isThere = isNothing(right) ? "!=" : ofType && "==";
		if (isThere && operatorOf(value) === (yes ? isThere : opposite[isThere]))
			if (ask(ofType ?? left, true)) return true;
	}
	if (
		asksForSize(pattern, value, yes, bindings, next) ||
		asksForBound(pattern, value, yes, bindings, next) ||
		asksForZero(pattern, value, yes, bindings, next)
	)
		return true;
	if (value.kind === "call" && asksByReturns(value, yes, ask)) return true;
	if (value.kind === "name" && asksByFlag(value, yes, ask)) return true;
	if (!yes) return false;
	if (
		value.kind === "call" &&
		/^(Boolean|bool)$/.test(calleeName(value) ?? "") &&
		ask(value.list.arguments[0], true)
	)
		return true;
	if (value.kind !== "declaration" || !part.target) return false;
	return pattern.kind === "metavariable"
		? match(pattern, part.target, bindings, next)
		: matchItself(pattern, part.target, bindings, next);
}
