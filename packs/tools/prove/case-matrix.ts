/**
 * The square of a pack: each hand-written solution behaves rightly or wrongly, and passes the checks or fails one. Right and failed is
 * a false reject, wrong and passed a false accept; the corners that may be filled are the other two.
 */
import type { Tried } from "../behave/run.ts";
import type { Judged } from "../mutants/classify.ts";
import { deathRate } from "../mutants/classify.ts";
import { percent } from "../mutants/survivors.ts";

/** One solution, behaving and checked. */
export interface Placed {
	tried: Tried;
	/** Whether it passes every check. */
	passes: boolean;
}

/** The solutions that stand in a corner where none may: each with what is wrong. */
export function misplaced(placed: Placed[]): string[] {
	return placed.flatMap(({ tried, passes }) => {
		const { plan, trial, outcome } = tried;
		const name = `${plan.challenge}: ${trial.kind === "reference" ? "the reference" : `${trial.kind} "${trial.name}"`}`;
		if (
			outcome.passed &&
			!passes &&
			!(trial.kind === "rejected" && trial.behaves)
		)
			return [`false reject: ${name} behaves rightly and fails a check`];
		if (!outcome.passed && passes)
			return [`false accept: ${name} behaves wrongly and passes every check`];
		return [];
	});
}

/** The table as lines of text. */
export function squareLines(
	slug: string,
	placed: Placed[],
	derived: Judged,
): string[] {
	const count = (right: boolean, passes: boolean) =>
		placed.filter(
			(one) => one.tried.outcome.passed === right && one.passes === passes,
		).length;
	const byContract = placed.filter(
		({ tried, passes }) =>
			tried.trial.behaves &&
			tried.trial.kind === "rejected" &&
			tried.outcome.passed &&
			!passes,
	).length;
	const row = (name: string, right: boolean, note = "") =>
		`  ${name.padEnd(18)}${String(count(right, true)).padStart(8)}${String(count(right, false)).padStart(8)}${note}`;
	const { equivalent, survivors, dead } = derived;
	return [
		`${slug.padEnd(20)}  passes   fails`,
		row(
			"behaves rightly",
			true,
			byContract > 0 ? `   (${byContract} break the prompt only)` : "",
		),
		row("behaves wrongly", false),
		`  derived mutants: ${dead.length} dead, ${survivors.length} survived, ${equivalent.length} equivalent; ${percent(deathRate(derived))} die`,
	];
}
