/** Whether the built page is up to date: compares time and size of every input with the last build's record. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { record, root, webview } from "./paths.ts";

/** Path from the root → time of change in milliseconds and size in bytes. */
export type BuildRecord = Record<string, [mtime: number, size: number]>;

export const watchedFolders = [
	"app",
	"host",
	"l10n",
	"offline",
	"verify",
	"build",
].map((name) => join(webview, name));

/** True when there is no build, or one of its inputs changed or is gone. */
export function isStale(): boolean {
	try {
		const inputs = JSON.parse(readFileSync(record, "utf8")) as BuildRecord;
		return Object.entries(inputs).some(
			([path, [mtime, size]]) => !sameAs(path, mtime, size),
		);
	} catch {
		return true;
	}
}

export function recordOf(paths: Iterable<string>): BuildRecord {
	return Object.fromEntries(
		[...new Set(paths)].sort().map((path) => {
			const { mtimeMs, size } = statSync(join(root, path));
			return [path, [mtimeMs, size]];
		}),
	);
}

function sameAs(path: string, mtime: number, size: number): boolean {
	const now = statSync(join(root, path), { throwIfNoEntry: false });
	return now?.mtimeMs === mtime && now.size === size;
}
