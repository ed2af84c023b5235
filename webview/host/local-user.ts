/**
 * The user whose local records the page shows, and a storage namespace per user. Records made while signed out have no namespace;
 * the next user to sign in adopts them, once. An expired session keeps the user; signing out, or another user's sign-in, changes it.
 */
import type { FileEntry } from "@treeline/verify/shapes";
import { isChallengeDigest } from "./challenge-digest.ts";
import {
	BEGUN,
	DRAFT,
	DRAFT_BASE,
	isFiles,
	isOpenedChallenge,
	LAST_OPENED,
	PREVIOUS,
} from "./local-records.ts";
import { further, isProgress, NOTHING } from "./progress.ts";
import { CHANGES, isChanges, LOCAL } from "./settings.ts";
import { createEmitter } from "./signal.ts";
import type { RecordStorage } from "./storage.ts";

export interface LocalUser {
	id: string;
	name: string;
}

export interface LocalUserStore {
	/** The current user, the same in all tabs; null = anonymous. */
	read(): LocalUser | null;
	/** Changes the current user; a user adopts the anonymous records. */
	switchTo(user: LocalUser | null): void;
	/** Notifies when the current user changes, in this tab or another. */
	watch(listener: () => void): () => void;
	/** Storage in the namespace of the current user. */
	readonly storage: RecordStorage;
}

const KEY = "person";
const PROGRESS = "progress:";

export function createLocalUser(storage: RecordStorage): LocalUserStore {
	const changes = createEmitter();
	const read = () => storage.read(KEY, isLocalUser);
	/** Key prefix of the current user's records; empty when anonymous. */
	const namespace = () => namespaceOf(read());
	let lastId = read()?.id;
	const notifyIfChanged = () => {
		const now = read()?.id;
		if (now === lastId) return;
		lastId = now;
		changes.emit();
	};
	storage.watch(notifyIfChanged);
	return {
		read,
		watch: changes.add,
		switchTo(user) {
			if (user) adoptAnonymousRecords(storage, namespaceOf(user));
			if (user) storage.write(KEY, { id: user.id, name: user.name });
			else storage.remove(KEY);
			notifyIfChanged();
		},
		storage: {
			...storage,
			read: (key, isRecord) => storage.read(namespace() + key, isRecord),
			write: (key, value) => storage.write(namespace() + key, value),
			remove: (key) => storage.remove(namespace() + key),
			quarantine: (key) => storage.quarantine(namespace() + key),
			keys(prefix) {
				const prefixOfUser = namespace();
				return storage
					.keys(prefixOfUser + prefix)
					.map((name) => name.slice(prefixOfUser.length));
			},
			watch(listener) {
				const stops = [storage.watch(listener), changes.add(listener)];
				return () => {
					for (const stop of stops) stop();
				};
			},
		},
	};
}

/** Key prefix of a user's records; empty when anonymous. */
export const namespaceOf = (user: Pick<LocalUser, "id"> | null) =>
	user ? `of:${user.id}:` : "";

/** Moves anonymous progress, settings and files into `namespace`. The first two are merged; of two drafts the anonymous one wins and the other is quarantined. */
function adoptAnonymousRecords(
	storage: RecordStorage,
	namespace: string,
): void {
	for (const key of storage.keys(PROGRESS)) {
		const mine = storage.read(key, isProgress);
		if (!mine) continue;
		const theirs = storage.read(namespace + key, isProgress) ?? NOTHING;
		storage.write(namespace + key, further(theirs, mine));
		storage.remove(key);
	}
	const opened = storage.read(LAST_OPENED, isOpenedChallenge);
	if (opened) {
		storage.write(namespace + LAST_OPENED, opened);
		storage.remove(LAST_OPENED);
	}
	for (const key of [CHANGES, LOCAL]) {
		const changes = storage.read(key, isChanges);
		if (!changes) continue;
		const theirs = storage.read(namespace + key, isChanges);
		storage.write(namespace + key, { ...theirs, ...changes });
		storage.remove(key);
	}
	for (const key of [...storage.keys(DRAFT), ...storage.keys(PREVIOUS)]) {
		const typed: FileEntry[] | null = storage.read(key, isFiles);
		if (!typed) continue;
		storage.quarantine(namespace + key);
		storage.write(namespace + key, typed);
		storage.remove(key);
		// What was typed while signed out has not seen the account's draft.
		if (key.startsWith(DRAFT))
			storage.remove(namespace + DRAFT_BASE + key.slice(DRAFT.length));
	}
	for (const key of storage.keys(BEGUN)) {
		const begun = storage.read(key, isChallengeDigest);
		if (begun) storage.write(namespace + key, begun);
		storage.remove(key);
	}
}

function isLocalUser(value: unknown): value is LocalUser {
	const user = value as Partial<LocalUser> | null;
	return typeof user?.id === "string" && typeof user.name === "string";
}
