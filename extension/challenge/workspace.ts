/** The challenges of this window: which one is active, their folders and files. */
import type { FileEntry, Location } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	challengeKeyOf,
	keyText,
} from "../catalog/catalog.ts";
import { UserError } from "../user-error.ts";
import { createChangeNotice } from "./changed-challenge.ts";
import { currentFiles, pathsBelow } from "./files.ts";
import { challengeFolder, validatePaths, writeMissing } from "./folder.ts";
import { createRoots, type Roots } from "./roots.ts";

export interface ChallengeWorkspace extends vscode.Disposable {
	/** The challenge that was opened or shown last in this window; null before the first. */
	readonly active: ChallengeKey | null;
	/**
	 * Writes what is missing of the starter, opens its first file and makes the challenge the active one. Asks for the folder where several
	 * are open and none has challenges; rejects with CancellationError when none is chosen.
	 */
	open(key: ChallengeKey): Promise<void>;
	/** Resolves when the challenge of the window's last session is active again, or another one already; nothing is opened. Never rejects. */
	readonly restored: Promise<void>;
	/** Makes a challenge the active one without touching its files. */
	setActive(key: ChallengeKey): Promise<void>;
	files(key: ChallengeKey): Promise<FileEntry[]>;
	/** Starter files that are no longer in the folder. Rejects with UserError when one is there and cannot be read. */
	missing(key: ChallengeKey): Promise<string[]>;
	/** Replaces the challenge's files by `files`, as one edit that the editor can undo; other files stay. */
	replaceFiles(key: ChallengeKey, files: readonly FileEntry[]): Promise<void>;
	reveal(key: ChallengeKey, location: Location): Promise<void>;
	/** The challenge whose folder contains the file, whether or not it was opened in this window; it may be missing in the catalog. Null for other files. */
	keyOf(uri: vscode.Uri): ChallengeKey | null;
	/** The challenge's folder, which need not exist. Rejects with UserError when no folder is open. */
	locate(key: ChallengeKey): Promise<vscode.Uri>;
	/** The folder of a challenge that was located in this window. */
	folderOf(pack: string, challenge: string): vscode.Uri | null;
	/** A file of the challenge was changed, created, deleted or renamed. */
	readonly onDidChangeFiles: vscode.Event<ChallengeKey>;
	readonly onDidReset: vscode.Event<ChallengeKey>;
	/** The challenge is in several folders of the workspace, and another one counts from now on. */
	readonly onDidChangeFolder: vscode.Event<ChallengeKey>;
	/** Another challenge is active. */
	readonly onDidChangeActive: vscode.Event<void>;
}

const ACTIVE = "treeline.current";

