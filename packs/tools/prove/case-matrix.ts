/**
 * The case matrix of a pack: each hand-written answer behaves rightly or wrongly, and passes the checks or fails one. Right and failed is
 * a false reject, wrong and passed a false accept; both are faults.
 */
import type { RunResult } from "../behave/run.ts";
import type { ClassifiedMutants } from "../mutants/classify.ts";
import { mutationScore } from "../mutants/classify.ts";
import { nothingDerived, percent } from "../mutants/survivors.ts";

/** One answer that was run and verified. */
export interface VerifiedCase {
	/** The places of the checks that it misses. */
	missed: string[];
	result: RunResult;
	/** Whether it passes every check. */
	passes: boolean;
}

/** The false rejects and false accepts, each in words. */
export function mismatches(cases: VerifiedCase[]): string[] {
	return cases.flatMap(({ result, passes }) => {
		const { plan, run, outcome } = result;
		const name = `${plan.challenge}: ${run.kind === "reference" ? "the reference" : `${run.kind} "${run.name}"`}`;
		if (outcome.passed && !passes && !(run.kind === "rejected" && run.behaves))
			return [`false reject: ${name} behaves rightly and fails a check`];
		if (!outcome.passed && passes)
			return [`false accept: ${name} behaves wrongly and passes every check`];
		return [];
	});
}

/** The matrix as lines of text. */
export function caseMatrixLines(
	slug: string,
	cases: VerifiedCase[],
	derived: ClassifiedMutants,
): string[] {
	const count = (right: boolean, passes: boolean) =>
		cases.filter(
			(one) => one.result.outcome.passed === right && one.passes === passes,
		).length;
	const byContract = cases.filter(
		({ result, passes }) =>
			result.run.behaves &&
			result.run.kind === "rejected" &&
			result.outcome.passed &&
			!passes,
	).length;
	const row = (name: string, right: boolean, note = "") =>
		`  ${name.padEnd(18)}${String(count(right, true)).padStart(8)}${String(count(right, false)).padStart(8)}${note}`;
	const { equivalent, survivors, killed } = derived;
	return [
		`${slug.padEnd(20)}  passes   fails`,
		row(
			"behaves rightly",
			true,
			byContract > 0 ? `   (${byContract} break the prompt only)` : "",
		),
		row("behaves wrongly", false),
		derived.derived === 0
			? `  ${nothingDerived("mutants")}`
			: `  derived mutants: ${killed.length} killed, ${survivors.length} survived, ${equivalent.length} equivalent; ${percent(mutationScore(derived))} killed`,
	];
}
