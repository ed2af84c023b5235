/**
 * A challenge is proved both ways: beside its reference, every accepted variant passes every check, the scaffold fails one, and
 * every rejected mutant fails the check that must catch it.
 */
import {
	type ChallengeFile,
	type Fault,
	proveCases,
	syntaxError,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { CasesOnDisk } from "./cases.ts";

/** Fewer prove too little (design: "How a check earns its place"). */
const LEAST_ACCEPTED = 3;
const LEAST_REJECTED = 4;

/** What is wrong with the starter of a challenge whose own shape and reference hold; pointers are of the challenge file. */
export async function scaffoldFaults(
	challenge: ChallengeFile,
	verifier: Verifier,
): Promise<Fault[]> {
	const { scaffold, assertions } = challenge;
	if (!scaffold) return [];
	const check = await verifier.check(assertions, scaffold);
	const broken = syntaxError(check);
	return [
		...(check.result.passed
			? [
					{
						pointer: "#/scaffold",
						code: "scaffold_passes",
						detail:
							"the scaffold passes every check, so there is nothing to do; take the solution out of it",
					},
				]
			: []),
		...(broken
			? [
					{
						pointer: "#/scaffold",
						code: "scaffold_syntax",
						detail: `the scaffold does not parse (${broken}); a learner must start from sound code`,
					},
				]
			: []),
	];
}

/** What is wrong with the cases of such a challenge, their number too; pointers are of the cases file. */
export async function casesFaults(
	challenge: ChallengeFile,
	cases: CasesOnDisk,
	verifier: Verifier,
): Promise<Fault[]> {
	const { path, accepted, rejected } = cases;
	const faults = await proveCases(challenge, cases, verifier);
	if (rejected.length < LEAST_REJECTED)
		faults.unshift({
			pointer: "#/rejected",
			code: "few_mutants",
			detail: `${rejected.length} rejected mutants; add wrong answers that a learner would write until there are ${LEAST_REJECTED}`,
		});
	if (accepted.length < LEAST_ACCEPTED)
		faults.unshift({
			pointer: "#/accepted",
			code: "few_variants",
			detail: `${accepted.length} accepted variants; add other right ways until there are ${LEAST_ACCEPTED}`,
		});
	return faults.map((one) => ({
		...one,
		detail: `\`${path}\`: ${one.detail}`,
	}));
}
