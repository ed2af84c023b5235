/** Verifies answers that are known to be right or wrong, and counts where the checks agree. */

import { failures, syntaxError } from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/fault";
import type { VerificationResult } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
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

export async function verifyAnswers(
	set: AnswerSet,
	verifier: Verifier,
): Promise<VerifiedSet> {
	const verified: VerifiedAnswer[] = [];
	for (const answer of set.answers) {
		const check = await verifier.check(set.challenge.assertions, answer.files);
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

export function scoreOf(verified: VerifiedAnswer[], isRight: boolean): Score {
	const all = verified.filter(({ answer }) => answer.isRight === isRight);
	return {
		agreed: all.filter(({ isAccepted }) => isAccepted === isRight).length,
		all: all.length,
	};
}

/** The lines that tell of an answer on which the checks disagree; none when they agree. */
export function disagreement(verified: VerifiedAnswer): string[] {
	const { answer, isAccepted, broken, result } = verified;
	if (isAccepted === answer.isRight) return [];
	const note = answer.note ? `: ${answer.note}` : "";
	if (isAccepted) return [`${answer.name} is accepted${note}`];
	return [
		`${answer.name} is refused${note}`,
		...(broken ? [`  syntax error in ${broken}`] : []),
		...failures(result).map(
			(one) => `  "${one.assertion.description}" ${messageForAuthor(one)}`,
		),
	];
}
