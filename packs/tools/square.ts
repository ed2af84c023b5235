/**
 * A challenge is proved both ways: beside its reference, every accepted variant passes every check, the scaffold fails one, and
 * every rejected mutant fails the check that must catch it.
 */
import {
	type ChallengeFile,
	type Fault,
	pathsFault,
} from "@treeline/packs/format";
import type {
	AssertionResult,
	FileEntry,
	VerificationResult,
} from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
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

/** What is wrong with the cases of such a challenge; pointers are of the cases file. */
export async function casesFaults(
	challenge: ChallengeFile,
	{ path, accepted, rejected }: CasesOnDisk,
	verifier: Verifier,
): Promise<Fault[]> {
	const faults: Fault[] = [];
	const note = (pointer: string, code: string, detail: string) =>
		faults.push({ pointer, code, detail: `\`${path}\`: ${detail}` });
	if (accepted.length < LEAST_ACCEPTED)
		note(
			"#/accepted",
			"few_variants",
			`${accepted.length} accepted variants; add other right ways until there are ${LEAST_ACCEPTED}`,
		);
	if (rejected.length < LEAST_REJECTED)
		note(
			"#/rejected",
			"few_mutants",
			`${rejected.length} rejected mutants; add wrong answers that a learner would write until there are ${LEAST_REJECTED}`,
		);
	const seen = new Map([[textOf(challenge.files), "the reference"]]);
	const check = async (pointer: string, said: string, files: FileEntry[]) => {
		const twin = seen.get(textOf(files));
		if (twin)
			note(pointer, "duplicate", `${said} is the same as ${twin}; keep one`);
		seen.set(textOf(files), said);
		const unsafe = pathsFault(files.map((file) => file.path));
		if (unsafe) note(`${pointer}/files`, "unsafe_path", unsafe);
		const done = await verifier.check(challenge.assertions, files);
		const broken = syntaxError(done);
		if (broken)
			note(
				`${pointer}/files`,
				"case_syntax",
				`${said} does not parse (${broken}); a learner could not submit it, so it proves nothing`,
			);
		return done.result;
	};
	for (const [index, { name, files }] of accepted.entries()) {
		const said = `the accepted variant "${name}"`;
		const result = await check(`#/accepted/${index}`, said, files);
		const missed = failures(result)[0];
		if (missed)
			note(
				`#/accepted/${index}`,
				"false_reject",
				`${said} fails "${missed.assertion.description}": ${missed.message}`,
			);
	}
	for (const [index, mutant] of rejected.entries()) {
		const pointer = `#/rejected/${index}`;
		const said = `the mutant "${mutant.name}"`;
		const result = await check(pointer, said, mutant.files);
		const catcher = resultAt(result, mutant.caughtBy);
		if (!catcher)
			note(
				`${pointer}/caughtBy`,
				"unknown_check",
				`${said} names the check ${mutant.caughtBy}, which does not exist`,
			);
		else if (catcher.passed)
			note(
				pointer,
				"false_accept",
				`${said} passes "${catcher.assertion.description}", which must catch it`,
			);
		if (mutant.behaves && !mutant.reason)
			note(
				pointer,
				"no_reason",
				`${said} is marked \`behaves\`; add a \`reason\` that names the requirement it breaks`,
			);
	}
	return faults;
}

/** The checks of `result` that failed. */
export function failures(result: VerificationResult): AssertionResult[] {
	return [
		...result.fileResults.flatMap((file) => file.results),
		...result.crossFileResults,
	].filter((one) => !one.passed);
}

/** The first syntax error, in words; null when every file parses. */
export function syntaxError({ diagnostics }: Check): string | null {
	for (const [file, [first]] of Object.entries(diagnostics))
		if (first) return `\`${file}\`, line ${first.startLine}: ${first.message}`;
	return null;
}

/** The result of the check at `perFile/<path>/<index>` or `crossFile/<index>`. */
export function resultAt(
	result: VerificationResult,
	place: string,
): AssertionResult | undefined {
	const [, path, index] =
		/^(?:perFile\/(.+)|crossFile)\/(\d+)$/.exec(place) ?? [];
	const results =
		path === undefined
			? result.crossFileResults
			: result.fileResults.find((one) => one.file === path)?.results;
	return results?.[Number(index)];
}

/** Files that say the same say it in the same order. */
function textOf(files: FileEntry[]): string {
	return JSON.stringify(
		files.map(({ path, content }) => [path, content]).sort(),
	);
}
