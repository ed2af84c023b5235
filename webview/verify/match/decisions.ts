/** Matching of decisions: a pattern's `if` with any code that decides the same, and the code of either branch. */
import type { CodeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { branchesOf, withoutBranches } from "./branches.ts";
import { matchQuestion } from "./conditions.ts";
import { isLiteral, isRefusing } from "./context.ts";
import { decidesParts, type Holds, isKeptOut } from "./kept-out.ts";
import { wantedBy } from "./logic.ts";
import { isLookUp, lookupsOf, testsOf } from "./lookups.ts";
import { match } from "./match.ts";
import { matchResult } from "./results.ts";
import { matchSequence } from "./search.ts";
import type { Bindings, Next } from "./types.ts";

export const statementsOf = (
	node: CodeNode | undefined,
): readonly CodeNode[] =>
	!node ? [] : node.kind === "block" ? node.list.statements : [node];

const isJoined = (
	question: CodeNode | undefined,
	pattern: CodeNode | undefined,
): boolean =>
	valuesOf(question).some(
		({ kind, value }) =>
			kind === "binary" &&
			/^(&&|\|\|)$/.test(String(value)) &&
			pattern?.value !== value,
	);

/** Of a branch of `a ? b : c ? d : e` the whole of it. */
export function wholeDecision(branch: CodeNode): CodeNode {
	const { parent } = branch;
	return parent?.kind === "if" && parent.part.condition !== branch
		? wholeDecision(parent)
		: branch;
}

/** What a value is in either case, where it is chosen again: `b` and `c` of `a ? b : c`. */
const choicesOf = (region: CodeNode): CodeNode[] => {
	const { consequence, alternative } = region.part;
	return region.kind === "if" && consequence && alternative
		? [consequence, alternative].flatMap(choicesOf)
		: [region];
};

/** A literal as the branch of a ternary is all of the branch: `1` is neither `-ONE` nor `g(1)`. In a block it may stand anywhere. */
const matchLiteralBranch = (
	literal: CodeNode,
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean =>
	regions
		.flatMap(choicesOf)
		.some((one) =>
			one.kind === "block"
				? matchSequence([literal], [one], bindings, next)
				: match(literal, one, bindings, next),
		);

/** The branch of a pattern with the code that runs there; `$name` stands for all of a branch that is an expression, `null` included. */
function matchBranch(
	pattern: CodeNode | undefined,
	regions: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	const statements = statementsOf(pattern);
	const [only, ...others] = statements;
	// A branch of `return a ? b : c` returns what it is.
	const isReturned =
		only?.kind === "return" &&
		others.length === 0 &&
		!isRefusing() &&
		regions.some(
			(one) =>
				one.parent?.kind === "if" &&
				wholeDecision(one).parent?.kind === "return" &&
				one.parent.part.condition !== one &&
				match(only.part.value, one, bindings, next),
		);
	if (isReturned) return true;
	if (only && only === pattern && isLiteral(only))
		return matchLiteralBranch(only, regions, bindings, next);
	const isWhole =
		only?.kind === "metavariable" &&
		others.length === 0 &&
		regions.some(
			(one) => one.kind !== "block" && match(only, one, bindings, next),
		);
	return isWhole || matchSequence(statements, regions, bindings, next);
}

/** `if (a || b) { … }` of a pattern with an `if` for each of the questions that does the same, in one block. */
function matchEachOf(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { condition, consequence } = pattern.part;
	const isEither = condition?.kind === "binary" && condition.value === "||";
	const block = node.parent;
	if (!isEither || isRefusing() || node.kind !== "if" || !block) return false;
	const questions = wantedBy(condition, "||");
	const isOpen = ({ kind }: CodeNode) => /^(metavariable|ellipsis)$/.test(kind);
	if (questions.some(isOpen) || statementsOf(consequence).every(isOpen))
		return false;
	const first = block.list.statements.indexOf(node);
	const statements = block.list.statements
		.slice(Math.max(0, first))
		.filter(({ kind }) => kind === "if");
	if (first < 0 || statements.length < questions.length) return false;
	const from = (index: number, found: Bindings): boolean => {
		const question = questions[index];
		if (!question) return next(found);
		const one = {
			...pattern,
			gathers: undefined,
			part: { condition: question, consequence },
		};
		return statements.some((statement) =>
			matchIf(one, statement, found, (inner) => from(index + 1, inner)),
		);
	};
	return (
		questions.some((question) =>
			matchIf(
				{
					...pattern,
					gathers: undefined,
					part: { condition: question, consequence },
				},
				node,
				bindings,
				() => true,
			),
		) && from(0, bindings)
	);
}

/** A pattern's `if` with any code that decides the same. */
export function matchIf(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { condition, consequence, alternative } = pattern.part;
	if (isLookUp(node))
		return (
			!alternative &&
			lookupsOf(node).some(({ question, value }) =>
				matchQuestion(condition, question, true, bindings, (found) =>
					matchSequence(statementsOf(consequence), [value], found, next),
				),
			)
		);
	if (node.kind === "comprehension")
		return testsOf(node).some((one) => matchIf(pattern, one, bindings, next));
	const branches = branchesOf(node);
	if (!branches) return false;
	const either = (
		wanted: CodeNode | undefined,
		regions: readonly CodeNode[],
		isYes: boolean,
		found: Bindings,
		go: Next,
	) =>
		matchBranch(wanted, regions, found, go) ||
		matchResult(wanted, node, isYes, found, go);
	// `if (a < b) { ... }` asks for code that runs when it is so: an `if` that does something only when it is not decides the opposite.
	const isOpen =
		!alternative &&
		statementsOf(consequence).every(({ kind }) => kind === "ellipsis");
	const within = (yes: CodeNode[], no: CodeNode[]): Next => {
		if (isOpen && yes.length === 0) return () => false;
		let isAgain = false;
		let isPossible: boolean | undefined;
		return (found) => {
			// Where the code does not even have the branch, no other way to read the condition needs it.
			if (isAgain)
				isPossible ??= either(
					consequence,
					yes,
					yes === branches.yes,
					bindings,
					() => true,
				);
			if (isPossible === false) return false;
			isAgain = true;
			// What a further question keeps from running here is no reason to refuse.
			const holds: Holds = (question, answer) =>
				matchQuestion(condition, question, answer, found, () => true);
			if (isRefusing() && isKeptOut(node, holds)) return false;
			const runs = isRefusing()
				? withoutBranches(
						yes,
						(question, answer) =>
							(!isJoined(question, condition) ||
								decidesParts(question, !answer)) &&
							holds(question, answer),
					)
				: yes;
			const isYes = yes === branches.yes;
			return either(consequence, runs, isYes, found, (inner) =>
				alternative
					? either(alternative, no, !isYes, inner, next)
					: next(inner),
			);
		};
	};
	const { yes, no } = branches;
	// Any condition at all: its negation is one, too.
	if (condition?.kind === "metavariable" && condition.value === "_")
		return within(yes, no)(bindings) || within(no, yes)(bindings);
	if (!alternative && matchEachOf(pattern, node, bindings, next)) return true;
	// The other branch of `a && b` does not say which of them fails.
	if (alternative && isRefusing() && isJoined(branches.condition, condition))
		return false;
	return (
		matchQuestion(
			condition,
			branches.condition,
			true,
			bindings,
			within(yes, no),
		) ||
		matchQuestion(
			condition,
			branches.condition,
			false,
			bindings,
			within(no, yes),
		)
	);
}
