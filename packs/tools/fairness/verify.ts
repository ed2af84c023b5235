/** Verifies answers that are known to be right or wrong, and counts where the checks agree. */

import { failures, resultAt, syntaxError } from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/author-message";
import type {
	AssertionResult,
	VerificationResult,
} from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import { locateChecks } from "../checks.ts";
import type { Answer, AnswerSet } from "./answers.ts";

export interface VerifiedAnswer {
	answer: Answer;
	result: VerificationResult;
	/** The first syntax error, in words; with one an answer is not accepted. */
	broken: string | null;
	isAccepted: boolean;
}

export interface VerifiedSet extends AnswerSet {
	verified: VerifiedAnswer[];
}

/** On how many of all right, or all wrong, answers the checks agree. */
export interface Score {
	agreed: number;
	all: number;
}

/** Verifies the answers of a challenge. Throws, with the next step, when one of its checks cannot be evaluated, at all or on one of the answers, which is named: it would reject right ones. */
export async function verifyAnswers(
	set: AnswerSet,
	verifier: Verifier,
): Promise<VerifiedSet> {
	const { assertions, files } = set.challenge;
	requireSound(
		set,
		await verifier.check(assertions, files, { compilesAll: true }),
	);
	const verified: VerifiedAnswer[] = [];
	for (const answer of set.answers) {
		const check = await verifier.check(assertions, answer.files);
		requireSound(set, check, answer);
		const broken = syntaxError(check);
		verified.push({
			answer,
			result: check.result,
			broken,
			isAccepted: check.result.passed && broken === null,
		});
	}
	return { ...set, verified };
}

function requireSound(
	{ name, challenge }: AnswerSet,
	{ result }: Pick<Check, "result">,
	answer?: Answer,
): void {
	for (const { place, assertion } of locateChecks(challenge.assertions)) {
		const one = resultAt(result, place);
		if (one?.fault === "check")
			throw new Error(
				`${name}: the check ${place} ("${assertion.description}") cannot be evaluated${answer ? ` on ${answer.name}` : ""}: ${messageForAuthor(one)}. ${
					answer
						? "Ask for less, or in other words, and try that answer alone: until then it rejects the answer, be it right or wrong."
						: "Fix it first, with `npm run packs -- validate`: until then it rejects every answer."
				}`,
			);
	}
}

export function scoreOf(verified: VerifiedAnswer[], isRight: boolean): Score {
	const all = verified.filter(({ answer }) => answer.isRight === isRight);
	return {
		agreed: all.filter(({ isAccepted }) => isAccepted === isRight).length,
		all: all.length,
	};
}

/** The lines that tell of an answer on which the checks disagree; none when they agree. */
export function disagreement(verified: VerifiedAnswer): string[] {
	const { answer, isAccepted } = verified;
	if (isAccepted === answer.isRight) return [];
	return outcomeLines(verified, messageForAuthor);
}

/** The lines that tell of any answer, with what its learner would read; `!` marks one on which the checks disagree. */
export function learnerLines(verified: VerifiedAnswer): string[] {
	const { answer, isAccepted } = verified;
	const [first = "", ...more] = outcomeLines(
		verified,
		({ message }) => message,
	);
	return [isAccepted === answer.isRight ? first : `! ${first}`, ...more];
}

function outcomeLines(
	{ answer, isAccepted, broken, result }: VerifiedAnswer,
	messageOf: (one: AssertionResult) => string,
): string[] {
	const note = answer.note ? `: ${answer.note}` : "";
	if (isAccepted) return [`${answer.name} is accepted${note}`];
	return [
		`${answer.name} is refused${note}`,
		...(broken ? [`  syntax error in ${broken}`] : []),
		...failures(result).map(
			(one) => `  "${one.assertion.description}" ${messageOf(one)}`,
		),
	];
}
