/** A pack as the files of its folder, in the form that the tools and editors read, and back. It does not access files. */

import type { Static, TObject } from "@sinclair/typebox";
import {
	Cases,
	challengeSlug,
	type DraftCases,
	type Manifest,
	type packFields,
	SeedBody,
	shapeFaults,
} from "@treeline/packs/format";
import {
	assembleChallenge,
	type ChallengeOnDisk,
	type JsonFile,
	type PackFiles,
	readPack,
} from "@treeline/packs/reader";
import type { FileEntry } from "@treeline/verify/shapes";
import { toFolder } from "../convert/forms.ts";
import { jsonText } from "../convert/json-text.ts";

/** What a pack says of itself, without its list of challenges. */
type PackFields = Static<TObject<typeof packFields>>;
type ChallengeFields = SeedBody["challenges"][number];

/** A pack with everything that its author wrote. */
export interface PackContent {
	manifest: PackFields;
	challenges: (Omit<ChallengeFields, "$schema" | "slug"> & {
		slug: string;
		cases?: DraftCases;
	})[];
}

/** As much of a slug as fits into a folder's name. */
const MAX_NAME = 150;

/** The files of a pack, each challenge as a folder. Throws what cannot be written so. */
export function filesOfPack({
	manifest,
	challenges,
}: PackContent): FileEntry[] {
	const stems = challenges.map(
		({ slug }, index) =>
			`${String(index + 1).padStart(2, "0")}-${slug.slice(0, MAX_NAME)}`,
	);
	const list = stems.map((stem) => `challenges/${stem}.json`);
	return [
		{
			path: "pack.json",
			content: jsonText({ ...manifest, challenges: list }),
		},
		...challenges.flatMap(({ slug, cases, ...challenge }, index) => {
			const texts = {
				challenge: jsonText(challenge),
				cases: cases ? jsonText(cases) : null,
				suite: null,
			};
			return foldered(slug, texts).map(({ path, content }) => ({
				path: `challenges/${stems[index]}/${path}`,
				content,
			}));
		}),
	];
}

function foldered(
	slug: string,
	texts: Parameters<typeof toFolder>[0],
): FileEntry[] {
	try {
		return toFolder(texts).form;
	} catch (error) {
		throw new Error(`"${slug}": ${(error as Error).message}`, { cause: error });
	}
}

/** The pack in a text of the form that the service seeds and exports. Throws what is wrong with it. */
export function packOfJson(text: string): PackContent {
	const body: unknown = JSON.parse(text);
	const [fault] = shapeFaults(SeedBody, body);
	if (fault) throw new Error(`${fault.pointer}: ${fault.detail}`);
	const { manifest, challenges } = body as SeedBody;
	return {
		manifest: fieldsOf(manifest),
		challenges: challenges.map(({ $schema: _, slug, ...one }, index) => ({
			...one,
			slug: slug ?? challengeSlug(manifest.challenges[index] ?? ""),
		})),
	};
}

/** The pack whose files these are; its `pack.json` may stand in a folder. Rejects with what is wrong with it. */
export async function packOfFiles(all: FileEntry[]): Promise<PackContent> {
	const roots = all
		.map(({ path }) => path)
		.filter((path) => /(^|\/)pack\.json$/.test(path))
		.map((path) => path.slice(0, -"pack.json".length))
		.sort((one, other) => one.length - other.length);
	const [root] = roots;
	if (root === undefined) throw new Error("There is no pack.json in it.");
	const files = new Map(
		all
			.filter(({ path }) => path.startsWith(root))
			.map(({ path, content }) => [path.slice(root.length), content]),
	);
	const pack = await readPack(filesIn(files), true);
	const [fault] = pack.manifestFaults;
	if (fault) throw new Error(`pack.json: ${fault.detail}`);
	return {
		manifest: fieldsOf(pack.manifest.value as Manifest),
		challenges: pack.challenges.map((one) => challengeOf(one, files)),
	};
}

const fieldsOf = ({
	$schema: _,
	challenges: __,
	...fields
}: Manifest): PackFields => fields;

function challengeOf(
	{ path, value, fault, folder }: ChallengeOnDisk,
	files: ReadonlyMap<string, string>,
): PackContent["challenges"][number] {
	if (fault !== undefined) throw new Error(fault);
	const { $schema: _, ...challenge } = value as ChallengeFields;
	const cases = folder ? folder.cases : jsonCases(path, files);
	return {
		...challenge,
		slug: challengeSlug(path),
		...(cases && {
			cases: { accepted: cases.accepted, rejected: cases.rejected },
		}),
	};
}

function jsonCases(
	path: string,
	files: ReadonlyMap<string, string>,
): Cases | null {
	const at = path.replace(/^.*\//, "cases/");
	const text = files.get(at);
	if (text === undefined) return null;
	const value: unknown = JSON.parse(text);
	const [fault] = shapeFaults(Cases, value);
	if (fault) throw new Error(`${at}: ${fault.detail}`);
	return value as Cases;
}

function filesIn(files: ReadonlyMap<string, string>): PackFiles {
	return {
		folder: "",
		name: "",
		readJson: async (path) => jsonFile(path, files.get(path)),
		challengeNames: async () => [],
		async challengeFolder(at) {
			const entries = [...files]
				.filter(([path]) => path.startsWith(`${at}/`))
				.map(([path, content]) => ({
					path: path.slice(at.length + 1),
					content,
				}));
			return entries.length === 0 ? null : assembleChallenge(at, entries);
		},
	};
}

function jsonFile(path: string, text: string | undefined): JsonFile {
	if (text === undefined)
		return { path, fault: `\`${path}\` is not there`, missing: true };
	try {
		return { path, text, value: JSON.parse(text) };
	} catch (error) {
		return {
			path,
			text,
			fault: `\`${path}\` is not JSON (${(error as Error).message})`,
		};
	}
}
