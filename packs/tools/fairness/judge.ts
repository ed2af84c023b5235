/** What the checks say of answers of which it is known whether they are right. */
import type { VerificationResult } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { failures, syntaxError } from "../square.ts";
import type { Answer, AnswerSet } from "./answers.ts";

export interface Judged {
	answer: Answer;
	result: VerificationResult;
	/** The first syntax error, in words; with one an answer is not accepted. */
	broken: string | null;
	isAccepted: boolean;
}

export interface JudgedSet extends AnswerSet {
	judged: Judged[];
}

/** How many answers of a kind are judged as they should be. */
export interface Score {
	agreed: number;
	all: number;
}

export async function judgeSet(
	set: AnswerSet,
	verifier: Verifier,
): Promise<JudgedSet> {
	const judged: Judged[] = [];
	for (const answer of set.answers) {
		const check = await verifier.check(set.challenge.assertions, answer.files);
		const broken = syntaxError(check);
		judged.push({
			answer,
			result: check.result,
			broken,
			isAccepted: check.result.passed && broken === null,
		});
	}
	return { ...set, judged };
}

export function scoreOf(judged: Judged[], isRight: boolean): Score {
	const all = judged.filter(({ answer }) => answer.isRight === isRight);
	return {
		agreed: all.filter(({ isAccepted }) => isAccepted === isRight).length,
		all: all.length,
	};
}

/** An answer that is judged wrongly, in lines; none when it is judged as it should be. */
export function disagreement(judged: Judged): string[] {
	const { answer, isAccepted, broken, result } = judged;
	if (isAccepted === answer.isRight) return [];
	const note = answer.note ? `: ${answer.note}` : "";
	if (isAccepted) return [`${answer.name} is accepted${note}`];
	return [
		`${answer.name} is refused${note}`,
		...(broken ? [`  syntax error in ${broken}`] : []),
		...failures(result).map(
			({ assertion, message }) => `  "${assertion.description}" ${message}`,
		),
	];
}
