/**
 * Stores records as files in the extension's storage, one file each. The global state is a single value that each window writes whole:
 * of two windows that store at once, one would lose what it stored.
 */
import { createEmitter, signal } from "@treeline/webview/signal";
import {
	QUARANTINE_PREFIX,
	type RecordStorage,
} from "@treeline/webview/storage";
import * as vscode from "vscode";
import { entriesOf, isMissing } from "../challenge/folder.ts";
import { trackWrite } from "./pending-writes.ts";

const SUFFIX = ".json";

const { fs } = vscode.workspace;

export interface EditorStorage extends RecordStorage {
	/** Resolves when the records of earlier windows are read; until then there are those of this one alone. Never rejects. */
	readonly loaded: Promise<void>;
	/** Resolves when all records that were written so far are on disk. */
	settled(): Promise<void>;
}

/** What the keys of records began with in the global state, where earlier versions stored them. */
const OLD_PREFIX = "treeline.kept:";

/** Opens the storage and begins to read all records; the watchers are notified once. What other open windows store later is not read. */
export function openEditorStorage(
	{
		globalStorageUri,
		globalState,
	}: Pick<vscode.ExtensionContext, "globalStorageUri"> & {
		globalState: vscode.Memento;
	},
	log: Pick<vscode.LogOutputChannel, "error" | "warn">,
): EditorStorage {
	const folder = vscode.Uri.joinPath(globalStorageUri, "records");
	const records = new Map<string, unknown>();
	/** What this window writes or removes while the others are still read; null afterwards. */
	let changed: Set<string> | null = new Set();
	const loading = createEmitter();
	const fileOf = (key: string) =>
		vscode.Uri.joinPath(folder, encodeURIComponent(key) + SUFFIX);
	/** One after another, so that the latest value of a record is the one that stays. */
	let last: Promise<void> = Promise.resolve();
	const enqueue = (key: string, work: (file: vscode.Uri) => Promise<void>) => {
		last = trackWrite(
			last
				.then(() => work(fileOf(key)))
				.catch((error) => log.error(`"${key}" could not be stored.`, error)),
		);
	};
	const write = (key: string, value: unknown) => {
		records.set(key, value);
		changed?.add(key);
		const text = JSON.stringify(value);
		enqueue(key, (file) => replaceFile(file, text));
	};
	/** Moves the records of earlier versions; each stays where it was until its file is written. */
	const moveOldRecords = () => {
		for (const oldKey of globalState.keys()) {
			if (!oldKey.startsWith(OLD_PREFIX)) continue;
			const key = oldKey.slice(OLD_PREFIX.length);
			if (!records.has(key)) records.set(key, globalState.get(oldKey));
			const text = JSON.stringify(records.get(key));
			enqueue(key, async (file) => {
				await replaceFile(file, text);
				await globalState.update(oldKey, undefined);
			});
		}
	};
	const load = async () => {
		for (const [key, value] of await readRecords(folder, log))
			if (!changed?.has(key)) records.set(key, value);
		changed = null;
		moveOldRecords();
		loading.emit();
	};
	const remove = (key: string) => {
		if (!records.delete(key) && !changed) return;
		changed?.add(key);
		enqueue(key, async (file) => {
			try {
				await fs.delete(file);
			} catch (error) {
				// Another window has sent and removed the same record.
				if (!isMissing(error)) throw error;
			}
		});
	};
	const quarantine = (key: string) => {
		const value = records.get(key);
		if (value === undefined) return;
		write(QUARANTINE_PREFIX + key, value);
		remove(key);
	};
	return {
		read(key, isRecord) {
			const value = records.get(key);
			if (value === undefined) return null;
			if (isRecord(value)) return value;
			quarantine(key);
			return null;
		},
		write,
		remove,
		quarantine,
		keys: (prefix) =>
			[...records.keys()].filter((key) => key.startsWith(prefix)).sort(),
		// Each window sends its own records, so it needs no news of what the others store later.
		watch: loading.add,
		loaded: load(),
		fault: signal(null),
		settled: () => last,
	};
}

/** Writes a file beside its place and renames it, so that a crash leaves no half of it. Creates its folder. */
export async function replaceFile(
	file: vscode.Uri,
	text: string,
): Promise<void> {
	await fs.createDirectory(vscode.Uri.joinPath(file, ".."));
	const draft = file.with({ path: `${file.path}.${crypto.randomUUID()}.new` });
	await fs.writeFile(draft, new TextEncoder().encode(text));
	await fs.rename(draft, file, { overwrite: true });
}

async function readRecords(
	folder: vscode.Uri,
	log: Pick<vscode.LogOutputChannel, "warn">,
): Promise<Map<string, unknown>> {
	const records = new Map<string, unknown>();
	const read = async (name: string) => {
		if (!name.endsWith(SUFFIX)) return;
		try {
			const bytes = await fs.readFile(vscode.Uri.joinPath(folder, name));
			const key = decodeURIComponent(name.slice(0, -SUFFIX.length));
			records.set(key, JSON.parse(new TextDecoder().decode(bytes)));
		} catch (error) {
			log.warn(`The record ${name} could not be read: ${error}`);
		}
	};
	try {
		const entries = await entriesOf(folder);
		await Promise.all(entries.map(([name]) => read(name)));
	} catch (error) {
		log.warn(`The records could not be read: ${error}`);
	}
	return records;
}
