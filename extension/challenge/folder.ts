/**
 * Locates and writes challenge folders. Nothing is written outside a challenge's own folder: before the first write, every path is
 * validated by the rule of the pack format and checked for symbolic links; through `workspace.fs`, so that it holds on every file system.
 */
import {
	existingFolderName,
	folderName,
	MAX_BYTES,
	MAX_FILES,
	type PublicChallenge,
	pathFault,
	pathsFault,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { UserError } from "../user-error.ts";

const { fs } = vscode.workspace;

/** A challenge's own folder below `root`: the existing one with its slug, whatever its number, else `express/01-say-hello-over-http`. */
export async function challengeFolder(
	root: vscode.Uri,
	key: ChallengeKey,
	challenge: PublicChallenge,
): Promise<vscode.Uri> {
	const { order } = challenge;
	const fault = pathFault(`${key.pack}/${folderName(order, key.challenge)}`);
	if (fault) throw unsafe(challenge, fault);
	const pack = vscode.Uri.joinPath(root, key.pack);
	const names = (await entriesOf(pack))
		.filter(([, kind]) => kind === vscode.FileType.Directory)
		.map(([name]) => name);
	return vscode.Uri.joinPath(
		pack,
		existingFolderName(names, order, key.challenge),
	);
}

/** What a folder contains; nothing when there is no such folder. */
export async function entriesOf(
	folder: vscode.Uri,
): Promise<[string, vscode.FileType][]> {
	try {
		return await fs.readDirectory(folder);
	} catch (error) {
		if (isMissing(error)) return [];
		throw error;
	}
}

/** Writes those of `files` that do not exist, and returns them; a learner's own text is never replaced. */
export async function writeMissing(
	folder: vscode.Uri,
	challenge: PublicChallenge,
	files: readonly FileEntry[],
): Promise<vscode.Uri[]> {
	const written: vscode.Uri[] = [];
	for (const { path, content } of await validatePaths(
		folder,
		challenge,
		files,
	)) {
		const uri = vscode.Uri.joinPath(folder, path);
		if ((await kindOf(uri)) !== null) continue;
		await write(uri, content);
		written.push(uri);
	}
	return written;
}

/** Throws UserError when any of `files` may not be written into `folder`, or is too large; returns them otherwise. */
export async function validatePaths(
	folder: vscode.Uri,
	challenge: PublicChallenge,
	files: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
	const fault = pathsFault(files.map(({ path }) => path));
	if (fault) throw unsafe(challenge, fault);
	if (files.length > MAX_FILES)
		throw unsafe(
			challenge,
			vscode.l10n.t("it has more than {0} files", MAX_FILES),
		);
	const large = files.find(
		({ content }) => new TextEncoder().encode(content).length > MAX_BYTES,
	);
	if (large)
		throw unsafe(
			challenge,
			vscode.l10n.t("the file `{0}` is larger than 1 MiB", large.path),
		);
	const root = vscode.Uri.joinPath(folder, "..", "..");
	const steps = new Map<string, vscode.Uri>();
	for (const target of [
		folder,
		...files.map(({ path }) => vscode.Uri.joinPath(folder, path)),
	])
		for (const step of stepsFrom(root, target))
			steps.set(step.toString(), step);
	for (const step of steps.values()) {
		const kind = await kindOf(step);
		if (kind !== null && kind & vscode.FileType.SymbolicLink)
			throw new UserError(
				vscode.l10n.t(
					"{0} is a link, so writing there could change files elsewhere; nothing was written.",
					vscode.workspace.asRelativePath(step),
				),
				vscode.l10n.t("Remove the link, then open the challenge again."),
			);
	}
	return files;
}

/** `root` and each folder below it on the way to `target`, `target` last. */
function stepsFrom(root: vscode.Uri, target: vscode.Uri): vscode.Uri[] {
	const below = target.path.slice(root.path.length).split("/").filter(Boolean);
	return [
		root,
		...below.map((_, index) =>
			vscode.Uri.joinPath(root, ...below.slice(0, index + 1)),
		),
	];
}

/** The file type of `uri`; null when it does not exist. */
async function kindOf(uri: vscode.Uri): Promise<vscode.FileType | null> {
	return fs.stat(uri).then(
		({ type }) => type,
		(error) => {
			if (isMissing(error)) return null;
			throw unwritable(uri, error);
		},
	);
}

/** Whether there is a file or folder at `uri`; true too when that cannot be determined. */
export const exists = (uri: vscode.Uri): Promise<boolean> =>
	kindOf(uri).then(
		(kind) => kind !== null,
		() => true,
	);

async function write(uri: vscode.Uri, content: string): Promise<void> {
	try {
		await fs.writeFile(uri, new TextEncoder().encode(content));
	} catch (error) {
		throw unwritable(uri, error);
	}
}

export function isMissing(error: unknown): boolean {
	return (
		error instanceof vscode.FileSystemError &&
		(error.code === "FileNotFound" || error.code === "FileNotADirectory")
	);
}

function unwritable(uri: vscode.Uri, error: unknown): UserError {
	const reason = error instanceof Error ? error.message : String(error);
	return new UserError(
		vscode.l10n.t(
			"{0} cannot be written ({1}).",
			vscode.workspace.asRelativePath(uri),
			reason,
		),
		vscode.l10n.t("Make the folder writable, or open another one."),
	);
}

function unsafe(challenge: PublicChallenge, fault: string): UserError {
	return new UserError(
		vscode.l10n.t(
			'"{0}" cannot be opened: {1}. Nothing was written.',
			challenge.title,
			fault,
		),
		vscode.l10n.t("Tell the pack's author."),
	);
}
