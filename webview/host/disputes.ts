/**
 * Queue of disputes. Each is stored before it is sent and removed once the service has it or refuses it for good; sending is
 * idempotent (`clientDisputeId`), so failures are retried. One that was made while signed out waits for the next sign-in.
 */
import { asApiError, isFinal } from "./attempt-batch.ts";
import type {
	ApiError,
	Disputes,
	QueuedDispute,
	ReadableSignal,
	SignedIn,
} from "./host.ts";
import { retryPause, withTabLock } from "./retry.ts";
import { signal } from "./signal.ts";
import type { RecordStorage } from "./storage.ts";

const PREFIX = "dispute:";
/** Most disputes that wait for a sign-in; the oldest are dropped. */
const MAX_ANONYMOUS = 10;

interface Waiting {
	/** Id of the user; null = made while signed out. */
	owner: string | null;
	dispute: QueuedDispute;
	/** ISO 8601. */
	madeAt: string;
}

export interface DisputeQueue extends Pick<Disputes, "isOffered" | "send"> {
	/** Assigns what was made while signed out to `owner`, and sends all of theirs, the oldest first, until one fails. Never rejects. */
	sendAllOf(owner: string): Promise<void>;
	/** Number of disputes that were sent after they had waited. */
	readonly delivered: ReadableSignal<number>;
	/** Why one that had waited was refused for good; null = none was. */
	readonly refused: ReadableSignal<ApiError | null>;
}

/** What of an account the queue needs. */
export interface DisputeAccount {
	readonly state: ReadableSignal<
		| { state: Exclude<SignedIn["state"], "in"> }
		| { state: "in"; user: { _id: string } }
	>;
	readonly offered: boolean;
	/** Reads the session again. Never rejects. */
	ask(): Promise<void>;
}

/** @param post rejects with an {@link ApiError} */
export function createDisputes(
	storage: RecordStorage,
	post: (dispute: QueuedDispute) => Promise<unknown>,
	{ state, offered, ask }: DisputeAccount,
	localUser: { read(): { id: string } | null },
): DisputeQueue {
	const delivered = signal(0);
	const refused = signal<ApiError | null>(null);
	let retry: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	let running = Promise.resolve();

	/** Sends one; null once the service has it. What is refused for good is removed. */
	const sendOne = async (key: string, { dispute, owner }: Waiting) => {
		try {
			await post(dispute);
			storage.remove(key);
			failures = 0;
			return null;
		} catch (error) {
			const fault = asApiError(error);
			if (isFinal(fault)) storage.remove(key);
			else if (fault.status === 401) void ask();
			else if (owner) {
				clearTimeout(retry);
				const pause = retryPause(fault, failures++);
				retry = setTimeout(() => void sendAllOf(owner), pause);
			}
			return fault;
		}
	};
	const sendAll = (owner: string) =>
		withTabLock("treeline:disputes", async () => {
			for (const [key, record] of queue(storage, owner)) {
				const fault = await sendOne(key, record);
				if (fault && !isFinal(fault)) return;
				if (fault) refused.set(fault);
				else delivered.set(delivered.read() + 1);
			}
		}).catch(() => {});
	/** One after another, so that none is sent twice. */
	const sendAllOf = (owner: string) => {
		running = running.then(() => sendAll(owner));
		return running;
	};
	const follow = () => {
		const now = state.read();
		if (now.state !== "in") return;
		for (const [key, record] of queue(storage, null))
			storage.write(key, { ...record, owner: now.user._id });
		void sendAllOf(now.user._id);
	};
	state.watch(follow);
	if (typeof window !== "undefined") window.addEventListener("online", follow);

	return {
		delivered,
		refused,
		sendAllOf,
		isOffered: () => offered && state.read().state !== "unavailable",
		async send(dispute) {
			const owner = localUser.read()?.id ?? null;
			const key = PREFIX + dispute.clientDisputeId;
			const madeAt = new Date().toISOString();
			const record: Waiting = { owner, dispute, madeAt };
			storage.write(key, record);
			if (owner === null) {
				for (const [each] of queue(storage, null).slice(0, -MAX_ANONYMOUS))
					storage.remove(each);
				return { state: "waiting", for: "sign-in" };
			}
			const fault = await sendOne(key, record);
			if (!fault) return { state: "sent" };
			if (isFinal(fault)) return { state: "refused", error: fault };
			const reasons = { 401: "sign-in", 429: "limit" } as const;
			const reason = reasons[fault.status as keyof typeof reasons];
			return { state: "waiting", for: reason ?? "service" };
		},
	};
}

/** The disputes of `owner`, the oldest first. */
const queue = (
	storage: RecordStorage,
	owner: string | null,
): [string, Waiting][] =>
	storage
		.keys(PREFIX)
		.flatMap((key): [string, Waiting][] => {
			const record = storage.read(key, isWaiting);
			return record?.owner === owner ? [[key, record]] : [];
		})
		.sort(([, one], [, other]) => (one.madeAt < other.madeAt ? -1 : 1));

function isWaiting(value: unknown): value is Waiting {
	const record = value as Waiting | null;
	return (
		(typeof record?.owner === "string" || record?.owner === null) &&
		typeof record.madeAt === "string" &&
		typeof record.dispute?.challengeId === "string" &&
		typeof record.dispute.clientDisputeId === "string"
	);
}
