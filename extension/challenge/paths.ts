/** Paths of challenge folders, `<root>/<pack>/<number>-<slug>`, and which challenge a file belongs to. Paths are those of URIs, so they have `/` on Windows too. */
import type { ChallengeKey } from "@treeline/webview/protocol";

/** The parts of a `vscode.Uri` that say where a file is. */
export interface UriParts {
	scheme: string;
	authority: string;
	path: string;
}

/** The name of a challenge's folder: `01-say-hello-over-http`. */
export const folderName = (order: number, slug: string): string =>
	`${String(order).padStart(2, "0")}-${slug}`;

/**
 * The name of a challenge's folder, given the `names` of its pack's folders: the usual one if it exists, else one with another number, which
 * the challenge had when its files were written. The usual one when there is neither.
 */
export function existingFolderName(
	names: readonly string[],
	order: number,
	slug: string,
): string {
	const usual = folderName(order, slug);
	if (names.includes(usual)) return usual;
	return names.filter((name) => slugOf(name) === slug).sort()[0] ?? usual;
}

/** The slug in the name of a challenge's folder; null for another name. */
const slugOf = (name: string): string | null =>
	/^\d+-(.+)$/.exec(name)?.[1] ?? null;

/** The challenge whose folder below `root` contains `file`, whatever the folder's number; null for a file elsewhere. */
export function challengeOfFile(
	root: UriParts,
	file: UriParts,
): ChallengeKey | null {
	if (!isWithin(root, file)) return null;
	const [pack, folder = "", ...rest] = file.path
		.slice(root.path.length)
		.split("/")
		.filter(Boolean);
	const challenge = slugOf(folder);
	return pack && challenge && rest.length > 0 ? { pack, challenge } : null;
}

/**
 * The value of the context key `treeline.challengeFiles`: those of `files` that belong to a challenge, as URIs. VS Code turns them into
 * the text that an editor's `resource` has, which on a remote machine is another than the extension sees.
 */
export async function challengeFiles<File>(
	files: readonly File[],
	keyOf: (file: File) => ChallengeKey | null,
	isKnown: (key: ChallengeKey) => Promise<boolean>,
): Promise<File[]> {
	const found = await Promise.all(
		files.map(async (file) => {
			const key = keyOf(file);
			return key && (await isKnown(key)) ? [file] : [];
		}),
	);
	return found.flat();
}

/** Whether `file` is `folder` or in it, at any depth. The case of a drive letter does not count. */
export function isWithin(folder: UriParts, file: UriParts): boolean {
	const [outer, inner] = [withLowerDrive(folder), withLowerDrive(file)];
	return (
		folder.scheme === file.scheme &&
		folder.authority === file.authority &&
		(inner === outer || inner.startsWith(`${outer}/`))
	);
}

const withLowerDrive = ({ path }: UriParts) =>
	path.replace(/^\/[A-Z](?=:)/, (drive) => drive.toLowerCase());
