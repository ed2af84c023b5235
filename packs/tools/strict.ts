/** Strict validation of a pack on disk: the order of its challenges, files that belong to none, and the cases of one. */
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
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { suiteNames } from "./behave/plan.ts";
import { caseFaults } from "./challenge-faults.ts";

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

/** What is wrong with the cases of a challenge whose own shape and reference hold; pointers are of the cases file. */
export async function casesFaults(
	challenge: ChallengeFile,
	cases: CasesOnDisk,
	verifier: Verifier,
): Promise<Fault[]> {
	const faults = await caseFaults(challenge, cases, verifier);
	return faults.map((one) => ({
		...one,
		detail: `\`${cases.path}\`: ${one.detail}`,
	}));
}
