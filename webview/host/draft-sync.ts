/**
 * Keeps the drafts of a signed-in learner on the account, so that they follow to another device. Each change names the draft that it
 * was made of; where another device has changed it meanwhile, nothing is overwritten and the learner chooses.
 */
import type { Draft, NewDraft } from "@treeline/api/client-types";
import type { FileEntry } from "@treeline/verify/shapes";
import type { AccountDraft, AccountDrafts, ChallengeKey } from "./host.ts";
import { ApiError } from "./host.ts";
import {
	DRAFT,
	DRAFT_BASE,
	type DraftBase,
	isDraftBase,
	isFiles,
} from "./local-records.ts";
import { withTabLock } from "./retry.ts";
import type { RecordStorage } from "./storage.ts";

/** What the sync asks of the service. Each rejects with an {@link ApiError}. */
export interface DraftCalls {
	draft(challengeId: string): Promise<Draft | null>;
	/** `seen` is the revision that it replaces; null = there is none yet. Rejects with `draft_conflict` where another one is there. */
	putDraft(
		challengeId: string,
		draft: NewDraft,
		seen: string | null,
	): Promise<Draft>;
	deleteDraft(challengeId: string, seen: string): Promise<unknown>;
}

/** What sending all drafts asks of the service, too. */
export interface ChallengeCalls {
	challenge(key: ChallengeKey): Promise<{ _id: string }>;
}

const NO_BASE: DraftBase = { revision: null, files: "", editedAt: null };

/** How many fingerprints of what was sent are kept. */
const MAX_SENT = 8;

export type DraftSync = AccountDrafts & {
	/** Sends every changed draft. Never rejects. */
	sendAll(): Promise<void>;
};

/**
 * @param storage in the namespace of the learner
 * @param owner id of the learner that `storage` belongs to at the moment
 */
