/** Runs a suite against one answer, and tells whether it passed or failed as the answer's case expects. */
import type { FileEntry } from "@treeline/verify/shapes";
import { runWithBun } from "./javascript.ts";
import type { Outcome } from "./outcome.ts";
import type { Plan, PlannedRun } from "./plan.ts";
import { runWithPytest } from "./python.ts";

export interface RunResult {
	plan: Plan;
	run: PlannedRun;
	outcome: Outcome;
	/** Whether the suite passed or failed as expected. */
	expected: boolean;
}

/** Runs a suite against an answer's files, with the runner that its name asks for, for at most `seconds`. */
export function runSuite(
	{ suite, folder }: { suite: string; folder: string },
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const runner = suite.endsWith(".py") ? runWithPytest : runWithBun;
	return runner(suite, folder, files, seconds);
}

/** How much longer the second run may take after a timeout: on a busy machine a timeout says nothing about the answer. */
const RETRY_FACTOR = 4;

/** Runs a suite against files that should pass it; after a timeout once more, with more time. */
export async function runWithRetry(
	plan: { suite: string; folder: string },
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const outcome = await runSuite(plan, files, seconds);
	return outcome.timedOut
		? runSuite(plan, files, seconds * RETRY_FACTOR)
		: outcome;
}

/** Executes a planned run; only one that should pass is retried after a timeout. */
export async function executeRun(
	plan: Plan & { suite: string },
	run: PlannedRun,
	seconds: number,
): Promise<RunResult> {
	const execute = run.behaves ? runWithRetry : runSuite;
	const outcome = await execute(plan, run.files, seconds);
	return { plan, run, outcome, expected: outcome.passed === run.behaves };
}

/** Why a result is unexpected, and what the author can do. */
export function failureMessage({ run, outcome }: RunResult): string {
	const why = outcome.why.replace(/^/gm, "      ");
	switch (run.kind) {
		case "reference":
			return `the reference fails its behavioural suite\n${why}`;
		case "accepted":
			return `the accepted answer "${run.name}" fails the behavioural suite\n${why}`;
		case "rejected":
			return outcome.passed
				? `the rejected answer "${run.name}" passes the behavioural suite; tighten the suite, or mark the case \`"behaves": true\` with a \`reason\` that names the requirement it breaks`
				: `the rejected answer "${run.name}" is marked \`behaves\`, yet fails the behavioural suite; remove the mark\n${why}`;
	}
}
