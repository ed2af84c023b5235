/** What this browser keeps of the signed-in learner: what of it the account does not have, and how all of it is removed, in every tab. */
import type { DraftSync } from "./draft-sync.ts";
import type { LocalWork } from "./host.ts";
import type { LocalAttemptStore } from "./local-attempts.ts";
import type { LocalUserStore } from "./local-user.ts";
import type { Outbox } from "./outbox.ts";
import type { RecordStorage } from "./storage.ts";

/** Key prefix of an author's unsaved edits, which name no learner. */
const STUDIO_DRAFT = "studio:draft:";
/** Key prefixes of queues whose records name their owner. */
const QUEUES = ["outbox:", "dispute:"];

export interface LocalWorkParts {
	storage: RecordStorage;
	/** Key prefixes: of drafts, of quarantined records, and of a user's. */
	keys: {
		draft: string;
		quarantine: string;
		namespaceOf(user: { id: string }): string;
	};
	localUser: LocalUserStore;
	localAttempts: Pick<LocalAttemptStore, "removeAllOf">;
	outbox: Pick<Outbox, "waitingOf" | "recount">;
	/** Sends queued attempts. Never rejects. */
	send(): Promise<void>;
	/** Rejects where its code cannot be loaded. */
	drafts(): Promise<Pick<DraftSync, "sendAll" | "isChanged">>;
	/** Tells other tabs whose records are removed: they may hold some in memory. */
	channel: Pick<BroadcastChannel, "postMessage">;
}

export function createLocalWork({
	storage,
	keys,
	localUser,
	localAttempts,
	outbox,
	send,
	drafts,
	channel,
}: LocalWorkParts): LocalWork {
	const changedDrafts = async () => {
		const names = localUser.storage
			.keys(keys.draft)
			.map((key) => key.slice(keys.draft.length));
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
			removeRecords({ storage, outbox, keys }, id);
			channel.postMessage(id);
			await localAttempts.removeAllOf(id);
		},
	};
}

/** Removes the records of a learner that this tab can reach. */
export function removeRecords(
	{
		storage,
		outbox,
		keys: { quarantine, namespaceOf },
	}: Pick<LocalWorkParts, "storage" | "outbox" | "keys">,
	id: string,
): void {
	const namespace = namespaceOf({ id });
	const keys = [
		...storage.keys(namespace),
		...storage.keys(quarantine + namespace),
		...storage.keys(STUDIO_DRAFT),
		...QUEUES.flatMap((prefix) => [
			...ownedBy(storage, id, prefix),
			...ownedBy(storage, id, quarantine + prefix),
		]),
	];
	for (const key of keys) storage.remove(key);
	outbox.recount();
}

const ownedBy = (storage: RecordStorage, id: string, prefix: string) =>
	storage.keys(prefix).filter((key) => storage.read(key, isAny)?.owner === id);

const isAny = (_: unknown): _ is { owner?: unknown } | null | undefined => true;
