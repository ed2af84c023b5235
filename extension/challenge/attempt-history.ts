/**
 * Earlier attempts of each challenge, with their files, in the extension's storage on this machine: what was verified and has no syntax
 * error. The oldest ones go when a limit is reached.
 */
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import type { Results } from "../engine/results.ts";
import { withinLimits } from "./attempt-limits.ts";
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

const { fs } = vscode.workspace;

/** Keeps the results of verification as attempts. */
export function createAttemptHistory(
	{ globalStorageUri }: vscode.ExtensionContext,
	results: Results,
	log: vscode.LogOutputChannel,
): AttemptHistory {
	const folder = vscode.Uri.joinPath(globalStorageUri, "attempts");
	const fileOf = (key: ChallengeKey) =>
		vscode.Uri.joinPath(folder, `${encodeURIComponent(keyText(key))}.json`);
	const read = async (key: ChallengeKey): Promise<EarlierAttempt[]> => {
		try {
			const bytes = await fs.readFile(fileOf(key));
			const stored: unknown = JSON.parse(new TextDecoder().decode(bytes));
			if (Array.isArray(stored)) return stored;
			throw new TypeError("the file holds no list of attempts");
		} catch (error) {
			// A file that another version or a crash has damaged counts as none.
			if (!isMissing(error)) log.warn(`Attempts could not be read: ${error}`);
			return [];
		}
	};
	const add = async (key: ChallengeKey, attempt: EarlierAttempt) => {
		const before = await read(key);
		const filesText = JSON.stringify(attempt.files);
		const others = before.filter(
			({ files }) => JSON.stringify(files) !== filesText,
		);
		const bytes = withinLimits([attempt, ...others]);
		if (!bytes) return;
		await fs.createDirectory(folder);
		// Renamed into place, so that a crash while it is written loses nothing.
		const draft = fileOf(key).with({ path: `${fileOf(key).path}.new` });
		await fs.writeFile(draft, bytes);
		await fs.rename(draft, fileOf(key), { overwrite: true });
		await removeOldest(folder);
	};
	/** One after another: of two concurrent read-modify-writes, one would be lost. */
	let last: Promise<unknown> = Promise.resolve();
	const listening = results.onDidChange((key) => {
		const result = results.of(key);
		if (!result || result.verdict.faults.length > 0) return;
		const { passed, summary } = result.verdict;
		const at = new Date().toISOString();
		const attempt = { at, passed, summary, files: result.files };
		last = last
			.then(() => add(key, attempt))
			.catch((error) => log.warn(`An attempt could not be kept: ${error}`));
	});
	return {
		async of(key) {
			await last;
			return read(key);
		},
		dispose: () => listening.dispose(),
	};
}

/** Removes the challenges that were verified longest ago until the rest is within the limit. */
async function removeOldest(folder: vscode.Uri): Promise<void> {
	const files = await Promise.all(
		(await entriesOf(folder)).map(async ([name]) => {
			const uri = vscode.Uri.joinPath(folder, name);
			return { uri, ...(await fs.stat(uri)) };
		}),
	);
	let total = 0;
	for (const { uri, size } of files.sort((a, b) => b.mtime - a.mtime)) {
		total += size;
		if (total > MAX_BYTES) await fs.delete(uri);
	}
}
