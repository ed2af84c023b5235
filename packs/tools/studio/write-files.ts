/** Replaces files of a pack as one step: nothing is written to its place before all of it is on disk. */
import {
	mkdir,
	mkdtemp,
	readdir,
	rename,
	rm,
	rmdir,
	writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { requireInside } from "../paths.ts";

/** Writes what changed: into a temporary folder of the pack first, then each file to its place. Removes what is no more. */
export async function replaceFiles(
	folder: string,
	before: FileEntry[],
	after: FileEntry[],
): Promise<void> {
	const old = new Map(before.map(({ path, content }) => [path, content]));
	const changed = after.filter(
		({ path, content }) => old.get(path) !== content,
	);
	const kept = new Set(after.map(({ path }) => path));
	const removed = [...old.keys()].filter((path) => !kept.has(path));
	for (const path of [...changed.map((one) => one.path), ...removed])
		await requireInside(folder, path);
	if (changed.length > 0) {
		const temporary = await mkdtemp(join(folder, ".studio-"));
		try {
			for (const [index, { content }] of changed.entries())
				await writeFile(join(temporary, String(index)), content);
			for (const [index, { path }] of changed.entries()) {
				await mkdir(dirname(join(folder, path)), { recursive: true });
				await rename(join(temporary, String(index)), join(folder, path));
			}
		} finally {
			await rm(temporary, { recursive: true, force: true });
		}
	}
	for (const path of removed) {
		await rm(join(folder, path), { force: true });
		await removeEmpty(folder, dirname(path));
	}
}

/** Removes a folder of the pack that has become empty, and those around it. */
async function removeEmpty(folder: string, path: string): Promise<void> {
	if (path === "." || path.split("/").length < 3) return;
	const left = await readdir(join(folder, path)).catch(() => ["?"]);
	if (left.length > 0) return;
	await rmdir(join(folder, path)).catch(() => null);
	await removeEmpty(folder, dirname(path));
}
