/** Progress, drafts and the files replaced by the last reset, stored per challenge. */
import type { FileEntry } from "@treeline/verify/shapes";
import { isChallengeDigest } from "./challenge-digest.ts";
import type {
	ChallengeKey,
	OpenedChallenge,
	PageFiles,
	ProgressStore,
} from "./host.ts";
import { further, isProgress, NOTHING } from "./progress.ts";
import { signal } from "./signal.ts";
import type { RecordStorage } from "./storage.ts";

/** Key prefixes of a challenge's draft and of the files that its last reset replaced. */
export const DRAFT = "draft:";
export const PREVIOUS = "previous:";

/** Key prefix of what a challenge was when its draft was begun. */
export const BEGUN = "begun:";

/** Key prefix of what a challenge's draft and the account's had in common last. */
export const DRAFT_BASE = "draft-base:";

/** What a browser's draft and the account's had in common last. */
export interface DraftBase {
	/** Null = the account had no draft. */
	revision: string | null;
	/** Fingerprint of the files; empty = the starter. */
	files: string;
	/** When they were changed here after that (ISO 8601); null = they were not. */
	editedAt: string | null;
	/** Whether the draft is absent because the learner went back to the starter. */
	isReset?: boolean;
	/** Fingerprints of what was sent since: an answer may have been lost. */
	sent?: string[];
}

export function isDraftBase(value: unknown): value is DraftBase {
	const base = value as Partial<DraftBase> | null;
	return (
		(base?.revision === null || typeof base?.revision === "string") &&
		typeof base.files === "string" &&
		(base.editedAt === null || typeof base.editedAt === "string") &&
		(base.sent === undefined || Array.isArray(base.sent))
	);
}

/** Key of the challenge that was opened last. */
export const LAST_OPENED = "last-opened";

export function createProgressStore(storage: RecordStorage): ProgressStore {
	const changes = signal(0);
	const emitChange = () => changes.set(changes.read() + 1);
	storage.watch(emitChange);
	const at = (key: ChallengeKey) => `progress:${key.pack}/${key.challenge}`;
	const of = (key: ChallengeKey) =>
		storage.read(at(key), isProgress) ?? NOTHING;
	return {
		of,
		note(key, change) {
			// Read just before writing: another tab may have progressed meanwhile.
			const before = of(key);
			const after = further(before, change);
			if (after !== before) {
				storage.write(at(key), after);
				emitChange();
			}
			return after;
		},
		passedIn(pack) {
			const prefix = `progress:${pack}/`;
			const passed = storage
				.keys(prefix)
				.filter((key) => storage.read(key, isProgress)?.status === "passed");
			return new Set(passed.map((key) => key.slice(prefix.length)));
		},
		packsBegun: () =>
			new Set(
				storage
					.keys("progress:")
					.filter(
						(key) => storage.read(key, isProgress)?.status !== "not_started",
					)
					.map((key) => key.slice("progress:".length).split("/")[0] ?? ""),
			),
		lastOpened: () => storage.read(LAST_OPENED, isOpenedChallenge),
		noteOpened(challenge) {
			storage.write(LAST_OPENED, challenge);
			emitChange();
		},
		read: changes.read,
		watch: changes.watch,
	};
}

/** Takes note of whether a draft is absent because the learner went back to the starter. */
export function recordReset(
	storage: Pick<RecordStorage, "read" | "write">,
	{ pack, challenge }: ChallengeKey,
	isReset: boolean,
): void {
	const baseKey = `${DRAFT_BASE}${pack}/${challenge}`;
	const base = storage.read(baseKey, isDraftBase);
	if (base && (base.isReset ?? false) !== isReset)
		storage.write(baseKey, { ...base, isReset });
}

export function createDrafts(storage: RecordStorage): PageFiles {
	const at = (key: ChallengeKey) => `${DRAFT}${key.pack}/${key.challenge}`;
	const previousAt = (key: ChallengeKey) =>
		`${PREVIOUS}${key.pack}/${key.challenge}`;
	const begunAt = (key: ChallengeKey) => `${BEGUN}${key.pack}/${key.challenge}`;
	return {
		edits: "page",
		draft: (key) => storage.read(at(key), isFiles),
		keep(key, files) {
			storage.write(at(key), files);
			recordReset(storage, key, false);
		},
		discard(key) {
			storage.remove(at(key));
			storage.remove(begunAt(key));
			recordReset(storage, key, true);
		},
		previous: (key) => storage.read(previousAt(key), isFiles),
		keepPrevious: (key, files) =>
			files
				? storage.write(previousAt(key), files)
				: storage.remove(previousAt(key)),
		begun: (key) => storage.read(begunAt(key), isChallengeDigest),
		noteBegun: (key, challenge) => storage.write(begunAt(key), challenge),
		watch: storage.watch,
	};
}

export function isOpenedChallenge(value: unknown): value is OpenedChallenge {
	const opened = value as Partial<OpenedChallenge> | null;
	return (
		typeof opened?.key?.pack === "string" &&
		typeof opened.key.challenge === "string" &&
		typeof opened.title === "string" &&
		typeof opened.packName === "string" &&
		(opened.next === null || typeof opened.next?.slug === "string")
	);
}

export function isFiles(value: unknown): value is FileEntry[] {
	return (
		Array.isArray(value) &&
		value.length > 0 &&
		value.every(
			(file) =>
				typeof file?.path === "string" && typeof file?.content === "string",
		)
	);
}
