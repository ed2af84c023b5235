/** What strict validation finds in one challenge, in its starter and in its cases, and in what a manifest says of its pack. It does not access files. */
import {
	type Cases,
	type ChallengeFile,
	type Fault,
	type Manifest,
	syntaxError,
	validateCases,
} from "@treeline/packs/format";
import { grammarNames } from "@treeline/verify";
import type { Verifier } from "@treeline/verify/worker";
import { PLACEHOLDERS } from "./author/templates.ts";
import { locateChecks, riskyRegexFaults } from "./checks.ts";

const MAX_CHECKS = 6;
const HINTS = { least: 3, most: 4 };

/** What every validation reports as warnings, and a strict one as errors. */
export function adviceFor(challenge: ChallengeFile): Fault[] {
	const faults = riskyRegexFaults(challenge.assertions);
	if (challenge.prompt.includes(PLACEHOLDERS.prompt))
		faults.push(placeholder("prompt"));
	if (challenge.hints.some((hint) => PLACEHOLDERS.hints.includes(hint)))
		faults.push(placeholder("hints"));
	if (!challenge.scaffold)
		faults.push({
			pointer: "#",
			code: "no_scaffold",
			detail:
				"there is no `scaffold`, so learners are given `files`, the reference solution; add the starter files",
		});
	const { length: hints } = challenge.hints;
	if (hints < HINTS.least || hints > HINTS.most)
		faults.push({
			pointer: "#/hints",
			code: "hint_count",
			detail: `there are ${hints} hints; give ${HINTS.least} or ${HINTS.most}, from the concept to nearly there`,
		});
	const { length: checks } = locateChecks(challenge.assertions);
	if (checks > MAX_CHECKS)
		faults.push({
			pointer: "#/assertions",
			code: "too_many_checks",
			detail: `there are ${checks} checks; keep the ${MAX_CHECKS} that matter most`,
		});
	return faults;
}

/** The fault of a text of the template that nobody has replaced. */
const placeholder = (member: string): Fault => ({
	pointer: `#/${member}`,
	code: "placeholder",
	detail: `\`${member}\` still has the text of the template; write your own`,
});

/** The faults of a manifest that still has texts of the template. */
export function placeholderFaults(manifest: unknown): Fault[] {
	const value = (manifest ?? {}) as Partial<Manifest>;
	return (["description", "author"] as const)
		.filter((member) => value[member] === PLACEHOLDERS[member])
		.map(placeholder);
}

/** The fault of a pack in a language that the engine has no grammar for; one whose language is faulty itself is left out. */
export function languageFaults(manifest: unknown): Fault[] {
	const { language } = (manifest ?? {}) as Partial<Manifest>;
	if (typeof language !== "string" || language === "") return [];
	if (grammarNames.some((name) => name === language)) return [];
	return [
		{
			pointer: "#/language",
			code: "unknown_language",
			detail: `\`language\` is "${language}", which no check can read; use one of ${grammarNames.join(", ")}`,
		},
	];
}

/** Fewer say too little about the checks (design: "How a check earns its place"). */
const MIN_ACCEPTED = 3;
const MIN_REJECTED = 4;

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

/** What is wrong with the cases of such a challenge, their number too; pointers are of the cases. */
export async function caseFaults(
	challenge: ChallengeFile,
	cases: Pick<Cases, "accepted" | "rejected">,
	verifier: Verifier,
): Promise<Fault[]> {
	const { accepted, rejected } = cases;
	const faults = await validateCases(challenge, cases, verifier);
	if (rejected.length < MIN_REJECTED)
		faults.unshift({
			pointer: "#/rejected",
			code: "few_mutants",
			detail: `${rejected.length === 1 ? "1 rejected answer" : `${rejected.length} rejected answers`}; add wrong answers that a learner would write until there are ${MIN_REJECTED}`,
		});
	if (accepted.length < MIN_ACCEPTED)
		faults.unshift({
			pointer: "#/accepted",
			code: "few_variants",
			detail: `${accepted.length === 1 ? "1 accepted answer" : `${accepted.length} accepted answers`}; add other right ways until there are ${MIN_ACCEPTED}`,
		});
	return faults;
}
