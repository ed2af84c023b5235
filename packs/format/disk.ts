/** Packs on disk: every folder of a root that holds a `pack.json`. A file that cannot be read is a fault of its pack, not an exception. */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { Cases } from "./cases.ts";
import { type Fault, shapeFaults } from "./faults.ts";
import { readChallengeFolder } from "./folder/read.ts";
import { folderOf, type SourcePart } from "./folder/shape.ts";
import {
	type JsonFile,
	type PackFiles,
	type PackOnDisk,
	readPack,
} from "./read-pack.ts";

export { assembleChallenge } from "./folder/assemble.ts";
export { readChallengeFolder } from "./folder/read.ts";
export { parseWhy } from "./folder/why.ts";
export * from "./reader.ts";

/** No file of a pack is larger, in bytes. */
const MAX_FILE = 2 * 1024 * 1024;

/**
 * The packs below `root`, by folder name. `root` itself may be one pack's folder. Without `withCases`, the cases of challenges that are
 * folders are not read: they are most of the files, and what is seeded and bundled has none of them.
 */
export async function readPacks(
	root: string,
	{ withCases = true } = {},
): Promise<PackOnDisk[]> {
	const folders = await packFolders(root);
	return reportDuplicateSlugs(
		await Promise.all(
			folders.map((folder) => readPack(filesIn(folder), withCases)),
		),
	);
}

/** Adds a fault to each of several packs that have one slug: seeding one would replace the other. */
function reportDuplicateSlugs(packs: PackOnDisk[]): PackOnDisk[] {
	const named = packs.filter((pack) => pack.manifestFaults.length === 0);
	return packs.map((pack) => {
		const duplicate = named.find(
			({ folder, slug }) => slug === pack.slug && folder !== pack.folder,
		);
		if (!duplicate || !named.includes(pack)) return pack;
		const fault = {
			pointer: "#/slug",
			code: "duplicate",
			detail: `the pack in ${duplicate.folder} has the slug "${pack.slug}", too; give each pack its own`,
		};
		return { ...pack, manifestFaults: [...pack.manifestFaults, fault] };
	});
}

/** The files of the pack in `folder`. */
const filesIn = (folder: string): PackFiles => ({
	folder,
	name: folder.split(sep).at(-1) ?? folder,
	readJson: (path) => readJson(folder, path),
	async challengeNames() {
		const entries = await readdir(join(folder, "challenges"), {
			withFileTypes: true,
		}).catch(() => []);
		return entries.map((entry) => ({
			name: entry.name,
			isFolder: entry.isDirectory(),
		}));
	},
	challengeFolder: (at, withCases) =>
		readChallengeFolder(folder, at, withCases),
});

async function packFolders(root: string): Promise<string[]> {
	const holds = (folder: string) =>
		stat(join(folder, "pack.json")).then(
			(found) => found.isFile(),
			() => false,
		);
	if (await holds(root)) return [root];
	const entries = await readdir(root, { withFileTypes: true });
	const folders = entries
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
		.map((entry) => join(root, entry.name))
		.sort();
	const isPack = await Promise.all(folders.map(holds));
	return folders.filter((_, index) => isPack[index]);
}

/** The file of a challenge's cases, relative to its pack. */
export const casesPath = (challengePath: string) =>
	`cases/${basename(challengePath)}`;

/** A challenge's cases as read: empty where `faults` tells why they could not be. */
export interface CasesOnDisk extends Cases {
	/** Relative to the pack. */
	path: string;
	text: string | undefined;
	faults: Fault[];
	/** Which file holds which case, for a challenge that is a folder. */
	parts?: SourcePart[];
}

/** The cases of the challenge at `challengePath` in the pack at `folder`. Never rejects. */
export async function readCases(
	folder: string,
	challengePath: string,
): Promise<CasesOnDisk> {
	const at = folderOf(challengePath);
	const found = at === null ? null : await readChallengeFolder(folder, at);
	if (at !== null && found)
		return {
			path: at,
			text: undefined,
			...(found.cases ?? { accepted: [], rejected: [] }),
			// Other faults are the challenge's, and keep it from being validated at all.
			faults: found.cases
				? []
				: [
						{
							pointer: "#",
							code: "no_cases",
							detail: `\`${at}/\` has no cases; add accepted and rejected answers, each in a folder of its own: \`accepted/<name>/\` and \`rejected/<name>/\``,
						},
					],
			parts: found.caseParts,
		};
	const path = casesPath(challengePath);
	const { text, value, fault, missing } = await readJson(folder, path);
	const faults = missing
		? [
				{
					pointer: "#",
					code: "no_cases",
					detail: `\`${path}\` is not there; add accepted and rejected answers`,
				},
			]
		: fault !== undefined
			? [{ pointer: "#", code: "unreadable", detail: fault }]
			: shapeFaults(Cases, value).map((one) => ({
					...one,
					detail: `\`${path}\`: ${one.detail}`,
				}));
	const { accepted, rejected } =
		faults.length === 0 ? (value as Cases) : { accepted: [], rejected: [] };
	return { path, text, accepted, rejected, faults };
}

/** Reads one JSON file of the pack in `folder`; never rejects. */
export async function readJson(
	folder: string,
	path: string,
): Promise<JsonFile> {
	let text: string | undefined;
	try {
		text = await readText(folder, path);
		return { path, text, value: JSON.parse(text) };
	} catch (error) {
		const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
		return { path, text, fault: `\`${path}\` ${reason(error)}`, missing };
	}
}

/** Reads a text of the pack in `folder`. Throws when it is no file inside the pack, too large or no UTF-8. */
export async function readText(folder: string, path: string): Promise<string> {
	const home = await realpath(folder);
	const file = await realpath(join(folder, path));
	if (!file.startsWith(home + sep))
		throw new Error(
			"is a link that leaves the pack's folder; put the file inside",
		);
	const found = await stat(file);
	// A pipe would never end, and a device is no text.
	if (!found.isFile() && !found.isDirectory())
		throw new Error("is neither a file nor a folder; remove it");
	if (found.size > MAX_FILE)
		throw new Error(
			`is larger than ${MAX_FILE / 1024 / 1024} MiB; make it smaller`,
		);
	const bytes = await readFile(file);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new Error("is not UTF-8 text; save it as UTF-8");
	}
}

function reason(error: unknown): string {
	const { code, message } = error as { code?: string; message: string };
	if (code === "ENOENT")
		return "is named by the manifest and is not there; add the file or remove its line";
	if (code === "EISDIR")
		return "is a folder; name a file, and a challenge's folder with `.json` after its name";
	if (error instanceof SyntaxError)
		return `is not JSON (${message}); fix it and validate again`;
	return code ? `cannot be read (${code})` : message;
}
