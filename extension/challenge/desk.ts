/** The challenge on the learner's desk: which one it is, its folder and files, and what the last verification found in them. */
import { shapeFaults } from "@treeline/packs/format";
import type { FileEntry, Location } from "@treeline/verify/shapes";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Check } from "@treeline/verify/worker";
import { ChallengeKey } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import { type Catalog, keyText } from "../catalog/catalog.ts";
import type { ProgressBook } from "../session/progress.ts";
import { Trouble } from "../trouble.ts";
import { problemsOf } from "./diagnostics.ts";
import { currentFiles, pathsBelow } from "./files.ts";
import {
	challengeFolder,
	checked,
	exists,
	rootFolder,
	writeMissing,
} from "./folder.ts";
import { challengeOfFile, isWithin } from "./paths.ts";

export interface Desk extends vscode.Disposable {
	/** The challenge that was opened or shown last in this workspace; null before the first. */
	readonly current: ChallengeKey | null;
	/** Writes what is missing of the starter, opens its first file and makes the challenge the current one. */
	open(key: ChallengeKey): Promise<void>;
	/** Makes the challenge of the window's last session the current one again, and opens nothing. Never rejects. */
	restore(): Promise<void>;
	/** Makes a challenge the current one without touching its files. */
	resume(key: ChallengeKey): Promise<void>;
	files(key: ChallengeKey): Promise<FileEntry[]>;
	/** Starter files that are no longer in the folder. */
	missing(key: ChallengeKey): Promise<string[]>;
	/** Puts the starter back, as one edit that the editor can undo. */
	reset(key: ChallengeKey): Promise<void>;
	reveal(key: ChallengeKey, location: Location): Promise<void>;
	judged(key: ChallengeKey, files: FileEntry[], check: Check): Promise<void>;
	/** The challenge whose folder contains the file, whether or not it was opened in this window; it may be missing in the catalog. Null for other files. */
	keyOf(uri: vscode.Uri): ChallengeKey | null;
	folderOf(pack: string, challenge: string): vscode.Uri | null;
	/** A file of the challenge changed, came, went or was renamed. */
	readonly onFiles: vscode.Event<ChallengeKey>;
}

const CURRENT = "treeline.current";

