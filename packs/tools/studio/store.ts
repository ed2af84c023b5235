/** Reads and writes the challenges of one pack for the studio, in either form. What is written is whole, or nothing is. */
import { createHash } from "node:crypto";
import {
	assembleChallenge,
	CHALLENGE,
	casesPath,
	folderOf,
	jsonPositions,
	type PackOnDisk,
	readCases,
	readChallengeFolder,
	readJson,
	readPacks,
	SETS,
	TEXTS,
	WHY,
} from "@treeline/packs/disk";
import {
	type ChallengeFile,
	challengeSlug,
	type Definitions,
	pathsFault,
	type StudioChallenge,
	type StudioDocument,
	type StudioPack,
	withoutSchema,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { locateChecks } from "../checks.ts";
import { caseEntries, caseFolder } from "../convert/forms.ts";
import { jsonText } from "../convert/json-text.ts";
import { replaceFiles } from "./write-files.ts";

/** A refusal with the status that tells the page what to do. */
export class StudioFault extends Error {
	constructor(
		readonly status: 404 | 409 | 422,
		message: string,
	) {
		super(message);
	}
}

/** The pack in `folder` as the list of its challenges. */
export async function readStudioPack(folder: string): Promise<StudioPack> {
	const pack = await packAt(folder);
	const { name, description, author, tags } = (pack.manifest.value ??
		{}) as Record<string, unknown>;
	return {
		folder,
		slug: pack.slug,
		name: textOr(name, pack.slug),
		description: textOr(description, ""),
		author: textOr(author, ""),
		tags: Array.isArray(tags)
			? tags.filter((tag) => typeof tag === "string")
			: [],
		challenges: await Promise.all(
			pack.challenges.map(async ({ path, value, fault = null }) => {
				const file = (value ?? {}) as Partial<ChallengeFile>;
				const cases = await readCases(folder, path);
				return {
					path,
					slug: challengeSlug(path),
					title: textOr(file.title, challengeSlug(path)),
					difficulty: textOr(file.difficulty, ""),
					checks: countOf(file),
					accepted: cases.accepted.length,
					rejected: cases.rejected.length,
					fault,
				};
			}),
		),
		faults: pack.manifestFaults.map(({ detail }) => detail),
	};
}

const textOr = (value: unknown, other: string) =>
	typeof value === "string" ? value : other;

/** How many checks a challenge has, of any shape. */
function countOf({ assertions }: Partial<ChallengeFile>): number {
	try {
		return locateChecks(assertions ?? {}).length;
	} catch {
		return 0;
	}
}

/** The challenge that the manifest lists as `path`. Throws a {@link StudioFault} when it lists none. */
export async function readStudioChallenge(
	folder: string,
	path: string,
): Promise<StudioChallenge> {
	await requireListed(folder, path);
	const { value: shared, missing } = await readJson(folder, "definitions.json");
	const stored = await readStored(folder, path);
	return {
		path,
		slug: challengeSlug(path),
		revision: stored.revision,
		document: stored.document,
		definitions: missing ? {} : ((withoutSchema(shared) ?? {}) as Definitions),
		faults: stored.faults,
	};
}

/**
 * Writes a document that was made from `revision`. Throws a {@link StudioFault}: 409 when the files have
 * changed meanwhile, 422 when they could not be read back.
 */
export async function saveStudioChallenge(
	folder: string,
	path: string,
	document: StudioDocument,
	revision: string,
): Promise<void> {
	await requireListed(folder, path);
	const stored = await readStored(folder, path);
	if (stored.revision !== revision)
		throw new StudioFault(
			409,
			"The files of this challenge have changed on disk since you opened it.",
		);
	requireSafe(document);
	const after = stored.at
		? folderEntries(stored.at, stored.entries, document)
		: jsonEntries(path, stored.entries, document);
	await replaceFiles(folder, stored.entries, after);
}

interface Stored {
	/** The challenge's folder; null for the JSON form. */
	at: string | null;
	/** Its files, relative to the pack. */
	entries: FileEntry[];
	revision: string;
	document: StudioDocument | null;
	faults: StudioChallenge["faults"];
}

async function readStored(folder: string, path: string): Promise<Stored> {
	const at = folderOf(path);
	const found = at === null ? null : await readChallengeFolder(folder, at);
	if (at !== null && found) {
		const entries = found.entries.map((one) => ({
			...one,
			path: `${at}/${one.path}`,
		}));
		const { accepted, rejected } = found.cases ?? {
			accepted: [],
			rejected: [],
		};
		const named = <Case>(cases: Case[], kind: "accepted" | "rejected") =>
			cases.map((one, index) => ({
				folder: found.caseFolders[kind][index] ?? "",
				...one,
			}));
		const isReadable = found.faults.length === 0;
		return {
			at,
			entries,
			revision: revisionOf(entries),
			document: isReadable
				? {
						challenge: found.value as StudioDocument["challenge"],
						cases: {
							accepted: named(accepted, "accepted"),
							rejected: named(rejected, "rejected"),
						},
					}
				: null,
			faults: found.faults,
		};
	}
	const json = await readJson(folder, path);
	const cases = await readCases(folder, path);
	const entries = [
		...(json.text === undefined ? [] : [{ path, content: json.text }]),
		...(cases.text === undefined
			? []
			: [{ path: cases.path, content: cases.text }]),
	];
	const details = [
		...(json.fault === undefined ? [] : [{ file: path, detail: json.fault }]),
		...(cases.text === undefined
			? []
			: cases.faults.map(({ detail }) => ({ file: cases.path, detail }))),
	];
	return {
		at: null,
		entries,
		revision: revisionOf(entries),
		document:
			details.length === 0
				? {
						challenge: json.value as StudioDocument["challenge"],
						cases: { accepted: cases.accepted, rejected: cases.rejected },
					}
				: null,
		faults: details.map(({ file, detail }) => {
			const text = entries.find((one) => one.path === file)?.content ?? "";
			const broken = jsonPositions(text).brokenAt;
			return {
				file,
				line: broken?.line ?? null,
				column: broken?.column ?? null,
				code: "unreadable",
				detail,
			};
		}),
	};
}

/** The files of a challenge's folder, relative to the pack: those of the document, and what the studio does not edit. */
function folderEntries(
	at: string,
	before: FileEntry[],
	{ challenge, cases }: StudioDocument,
): FileEntry[] {
	const { prompt, debrief, files = [], scaffold = [], ...own } = challenge;
	const known = before.find(({ path }) => path === `${at}/${CHALLENGE}`);
	const text = known?.content ?? "{}";
	const old = JSON.parse(text) as Record<string, unknown>;
	const fields: Record<string, unknown> = { ...own };
	// The assembled value has the address of the JSON form's schema.
	if (old.$schema !== undefined) fields.$schema = old.$schema;
	if (Array.isArray(old.fileOrder)) fields.fileOrder = old.fileOrder;
	const ordered = Object.fromEntries([
		...Object.keys(old)
			.filter((key) => key in fields)
			.map((key) => [key, fields[key]]),
		...Object.entries(fields).filter(([key]) => !(key in old)),
	]);
	const entries: FileEntry[] = [
		{ path: CHALLENGE, content: writtenJson(ordered, text) },
	];
	for (const [member, name] of Object.entries(TEXTS)) {
		const value = member === "prompt" ? prompt : debrief;
		if (value) entries.push({ path: name, content: `${value}\n` });
	}
	for (const [folder, list] of [
		[SETS.files, files],
		[SETS.scaffold, scaffold],
	] as const)
		for (const { path, content } of list)
			entries.push({ path: `${folder}/${path}`, content });
	for (const kind of ["accepted", "rejected"] as const) {
		const taken = new Set(cases[kind].map((one) => one.folder));
		for (const [index, { folder, ...one }] of cases[kind].entries())
			entries.push(
				...caseEntries(
					folder ?? freeFolder(kind, index + 1, one.name, taken),
					one,
				),
			);
	}
	const edited = /^(solution|starter|accepted|rejected)\//;
	const texts: string[] = [CHALLENGE, ...Object.values(TEXTS)];
	const others = before.filter(({ path }) => {
		const name = path.slice(at.length + 1);
		return !edited.test(name) && !texts.includes(name);
	});
	const assembled = assembleChallenge(at, [
		...entries,
		...others.map((one) => ({ ...one, path: one.path.slice(at.length + 1) })),
	]);
	const [fault] = assembled.faults;
	if (fault) throw new StudioFault(422, `${fault.detail}.`);
	return [
		...entries.map((one) => ({ ...one, path: `${at}/${one.path}` })),
		...others,
	];
}

/** A folder for a new case that no other case has; `taken` gets it, too. */
function freeFolder(
	kind: "accepted" | "rejected",
	number: number,
	name: string,
	taken: Set<string | undefined>,
): string {
	for (let count = number; ; count++) {
		const folder = caseFolder(kind, count, name);
		if (taken.has(folder)) continue;
		taken.add(folder);
		return folder;
	}
}

function jsonEntries(
	path: string,
	before: FileEntry[],
	{ challenge, cases }: StudioDocument,
): FileEntry[] {
	const textAt = (name: string) =>
		before.find((one) => one.path === name)?.content;
	const at = casesPath(path);
	const known = textAt(at);
	const { accepted, rejected } = cases;
	const head = known === undefined ? {} : (JSON.parse(known) as object);
	return [
		{ path, content: writtenJson(challenge, textAt(path) ?? "{}") },
		...(known === undefined && accepted.length + rejected.length === 0
			? []
			: [
					{
						path: at,
						content: writtenJson({ ...head, accepted, rejected }, known ?? ""),
					},
				]),
	];
}

/** JSON in the layout of `before`; the same bytes where nothing has changed. */
export function writtenJson(value: unknown, before: string): string {
	if (
		before !== "" &&
		JSON.stringify(JSON.parse(before)) === JSON.stringify(value)
	)
		return before;
	return jsonText(value, { containers: jsonPositions(before).containers });
}

function requireSafe({ challenge, cases }: StudioDocument): void {
	for (const [label, files] of [
		["The solution", challenge.files ?? []],
		["The starter", challenge.scaffold ?? []],
		...[...cases.accepted, ...cases.rejected].map(
			({ name, files }) => [`The answer "${name}"`, files] as const,
		),
	] as const) {
		const fault = pathsFault(files.map(({ path }) => path));
		if (fault) throw new StudioFault(422, `${label}: ${fault}.`);
		const why = files.find(
			({ path }) => path.toLowerCase() === WHY.toLowerCase(),
		);
		if (why)
			throw new StudioFault(
				422,
				`${label} has a file \`${why.path}\`, which tells about a case; rename it.`,
			);
	}
}

function revisionOf(entries: FileEntry[]): string {
	const pairs = entries.map(({ path, content }) => [path, content]);
	return createHash("sha256")
		.update(JSON.stringify(pairs.sort()))
		.digest("hex")
		.slice(0, 32);
}

async function packAt(folder: string): Promise<PackOnDisk> {
	const pack = (await readPacks(folder)).find((one) => one.folder === folder);
	if (pack) return pack;
	throw new StudioFault(404, `There is no pack.json in ${folder} any more.`);
}

/** Throws a {@link StudioFault} unless the manifest lists the challenge. */
export async function requireListed(
	folder: string,
	path: string,
): Promise<void> {
	const { value } = await readJson(folder, "pack.json");
	const listed = (value as { challenges?: unknown } | null)?.challenges;
	if (Array.isArray(listed) && listed.includes(path) && !pathsFault([path]))
		return;
	throw new StudioFault(404, `The pack lists no challenge ${path}.`);
}