export function createChallengeWorkspace(
	context: vscode.ExtensionContext,
	catalog: Catalog,
	log: vscode.LogOutputChannel,
): ChallengeWorkspace {
	const filesChanged = new vscode.EventEmitter<ChallengeKey>();
	const wasReset = new vscode.EventEmitter<ChallengeKey>();
	const folderChanged = new vscode.EventEmitter<ChallengeKey>();
	const activeChanged = new vscode.EventEmitter<void>();
	const roots = createRoots();
	/** Folders of the challenges opened in this window, by `pack/challenge`. */
	const folders = new Map<string, vscode.Uri>();
	let active: ChallengeKey | null = null;

	const locate = async (key: ChallengeKey, rootOf: Roots["of"] = roots.of) => {
		const challenge = await catalog.challenge(key);
		const folder = await challengeFolder(await rootOf(key), key, challenge);
		folders.set(keyText(key), folder);
		return { challenge, folder };
	};
	const activate = async (key: ChallengeKey, rootOf = roots.of) => {
		const located = await locate(key, rootOf);
		await makeActive(key);
		return located;
	};
	const makeActive = async (key: ChallengeKey) => {
		active = key;
		await context.workspaceState.update(ACTIVE, key);
		await vscode.commands.executeCommand(
			"setContext",
			"treeline.challengeOpen",
			true,
		);
		activeChanged.fire();
	};
	const restore = async () => {
		const key = challengeKeyOf(context.workspaceState.get(ACTIVE));
		if (!key) return;
		try {
			await locate(key);
			// Unless another one was opened meanwhile.
			if (!active) await makeActive(key);
		} catch (error) {
			log.warn(`The last challenge could not be restored: ${error}`);
		}
	};
	const keyOf = roots.challengeOf;
	const notifyChanged = (uri: vscode.Uri) => {
		const key = keyOf(uri);
		if (key) filesChanged.fire(key);
	};
	const prefer = (uri: vscode.Uri | undefined) => {
		if (!uri || !roots.prefer(uri)) return;
		const key = keyOf(uri);
		if (key) folderChanged.fire(key);
	};
	// Also reports what other programs delete; for a deleted folder it reports the folder alone.
	const deletions = vscode.workspace.createFileSystemWatcher(
		"**/*",
		true,
		true,
	);
	const replaceFiles = async (
		key: ChallengeKey,
		files: readonly FileEntry[],
	) => {
		const { challenge, folder } = await locate(key);
		await validatePaths(folder, challenge, files);
		await writeMissing(folder, challenge, files);
		const documents = await replaceTexts(folder, files);
		// Before saving: the verification of what is saved begins after the reset.
		wasReset.fire(key);
		await Promise.all(documents.map((document) => document.save()));
	};
	const changeNotice = createChangeNotice(context, replaceFiles, log);
	const watching = vscode.Disposable.from(
		deletions,
		deletions.onDidDelete(notifyChanged),
		vscode.window.onDidChangeActiveTextEditor((editor) =>
			prefer(editor?.document.uri),
		),
		vscode.workspace.onDidSaveTextDocument(({ uri }) => prefer(uri)),
		vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
			prefer(uri);
			notifyChanged(uri);
		}),
		vscode.workspace.onDidCreateFiles(({ files }) =>
			files.forEach(notifyChanged),
		),
		vscode.workspace.onDidDeleteFiles(({ files }) =>
			files.forEach(notifyChanged),
		),
		vscode.workspace.onDidRenameFiles(({ files }) => {
			for (const { oldUri, newUri } of files) {
				notifyChanged(oldUri);
				notifyChanged(newUri);
			}
		}),
	);
	return {
		get active() {
			return active;
		},
		onDidChangeFiles: filesChanged.event,
		onDidReset: wasReset.event,
		onDidChangeFolder: folderChanged.event,
		onDidChangeActive: activeChanged.event,
		keyOf,
		locate: async (key) => (await locate(key)).folder,
		folderOf: (pack, challenge) =>
			folders.get(keyText({ pack, challenge })) ?? null,
		async open(key) {
			const { challenge, folder } = await activate(key, roots.choose);
			const written = await writeMissing(folder, challenge, challenge.files);
			log.info(`Opened ${keyText(key)}; ${written.length} files written.`);
			const [first] = challenge.files;
			if (first)
				await vscode.window.showTextDocument(
					vscode.Uri.joinPath(folder, first.path),
					{ viewColumn: vscode.ViewColumn.One, preview: false },
				);
			await changeNotice.opened(
				key,
				challenge,
				written.length === challenge.files.length,
			);
		},
		restored: restore(),
		async setActive(key) {
			if (!active || keyText(active) !== keyText(key)) await activate(key);
		},
		async files(key) {
			return currentFiles((await locate(key)).folder);
		},
		async missing(key) {
			const { challenge, folder } = await locate(key);
			const existing = new Set(await pathsBelow(folder));
			const readable = new Set(
				(await currentFiles(folder)).map(({ path }) => path),
			);
			const paths = challenge.files.map(({ path }) => path);
			const unreadable = paths.find(
				(path) => existing.has(path) && !readable.has(path),
			);
			if (unreadable)
				throw new UserError(
					vscode.l10n.t(
						"`{0}` is larger than 1 MiB or is not text, so it cannot be verified.",
						unreadable,
					),
					vscode.l10n.t("Make it smaller, or save it as UTF-8."),
				);
			return paths.filter((path) => !existing.has(path));
		},
		replaceFiles,
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
		dispose: () =>
			vscode.Disposable.from(
				filesChanged,
				wasReset,
				folderChanged,
				activeChanged,
				watching,
			).dispose(),
	};
}

/** Replaces the whole text of each file by one edit, without saving. */
async function replaceTexts(
	folder: vscode.Uri,
	files: readonly FileEntry[],
): Promise<vscode.TextDocument[]> {
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
		throw new UserError(
			vscode.l10n.t(
				"The files could not be replaced: the editor refused the change.",
			),
			vscode.l10n.t("Close other editors of these files and try again."),
		);
	return documents;
}
