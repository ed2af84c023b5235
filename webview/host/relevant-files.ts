/** Which of the files in a challenge's folder are sent to the service. */
import { modulePaths } from "@treeline/verify/module-paths";
import type { AssertionSet, FileEntry } from "@treeline/verify/shapes";

/** The files that checks read and what those import, in their order; the folder may hold private ones. */
export function relevantFiles(
	all: FileEntry[],
	{
		files,
		assertions: { perFile = {}, crossFile = [] },
	}: { files: FileEntry[]; assertions: AssertionSet },
): FileEntry[] {
	if (crossFile.length > 0) return all;
	const byPath = new Map(all.map((file) => [file.path, file]));
	const sent = new Set([
		...files.map(({ path }) => path),
		...Object.keys(perFile),
	]);
	// A path that is added while the set is walked is walked, too.
	for (const path of sent)
		for (const module of modulesIn(byPath.get(path)))
			for (const imported of modulePaths(path, module))
				if (byPath.has(imported)) sent.add(imported);
	return all.filter(({ path }) => sent.has(path));
}

const SCRIPT_MODULE = /(["'`])(\.{1,2}\/[^"'`\n]*)\1/g;
const PYTHON_IMPORT = /^[ \t]*import[ \t]+([\w., \t]+)/gm;
const PYTHON_FROM =
	/^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]*(?:\(([^)]*)|([^\n]*))/gm;

/** Names of modules that a file may import; more than it does import do no harm. */
function modulesIn(file: FileEntry | undefined): string[] {
	if (!file) return [];
	const { path, content } = file;
	if (!path.endsWith(".py"))
		return [...content.matchAll(SCRIPT_MODULE)].map(([, , name = ""]) => name);
	const imports = [...content.matchAll(PYTHON_IMPORT)].flatMap(
		([, names = ""]) => namesIn(names),
	);
	const parts = [...content.matchAll(PYTHON_FROM)].flatMap(
		([, from = "", inBrackets, onLine]) => [
			from,
			// What is imported may be a module itself.
			...namesIn(inBrackets ?? onLine ?? "").map((name) =>
				from.endsWith(".") ? from + name : `${from}.${name}`,
			),
		],
	);
	return [...imports, ...parts];
}

/** `a.b` and `c` of `a.b as x, c`. */
const namesIn = (list: string): string[] =>
	list.split(",").flatMap((each) => /[\w.]+/.exec(each)?.[0] ?? []);
