/**
 * Reads a pack from files, wherever they are: on disk, or behind an editor's file system. A file that cannot be read is a fault of its
 * pack, not an exception. Pure.
 */
import {
	type Definitions,
	definitionsFaults,
	withDefinitions,
	withoutSchema,
} from "./definitions.ts";
import { type Fault, shapeFaults } from "./faults.ts";
import { type AssembledChallenge, folderOf } from "./folder/shape.ts";
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

/** The files of a pack. Paths are relative to its folder, with `/`; no call rejects. */
export interface PackFiles {
	/** Where they are, as people and tools write it. */
	folder: string;
	/** The name of that folder. */
	name: string;
	readJson(path: string): Promise<JsonFile>;
	/** What is in `challenges/`; empty when there is no such folder. */
	challengeNames(): Promise<{ name: string; isFolder: boolean }[]>;
	/** The challenge in a folder, with its cases or without; null when there is no such folder. */
	challengeFolder(
		at: string,
		withCases: boolean,
	): Promise<AssembledChallenge | null>;
}

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
	return publicPackOfBody(seedBody(pack));
}

/** A pack as learners get it, of a seed body of any shape; null with what is wrong. */
export function publicPackOfBody(
	body: unknown,
): { value: PublicPack; faults: [] } | { value: null; faults: string[] } {
	const faults = shapeFaults(SeedBody, body);
	if (faults.length > 0)
		return {
			value: null,
			faults: faults.map(({ pointer, detail }) => `${pointer}: ${detail}`),
		};
	const value = publicPack(body as SeedBody);
	const unsafe = value.challenges.flatMap(({ slug, files }) => {
		const fault = filesFault(files);
		return fault === null ? [] : [`"${slug}" cannot be opened: ${fault}`];
	});
	return unsafe.length === 0
		? { value, faults: [] }
		: { value: null, faults: unsafe };
}

/** Reads the pack, with the cases of challenges that are folders or without. Never rejects. */
export async function readPack(
	files: PackFiles,
	withCases: boolean,
): Promise<PackOnDisk> {
	const { folder } = files;
	const manifest = await files.readJson("pack.json");
	const faults = manifest.fault
		? [{ pointer: "#", code: "unreadable", detail: manifest.fault }]
		: manifestFaults(manifest.value);
	const shared = await readDefinitions(files);
	faults.push(...shared.faults);
	const value = manifest.value as Partial<Manifest> | null | undefined;
	return {
		folder,
		slug:
			typeof value?.slug === "string" && value.slug ? value.slug : files.name,
		manifest,
		manifestFaults: faults,
		challenges: await Promise.all(
			(await challengePaths(files, value?.challenges)).map(async (path) =>
				withShared(
					await readChallenge(files, path, withCases),
					shared.definitions,
				),
			),
		),
	};
}

/** The challenge files of a pack whose manifest may be faulty: those of its list that can be read, each once. */
async function challengePaths(
	files: PackFiles,
	listed: unknown,
): Promise<string[]> {
	if (!Array.isArray(listed)) {
		const names = (await files.challengeNames())
			.filter(({ name }) => !name.startsWith("."))
			.flatMap(({ name, isFolder }) => {
				if (isFolder) return [`${name}.json`];
				return /\.json$/i.test(name) ? [name] : [];
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
	files: PackFiles,
	path: string,
	withCases: boolean,
): Promise<ChallengeOnDisk> {
	const at = folderOf(path);
	const [json, folder] = await Promise.all([
		files.readJson(path),
		at === null ? null : files.challengeFolder(at, withCases),
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
	files: PackFiles,
): Promise<{ definitions: Definitions | null; faults: Fault[] }> {
	const { value, fault, missing, path } =
		await files.readJson("definitions.json");
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
