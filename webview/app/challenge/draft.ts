/** The learner's draft of one challenge: saved at every change, with reset and restore. */
import {
	batch,
	computed,
	type ReadonlySignal,
	type Signal,
	signal,
} from "@preact/signals";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, PageFiles } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { inform } from "../notices.ts";

/** The learner's files, wherever they are stored. */
export interface Draft {
	/** What the learner began with. */
	readonly starter: FileEntry[];
	files: ReadonlySignal<FileEntry[]>;
	/** Path of the file whose tab is chosen. */
	active: Signal<string>;
	/** What the last reset replaced, until it is restored or another reset replaces more; null = nothing. */
	previous: ReadonlySignal<FileEntry[] | null>;
	/** What replaced the files just now, in a sentence; null once the learner goes on. */
	replacement: Signal<string | null>;
	/** Whether anything differs from the starter. */
	changed: ReadonlySignal<boolean>;
	/** Brings `files` up to what the learner has now. */
	refresh(): Promise<void>;
	edit(path: string, content: string): void;
	reset(): void;
	/** Puts `previous` back; the files that it replaces can be restored in turn, unless they are the starter. */
	restore(): void;
	/** Puts `next` in place of all files, which can be restored; `what` says in a sentence what happened. */
	replaceFiles(next: FileEntry[], what: string): void;
	/** Keeps `other` as the code that can be restored. */
	keepPrevious(other: FileEntry[]): void;
	/** Adds, renames and deletes files of the learner's own; null where the editor around the page does that. */
	ownFiles: OwnFiles | null;
	close(): void;
}

/** Files that the starter does not have. Callers have checked new paths with `fileNameFault`. */
export interface OwnFiles {
	has(path: string): boolean;
	/** Adds an empty file and chooses its tab. */
	add(path: string): void;
	/** Renames a file of the learner's own, and chooses its tab. */
	rename(path: string, to: string): void;
	/** Deletes a file of the learner's own, which `restore` brings back. */
	remove(path: string): void;
}

/** Id of the notice about changes by another tab. */
const OTHER_TAB = "draft-of-another-tab";

/** What changed the files: an edit, or that all of them were replaced, as by a reset. */
export type Change = "edit" | "replace";

/** How long an edit waits until it is stored, in milliseconds: storing it before the key is painted would delay that. */
const STORE_DELAY_MS = 60;

