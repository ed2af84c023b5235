/**
 * What becomes of derived mutants. The checks come first: a mutant that fails one is dead. One that passes them all is run: when the
 * behavioural suite passes too it is equivalent, a right answer in other words; else it survived, and wrong code would pass. Without a suite
 * nobody can tell which of the two it is.
 */
import type { ChallengeFile } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { Plan } from "../behave/plan.ts";
import { inParallel } from "../behave/pool.ts";
import { runPatiently } from "../behave/run.ts";
import { deriveMutants, type Mutant } from "./derive.ts";

export interface Judged {
	/** All that were derived. */
	derived: number;
	/** Places of the reference that could be changed, and what of them the prompt does not name. */
	places: number;
	unnamed: string[];
	dead: Mutant[];
	equivalent: Mutant[];
	survivors: Mutant[];
	/** Those that pass the checks of a challenge without a suite: right or wrong, nobody knows. */
	unjudged: Mutant[];
}

/** Judges the mutants of a challenge's reference; `seconds` and `jobs` are for the runs. */
export async function judgeMutants(
	challenge: ChallengeFile,
	plan: Plan,
	verifier: Verifier,
	{ seconds, jobs }: { seconds: number; jobs: number },
): Promise<Judged> {
	const { mutants, places, unnamed } = await deriveMutants(challenge);
	const dead: Mutant[] = [];
	const standing: Mutant[] = [];
	for (const mutant of mutants) {
		const { result, diagnostics } = await verifier.check(
			challenge.assertions,
			mutant.files,
		);
		const stopped = !result.passed || Object.keys(diagnostics).length > 0;
		(stopped ? dead : standing).push(mutant);
	}
	const { suite, folder } = plan;
	const found = { derived: mutants.length, places, unnamed, dead };
	if (suite === null)
		return { ...found, equivalent: [], survivors: [], unjudged: standing };
	const behaves = await inParallel(
		standing,
		jobs,
		async ({ files }) =>
			(await runPatiently({ suite, folder }, files, seconds)).passed,
	);
	return {
		...found,
		equivalent: standing.filter((_, index) => behaves[index]),
		survivors: standing.filter((_, index) => !behaves[index]),
		unjudged: [],
	};
}

/** The share of mutants that are not equivalent and died, from 0 to 1. */
export function deathRate({ dead, survivors }: Judged): number {
	const all = dead.length + survivors.length;
	return all === 0 ? 1 : dead.length / all;
}
