/** Packs on disk: every folder of a root that holds a `pack.json`. A file that cannot be read is a fault of its pack, not an exception. */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { Cases } from "./cases.ts";
import {
	type Definitions,
	definitionsFaults,
	withDefinitions,
	withoutSchema,
} from "./definitions.ts";
import { type Fault, shapeFaults } from "./faults.ts";
import { folderOf, readChallengeFolder } from "./folder/read.ts";
import type { AssembledChallenge, SourcePart } from "./folder/shape.ts";
import {
	type ChallengeFile,
	type Manifest,
	MOST_CHALLENGES,
	SeedBody,
} from "./manifest.ts";
import { pathFault } from "./path.ts";
import { type PublicPack, publicPack } from "./public.ts";
import { filesFault } from "./starter.ts";
import { challengeSlug, manifestFaults } from "./validate.ts";

export { assembleChallenge } from "./folder/assemble.ts";
export * from "./folder/json-positions.ts";
export { folderOf, isIgnored, readChallengeFolder } from "./folder/read.ts";
export * from "./folder/shape.ts";
export { parseWhy, whyText } from "./folder/why.ts";

/** No file of a pack is larger, in bytes. */
const MAX_FILE = 2 * 1024 * 1024;

/** One JSON file: what it held, or why it could not be read. */
export interface JsonFile {
	/** Relative to the pack's folder, with `/`. */
	path: string;
	/** As it stands there, when it is text at all. */
	text?: string;
	value?: unknown;
	fault?: string;
	/** Whether `fault` is that there is no such file. */
	missing?: boolean;
}

/** A challenge as found in either form: `path` is its place in the manifest, and the file of the JSON form. */
export interface ChallengeOnDisk extends JsonFile {
	/** The folder form; absent for the JSON form. */
	folder?: AssembledChallenge;
}

/** A pack as found: nothing of it is known to be right but what `faults` does not name. */
export interface PackOnDisk {
	folder: string;
	/** The manifest's slug, or the folder's name when the manifest names none. */
	slug: string;
	manifest: JsonFile;
	manifestFaults: Fault[];
	/** In the manifest's order; by name, those in `challenges/`, when the manifest has no list of them. */
	challenges: ChallengeOnDisk[];
}

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
		await Promise.all(folders.map((folder) => readPack(folder, withCases))),
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

/** The seed body of a pack whose files could all be read. */
export function seedBody(pack: PackOnDisk): SeedBody {
	return {
		manifest: pack.manifest.value as Manifest,
		challenges: pack.challenges.map(({ path, value }) => ({
			slug: challengeSlug(path),
			...(value as ChallengeFile),
		})),
	};
}

/** A pack as learners get it, without its references; null with what is wrong when it cannot be read, its shape does not hold, or its files may not be written. */
export function publicPackOf(
	pack: PackOnDisk,
): { value: PublicPack; faults: [] } | { value: null; faults: string[] } {
	const unread = [
		...pack.manifestFaults.map(({ detail }) => detail),
		...pack.challenges.flatMap(({ fault }) => fault ?? []),
	];
	if (unread.length > 0) return { value: null, faults: unread };
	const body = seedBody(pack);
	const faults = shapeFaults(SeedBody, body);
	if (faults.length > 0)
		return {
			value: null,
			faults: faults.map(({ pointer, detail }) => `${pointer}: ${detail}`),
		};
	const value = publicPack(body);
	const unsafe = value.challenges.flatMap(({ slug, files }) => {
		const fault = filesFault(files);
		return fault === null ? [] : [`"${slug}" cannot be opened: ${fault}`];
	});
	return unsafe.length === 0
		? { value, faults: [] }
		: { value: null, faults: unsafe };
}

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

