/** Strict validation: what the tools check beyond structure and references, of one challenge, of its starter and cases, and of a pack. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
	type CasesOnDisk,
	casesPath,
	folderOf,
	type PackOnDisk,
} from "@treeline/packs/disk";
import {
	type ChallengeFile,
	DIFFICULTIES,
	difficultyFaults,
	type Fault,
	type Manifest,
	syntaxError,
	validateCases,
} from "@treeline/packs/format";
import { grammarNames } from "@treeline/verify";
import type { Verifier } from "@treeline/verify/worker";
import { PLACEHOLDERS } from "./author/templates.ts";
import { suiteNames } from "./behave/plan.ts";
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
export function placeholderFaults({ manifest }: PackOnDisk): Fault[] {
	const value = (manifest.value ?? {}) as Partial<Manifest>;
	return (["description", "author"] as const)
		.filter((member) => value[member] === PLACEHOLDERS[member])
		.map(placeholder);
}

/** The fault of a pack in a language that the engine has no grammar for; one whose language is faulty itself is left out. */
export function languageFaults({ manifest }: PackOnDisk): Fault[] {
	const { language } = (manifest.value ?? {}) as Partial<Manifest>;
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

/** The fault of a pack whose challenges do not get harder; one whose difficulty is faulty itself is left out. */
export function orderFaults({
	slug,
	manifest,
	challenges,
}: PackOnDisk): Fault[] {
	const { name = slug, challenges: listed } = (manifest.value ??
		{}) as Partial<Manifest>;
	const known = challenges.flatMap(({ path, value }) => {
		const { difficulty } = (value ?? {}) as Partial<ChallengeFile>;
		return difficulty && DIFFICULTIES.includes(difficulty)
			? [{ path, difficulty }]
			: [];
	});
	return difficultyFaults(
		known.map(({ difficulty }) => difficulty),
		name,
		(index) =>
			Array.isArray(listed)
				? `#/challenges/${listed.indexOf(known[index]?.path ?? "")}`
				: "#",
	);
}

/** Files of the pack that belong to no challenge: missing in the manifest, or left over from a challenge. */
export async function orphanFaults(
	pack: PackOnDisk,
): Promise<{ file: string; fault: Fault }[]> {
	const json = pack.challenges.filter(({ folder }) => !folder);
	const listed = pack.challenges.map(({ path, folder }) =>
		folder ? `${folderOf(path)}` : path,
	);
	const known: [
		folder: string,
		known: string[],
		what: string,
		concerns: RegExp,
	][] = [
		["challenges", listed, "is not in `challenges` of pack.json", /./],
		[
			"cases",
			json.map(({ path }) => casesPath(path)),
			"belongs to no challenge",
			/./,
		],
		[
			"behavior",
			json.flatMap(suiteNames),
			"belongs to no challenge",
			/\.test\.tsx?$|^test_.*\.py$/,
		],
	];
	const orphans: { file: string; fault: Fault }[] = [];
	for (const [folder, names, what, concerns] of known)
		for (const name of await namesIn(pack.folder, folder)) {
			const file = `${folder}/${name}`;
			if (names.includes(file) || !concerns.test(name)) continue;
			const detail = `\`${file}\` ${what}; list it, rename it or remove it`;
			orphans.push({ file, fault: { pointer: "#", code: "orphan", detail } });
		}
	return orphans;
}

/** The files of a folder; of `challenges`, the folders, too. */
async function namesIn(pack: string, folder: string): Promise<string[]> {
	const entries = await readdir(join(pack, folder), {
		withFileTypes: true,
	}).catch(() => []);
	return entries
		.filter(
			(entry) =>
				(folder === "challenges" || !entry.isDirectory()) &&
				!entry.name.startsWith("."),
		)
		.map((entry) => entry.name)
		.sort();
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

/** What is wrong with the cases of such a challenge, their number too; pointers are of the cases file. */
export async function casesFaults(
	challenge: ChallengeFile,
	cases: CasesOnDisk,
	verifier: Verifier,
): Promise<Fault[]> {
	const { path, accepted, rejected } = cases;
	const faults = await validateCases(challenge, cases, verifier);
	if (rejected.length < MIN_REJECTED)
		faults.unshift({
			pointer: "#/rejected",
			code: "few_mutants",
			detail: `${rejected.length} rejected answers; add wrong answers that a learner would write until there are ${MIN_REJECTED}`,
		});
	if (accepted.length < MIN_ACCEPTED)
		faults.unshift({
			pointer: "#/accepted",
			code: "few_variants",
			detail: `${accepted.length} accepted answers; add other right ways until there are ${MIN_ACCEPTED}`,
		});
	return faults.map((one) => ({
		...one,
		detail: `\`${path}\`: ${one.detail}`,
	}));
}
