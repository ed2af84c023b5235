/** A learner whose files are in a folder on disk, laid out as the VS Code extension does, and whose progress lasts as long as the process. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { publicPackOf } from "@treeline/packs/disk";
import {
	existingFolderName,
	filesFault,
	folderName,
	MAX_BYTES,
	MAX_FILES,
	type PublicChallenge,
	type PublicPack,
	pathFault,
} from "@treeline/packs/format";
import {
	type ChallengeKey,
	type Learner,
	type Status,
	ToolError,
} from "@treeline/packs/learner-tools";
import type { FileEntry } from "@treeline/verify/shapes";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import { findPacks } from "../packs.ts";
import { requireInside } from "../paths.ts";

/** `names` are packs, as in `findPacks`; they are read at each call, so that an author's changes count. */
export function createFolderLearner(
	names: string[],
	folder: string,
	verifier: Verifier,
): Learner {
	const statuses = new Map<string, Status>();
	const hintsShown = new Map<string, number>();
	let current: ChallengeKey | null = null;
	const textOf = ({ pack, challenge }: ChallengeKey) => `${pack}/${challenge}`;
	const challengeOf = async (key: ChallengeKey): Promise<PublicChallenge> => {
		const pack = (await readPublicPacks(names)).find(
			({ manifest }) => manifest.slug === key.pack,
		);
		const found = pack?.challenges.find(({ slug }) => slug === key.challenge);
		if (found) return found;
		throw new ToolError(
			`"${textOf(key)}" is no longer there. Call treeline_list for what there is.`,
		);
	};
	const locate = async (key: ChallengeKey, { order }: PublicChallenge) => {
		const fault = pathFault(`${key.pack}/${folderName(order, key.challenge)}`);
		if (fault) throw new ToolError(`${fault}. Tell the pack's author.`);
		const pack = join(folder, key.pack);
		const existing = await readdir(pack).catch(() => []);
		return join(pack, existingFolderName(existing, order, key.challenge));
	};
	return {
		packs: () => readPublicPacks(names),
		current: () => current,
		statusOf: (key) => statuses.get(textOf(key)) ?? "not_started",
		async open(key) {
			const challenge = await challengeOf(key);
			const at = await locate(key, challenge);
			await writeMissing(folder, at, challenge.files);
			current = key;
			return at;
		},
		async verify(key) {
			const challenge = await challengeOf(key);
			const at = await locate(key, challenge);
			const files = await readFiles(at);
			const missing = challenge.files.filter(
				({ path }) => !files.some((file) => file.path === path),
			);
			if (missing.length > 0)
				throw new ToolError(
					`${at} lacks ${missing.map(({ path }) => `\`${path}\``).join(", ")}. Call treeline_open, which writes the starter's version.`,
				);
			const check = await verifier.check(challenge.assertions, files);
			const { passed } = decideVerdict(challenge.assertions, check);
			if (passed || !statuses.has(textOf(key)))
				statuses.set(textOf(key), passed ? "passed" : "attempted");
			return check;
		},
		async nextHint(key, count) {
			const number = (hintsShown.get(textOf(key)) ?? 0) + 1;
			if (number > count) return null;
			hintsShown.set(textOf(key), number);
			return number;
		},
	};
}

/** The packs without their references. One that is broken is left out, and standard error says why. */
async function readPublicPacks(names: string[]): Promise<PublicPack[]> {
	return (await findPacks(names)).flatMap((pack) => {
		const { value, faults } = publicPackOf(pack);
		if (value) return [value];
		console.error(`${pack.folder} is left out: ${faults.join("; ")}`);
		return [];
	});
}

/** Writes those of `files` that do not exist into `at`, a folder below `root`; nothing is written through a link that leaves `root`. */
async function writeMissing(
	root: string,
	at: string,
	files: readonly FileEntry[],
): Promise<void> {
	const fault = filesFault(files);
	if (fault)
		throw new ToolError(
			`${fault}. Nothing was written; tell the pack's author.`,
		);
	await mkdir(root, { recursive: true });
	const paths = files.map(({ path }) => join(at, path));
	for (const path of paths) await requireInside(root, relative(root, path));
	for (const [index, path] of paths.entries()) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, files[index]?.content ?? "", { flag: "wx" }).catch(
			(error) => {
				if (error.code !== "EEXIST") throw error;
			},
		);
	}
}

/** All files below `at` that could be part of an answer; links are not followed. None when there is no such folder. */
async function readFiles(at: string): Promise<FileEntry[]> {
	const entries = await readdir(at, {
		recursive: true,
		withFileTypes: true,
	}).catch((error) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(at, join(entry.parentPath, entry.name)))
		.map((path) => path.split(sep).join("/"))
		.filter((path) => pathFault(path) === null)
		.sort()
		.slice(0, MAX_FILES);
	const files = await Promise.all(
		paths.map(async (path) => {
			const file = join(at, path);
			if ((await stat(file)).size > MAX_BYTES) return [];
			return [{ path, content: await readFile(file, "utf8") }];
		}),
	);
	return files.flat();
}
