/**
 * The one rule for the paths of challenge files, held by the validator, by seeding, by the extension that writes them and by the page
 * where learners name files: a path stays inside the challenge's folder on every operating system.
 */

const MAX_LENGTH = 200;
const MAX_DEPTH = 10;
/** Device names that Windows resolves in any folder, with or without an extension. */
const RESERVED =
	/^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Folders whose files change how an editor, a shell or a version control acts when the challenge is opened. */
const GUARDED = new Set([
	".vscode",
	".git",
	".devcontainer",
	".idea",
	"node_modules",
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/** What is wrong with a path; `part` is the segment that has the fault, `max` the limit that is exceeded. */
export type PathIssue =
	| { kind: "length" | "depth"; max: number }
	| { kind: "reserved" | "guarded"; part: string }
	| {
			kind:
				| "empty"
				| "nul"
				| "drive"
				| "absolute"
				| "character"
				| "segment"
				| "parent"
				| "ending";
	  };

/** What keeps paths from standing in one folder: the same path twice, two that differ by case or Unicode form, or a file that another path needs as a folder. */
export interface PathClash {
	kind: "twice" | "case" | "folder";
	path: string;
	/** The path that it clashes with; for `folder`, the file. */
	other: string;
}

/** Why `path` may not be written, as data; null when it may. */
export function pathIssue(path: string): PathIssue | null {
	if (path === "") return { kind: "empty" };
	if (path.length > MAX_LENGTH) return { kind: "length", max: MAX_LENGTH };
	if (path.includes("\0")) return { kind: "nul" };
	if (/^[a-z]:/i.test(path)) return { kind: "drive" };
	if (/^[/\\]/.test(path)) return { kind: "absolute" };
	if (FORBIDDEN.test(path)) return { kind: "character" };
	const parts = path.split("/");
	if (parts.length > MAX_DEPTH) return { kind: "depth", max: MAX_DEPTH };
	for (const part of parts) {
		if (part === "" || part === ".") return { kind: "segment" };
		if (part === "..") return { kind: "parent" };
		if (/[. ]$/.test(part)) return { kind: "ending" };
		if (RESERVED.test(part)) return { kind: "reserved", part };
		if (GUARDED.has(foldCase(part))) return { kind: "guarded", part };
	}
	return null;
}

/** Why `path` may not be written, with the next step; null when it may. */
export function pathFault(path: string): string | null {
	const issue = pathIssue(path);
	if (!issue) return null;
	const quoted = JSON.stringify(path);
	switch (issue.kind) {
		case "empty":
			return "a file path is empty; name the file";
		case "length":
			return `the path ${quoted.slice(0, 60)}… is longer than ${issue.max} characters; shorten it`;
		case "nul":
			return `the path ${quoted} has a NUL character; remove it`;
		case "drive":
			return `the path ${quoted} starts with a drive letter; use a path relative to the challenge`;
		case "absolute":
			return `the path ${quoted} is absolute; use a path relative to the challenge`;
		case "character":
			return `the path ${quoted} has a character that not every system allows (control characters and < > : " | ? * \\); rename the file`;
		case "depth":
			return `the path ${quoted} is more than ${issue.max} folders deep; flatten it`;
		case "segment":
			return `the path ${quoted} has an empty or "." segment; write it without`;
		case "parent":
			return `the path ${quoted} leaves the challenge's folder with ".."; keep it inside`;
		case "ending":
			return `the path ${quoted} has a segment that ends in a dot or a space; rename it`;
		case "reserved":
			return `the path ${quoted} uses the reserved name ${JSON.stringify(issue.part)}; rename it`;
		case "guarded":
			return `the path ${quoted} is inside ${JSON.stringify(issue.part)}, which changes how tools behave; choose another folder`;
	}
}

/** The first clash among paths that are each fine by themselves; null when they can stand in one folder. */
export function pathClash(paths: readonly string[]): PathClash | null {
	const seen = new Map<string, string>();
	for (const path of paths) {
		const other = seen.get(foldCase(path));
		if (other !== undefined)
			return { kind: other === path ? "twice" : "case", path, other };
		seen.set(foldCase(path), path);
	}
	for (const path of paths) {
		const parts = foldCase(path).split("/");
		for (let depth = 1; depth < parts.length; depth++) {
			const other = seen.get(parts.slice(0, depth).join("/"));
			if (other !== undefined) return { kind: "folder", path, other };
		}
	}
	return null;
}

/**
 * The first fault of a whole file set: a path that {@link pathFault} refuses, or a {@link PathClash}. Null when the set can be written
 * as it is.
 */
export function pathsFault(paths: readonly string[]): string | null {
	for (const path of paths) {
		const fault = pathFault(path);
		if (fault) return fault;
	}
	const clash = pathClash(paths);
	if (!clash) return null;
	const [path, other] = [clash.path, clash.other].map((each) =>
		JSON.stringify(each),
	);
	switch (clash.kind) {
		case "twice":
			return `the path ${path} is listed twice; keep one`;
		case "case":
			return `the paths ${other} and ${path} are one file where case does not count; rename one`;
		case "folder":
			return `the file ${other} stands where ${path} needs a folder; rename one`;
	}
}

/** One spelling for all that file systems may take for the same name. */
export function foldCase(path: string): string {
	return path.normalize("NFKC").toLowerCase();
}
