/**
 * Queue of attempts for the service. An attempt is stored before it is sent and removed only when the service has it; sending is
 * idempotent (`clientAttemptId`), so failures are retried. An attempt that will never be accepted is quarantined and reported.
 */

import {
	type AttemptCalls,
	asApiError,
	isFinal,
	type Outcome,
	sendMany,
	sendOne,
	takeBatch,
} from "./attempt-batch.ts";
import type { ApiError, QueuedAttempt } from "./host.ts";
import { retryPause, withTabLock } from "./retry.ts";
import { signal, type WritableSignal } from "./signal.ts";
import { QUARANTINE_PREFIX, type RecordStorage } from "./storage.ts";

const PREFIX = "outbox:";

/** Most anonymous attempts that are kept for a later sign-in. */
const MAX_ANONYMOUS = 200;

/** A queued attempt and its owner: on a shared computer it must not reach another user's account. */
interface Waiting {
	/** Id of the user; null = made while signed out. */
	owner: string | null;
	attempt: QueuedAttempt;
	/** Made before its owner signed in. */
	before?: boolean;
	/** Local time at which it was made (ISO 8601), kept also when `attemptedAt` is removed from the attempt. */
	madeAt: string;
	/** Orders attempts of the same millisecond across tabs. */
	sequence: number;
}

/** As stored by earlier versions of the page, which may still be open in another tab. */
type Stored = Omit<Waiting, "madeAt" | "sequence"> &
	Partial<Pick<Waiting, "madeAt" | "sequence">>;

export interface Outbox {
	/**
	 * Stores an attempt and sends it if it has an owner. Of anonymous attempts the latest are kept; failed ones are dropped first.
	 * Never rejects: the signal `refused` holds the reason.
	 */
	put(
		attempt: QueuedAttempt,
		owner: string | null,
	): Promise<"sent" | "waiting" | "refused">;
	/** Sends the queue of `owner`, oldest first, until a request fails. Never rejects. */
	flush(owner: string): Promise<void>;
	/** Assigns anonymous attempts to `owner`. */
	claim(owner: string): void;
	/** Number of queued attempts that have an owner. */
	readonly waiting: WritableSignal<number>;
	waitingOf(owner: string): number;
	/** Counts the queue again, after records were removed from outside. */
	recount(): void;
	/** Progress of a flush of several attempts; null when none runs. */
	readonly sending: WritableSignal<{ sent: number; of: number } | null>;
	/** Number of attempts made before sign-in that the service has accepted. */
	readonly added: WritableSignal<number>;
	/** Whether the service answered that the session has ended; false again after a successful request. */
	readonly signedOut: WritableSignal<boolean>;
	/** Error that stopped the last flush; it is retried automatically. */
	readonly stopped: WritableSignal<ApiError | null>;
	/** Error for which the last attempt was refused for good; null otherwise. */
	readonly refused: WritableSignal<ApiError | null>;
}

