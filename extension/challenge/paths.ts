/** Paths of challenge folders, `<root>/<pack>/<number>-<slug>`, and which challenge a file belongs to. Paths are those of URIs, so they have `/` on Windows too. */
import { slugOfFolder } from "@treeline/packs/format";
import type { ChallengeKey } from "@treeline/webview/protocol";

/** The parts of a `vscode.Uri` that say where a file is. */
export interface UriParts {
	scheme: string;
	authority: string;
	path: string;
}

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
	const challenge = slugOfFolder(folder);
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
