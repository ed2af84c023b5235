/**
 * One challenge that is open: its document, what of it is not saved, and what happened to its files meanwhile. Unsaved edits are kept in
 * this browser, or by the editor around the page, with every change, so that neither a reload nor the end of the studio loses them.
 */
import { computed, signal } from "@preact/signals";
import type { Records } from "../../host/host.ts";
import {
	type StudioChallenge,
	type StudioDocument,
	StudioError,
	type StudioStore,
} from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";

/** Unsaved edits, and the revision that they were made from. */
interface Draft {
	revision: string;
	document: StudioDocument;
}

const isDraft = (value: unknown): value is Draft =>
	typeof value === "object" &&
	value !== null &&
	typeof (value as Draft).revision === "string" &&
	typeof (value as Draft).document === "object";

const draftKey = (folder: string, path: string) =>
	`studio:draft:${folder}/${path}`;

/** The challenges of a pack that have unsaved edits here. */
export const draftsIn = (records: Records, folder: string): Set<string> =>
	new Set(
		records
			.keys(draftKey(folder, ""))
			.map((key) => key.slice(draftKey(folder, "").length)),
	);

const isSame = (one: unknown, other: unknown) =>
	JSON.stringify(one) === JSON.stringify(other);

export type Editing = ReturnType<typeof createEditing>;

/** Opens a challenge that has been read: at the unsaved edits that there are, else as it is stored. */
export function createEditing(
	store: StudioStore,
	storage: Records,
	folder: string,
	read: StudioChallenge & { document: StudioDocument },
) {
	const { path } = read;
	const key = draftKey(folder, path);
	const draft = storage.read(key, isDraft);
	const isStale = draft !== null && draft.revision !== read.revision;
	const stored = signal(read);
	const document = signal(draft?.document ?? read.document);
	/** The files as they are now, when they are not those that the edits were made from. */
	const onDisk = signal(
		isStale && !isSame(draft.document, read.document) ? read : null,
	);
	const base = signal(draft?.revision ?? read.revision);
	const saving = signal(false);
	/** Rises with each save, so that an answer of before is not taken for what is stored now. */
	let saves = 0;
	/** The last step that removed something, and the document before it; null once something else was changed. */
	const undoable = signal<{ text: string; document: StudioDocument } | null>(
		null,
	);
	const failure = signal<StudioError | null>(null);
	const isDirty = computed(
		() => !isSame(document.value, stored.value.document),
	);

	const keep = () => {
		if (isDirty.peek())
			storage.write(key, {
				revision: base.peek(),
				document: document.peek(),
			} satisfies Draft);
		else storage.remove(key);
	};
	const adopt = (next: StudioChallenge) => {
		if (!next.document) return;
		stored.value = { ...next, document: next.document };
		base.value = next.revision;
	};
	if (!isDirty.peek()) keep();

	return {
		path,
		slug: read.slug,
		definitions: computed(() => stored.value.definitions),
		document,
		isDirty,
		saving,
		failure,
		onDisk,
		undoable,
		/** Changes the document; `change` gets a copy that it may write to. `removes` says what is lost by it, which can be undone then. */
		change(change: (draft: StudioDocument) => void, removes?: string) {
			const before = document.peek();
			const next = structuredClone(before);
			change(next);
			undoable.value = removes ? { text: removes, document: before } : null;
			document.value = next;
			keep();
		},
		/** Takes back the last step that removed something. */
		undo() {
			const { value } = undoable;
			if (!value) return;
			undoable.value = null;
			document.value = value.document;
			keep();
		},
		async save() {
			if (saving.peek() || !isDirty.peek() || onDisk.peek()) return;
			saving.value = true;
			saves++;
			failure.value = null;
			const sent = document.peek();
			try {
				const next = await store.save(path, sent, base.peek());
				adopt(next);
				// What was typed meanwhile stays, and is not saved yet.
				if (document.peek() === sent && next.document)
					document.value = next.document;
			} catch (error) {
				if (!(error instanceof StudioError)) throw error;
				saving.value = false;
				if (error.kind === "changed") await this.refresh();
				else failure.value = error;
			} finally {
				saving.value = false;
				keep();
			}
		},
		/** Looks at the files again: takes over what changed, or offers both when there are unsaved edits. */
		async refresh() {
			const before = saves;
			const next = await store.challenge(path).catch(() => null);
			if (!next?.document || saving.peek() || saves !== before) return;
			if (next.revision === base.peek()) {
				onDisk.value = null;
				return;
			}
			if (isDirty.peek() && !isSame(document.peek(), next.document)) {
				if (onDisk.peek()?.revision !== next.revision)
					onDisk.value = { ...next, document: next.document };
				return;
			}
			adopt(next);
			document.value = next.document;
			keep();
		},
		/** Ends the choice between the edits and the files. */
		resolve(which: "mine" | "disk") {
			const other = onDisk.peek();
			if (!other) return;
			onDisk.value = null;
			if (which === "disk") {
				const before = document.peek();
				undoable.value = {
					text: t("Your edits were replaced by what is stored."),
					document: before,
				};
				document.value = other.document;
			}
			adopt(other);
			keep();
		},
		lookMs: store.lookMs,
		learners: store.learners,
		/** Whether it is stored at a service. */
		isRemote: store.publishing !== null,
		/** Notifies when the files may have changed, where the store knows. */
		watch: (listener: () => void) => store.watch?.(listener) ?? (() => {}),
		/** The pattern that lines of the solution, as it is edited now, suggest. */
		patternOf: async (lines: { path: string; from: number; to: number }) =>
			(await store.pattern({ document: document.peek(), ...lines })).pattern,
		proposals: () => store.proposals(document.peek()),
		/** Puts back what is stored. */
		revert() {
			const before = document.peek();
			undoable.value = {
				text: t("Your edits were discarded."),
				document: before,
			};
			document.value = stored.peek().document;
			failure.value = null;
			keep();
		},
	};
}
