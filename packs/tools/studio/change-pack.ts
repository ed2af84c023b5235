/** Changes a pack's list of challenges: adds, renames or removes one, or puts all into another order. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { casesPath, folderOf, readJson, readPacks } from "@treeline/packs/disk";
import {
	challengeSlug,
	SLUG,
	type StudioChange,
	type StudioDetails,
} from "@treeline/packs/format";
import { appendChallenge } from "../author/add-challenge.ts";
import { suiteNames } from "../behave/plan.ts";
import { isThere, requireInside } from "../paths.ts";
import {
	readStudioPack,
	requireListed,
	StudioFault,
	writtenJson,
} from "./store.ts";
import { replaceFiles } from "./write-files.ts";

/**
 * Makes a change; files that are made name the JSON Schemas of the folder `schemas`, if any. Throws a {@link StudioFault} when the pack
 * cannot be changed so.
 */
export async function changePack(
	folder: string,
	change: StudioChange,
	schemas: string | null,
): Promise<void> {
	if ("details" in change)
		return changeDetails(folder, change.details, change.before);
	if ("order" in change) return reorder(folder, change.order);
	if ("remove" in change) return removeChallenge(folder, change.remove);
	requireSlug(change.slug);
	if ("rename" in change)
		return renameChallenge(folder, change.rename, change.slug);
	const [pack] = await readPacks(folder);
	if (!pack) throw new StudioFault(404, "There is no pack.json any more.");
	const wanted = { json: false, names: {}, schemas };
	await appendChallenge(pack, change.slug, wanted).catch((error: Error) => {
		throw new StudioFault(422, error.message);
	});
}

async function changeDetails(
	folder: string,
	details: StudioDetails,
	before: StudioDetails,
): Promise<void> {
	const { name, description, author, tags } = await readStudioPack(folder);
	const { fault } = await readJson(folder, "pack.json");
	if (fault !== undefined)
		throw new StudioFault(422, `${fault}. Fix it in your editor first.`);
	const now = { name, description, author, tags };
	if (!isDeepStrictEqual(now, before))
		throw new StudioFault(409, "pack.json has changed on disk meanwhile.");
	await changeJson(folder, "pack.json", (manifest) => ({
		...manifest,
		...details,
	}));
}

function requireSlug(slug: string): void {
	if (!new RegExp(SLUG).test(slug))
		throw new StudioFault(
			422,
			`"${slug}" cannot be part of an address; use small letters, digits and single hyphens, such as "total-the-cart".`,
		);
}

async function reorder(folder: string, order: string[]): Promise<void> {
	const sorted = (paths: string[]) => JSON.stringify([...paths].sort());
	await changeList(folder, (paths) => {
		if (sorted(paths) !== sorted(order))
			throw new StudioFault(
				409,
				"The list of challenges has changed on disk meanwhile.",
			);
		return order;
	});
}

/** Removes a challenge with its cases and its suite: from the list first, so that it never names files that are gone. */
async function removeChallenge(folder: string, path: string): Promise<void> {
	await requireListed(folder, path);
	const own = await filesOf(folder, path);
	await changeList(folder, (paths) => paths.filter((one) => one !== path));
	for (const one of own)
		await rm(join(folder, one), { recursive: true, force: true });
	await changeSurvivors(folder, stemOf(path), null);
}

/** Gives a challenge another slug; its number stays. Puts all files back when one of them cannot be renamed. */
async function renameChallenge(
	folder: string,
	path: string,
	slug: string,
): Promise<void> {
	await requireListed(folder, path);
	const { value } = await readJson(folder, "pack.json");
	const { challenges = [] } = value as { challenges?: string[] };
	const taken = challenges.find((one) => challengeSlug(one) === slug);
	if (taken)
		throw new StudioFault(
			422,
			`${taken} has the slug "${slug}" already; choose another one.`,
		);
	const stem = stemOf(path);
	const nextStem = `${/^\d+-/.exec(stem)?.[0] ?? ""}${slug}`;
	const next = path.replace(`${stem}.json`, `${nextStem}.json`);
	const targets = allFilesOf(next);
	const own = await filesOf(folder, path);
	for (const target of targets)
		if (await isThere(join(folder, target)))
			throw new StudioFault(
				422,
				`${target} is there already; remove it, or choose another slug.`,
			);
	const before = allFilesOf(path);
	const done: [string, string][] = [];
	try {
		for (const one of own) {
			const target = targets[before.indexOf(one)] ?? one;
			await rename(join(folder, one), join(folder, target));
			done.push([one, target]);
		}
		await changeList(folder, (paths) =>
			paths.map((one) => (one === path ? next : one)),
		);
	} catch (error) {
		for (const [one, target] of done.reverse())
			await rename(join(folder, target), join(folder, one));
		throw error;
	}
	await changeSurvivors(folder, stem, nextStem);
}

const stemOf = (path: string): string =>
	path.replace(/^.*\//, "").replace(/\.json$/, "");

/** Where a challenge of either form may have files and folders, relative to the pack; the same places for every challenge. */
const allFilesOf = (path: string): string[] => [
	path,
	folderOf(path) ?? path,
	casesPath(path),
	...suiteNames({ path }),
];

/** Those that are there. Throws when one is a link that leaves the pack. */
async function filesOf(folder: string, path: string): Promise<string[]> {
	const there: string[] = [];
	for (const one of new Set(allFilesOf(path)))
		if (await isThere(join(folder, one))) {
			await requireInside(folder, one);
			there.push(one);
		}
	return there;
}

const changeList = (folder: string, change: (paths: string[]) => string[]) =>
	changeJson(folder, "pack.json", (manifest) => {
		const { challenges = [] } = manifest as { challenges?: string[] };
		return { ...manifest, challenges: change(challenges) };
	});

/** Renames a challenge in the list of mutants that may survive, or removes it from there. */
async function changeSurvivors(
	folder: string,
	stem: string,
	next: string | null,
): Promise<void> {
	const { value } = await readJson(folder, "survivors.json");
	const { survivors = {} } = (value ?? {}) as {
		survivors?: Record<string, unknown>;
	};
	if (!Object.hasOwn(survivors, stem)) return;
	await changeJson(folder, "survivors.json", (file) => ({
		...file,
		survivors: Object.fromEntries(
			Object.entries(survivors).flatMap(([key, one]) => {
				if (key !== stem) return [[key, one]];
				return next === null ? [] : [[next, one]];
			}),
		),
	}));
}

async function changeJson(
	folder: string,
	path: string,
	change: (value: object) => object,
): Promise<void> {
	const { text = "{}" } = await readJson(folder, path);
	const content = writtenJson(change(JSON.parse(text)), text);
	await replaceFiles(folder, [{ path, content: text }], [{ path, content }]);
}
