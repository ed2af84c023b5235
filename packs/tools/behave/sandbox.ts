/**
 * The sandbox of one run: a folder outside the repository with a copy of the runtime, of the pack's suites and of one solution, and the
 * packages of the packs. A solution cannot reach another one's files, nor a later run what an earlier one left.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { pageLibraries } from "./page-libraries.ts";

const PACKS = join(import.meta.dir, "../..");

/** Solutions use React; the page of this repository does not. */
const JSX = { jsx: "react-jsx", jsxImportSource: "react" };

export interface Sandbox {
	/** Absolute, as the program that asked for it sees it. */
	folder: string;
	/** Where the solution's files lie, below `folder`. */
	solution: string;
	/** The suite, below `folder`: as deep as in `packs/`, so that its imports hold. */
	suite: string;
	remove(): Promise<void>;
}

/** Creates the sandbox of the suite at `suite` below `root` (the system's folder for temporary files by default). */
export async function createSandbox(
	packFolder: string,
	suite: string,
	files: FileEntry[],
	root = tmpdir(),
): Promise<Sandbox> {
	const folder = await mkdtemp(join(root, "treeline-behave-"));
	const solution = join(folder, "solution");
	const suites = join(folder, "pack", "behavior");
	const own = join(folder, "pack", relative(packFolder, suite));
	const shared = join(packFolder, "behavior");
	const paths = suite.endsWith(".tsx") ? await pageLibraries() : {};
	await Promise.all([
		cp(join(PACKS, "behavior"), join(folder, "behavior"), { recursive: true }),
		...(existsSync(shared) ? [cp(shared, suites, { recursive: true })] : []),
		// Of a challenge's folder the suite alone: an answer must not find the solution beside it.
		...(own.startsWith(suites + sep) ? [] : [cp(suite, own)]),
		symlink(join(PACKS, "node_modules"), join(folder, "node_modules"), "dir"),
		writeFile(
			join(folder, "tsconfig.json"),
			JSON.stringify({ compilerOptions: { ...JSX, paths } }),
		),
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
		suite: own,
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
