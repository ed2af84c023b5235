/** One trial: a solution against its suite, and whether that came out as its case says. */
import type { FileEntry } from "@treeline/verify/shapes";
import { runWithBun } from "./javascript.ts";
import type { Outcome } from "./outcome.ts";
import type { Plan, Trial } from "./plan.ts";
import { runWithPytest } from "./python.ts";

export interface Tried {
	plan: Plan;
	trial: Trial;
	outcome: Outcome;
	/** Whether the suite passed or failed as expected. */
	expected: boolean;
}

/** Runs a suite against a solution's files, with the runner that its name asks for, for at most `seconds`. */
export function runSuite(
	{ suite, folder }: { suite: string; folder: string },
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const run = suite.endsWith(".py") ? runWithPytest : runWithBun;
	return run(suite, folder, files, seconds);
}

/** How much longer a run may take that was stopped once: on a busy machine that says nothing about the solution. */
const PATIENCE = 4;

/** Runs a suite against files that should pass it; one that is stopped is run once more, with more time. */
export async function runPatiently(
	plan: { suite: string; folder: string },
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const outcome = await runSuite(plan, files, seconds);
	return outcome.timedOut ? runSuite(plan, files, seconds * PATIENCE) : outcome;
}

/** Runs `trial`; one that should pass may take more than `seconds` when it has to. */
export async function tryOut(
	plan: Plan & { suite: string },
	trial: Trial,
	seconds: number,
): Promise<Tried> {
	const run = trial.behaves ? runPatiently : runSuite;
	const outcome = await run(plan, trial.files, seconds);
	return { plan, trial, outcome, expected: outcome.passed === trial.behaves };
}

/** What a person has to mend when `tried` came out otherwise than expected. */
export function complaint({ trial, outcome }: Tried): string {
	const why = outcome.why.replace(/^/gm, "      ");
	switch (trial.kind) {
		case "reference":
			return `the reference fails its behavioural suite\n${why}`;
		case "accepted":
			return `the accepted variant "${trial.name}" fails the behavioural suite\n${why}`;
		case "rejected":
			return outcome.passed
				? `the mutant "${trial.name}" passes the behavioural suite; tighten the suite, or mark the case \`"behaves": true\` with a \`reason\` that names the requirement it breaks`
				: `the mutant "${trial.name}" is marked \`behaves\`, yet fails the behavioural suite; remove the mark\n${why}`;
	}
}