/** `changed` runs after every change of the files, and `stored` once changes are stored. */
export function createDraft(
	pageFiles: PageFiles,
	key: ChallengeKey,
	authored: FileEntry[],
	changed: (change: Change) => void,
	stored: () => void = () => {},
): Draft {
	const starter = authored.map(normalizeLineEndings);
	const files = signal(mergeWithStarter(starter, pageFiles.draft(key)));
	const active = signal(files.peek()[0]?.path ?? "");
	const given = new Set(starter.map(({ path }) => path));
	const isOwn = (path: string) =>
		!given.has(path) && files.peek().some((file) => file.path === path);
	const previous = signal(pageFiles.previous(key));
	const replacement = signal<string | null>(null);

	/** Shows `next`; a tab whose file is gone gives way to the one before it. */
	const show = (next: FileEntry[]) =>
		batch(() => {
			const at = files.peek().findIndex(({ path }) => path === active.peek());
			files.value = next;
			if (!next.some(({ path }) => path === active.peek()))
				active.value = (next[at - 1] ?? next[0])?.path ?? "";
		});
	const keepPrevious = (next: FileEntry[] | null) => {
		previous.value = next;
		pageFiles.keepPrevious(key, next);
	};
	/** The draft as this tab read or saved it last. */
	let known = pageFiles.draft(key);
	let waiting: ReturnType<typeof setTimeout> | undefined;
	const store = () => {
		clearTimeout(waiting);
		waiting = undefined;
		const next = files.peek();
		const other = pageFiles.draft(key);
		// Saved by a tab whose change has not been reported yet.
		if (other && !sameDraft(other, known)) {
			keepPrevious(mergeWithStarter(starter, other));
			inform(
				OTHER_TAB,
				t(
					"Your code was also changed in another tab. This tab’s code is saved; “Restore previous code” brings back the other.",
				),
			);
		}
		if (sameFiles(next, starter)) pageFiles.discard(key);
		else pageFiles.keep(key, next);
		known = pageFiles.draft(key);
		stored();
	};
	const storeWaiting = () => {
		if (waiting !== undefined) store();
	};
	const keep = (next: FileEntry[], change: Change) => {
		show(next);
		store();
		changed(change);
	};
	const keepTyped = (next: FileEntry[]) => {
		show(next);
		waiting ??= setTimeout(store, STORE_DELAY_MS);
		changed("edit");
	};
	const replaceFiles = (next: FileEntry[], what: string) => {
		const replaced = files.peek();
		keepPrevious(sameFiles(replaced, starter) ? null : replaced);
		keep(mergeWithStarter(starter, next), "replace");
		replacement.value = what;
	};
	// Two tabs of one challenge show one text: a stale one would write over the newer at its next keystroke.
	const stop = pageFiles.watch(() => {
		// What was typed here since is newer.
		if (waiting !== undefined) return store();
		previous.value = pageFiles.previous(key);
		known = pageFiles.draft(key);
		const theirs = mergeWithStarter(starter, known);
		if (sameFiles(theirs, files.peek())) return;
		show(theirs);
		if (known)
			inform(
				OTHER_TAB,
				t(
					"Your code was changed in another tab. This tab shows the newer code.",
				),
			);
		changed("edit");
	});
	const stopStoring = beforeLeaving(storeWaiting);
	return {
		starter,
		files,
		active,
		previous,
		replacement,
		refresh: async () => storeWaiting(),
		close() {
			storeWaiting();
			stopStoring();
			stop();
		},
		changed: computed(() => !sameFiles(files.value, starter)),
		edit(path: string, content: string) {
			const file = files.peek().find((each) => each.path === path);
			if (!file || file.content === content) return;
			replacement.value = null;
			keepTyped(
				files.peek().map((each) => (each === file ? { path, content } : each)),
			);
		},
		reset() {
			keepPrevious(files.peek());
			keep(starter, "replace");
			replacement.value = t(
				"The starter is back. “Restore previous code” brings your code back.",
			);
		},
		restore() {
			const restored = previous.peek();
			if (!restored) return;
			replaceFiles(restored, t("Your previous code is restored."));
		},
		replaceFiles,
		keepPrevious,
		ownFiles: {
			has: isOwn,
			add(path) {
				replacement.value = null;
				keep([...files.peek(), { path, content: "" }], "edit");
				active.value = path;
			},
			rename(path, to) {
				if (!isOwn(path)) return;
				replacement.value = null;
				const next = files
					.peek()
					.map((file) => (file.path === path ? { ...file, path: to } : file));
				batch(() => {
					keep(next, "edit");
					active.value = to;
				});
			},
			remove(path) {
				if (!isOwn(path)) return;
				keepPrevious(files.peek());
				keep(
					files.peek().filter((file) => file.path !== path),
					"edit",
				);
				replacement.value = t(
					"{0} is deleted. “Restore previous code” brings it back.",
					path,
				);
			},
		},
	};
}

/** Runs `work` when the page is hidden or left, before others ask what is not stored; answers how to stop that. */
function beforeLeaving(work: () => void): () => void {
	if (typeof window === "undefined") return () => {};
	const events = ["beforeunload", "pagehide", "visibilitychange"];
	for (const name of events) window.addEventListener(name, work, true);
	return () => {
		for (const name of events) window.removeEventListener(name, work, true);
	};
}

/** The starter's files in its order, each as the learner left it; files that only the draft has are kept at the end. */
function mergeWithStarter(
	starter: FileEntry[],
	draft: FileEntry[] | null,
): FileEntry[] {
	if (!draft) return starter;
	const left = draft.map(normalizeLineEndings);
	const written = new Map(left.map((file) => [file.path, file]));
	const known = new Set(starter.map(({ path }) => path));
	return [
		...starter.map((file) => written.get(file.path) ?? file),
		...left.filter(({ path }) => !known.has(path)),
	];
}

/** Ends every line with `\n`, as the editor does. */
function normalizeLineEndings({ path, content }: FileEntry): FileEntry {
	return { path, content: content.replace(/\r\n?/g, "\n") };
}

const sameDraft = (one: FileEntry[] | null, other: FileEntry[] | null) =>
	one === null || other === null ? one === other : sameFiles(one, other);

/** The same paths with the same content, in the same order. */
export function sameFiles(one: FileEntry[], other: FileEntry[]): boolean {
	return (
		one.length === other.length &&
		one.every(
			(file, index) =>
				file.path === other[index]?.path &&
				file.content === other[index].content,
		)
	);
}
