/** Which of the files in a challenge's folder are sent to the service. */
import type { AssertionSet, FileEntry } from "@treeline/verify/shapes";

/** The files that checks read, in their order; the folder may hold private ones. */
export function relevantFiles(
	all: FileEntry[],
	{
		files,
		assertions: { perFile = {}, crossFile = [] },
	}: { files: FileEntry[]; assertions: AssertionSet },
): FileEntry[] {
	if (crossFile.length > 0) return all;
	const paths = new Set([
		...files.map(({ path }) => path),
		...Object.keys(perFile),
	]);
	return all.filter(({ path }) => paths.has(path));
}
