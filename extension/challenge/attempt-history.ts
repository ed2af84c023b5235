/**
 * Earlier attempts of each challenge, with their files, in the extension's storage on this machine: what was verified and has no syntax
 * error. Each attempt is a file of its own, so that several windows can keep theirs at once. The oldest ones go when a limit is reached.
 */
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import type { Results } from "../engine/results.ts";
import { replaceFile } from "../session/storage.ts";
import {
	attemptFileName,
	MAX_CHALLENGE_BYTES,
	type StoredFile,
	selectAttempts,
} from "./attempt-limits.ts";
import { entriesOf, isMissing } from "./folder.ts";

export interface EarlierAttempt {
	/** When it was verified, in ISO 8601; it identifies the attempt. */
	at: string;
	passed: boolean;
	summary: string;
	files: FileEntry[];
}

export interface AttemptHistory extends vscode.Disposable {
	/** The newest first. */
	of(key: ChallengeKey): Promise<EarlierAttempt[]>;
}

/** Limit for all challenges together, in bytes. */
const MAX_BYTES = 20 * 1024 * 1024;

const LIST_SUFFIX = ".json";

const { fs } = vscode.workspace;

/** Keeps the results of verification as attempts. */
export function createAttemptHistory(
	{ globalStorageUri }: Pick<vscode.ExtensionContext, "globalStorageUri">,
	results: Pick<Results, "of" | "onDidChange">,
	log: Pick<vscode.LogOutputChannel, "warn">,
): AttemptHistory {
	const root = vscode.Uri.joinPath(globalStorageUri, "attempts");
	const folderOf = (key: ChallengeKey) =>
		vscode.Uri.joinPath(root, encodeURIComponent(keyText(key)));
	const read = async (file: vscode.Uri): Promise<EarlierAttempt[]> => {
		try {
			const bytes = await fs.readFile(file);
			return [JSON.parse(new TextDecoder().decode(bytes))];
		} catch (error) {
			// Another window has removed it, or something else has damaged it.
			if (!isMissing(error)) log.warn(`Attempts could not be read: ${error}`);
			return [];
		}
	};
	const add = async (key: ChallengeKey, attempt: EarlierAttempt) => {
		const folder = folderOf(key);
		await store(folder, attempt);
		const { outdated } = selectAttempts(await filesIn(folder));
		for (const each of outdated) await remove(folder, each);
		cleanup ??= removeOldest(root);
		await cleanup;
	};
	/** Once a window: it looks at the files of all challenges. */
	let cleanup: Promise<void> | null = null;
	/** One after another. */
	let last: Promise<unknown> = splitLists(root, log).catch((error) =>
		log.warn(`Attempts could not be read: ${error}`),
	);
	let latestTime = 0;
	const listening = results.onDidChange((key) => {
		const result = results.of(key);
		if (!result || result.isPreview || result.verdict.faults.length > 0) return;
		const { passed, summary } = result.verdict;
		latestTime = Math.max(Date.now(), latestTime + 1);
		const at = new Date(latestTime).toISOString();
		const attempt = { at, passed, summary, files: result.files };
		last = last
			.then(() => add(key, attempt))
			.catch((error) => log.warn(`An attempt could not be kept: ${error}`));
	});
	return {
		async of(key) {
			await last;
			const folder = folderOf(key);
			const { kept } = selectAttempts(await filesIn(folder));
			const attempts = await Promise.all(
				kept.map((name) => read(vscode.Uri.joinPath(folder, name))),
			);
			return attempts.flat();
		},
		dispose: () => listening.dispose(),
	};
}

/** Writes an attempt's file, unless it is too large. */
async function store(
	folder: vscode.Uri,
	attempt: EarlierAttempt,
): Promise<void> {
	const text = JSON.stringify(attempt);
	if (new TextEncoder().encode(text).length > MAX_CHALLENGE_BYTES) return;
	const name = await attemptFileName(Date.parse(attempt.at), attempt.files);
	await replaceFile(vscode.Uri.joinPath(folder, name), text);
}

/** Splits the lists in which earlier versions kept all attempts of a challenge, `<challenge>.json`, into files. */
async function splitLists(
	root: vscode.Uri,
	log: Pick<vscode.LogOutputChannel, "warn">,
): Promise<void> {
	for (const [name] of await entriesOf(root)) {
		if (!name.endsWith(LIST_SUFFIX)) continue;
		const challenge = name.slice(0, -LIST_SUFFIX.length);
		try {
			const bytes = await fs.readFile(vscode.Uri.joinPath(root, name));
			const list: EarlierAttempt[] = JSON.parse(
				new TextDecoder().decode(bytes),
			);
			for (const attempt of list)
				await store(vscode.Uri.joinPath(root, challenge), attempt);
			await remove(root, name);
		} catch (error) {
			if (!isMissing(error)) log.warn(`${name} could not be read: ${error}`);
		}
	}
}

/** The files in a folder; without those that another window removes meanwhile. */
async function filesIn(folder: vscode.Uri): Promise<StoredFile[]> {
	const files = await Promise.all(
		(await entriesOf(folder)).map(async ([name]) => {
			try {
				const { size } = await fs.stat(vscode.Uri.joinPath(folder, name));
				return [{ name, size }];
			} catch (error) {
				if (isMissing(error)) return [];
				throw error;
			}
		}),
	);
	return files.flat();
}

/** Removes a file, which another window may have removed already. */
async function remove(folder: vscode.Uri, name: string): Promise<void> {
	try {
		await fs.delete(vscode.Uri.joinPath(folder, name));
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}

/** Removes the oldest attempts of all challenges until the rest is within the limit. */
async function removeOldest(root: vscode.Uri): Promise<void> {
	const folders = (await entriesOf(root))
		.filter(([, kind]) => kind === vscode.FileType.Directory)
		.map(([name]) => vscode.Uri.joinPath(root, name));
	const files = await Promise.all(
		folders.map(async (folder) =>
			(await filesIn(folder)).map((file) => ({ folder, ...file })),
		),
	);
	let total = 0;
	for (const { folder, name, size } of files
		.flat()
		.sort((a, b) => (a.name < b.name ? 1 : -1))) {
		total += size;
		if (total > MAX_BYTES) await remove(folder, name);
	}
}
