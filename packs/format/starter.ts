/** The limits of a challenge's files, held by what reads packs and by what writes their files for a learner. */
import type { FileEntry } from "@treeline/verify/shapes";
import { pathsFault } from "./path.ts";

/** The most files that a challenge has. */
export const MAX_FILES = 50;
/** The most bytes that a file of a challenge has. */
export const MAX_BYTES = 1024 * 1024;

/** Why `files` may not be written into a challenge's folder; null when they may. */
export function filesFault(files: readonly FileEntry[]): string | null {
	const unsafe = pathsFault(files.map(({ path }) => path));
	if (unsafe) return unsafe;
	if (files.length > MAX_FILES) return `it has more than ${MAX_FILES} files`;
	const large = files.find(
		({ content }) => new TextEncoder().encode(content).length > MAX_BYTES,
	);
	return large ? `the file \`${large.path}\` is larger than 1 MiB` : null;
}
