/** A pack as files and back: with its answers, whatever form it had. */
import { expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { findPacks, PACKS } from "../packs.ts";
import { filesOfPack, packOfFiles, packOfJson } from "./pack-archive.ts";

async function filesBelow(folder: string, prefix = ""): Promise<FileEntry[]> {
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true,
	});
	return Promise.all(
		entries
			.filter((entry) => entry.isFile())
			.map(async ({ parentPath, name }) => ({
				path: prefix + join(parentPath, name).slice(folder.length + 1),
				content: await readFile(join(parentPath, name), "utf8"),
			})),
	);
}

const all = await findPacks([]);

test.each(
	all.map(({ slug, challenges }) => [slug, challenges.length] as const),
)(
	"the pack %s is the same after an export and an import",
	async (slug, count) => {
		const files = await filesBelow(join(PACKS, slug), `${slug}/`);
		const pack = await packOfFiles(files);
		expect(pack.manifest.slug).toBe(slug);
		expect(pack.challenges).toHaveLength(count);
		for (const { cases } of pack.challenges)
			expect(cases?.accepted.length).toBeGreaterThan(2);
		expect(await packOfFiles(filesOfPack(pack))).toEqual(pack);
		const { manifest, challenges } = pack;
		const seeded = JSON.stringify({
			manifest: {
				...manifest,
				challenges: challenges.map((one) => `challenges/${one.slug}.json`),
			},
			challenges: challenges.map(({ cases: _, ...one }) => one),
		});
		expect(packOfJson(seeded).challenges).toEqual(
			challenges.map(({ cases: _, ...one }) => one),
		);
	},
);

test.each<[files: Record<string, string>, fault: string]>([
	[{ "notes.txt": "" }, "There is no pack.json in it."],
	[{ "pack.json": "{" }, "is not JSON"],
	[{ "pack.json": "{}" }, "name"],
])("%j is no pack", async (files, fault) => {
	const entries = Object.entries(files).map(([path, content]) => ({
		path,
		content,
	}));
	await expect(packOfFiles(entries)).rejects.toThrow(fault);
});