export function createOutbox(
	storage: RecordStorage,
	calls: AttemptCalls,
): Outbox {
	const waiting = signal(0);
	const added = signal(0);
	const sending = signal<{ sent: number; of: number } | null>(null);
	const signedOut = signal(false);
	const stopped = signal<ApiError | null>(null);
	const refused = signal<ApiError | null>(null);
	/** Keys of attempts that are being sent one by one; batches leave them out. */
	const inFlight = new Set<string>();
	let running: Promise<void> | null = null;
	let retry: ReturnType<typeof setTimeout> | undefined;
	/** Flushes in a row that were stopped. */
	let failures = 0;

	const count = () =>
		waiting.set(all(storage).filter(([, { owner }]) => owner !== null).length);
	storage.watch(count);
	count();

	/** Applies an outcome to the queue; returns whether the attempt is done. */
	const settle = (key: string, record: Waiting, outcome: Outcome): boolean => {
		if (outcome.sent) {
			storage.remove(key);
			if (record.before) added.set(added.read() + 1);
		} else if (ranAhead(record, outcome.fault)) {
			// The local clock is ahead: the service sets the time instead.
			const { attemptedAt: _, ...attempt } = record.attempt;
			storage.write(key, { ...record, attempt } satisfies Waiting);
		} else if (outcome.final) {
			storage.quarantine(key);
			refused.set(outcome.fault);
		} else return false;
		signedOut.set(false);
		count();
		return true;
	};
	const stop = (fault: ApiError, owner: string) => {
		signedOut.set(fault.status === 401);
		stopped.set(fault);
		clearTimeout(retry);
		// Signed out: a retry cannot succeed before sign-in.
		if (fault.status !== 401)
			retry = setTimeout(() => flush(owner), retryPause(fault, failures++));
	};
	const sendAll = async (owner: string) => {
		const rest = () =>
			queue(storage, owner).filter(([key]) => !inFlight.has(key));
		const of = rest().length;
		let most = of;
		for (let left = of; left > 0; left = rest().length) {
			if (of > 1) sending.set({ sent: Math.max(0, of - left), of });
			const batch = takeBatch(
				rest().map(([key, record]) => ({ key, record, ...record })),
				most,
			);
			const outcomes = await outcomesOf(calls, batch).catch(asApiError);
			if (!Array.isArray(outcomes)) {
				if (!isFinal(outcomes)) return stop(outcomes, owner);
				// One attempt is invalid and the service did not say which: try half.
				most = Math.ceil(batch.length / 2);
				continue;
			}
			const open = batch.filter(({ key, record }, index) => {
				const outcome = outcomes[index];
				return !outcome || !settle(key, record, outcome);
			});
			most *= 2;
			if (open.length < batch.length) continue;
			const last = outcomes[0];
			return stop(
				last && !last.sent ? last.fault : asApiError("no answer"),
				owner,
			);
		}
		failures = 0;
		stopped.set(null);
	};
	const failed = (error: unknown) => refused.set(asApiError(error));
	const flush = (owner: string): Promise<void> => {
		running ??= withTabLock("treeline:outbox", () => sendAll(owner))
			.catch(failed)
			.finally(() => {
				running = null;
				sending.set(null);
				count();
			});
		return running;
	};

	return {
		waiting,
		waitingOf: (owner) => queue(storage, owner).length,
		recount: count,
		sending,
		added,
		signedOut,
		stopped,
		refused,
		async flush(owner) {
			// A running flush may be for another user, or have read the queue already.
			await running;
			await flush(owner);
		},
		claim(owner) {
			for (const [key, record] of queue(storage, null))
				storage.write(key, {
					...record,
					owner,
					before: true,
				} satisfies Waiting);
			count();
		},
		async put(attempt, owner) {
			const key = PREFIX + attempt.clientAttemptId;
			refused.set(null);
			try {
				storage.write(key, {
					owner,
					attempt,
					madeAt: attempt.attemptedAt ?? new Date().toISOString(),
					sequence: nextSequence(storage),
				} satisfies Waiting);
				count();
				if (owner === null) {
					trim(storage);
					return "waiting";
				}
				inFlight.add(key);
				return await sendAlone(key, owner);
			} catch (error) {
				failed(error);
				return "refused";
			} finally {
				inFlight.delete(key);
			}
		},
	};

	async function sendAlone(key: string, owner: string) {
		for (;;) {
			const record = read(storage, key);
			if (!record) break;
			const outcome = await sendOne(calls, record.attempt);
			if (settle(key, record, outcome)) continue;
			if (!outcome.sent) stop(outcome.fault, owner);
			return "waiting";
		}
		// The service is reachable: send the rest in the background.
		if (queue(storage, owner).length > 0) void flush(owner);
		return storage.keys(QUARANTINE_PREFIX + key).length > 0
			? "refused"
			: "sent";
	}
}

/** Sends a single new attempt by itself, and everything else by import. */
async function outcomesOf(
	calls: AttemptCalls,
	batch: Waiting[],
): Promise<Outcome[]> {
	const [first] = batch;
	if (first && batch.length === 1 && !first.before) {
		const outcome = await sendOne(calls, first.attempt);
		return [outcome];
	}
	return sendMany(
		calls,
		batch.map(({ attempt }) => attempt),
	).catch((fault: ApiError) => {
		if (batch.length === 1)
			return [{ sent: false, fault, final: isFinal(fault) }];
		throw fault;
	});
}

const ranAhead = ({ attempt }: Waiting, { fields }: ApiError) =>
	fields.includes("in_future") && attempt.attemptedAt !== undefined;

/** The whole queue, oldest first. */
function all(storage: RecordStorage): [string, Waiting][] {
	return storage
		.keys(PREFIX)
		.map((key): [string, Waiting | null] => [key, read(storage, key)])
		.filter((entry): entry is [string, Waiting] => entry[1] !== null)
		.sort(byAge);
}

/** Two tabs may use the same sequence number; the key then decides. */
function byAge(
	[key, one]: [string, Waiting],
	[otherKey, other]: [string, Waiting],
): number {
	if (one.madeAt !== other.madeAt) return one.madeAt < other.madeAt ? -1 : 1;
	return one.sequence - other.sequence || (key < otherKey ? -1 : 1);
}

const nextSequence = (storage: RecordStorage) =>
	1 + Math.max(0, ...all(storage).map(([, { sequence }]) => sequence));

/** The queued attempt under `key`; records of earlier versions get the missing fields. */
function read(storage: RecordStorage, key: string): Waiting | null {
	const stored = storage.read(key, isStored);
	if (!stored) return null;
	const { madeAt = stored.attempt.attemptedAt ?? "", sequence = 0 } = stored;
	return { ...stored, madeAt, sequence };
}

const queue = (storage: RecordStorage, owner: string | null) =>
	all(storage).filter(([, each]) => each.owner === owner);

/** Drops anonymous attempts above the limit. */
function trim(storage: RecordStorage): void {
	const kept = queue(storage, null);
	const misses = kept.filter(([, { attempt }]) => !attempt.passed);
	const passes = kept.filter(([, { attempt }]) => attempt.passed);
	for (const [key] of [...misses, ...passes].slice(0, -MAX_ANONYMOUS))
		storage.remove(key);
}

function isStored(value: unknown): value is Stored {
	const record = value as Stored | null;
	return (
		(typeof record?.owner === "string" || record?.owner === null) &&
		typeof record.attempt?.challengeId === "string" &&
		typeof record.attempt.clientAttemptId === "string" &&
		["string", "undefined"].includes(typeof record.madeAt) &&
		["number", "undefined"].includes(typeof record.sequence)
	);
}
