/**
 * JSON records in localStorage, one per key, so that two tabs never overwrite each other's records. Unreadable records are moved to
 * quarantine. When the browser refuses to store a value, it is kept in memory until the tab closes.
 */
import { createEmitter, signal, type WritableSignal } from "./signal.ts";

const PREFIX = "treeline:";
/** Keys of drafts, in whichever namespace. */
const DRAFT = /(^|:)draft:/;
/** Keys of what a draft and the account's had in common last. */
const DRAFT_BASE = /(^|:)draft-base:/;
/** Key prefix of quarantined records. */
export const QUARANTINE_PREFIX = "aside:";

/** `blocked`: the browser stores nothing. `full`: the quota is exceeded and some records are in memory only. */
export type StorageFault = "blocked" | "full" | null;

export interface RecordStorage {
	/** The record under `key`; null when there is none or when `isRecord` does not recognise it. */
	read<Value>(
		key: string,
		isRecord: (value: unknown) => value is Value,
	): Value | null;
	write(key: string, value: unknown): void;
	remove(key: string): void;
	/** Moves a record under {@link QUARANTINE_PREFIX}, where it can be recovered by hand. */
	quarantine(key: string): void;
	keys(prefix: string): string[];
	/** Notifies of changes made by other tabs. */
	watch(listener: () => void): () => void;
	readonly fault: WritableSignal<StorageFault>;
}

/** Storage of a browser tab. */
export interface BrowserStorage extends RecordStorage {
	/** Whether a learner's draft is in memory only, and lost when the tab closes. */
	hasUnsavedDraft(): boolean;
	/** Tries again to store what is in memory only. */
	saveUnsaved(): void;
}

/** Stores records in `storage`; with null, or a storage that throws, in memory. */
export function createStorage(storage: Storage | null): BrowserStorage {
	const unsaved = new Map<string, string>();
	const fault = signal<StorageFault>(usable(storage) ? null : "blocked");
	const disk = fault.read() === null ? storage : null;

	/** A base that is stored without its draft would make an older draft look newer than the account's. */
	const isBaseOfUnsaved = (key: string) =>
		DRAFT_BASE.test(key) && unsaved.has(key.replace(DRAFT_BASE, "$1draft:"));
	const put = (key: string, text: string) => {
		try {
			if (!disk || isBaseOfUnsaved(key)) throw new Error("not stored");
			disk.setItem(PREFIX + key, text);
			unsaved.delete(key);
			if (unsaved.size === 0 && fault.read() === "full") fault.set(null);
		} catch {
			unsaved.set(key, text);
			if (disk) fault.set("full");
		}
	};
	const get = (key: string) =>
		unsaved.get(key) ?? disk?.getItem(PREFIX + key) ?? null;
	const remove = (key: string) => {
		unsaved.delete(key);
		disk?.removeItem(PREFIX + key);
	};
	const quarantine = (key: string) => {
		const text = get(key);
		if (text === null) return;
		remove(key);
		put(QUARANTINE_PREFIX + key, text);
	};

	/** Quarantines an unsaved draft once another tab has stored a newer one. */
	const quarantineOutdated = (key: string) => {
		const text = unsaved.get(key);
		if (text === undefined || !DRAFT.test(key)) return;
		if (key.startsWith(QUARANTINE_PREFIX)) return;
		unsaved.delete(key);
		unsaved.delete(key.replace(DRAFT, "$1draft-base:"));
		put(QUARANTINE_PREFIX + key, text);
	};

	return {
		read(key, isRecord) {
			const text = get(key);
			if (text === null) return null;
			const value = parsed(text);
			if (isRecord(value)) return value;
			quarantine(key);
			return null;
		},
		write: (key, value) => put(key, JSON.stringify(value)),
		remove,
		quarantine,
		keys(prefix) {
			const names = new Set(unsaved.keys());
			for (let index = 0; index < (disk?.length ?? 0); index++) {
				const name = disk?.key(index);
				if (name?.startsWith(PREFIX)) names.add(name.slice(PREFIX.length));
			}
			return [...names].filter((name) => name.startsWith(prefix)).sort();
		},
		watch: storageEvents(quarantineOutdated),
		hasUnsavedDraft: () => [...unsaved.keys()].some((key) => DRAFT.test(key)),
		saveUnsaved() {
			const isBase = (key: string) => DRAFT_BASE.test(key);
			const records = [...unsaved];
			for (const [key, text] of records) if (!isBase(key)) put(key, text);
			for (const [key, text] of records) if (isBase(key)) put(key, text);
		},
		fault,
	};
}

/** The browser's localStorage; null where access throws (private windows, blocked cookies). */
export function browserStorage(): Storage | null {
	try {
		return window.localStorage;
	} catch {
		return null;
	}
}

function usable(storage: Storage | null): boolean {
	try {
		storage?.setItem(`${PREFIX}probe`, "1");
		storage?.removeItem(`${PREFIX}probe`);
		return storage !== null;
	} catch {
		// A full storage refuses the probe too, but its records can be read.
		return (storage?.length ?? 0) > 0;
	}
}

/** Notifies of changes by other tabs; before that, `stored` gets the key of a record that one of them stored. */
function storageEvents(
	stored: (key: string) => void,
): (listener: () => void) => () => void {
	const listeners = createEmitter();
	if (typeof window !== "undefined")
		window.addEventListener("storage", ({ key, newValue }) => {
			if (key !== null && !key.startsWith(PREFIX)) return;
			if (key !== null && newValue !== null) stored(key.slice(PREFIX.length));
			listeners.emit();
		});
	return listeners.add;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
