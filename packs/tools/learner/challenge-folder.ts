/** A challenge as files below a learner's folder, laid out as the VS Code extension does; nothing is written or read through a link that leaves it. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import {
	existingFolderName,
	filesFault,
	folderName,
	MAX_BYTES,
	MAX_FILES,
	type PublicChallenge,
	pathFault,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { requireInside } from "../paths.ts";

/** The challenge's folder below `root`, which need not exist: the one with its slug, whatever its number, else `express/01-say-hello-over-http`. */
export async function locateChallenge(
	root: string,
	packSlug: string,
	{ order, slug }: Pick<PublicChallenge, "order" | "slug">,
): Promise<string> {
	const fault = pathFault(`${packSlug}/${folderName(order, slug)}`);
	if (fault) throw new Error(`${fault}. Tell the pack's author.`);
	const pack = join(root, packSlug);
	const existing = await readdir(pack).catch(() => []);
	return join(pack, existingFolderName(existing, order, slug));
}

/** Writes those of `files` that do not exist into `at`, a folder below `root`. */
export const writeMissing = (
	root: string,
	at: string,
	files: readonly FileEntry[],
): Promise<void> => writeFiles(root, at, files, "wx");

/** Writes `files` into `at`, a folder below `root`, in place of those there; other files stay. */
export const replaceFiles = (
	root: string,
	at: string,
	files: readonly FileEntry[],
): Promise<void> => writeFiles(root, at, files, "w");

async function writeFiles(
	root: string,
	at: string,
	files: readonly FileEntry[],
	flag: "w" | "wx",
): Promise<void> {
	const fault = filesFault(files);
	if (fault)
		throw new Error(`${fault}. Nothing was written; tell the pack's author.`);
	await mkdir(root, { recursive: true });
	const paths = files.map(({ path }) => join(at, path));
	for (const path of paths) await requireInside(root, relative(root, path));
	for (const [index, path] of paths.entries()) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, files[index]?.content ?? "", { flag }).catch(
			(error) => {
				if (error.code !== "EEXIST") throw error;
			},
		);
	}
}

/** All files below `at` that could be part of an answer; links are not followed. None when there is no such folder. */
export async function readFiles(at: string): Promise<FileEntry[]> {
	const files = await Promise.all(
		(await pathsBelow(at)).map(async (path) => {
			const file = join(at, path);
			if ((await stat(file)).size > MAX_BYTES) return [];
			return [{ path, content: await readFile(file, "utf8") }];
		}),
	);
	return files.flat();
}

async function pathsBelow(at: string): Promise<string[]> {
	const entries = await readdir(at, {
		recursive: true,
		withFileTypes: true,
	}).catch((error) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(at, join(entry.parentPath, entry.name)))
		.map((path) => path.split(sep).join("/"))
		.filter((path) => pathFault(path) === null)
		.sort()
		.slice(0, MAX_FILES);
}

/** A text that is another one when a file below `at` is changed, added or removed. */
export async function fingerprint(at: string): Promise<string> {
	const parts = await Promise.all(
		(await pathsBelow(at)).map(async (path) => {
			const found = await stat(join(at, path)).catch(() => null);
			return [path, found?.mtimeMs, found?.size].join(" ");
		}),
	);
	return parts.join("\n");
}