export function createDesk(
	context: vscode.ExtensionContext,
	catalog: Catalog,
	progress: ProgressBook,
	log: vscode.LogOutputChannel,
): Desk {
	const problems = vscode.languages.createDiagnosticCollection("treeline");
	const touched = new vscode.EventEmitter<ChallengeKey>();
	/** Folders of the challenges opened in this window, by `pack/challenge`. */
	const folders = new Map<string, vscode.Uri>();
	let current: ChallengeKey | null = null;

	const locate = async (key: ChallengeKey) => {
		const challenge = await catalog.challenge(key);
		const root = rootFolder();
		if (!root)
			throw new Trouble(
				"Challenges open as files, and no folder is open to hold them.",
				"Open a folder (File: Open Folder…), then open the challenge again.",
			);
		const folder = await challengeFolder(root, key, challenge);
		folders.set(keyText(key), folder);
		return { challenge, folder };
	};
	const become = async (key: ChallengeKey) => {
		const { challenge, folder } = await locate(key);
		current = key;
		await context.workspaceState.update(CURRENT, key);
		await vscode.commands.executeCommand(
			"setContext",
			"treeline.challengeOpen",
			true,
		);
		return { challenge, folder };
	};
	const keyOf = (uri: vscode.Uri) => {
		const root = readableRoot();
		return root && challengeOfFile(root, uri);
	};
	const touch = (uri: vscode.Uri) => {
		const key = keyOf(uri);
		if (key) touched.fire(key);
	};
	/** The files with problems that are `place` or in it. */
	const filesWithProblems = (place: vscode.Uri) =>
		[...problems].map(([uri]) => uri).filter((uri) => isWithin(place, uri));
	/** Clears the problems of a deleted file or folder, except of files that have been written again. */
	const clearDeleted = async (deleted: vscode.Uri) => {
		touch(deleted);
		for (const uri of filesWithProblems(deleted))
			if (!(await exists(uri))) problems.delete(uri);
	};
	const { workspace } = vscode;
	// Also reports what other programs delete; for a deleted folder it reports the folder alone.
	const deletions = workspace.createFileSystemWatcher("**/*", true, true);
	const watching = vscode.Disposable.from(
		deletions,
		deletions.onDidDelete(clearDeleted),
		workspace.onDidChangeTextDocument(({ document }) => touch(document.uri)),
		workspace.onDidCreateFiles(({ files }) => files.forEach(touch)),
		workspace.onDidDeleteFiles(({ files }) =>
			files.forEach((uri) => void clearDeleted(uri)),
		),
		workspace.onDidRenameFiles(({ files }) => {
			for (const { oldUri, newUri } of files) {
				for (const uri of filesWithProblems(oldUri)) problems.delete(uri);
				touch(oldUri);
				touch(newUri);
			}
		}),
	);
	return {
		get current() {
			return current;
		},
		onFiles: touched.event,
		keyOf,
		folderOf: (pack, challenge) =>
			folders.get(keyText({ pack, challenge })) ?? null,
		async open(key) {
			const { challenge, folder } = await become(key);
			const written = await writeMissing(folder, challenge, challenge.files);
			log.info(`Opened ${keyText(key)}; ${written.length} files written.`);
			const [first] = challenge.files;
			if (first)
				await vscode.window.showTextDocument(
					vscode.Uri.joinPath(folder, first.path),
					{ viewColumn: vscode.ViewColumn.One, preview: false },
				);
		},
		async restore() {
			const key: unknown = context.workspaceState.get(CURRENT);
			if (shapeFaults(ChallengeKey, key).length > 0) return;
			await become(key as ChallengeKey).catch((error) =>
				log.warn(`The last challenge was not taken up again: ${error}`),
			);
		},
		async resume(key) {
			if (!current || keyText(current) !== keyText(key)) await become(key);
		},
		async files(key) {
			return currentFiles((await locate(key)).folder);
		},
		async missing(key) {
			const { challenge, folder } = await locate(key);
			const there = new Set(
				(await currentFiles(folder)).map(({ path }) => path),
			);
			return challenge.files
				.map(({ path }) => path)
				.filter((path) => !there.has(path));
		},
		async reset(key) {
			const { challenge, folder } = await locate(key);
			await checked(folder, challenge, challenge.files);
			await writeMissing(folder, challenge, challenge.files);
			await replaceTexts(folder, challenge.files);
			for (const { path } of challenge.files)
				problems.delete(vscode.Uri.joinPath(folder, path));
		},
		async reveal(key, { file, line, column, endLine, endColumn }) {
			const { folder } = await locate(key);
			const selection = new vscode.Range(
				line - 1,
				column - 1,
				endLine - 1,
				endColumn - 1,
			);
			await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, file), {
				viewColumn: vscode.ViewColumn.One,
				preview: false,
				selection,
			});
		},
		async judged(key, files, check) {
			const { challenge, folder } = await locate(key);
			// A file may have been deleted since the verification began: nothing would clear its problems later.
			const existing = new Set(await pathsBelow(folder));
			const paths = files
				.map(({ path }) => path)
				.filter((path) => existing.has(path));
			const verified = new Set(
				paths.map((path) => vscode.Uri.joinPath(folder, path).toString()),
			);
			for (const uri of filesWithProblems(folder))
				if (!verified.has(uri.toString())) problems.delete(uri);
			const { passed, faults } = decideVerdict(challenge.assertions, check);
			const isBroken = faults.length > 0;
			for (const [path, found] of problemsOf(check, paths, isBroken))
				problems.set(vscode.Uri.joinPath(folder, path), found);
			await progress.note(key, { status: passed ? "passed" : "attempted" });
		},
		dispose: () =>
			vscode.Disposable.from(problems, touched, watching).dispose(),
	};
}

/** Like `rootFolder`, but null when the setting is invalid: opening a challenge reports that. */
function readableRoot(): vscode.Uri | null {
	try {
		return rootFolder();
	} catch {
		return null;
	}
}

/** Replaces the whole text of each file by one edit, and saves. */
async function replaceTexts(
	folder: vscode.Uri,
	files: readonly FileEntry[],
): Promise<void> {
	const edit = new vscode.WorkspaceEdit();
	const documents = await Promise.all(
		files.map(async ({ path, content }) => {
			const document = await vscode.workspace.openTextDocument(
				vscode.Uri.joinPath(folder, path),
			);
			const whole = new vscode.Range(
				document.positionAt(0),
				document.positionAt(document.getText().length),
			);
			edit.replace(document.uri, whole, content);
			return document;
		}),
	);
	const done = await vscode.workspace.applyEdit(edit);
	if (!done)
		throw new Trouble(
			"The starter could not be put back: the editor refused the change.",
			"Close other editors of these files and try again.",
		);
	await Promise.all(documents.map((document) => document.save()));
}
