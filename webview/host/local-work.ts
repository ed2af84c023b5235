/** What this browser keeps of the signed-in learner: what of it the account does not have, and how all of it is removed, in every tab. */
import type { DraftSync } from "./draft-sync.ts";
import type { LocalWork } from "./host.ts";
import type { LocalAttemptStore } from "./local-attempts.ts";
import { DRAFT } from "./local-records.ts";
import { type LocalUserStore, namespaceOf } from "./local-user.ts";
import type { Outbox } from "./outbox.ts";
import { QUARANTINE_PREFIX, type RecordStorage } from "./storage.ts";

/** Key prefix of an author's unsaved edits, which name no learner. */
const STUDIO_DRAFT = "studio:draft:";
/** Key prefixes of queues whose records name their owner. */
const QUEUES = ["outbox:", "dispute:"];
/** Carries the id of a learner whose records are removed, to tabs that hold some in memory. */
const CHANNEL = "treeline:removed-learner";

interface LocalWorkParts {
	storage: RecordStorage;
	localUser: LocalUserStore;
	localAttempts: Pick<LocalAttemptStore, "removeAllOf">;
	outbox: Pick<Outbox, "waitingOf" | "recount">;
	/** Sends queued attempts. Never rejects. */
	send(): Promise<void>;
	/** Rejects where its code cannot be loaded. */
	drafts(): Promise<Pick<DraftSync, "sendAll" | "isChanged">>;
}

export function createLocalWork({
	storage,
	localUser,
	localAttempts,
	outbox,
	send,
	drafts,
}: LocalWorkParts): LocalWork {
	const channel =
		typeof BroadcastChannel === "undefined"
			? null
			: new BroadcastChannel(CHANNEL);
	channel?.addEventListener("message", ({ data }) => {
		if (typeof data === "string") removeRecords(storage, data);
		outbox.recount();
	});
	const changedDrafts = async () => {
		const names = localUser.storage
			.keys(DRAFT)
			.map((key) => key.slice(DRAFT.length));
		try {
			const sync = await drafts();
			await sync.sendAll();
			return names.filter((name) => {
				const [pack = "", challenge = ""] = name.split("/");
				return sync.isChanged({ pack, challenge });
			}).length;
		} catch {
			// Which the account has is not known.
			return names.length;
		}
	};
	return {
		owner: () => localUser.read()?.id ?? null,
		async sendUnsent() {
			const id = localUser.read()?.id ?? "";
			await send();
			return {
				attempts: outbox.waitingOf(id),
				drafts: await changedDrafts(),
				disputes: ownedBy(storage, id, "dispute:").length,
				studioEdits: storage.keys(STUDIO_DRAFT).length,
			};
		},
		async remove(id) {
			removeRecords(storage, id);
			outbox.recount();
			channel?.postMessage(id);
			await localAttempts.removeAllOf(id);
		},
	};
}

function removeRecords(storage: RecordStorage, id: string): void {
	const namespace = namespaceOf({ id });
	const keys = [
		...storage.keys(namespace),
		...storage.keys(QUARANTINE_PREFIX + namespace),
		...storage.keys(STUDIO_DRAFT),
		...QUEUES.flatMap((prefix) => [
			...ownedBy(storage, id, prefix),
			...ownedBy(storage, id, QUARANTINE_PREFIX + prefix),
		]),
	];
	for (const key of keys) storage.remove(key);
}

const ownedBy = (storage: RecordStorage, id: string, prefix: string) =>
	storage.keys(prefix).filter((key) => storage.read(key, isAny)?.owner === id);

const isAny = (_: unknown): _ is { owner?: unknown } | null | undefined => true;