export function createDraftSync(
	storage: RecordStorage,
	owner: () => string | null,
	calls: DraftCalls & ChallengeCalls,
): DraftSync {
	const draftOf = (key: ChallengeKey) =>
		storage.read(DRAFT + nameOf(key), isFiles);
	/** A draft that is gone although nobody reset it, as an unreadable one, has nothing in common with the account's any more. */
	const baseOf = (key: ChallengeKey): DraftBase => {
		const base = storage.read(DRAFT_BASE + nameOf(key), isDraftBase);
		if (!base) return NO_BASE;
		if (!base.files || base.isReset || draftOf(key)) return base;
		storage.remove(DRAFT_BASE + nameOf(key));
		return NO_BASE;
	};
	const keepBase = (key: ChallengeKey, base: DraftBase) =>
		storage.write(DRAFT_BASE + nameOf(key), base);
	const isChanged = (key: ChallengeKey) =>
		fingerprint(draftOf(key)) !== baseOf(key).files;

	/** One exchange with the service at a time, in all tabs; its result is dropped when another learner is signed in by then. */
	const exclusively = async <Result>(
		work: (isCurrent: () => boolean) => Promise<Result>,
		none: Result,
	): Promise<Result> => {
		let result = none;
		await withTabLock("treeline:drafts", async () => {
			const before = owner();
			if (before === null) return;
			const isCurrent = () => owner() === before;
			const made = await work(isCurrent);
			if (isCurrent()) result = made;
		});
		return result;
	};

	/** Takes note of what the account has; what to show of it. */
	const reconcile = (key: ChallengeKey, theirs: Draft | null): AccountDraft => {
		const { revision, editedAt, isReset, sent } = baseOf(key);
		if (!theirs) {
			if (revision) keepBase(key, { ...baseOf(key), revision: null });
			return { state: "none" };
		}
		if (theirs.revision === revision) return { state: "same" };
		const ours = fingerprint(draftOf(key));
		const files = fingerprint(theirs.files);
		if (ours === files) {
			keepBase(key, { revision: theirs.revision, files, editedAt: null });
			return { state: "same" };
		}
		// Stored from here; its answer was lost.
		if (sent?.includes(files)) {
			const now = { revision: theirs.revision, files, editedAt };
			keepBase(key, { ...now, isReset: isReset ?? false });
			return { state: "same" };
		}
		const { updatedAt } = theirs;
		return {
			state: isChanged(key) ? "conflict" : "newer",
			files: theirs.files,
			revision: theirs.revision,
			at: updatedAt,
			isNewer: editedAt === null || editedAt < updatedAt,
		};
	};

	const push = async (
		key: ChallengeKey,
		id: string,
		version: number | undefined,
		isCurrent: () => boolean,
		isSecond = false,
	): Promise<AccountDraft> => {
		if (!isChanged(key)) return { state: "same" };
		const base = baseOf(key);
		const { revision } = base;
		const files = draftOf(key);
		const sent = fingerprint(files);
		const send = async () => {
			if (files) {
				const others = (base.sent ?? []).filter((each) => each !== sent);
				keepBase(key, {
					...base,
					sent: [...others, sent].slice(-MAX_SENT),
				});
				return calls.putDraft(
					id,
					{ files, ...(version && { challengeVersion: version }) },
					revision,
				);
			}
			if (revision) await calls.deleteDraft(id, revision);
			return null;
		};
		try {
			const next = (await send())?.revision ?? null;
			// It may have been reset meanwhile.
			const isReset = sent !== "" && baseOf(key).isReset === true;
			const now = { revision: next, files: sent, editedAt: null };
			if (isCurrent()) keepBase(key, { ...now, isReset });
			return { state: "same" };
		} catch (error) {
			if (!(error instanceof ApiError && error.code === "draft_conflict"))
				throw error;
			const theirs = await calls.draft(id);
			if (!isCurrent()) return { state: "same" };
			const found = reconcile(key, theirs);
			const isOther = found.state === "newer" || found.state === "conflict";
			if (isOther || isSecond) return found;
			return push(key, id, version, isCurrent, true);
		}
	};

	return {
		pull: (key, id) =>
			exclusively(
				async (isCurrent): Promise<AccountDraft> => {
					const theirs = await calls.draft(id);
					return isCurrent() ? reconcile(key, theirs) : { state: "same" };
				},
				{ state: "same" },
			),
		push: (key, id, version) =>
			exclusively((isCurrent) => push(key, id, version, isCurrent), {
				state: "same",
			}),
		isChanged,
		noteEdit(key) {
			const editedAt = new Date().toISOString();
			if (isChanged(key)) keepBase(key, { ...baseOf(key), editedAt });
		},
		accept: (key, { revision }) =>
			keepBase(key, {
				revision,
				files: fingerprint(draftOf(key)),
				editedAt: null,
			}),
		overrule: (key, { revision, files }) =>
			keepBase(key, {
				...baseOf(key),
				revision,
				files: fingerprint(files),
			}),
		async sendAll() {
			const names = [DRAFT, DRAFT_BASE].flatMap((prefix) =>
				storage.keys(prefix).map((name) => name.slice(prefix.length)),
			);
			for (const name of new Set(names)) {
				const [pack = "", challenge = ""] = name.split("/");
				const key = { pack, challenge };
				if (!isChanged(key)) continue;
				// What another device has changed meanwhile is told when the challenge is opened; so is what fails.
				await exclusively(async (isCurrent) => {
					const { _id } = await calls.challenge(key);
					if (isCurrent()) await push(key, _id, undefined, isCurrent);
				}, undefined).catch(() => {});
			}
		},
	};
}

const nameOf = ({ pack, challenge }: ChallengeKey) => `${pack}/${challenge}`;

/** Tells file sets apart, in 64 bits (twice FNV-1a); empty for none. */
function fingerprint(files: FileEntry[] | null): string {
	if (!files) return "";
	const text = JSON.stringify(
		files.map(({ path, content }) => [path, content]),
	);
	let one = 0x811c9dc5;
	let other = 0x1b873593;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		one = Math.imul(one ^ code, 0x01000193);
		other = Math.imul(other ^ code ^ (one >>> 13), 0x85ebca6b);
	}
	return `${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