async function readPack(
	folder: string,
	withCases: boolean,
): Promise<PackOnDisk> {
	const manifest = await readJson(folder, "pack.json");
	const faults = manifest.fault
		? [{ pointer: "#", code: "unreadable", detail: manifest.fault }]
		: manifestFaults(manifest.value);
	const shared = await readDefinitions(folder);
	faults.push(...shared.faults);
	const value = manifest.value as Partial<Manifest> | null | undefined;
	return {
		folder,
		slug:
			typeof value?.slug === "string" && value.slug
				? value.slug
				: (folder.split(sep).at(-1) ?? folder),
		manifest,
		manifestFaults: faults,
		challenges: await Promise.all(
			(await challengePaths(folder, value?.challenges)).map(async (path) =>
				withShared(
					await readChallenge(folder, path, withCases),
					shared.definitions,
				),
			),
		),
	};
}

/** The challenge files of a pack whose manifest may be faulty: those of its list that can be read, each once. */
async function challengePaths(
	folder: string,
	listed: unknown,
): Promise<string[]> {
	if (!Array.isArray(listed)) {
		const entries = await readdir(join(folder, "challenges"), {
			withFileTypes: true,
		}).catch(() => []);
		const names = entries
			.filter((entry) => !entry.name.startsWith("."))
			.flatMap((entry) => {
				if (entry.isDirectory()) return [`${entry.name}.json`];
				return /\.json$/i.test(entry.name) ? [entry.name] : [];
			});
		return [...new Set(names)].sort().map((name) => `challenges/${name}`);
	}
	const safe = listed
		.slice(0, MOST_CHALLENGES)
		.filter((path) => typeof path === "string" && pathFault(path) === null);
	return [...new Set<string>(safe)];
}

/** Reads the challenge that the manifest lists as `path`, from its JSON file or from the folder of that name; never rejects. */
async function readChallenge(
	pack: string,
	path: string,
	withCases: boolean,
): Promise<ChallengeOnDisk> {
	const at = folderOf(path);
	const [json, folder] = await Promise.all([
		readJson(pack, path),
		at === null ? null : readChallengeFolder(pack, at, withCases),
	]);
	if (!folder) return json;
	if (!json.missing)
		return {
			path,
			fault: `\`${path}\` and the folder \`${at}/\` are both there; keep the one that you edit and remove the other`,
		};
	const [first] = folder.faults;
	return first
		? { path, fault: first.detail, folder }
		: { path, value: folder.value, folder };
}

/** The pack's `definitions.json`, which need not be there. */
async function readDefinitions(
	folder: string,
): Promise<{ definitions: Definitions | null; faults: Fault[] }> {
	const { value, fault, missing, path } = await readJson(
		folder,
		"definitions.json",
	);
	if (missing) return { definitions: null, faults: [] };
	if (fault)
		return {
			definitions: null,
			faults: [{ pointer: "#", code: "unreadable", detail: fault }],
		};
	const faults = definitionsFaults(value).map((one) => ({
		...one,
		pointer: "#",
		detail: `\`${path}\`: ${one.detail} (${one.pointer})`,
	}));
	if (faults.length > 0) return { definitions: null, faults };
	return { definitions: withoutSchema(value) as Definitions, faults };
}

/** A challenge with the definitions of its pack that it uses; one whose assertions are no sets at all stays as it is. */
function withShared(
	file: ChallengeOnDisk,
	definitions: Definitions | null,
): ChallengeOnDisk {
	const { assertions } = (file.value ?? {}) as Partial<ChallengeFile>;
	if (!definitions || typeof assertions !== "object" || assertions === null)
		return file;
	const { perFile = {}, crossFile = [], definitions: own = {} } = assertions;
	const parts: unknown[] = [perFile, crossFile, own];
	if (!parts.every((part) => typeof part === "object" && part !== null))
		return file;
	return {
		...file,
		value: {
			...(file.value as ChallengeFile),
			assertions: withDefinitions(assertions, definitions),
		},
	};
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
		return "is a folder; name a file, and a challenge's folder with `.json` behind its name";
	if (error instanceof SyntaxError)
		return `is not JSON (${message}); fix it and validate again`;
	return code ? `cannot be read (${code})` : message;
}
