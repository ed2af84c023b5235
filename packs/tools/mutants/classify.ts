/**
 * Classifies derived mutants. A mutant that fails a check is killed. One that passes them all is run: when the
 * behavioural suite passes too it is equivalent, a right answer in other words; else it survived, and wrong code would pass. Without a suite
 * nobody can tell which of the two it is.
 */
import type { ChallengeFile } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { Plan } from "../behave/plan.ts";
import { mapConcurrently } from "../behave/pool.ts";
import { runWithRetry } from "../behave/run.ts";
import { deriveMutants, type Mutant } from "./derive.ts";

export interface ClassifiedMutants {
	/** All that were derived. */
	derived: number;
	/** Places of the reference that could be changed, and what of them the prompt does not name. */
	places: number;
	unnamed: string[];
	killed: Mutant[];
	equivalent: Mutant[];
	survivors: Mutant[];
	/** Those that pass the checks of a challenge without a suite: right or wrong, nobody knows. */
	unclassified: Mutant[];
}

/** Classifies the mutants of a challenge's reference; `seconds` and `jobs` are for the runs. */
export async function classifyMutants(
	challenge: ChallengeFile,
	plan: Plan,
	verifier: Verifier,
	{ seconds, jobs }: { seconds: number; jobs: number },
): Promise<ClassifiedMutants> {
	const { mutants, places, unnamed } = await deriveMutants(challenge);
	const killed: Mutant[] = [];
	const standing: Mutant[] = [];
	for (const mutant of mutants) {
		const { result, diagnostics } = await verifier.check(
			challenge.assertions,
			mutant.files,
		);
		const stopped = !result.passed || Object.keys(diagnostics).length > 0;
		(stopped ? killed : standing).push(mutant);
	}
	const { suite, folder } = plan;
	const found = { derived: mutants.length, places, unnamed, killed };
	if (suite === null)
		return { ...found, equivalent: [], survivors: [], unclassified: standing };
	const behaves = await mapConcurrently(
		standing,
		jobs,
		async ({ files }) =>
			(await runWithRetry({ suite, folder }, files, seconds)).passed,
	);
	return {
		...found,
		equivalent: standing.filter((_, index) => behaves[index]),
		survivors: standing.filter((_, index) => !behaves[index]),
		unclassified: [],
	};
}

/** The share of mutants that are not equivalent and died, from 0 to 1. */
export function mutationScore({
	killed,
	survivors,
}: ClassifiedMutants): number {
	const all = killed.length + survivors.length;
	return all === 0 ? 1 : killed.length / all;
}
