import { readFileSync } from "node:fs";

/** Every file of the house by its path from the root, with its text. Laws read nothing else. */
export type House = ReadonlyMap<string, string>;

/** Files that are neither written nor read by people. */
const OPAQUE = /\.(wasm|png|ico|webp|woff2|snap)$/;

/** The files that git knows or would add, as they are on disk. Run in the root. */
export function readHouse(): House {
	const { stdout } = Bun.spawnSync([
		"git",
		"ls-files",
		"-z",
		"--cached",
		"--others",
		"--exclude-standard",
	]);
	const paths = new Set(stdout.toString().split("\0"));
	const house = new Map<string, string>();
	for (const path of [...paths].sort()) {
		if (path === "" || OPAQUE.test(path)) continue;
		try {
			house.set(path, readFileSync(path, "utf8"));
		} catch (error) {
			// Deleted and not yet committed.
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		}
	}
	return house;
}

/** Code that people write here: TypeScript, and the plain modules of the launchers. */
export function isCode(path: string): boolean {
	return /\.(ts|tsx|mts|mjs|js)$/.test(path) && !isMaterial(path);
}

/** Other people's code, under other people's laws: what packs show to learners, what tests feed to the engine and to the laws. */
export function isMaterial(path: string): boolean {
	return (
		path === ".ci/laws.test.ts" ||
		/^(packs|webview|extension)\/(.*\/)?(challenges|cases|behavior|fixtures)\/.*\./.test(
			path,
		)
	);
}

/** Tests and what only they and the benches use. */
export function isTest(path: string): boolean {
	return /\.test\.(tsx?|mjs)$|(^|\/)(test|bench|testing)\//.test(path);
}

/** The number of the line in `text` where `index` lies, from 1. */
export function lineAt(text: string, index: number): number {
	return text.slice(0, index).split("\n").length;
}
