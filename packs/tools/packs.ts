/** Finds the packs that a command is about: by slug in this repository, or by folder anywhere. */
import { realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { type PackOnDisk, readPacks } from "@treeline/packs/disk";
import type { ChallengeFile } from "@treeline/packs/format";
import { isThere } from "./paths.ts";

/** The folder of the packs of this repository. */
export const PACKS = join(import.meta.dir, "..");

/** The packs that `names` name, each once; all of this repository without names. `withCases` as in `readPacks`. */
export async function findPacks(
	names: string[],
	{ withCases = true } = {},
): Promise<PackOnDisk[]> {
	const found = new Map<string, PackOnDisk>();
	for (const name of names.length > 0 ? names : [PACKS])
		for (const pack of await packsAt(name, withCases))
			found.set(pack.folder, pack);
	return [...found.values()];
}

async function packsAt(
	name: string,
	withCases: boolean,
): Promise<PackOnDisk[]> {
	const root = await findRoot(name);
	const packs = await readPacks(root, { withCases });
	if (packs.length === 0)
		throw new Error(
			`There is no pack.json in ${root} or in a folder of it. Name the folder that holds your packs.`,
		);
	return packs;
}

/** The folder that `name` means: that of a pack of this repository, else a path. */
export async function findRoot(name: string): Promise<string> {
	const inside = join(PACKS, name);
	if (/^[a-z0-9-]+$/.test(name) && (await isThere(join(inside, "pack.json"))))
		return inside;
	const root = resolve(name);
	if (await isThere(root)) return root;
	throw new Error(
		`There is no pack "${name}" here and no such folder. Name a pack of packs/, or a folder that holds one.`,
	);
}

/** The challenge of a pack whose file is called `stem`, without its ending; undefined when it cannot be read. */
export function challengeOf(
	pack: PackOnDisk,
	stem: string,
): ChallengeFile | undefined {
	const file = pack.challenges.find(({ path }) =>
		path.endsWith(`/${stem}.json`),
	);
	const value = file?.value as ChallengeFile | undefined;
	return Array.isArray(value?.files) ? value : undefined;
}

/** Whether a folder is in the `packs` folder of this repository, links followed. */
export function isBundled(folder: string): boolean {
	return `${realpathSync(folder)}${sep}`.startsWith(
		`${realpathSync(PACKS)}${sep}`,
	);
}
