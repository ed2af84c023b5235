/**
 * Storage that cannot hurt: one record per key, so that two tabs never overwrite each other's work; a record that does not read
 * is set aside, not lost and not fatal; and where the browser refuses to store, values live as long as the tab does.
 */
import { type Cell, cell, listenersOf } from "./signal.ts";

const PREFIX = "treeline:";
/** What a record that was set aside has before its key. */
export const ASIDE = "aside:";

/** `blocked`: the browser lets nothing be stored. `full`: some of it no longer fits. */
export type Trouble = "blocked" | "full" | null;

export interface Shelf {
	/** The record under `key`; null when there is none or when `isRecord` does not recognise it. */
	read<Value>(
		key: string,
		isRecord: (value: unknown) => value is Value,
	): Value | null;
	write(key: string, value: unknown): void;
	remove(key: string): void;
	/** Moves a record out of the way, for a human to look at. */
	setAside(key: string): void;
	keys(prefix: string): string[];
	/** Hears of changes that another tab made. */
	watch(listener: () => void): () => void;
	readonly trouble: Cell<Trouble>;
}

/** A shelf in `storage`; null (or a storage that throws) makes one that lasts as long as the page. */
export function createShelf(storage: Storage | null): Shelf {
	const unsaved = new Map<string, string>();
	const trouble = cell<Trouble>(usable(storage) ? null : "blocked");
	const disk = trouble.read() === null ? storage : null;

	const put = (key: string, text: string) => {
		try {
			if (!disk) throw new Error("no storage");
			disk.setItem(PREFIX + key, text);
			unsaved.delete(key);
			if (unsaved.size === 0 && trouble.read() === "full") trouble.set(null);
		} catch {
			unsaved.set(key, text);
			if (disk) trouble.set("full");
		}
	};
	const get = (key: string) =>
		unsaved.get(key) ?? disk?.getItem(PREFIX + key) ?? null;
	const remove = (key: string) => {
		unsaved.delete(key);
		disk?.removeItem(PREFIX + key);
	};
	const setAside = (key: string) => {
		const text = get(key);
		if (text === null) return;
		remove(key);
		put(ASIDE + key, text);
	};

	return {
		read(key, isRecord) {
			const text = get(key);
			if (text === null) return null;
			const value = parsed(text);
			if (isRecord(value)) return value;
			setAside(key);
			return null;
		},
		write: (key, value) => put(key, JSON.stringify(value)),
		remove,
		setAside,
		keys(prefix) {
			const names = new Set(unsaved.keys());
			for (let index = 0; index < (disk?.length ?? 0); index++) {
				const name = disk?.key(index);
				if (name?.startsWith(PREFIX)) names.add(name.slice(PREFIX.length));
			}
			return [...names].filter((name) => name.startsWith(prefix)).sort();
		},
		watch: otherTabs(),
		trouble,
	};
}

/** The browser's storage, or null where even asking for it is refused (private windows, blocked cookies). */
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
		// A full storage refuses the probe too, and is still worth reading.
		return (storage?.length ?? 0) > 0;
	}
}

function otherTabs(): (listener: () => void) => () => void {
	const listeners = listenersOf();
	if (typeof window !== "undefined")
		window.addEventListener("storage", (event) => {
			if (event.key === null || event.key.startsWith(PREFIX)) listeners.tell();
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
