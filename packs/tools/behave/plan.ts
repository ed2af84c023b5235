/** Plans which answers of a challenge are run against its behavioural suite, with the outcome that is expected of each. */
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import {
	type ChallengeOnDisk,
	folderOf,
	type PackOnDisk,
	readCases,
	SUITES,
} from "@treeline/packs/disk";
import { type ChallengeFile, challengeSlug } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

export type Kind = "reference" | "accepted" | "rejected";

/** One answer to run against a suite. */
export interface PlannedRun {
	kind: Kind;
	/** As its case is called; empty for the reference. */
	name: string;
	files: FileEntry[];
	/** Whether the suite must pass. */
	behaves: boolean;
}

/** One challenge's suite and all that it is to be run against. */
export interface Plan {
	pack: string;
	/** The pack's folder. */
	folder: string;
	/** The challenge file's name without its ending: `01-say-hello`. */
	challenge: string;
	/** Absolute; null when there is none. */
	suite: string | null;
	runs: PlannedRun[];
	/** Why part of it cannot be run. */
	faults: string[];
}

/** The suites that a challenge may have, relative to its pack, of which the first that exists is run. */
export function suiteNames({
	path,
	folder,
}: Pick<ChallengeOnDisk, "path" | "folder">): string[] {
	const stem = stemOf(path);
	if (folder) return SUITES.map((name) => `${folderOf(path)}/${name}`);
	return [
		`behavior/${stem}.test.ts`,
		`behavior/${stem}.test.tsx`,
		`behavior/test_${stem.replaceAll("-", "_")}.py`,
	];
}

/** The suite that a challenge with these files should have. */
export function suiteNameFor(
	challenge: ChallengeOnDisk,
	files: readonly Pick<FileEntry, "path">[],
): string {
	const [script = "", page = "", python = ""] = suiteNames(challenge);
	const has = (ending: RegExp) => files.some(({ path }) => ending.test(path));
	if (has(/\.py$/i)) return python;
	return has(/\.([jt]sx|html|css)$/i) ? page : script;
}

/** The packs that have the challenge `wanted`, all when it is absent. Throws when none has it, so that a typing error is no success. */
export function packsWith(
	packs: PackOnDisk[],
	wanted: string | undefined,
): PackOnDisk[] {
	if (wanted === undefined) return packs;
	const found = packs.filter(({ challenges }) =>
		challenges.some(({ path }) => isCalled(stemOf(path), wanted)),
	);
	if (found.length === 0)
		throw new Error(
			`There is no challenge "${wanted}" in ${packs.map(({ slug }) => slug).join(", ")}. Name it by its slug, its file or its number.`,
		);
	return found;
}

export const stemOf = (path: string) => basename(path).replace(/\.json$/i, "");

/** The plans of a pack; `wanted` picks one challenge by slug, by file name or by number. */
export async function plansOf(
	pack: PackOnDisk,
	wanted?: string,
): Promise<Plan[]> {
	const plans: Plan[] = [];
	for (const file of pack.challenges) {
		const { path, value, fault } = file;
		const stem = stemOf(path);
		if (wanted !== undefined && !isCalled(stem, wanted)) continue;
		const plan = { pack: pack.slug, folder: pack.folder, challenge: stem };
		if (fault !== undefined)
			plans.push({ ...plan, suite: null, runs: [], faults: [fault] });
		else
			plans.push({
				...plan,
				...(await planOf(pack.folder, file, value as ChallengeFile)),
			});
	}
	return plans;
}

async function planOf(
	folder: string,
	file: ChallengeOnDisk,
	challenge: ChallengeFile,
): Promise<Pick<Plan, "suite" | "runs" | "faults">> {
	const { accepted, rejected, ...cases } = await readCases(folder, file.path);
	const faults = cases.faults.map((one) => one.detail);
	const files = Array.isArray(challenge?.files) ? challenge.files : [];
	const suite = await firstFile(folder, suiteNames(file));
	if (suite === null)
		faults.push(
			`there is no behavioural suite; write ${suiteNameFor(file, files)}`,
		);
	return {
		suite,
		faults,
		runs: [
			{
				kind: "reference",
				name: "",
				files,
				behaves: true,
			},
			...accepted.map(({ name, files }) => ({
				kind: "accepted" as const,
				name,
				files,
				behaves: true,
			})),
			...rejected.map(({ name, files, behaves = false }) => ({
				kind: "rejected" as const,
				name,
				files,
				behaves,
			})),
		],
	};
}

function isCalled(stem: string, wanted: string): boolean {
	return (
		stem === wanted ||
		challengeSlug(stem) === wanted ||
		(/^\d+$/.test(wanted) && Number.parseInt(stem, 10) === Number(wanted))
	);
}

async function firstFile(
	folder: string,
	names: string[],
): Promise<string | null> {
	for (const name of names) {
		const path = join(folder, name);
		if (
			await stat(path).then(
				(found) => found.isFile(),
				() => false,
			)
		)
			return path;
	}
	return null;
}
