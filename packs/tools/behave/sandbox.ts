/**
 * The sandbox of one run: a folder outside the repository with a copy of the runtime, of the pack's suites and of one solution, and the
 * packages of the packs. A solution cannot reach another one's files, nor a later run what an earlier one left.
 */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";

const PACKS = join(import.meta.dir, "../..");

/** Solutions use React; the page of this repository does not. */
const TSCONFIG = JSON.stringify({
	compilerOptions: { jsx: "react-jsx", jsxImportSource: "react" },
});

export interface Sandbox {
	/** Absolute, as the program that asked for it sees it. */
	folder: string;
	/** Where the solution's files lie, below `folder`. */
	solution: string;
	/** Where the pack's suites lie, below `folder`: as deep as in `packs/`, so that their imports hold. */
	suites: string;
	remove(): Promise<void>;
}

/** Builds a sandbox below `root` (the system's folder for temporary files by default). */
export async function createSandbox(
	packFolder: string,
	files: FileEntry[],
	root = tmpdir(),
): Promise<Sandbox> {
	const folder = await mkdtemp(join(root, "treeline-behave-"));
	const solution = join(folder, "solution");
	const suites = join(folder, "pack", "behavior");
	await Promise.all([
		cp(join(PACKS, "behavior"), join(folder, "behavior"), { recursive: true }),
		cp(join(packFolder, "behavior"), suites, { recursive: true }),
		symlink(join(PACKS, "node_modules"), join(folder, "node_modules"), "dir"),
		writeFile(join(folder, "tsconfig.json"), TSCONFIG),
		// Where Bun looks for the type of a module: as in the repository, a `.js` file is an ES module.
		writeFile(join(folder, "package.json"), '{ "type": "module" }'),
		mkdir(solution),
	]);
	for (const { path, content } of files) {
		await mkdir(dirname(join(solution, path)), { recursive: true });
		await writeFile(join(solution, path), content);
	}
	return {
		folder,
		solution,
		suites,
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
