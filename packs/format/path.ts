/**
 * The one rule for the paths of challenge files, held by the validator, by seeding and by the extension that writes them:
 * a path stays inside the challenge's folder on every operating system.
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

/** Why `path` may not be written, with the next step; null when it may. */
export function pathFault(path: string): string | null {
	const quoted = JSON.stringify(path);
	if (path === "") return "a file path is empty; name the file";
	if (path.length > MAX_LENGTH)
		return `the path ${quoted.slice(0, 60)}… is longer than ${MAX_LENGTH} characters; shorten it`;
	if (path.includes("\0"))
		return `the path ${quoted} has a NUL character; remove it`;
	if (/^[a-z]:/i.test(path))
		return `the path ${quoted} starts with a drive letter; use a path relative to the challenge`;
	if (/^[/\\]/.test(path))
		return `the path ${quoted} is absolute; use a path relative to the challenge`;
	if (FORBIDDEN.test(path))
		return `the path ${quoted} has a character that not every system allows (control characters and < > : " | ? * \\); rename the file`;
	const parts = path.split("/");
	if (parts.length > MAX_DEPTH)
		return `the path ${quoted} is more than ${MAX_DEPTH} folders deep; flatten it`;
	for (const part of parts) {
		if (part === "" || part === ".")
			return `the path ${quoted} has an empty or "." segment; write it without`;
		if (part === "..")
			return `the path ${quoted} leaves the challenge's folder with ".."; keep it inside`;
		if (/[. ]$/.test(part))
			return `the path ${quoted} has a segment that ends in a dot or a space; rename it`;
		if (RESERVED.test(part))
			return `the path ${quoted} uses the reserved name ${JSON.stringify(part)}; rename it`;
		if (GUARDED.has(foldCase(part)))
			return `the path ${quoted} is inside ${JSON.stringify(part)}, which changes how tools behave; choose another folder`;
	}
	return null;
}

/**
 * The first fault of a whole file set: a path that {@link pathFault} refuses, two paths that differ by case or by Unicode form
 * only, or a file that stands where another path needs a folder. Null when the set can be written as it is.
 */
export function pathsFault(paths: readonly string[]): string | null {
	const seen = new Map<string, string>();
	for (const path of paths) {
		const fault = pathFault(path);
		if (fault) return fault;
		const duplicate = seen.get(foldCase(path));
		if (duplicate !== undefined)
			return duplicate === path
				? `the path ${JSON.stringify(path)} is listed twice; keep one`
				: `the paths ${JSON.stringify(duplicate)} and ${JSON.stringify(path)} are one file where case does not count; rename one`;
		seen.set(foldCase(path), path);
	}
	for (const path of paths) {
		const parts = foldCase(path).split("/");
		for (let depth = 1; depth < parts.length; depth++) {
			const file = seen.get(parts.slice(0, depth).join("/"));
			if (file !== undefined)
				return `the file ${JSON.stringify(file)} stands where ${JSON.stringify(path)} needs a folder; rename one`;
		}
	}
	return null;
}

/** One spelling for all that file systems may take for the same name. */
export function foldCase(path: string): string {
	return path.normalize("NFKC").toLowerCase();
}
