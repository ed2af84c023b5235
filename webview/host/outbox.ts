/**
 * Law: an attempt is on the shelf before it is on the wire, and leaves the shelf only when the service has it. Sending twice is
 * harmless (`clientAttemptId`), so every doubt is settled by sending again. One that will never be taken is set aside and told of.
 */

import {
	type AttemptCalls,
	asApiError,
	isFinal,
	type Outcome,
	parcelOf,
	sendMany,
	sendOne,
} from "./attempt-batch.ts";
import type { ApiError, QueuedAttempt } from "./host.ts";
import { type Cell, cell } from "./signal.ts";
import { ASIDE, type Shelf } from "./storage.ts";

const PREFIX = "outbox:";
const PAUSE_MS = 30_000;

/** How many attempts are kept for someone who may sign in later. */
const KEPT = 200;

/** An attempt that waits, and the person whose it is: on a shared computer it must not reach the next one's account. */
interface Waiting {
	/** Null = nobody's yet: it was made signed out, and waits for a person to wait for. */
	owner: string | null;
	attempt: QueuedAttempt;
	/** Made before its owner signed in. */
	before?: boolean;
	/** When it was made by the clock here (ISO 8601), also once the attempt itself leaves its moment to the service. */
	madeAt: string;
	/** Orders attempts of one millisecond, in whichever tab they were made: above that of all that wait when it is queued. */
	sequence: number;
}

/** As stored by earlier versions of the page, which may still be open in another tab. */
type Stored = Omit<Waiting, "madeAt" | "sequence"> &
	Partial<Pick<Waiting, "madeAt" | "sequence">>;

export interface Outbox {
	/**
	 * Keeps an attempt and sends it when it is somebody's. Of nobody's the latest are kept, misses leaving first.
	 * Never rejects: why something was `refused` stands in the cell of that name.
	 */
	put(
		attempt: QueuedAttempt,
		owner: string | null,
	): Promise<"sent" | "waiting" | "refused">;
	/** Sends what waits for `owner`, oldest first, until something fails. Never rejects. */
	flush(owner: string): Promise<void>;
	/** Gives what is nobody's to `owner`, for good. */
	claim(owner: string): void;
	/** How many wait to be sent, whoever they are of. */
	readonly waiting: Cell<number>;
	waitingOf(owner: string): number;
	/** How far a sending of several is; null when there is none. */
	readonly sending: Cell<{ sent: number; of: number } | null>;
	/** How many the service has taken of those made before their owner signed in. */
	readonly added: Cell<number>;
	/** The service said that the session is over; true until something is sent again. */
	readonly signedOut: Cell<boolean>;
	/** Why the last sending stopped before its end; it is tried again by itself. */
	readonly stopped: Cell<ApiError | null>;
	/** Why the last attempt will never be taken; null when it was, or may still be. */
	readonly refused: Cell<ApiError | null>;
}

export function createOutbox(shelf: Shelf, calls: AttemptCalls): Outbox {
	const waiting = cell(0);
	const added = cell(0);
	const sending = cell<{ sent: number; of: number } | null>(null);
	const signedOut = cell(false);
	const stopped = cell<ApiError | null>(null);
	const refused = cell<ApiError | null>(null);
	/** What is on the wire by itself, which no parcel takes along. */
	const alone = new Set<string>();
	let running: Promise<void> | null = null;
	let retry: ReturnType<typeof setTimeout> | undefined;

	const count = () =>
		waiting.set(all(shelf).filter(([, { owner }]) => owner !== null).length);
	shelf.watch(count);
	count();

	/** Does what an outcome asks for; answers whether that was the end of it. */
	const settle = (key: string, record: Waiting, outcome: Outcome): boolean => {
		if (outcome.sent) {
			shelf.remove(key);
			if (record.before) added.set(added.read() + 1);
		} else if (ranAhead(record, outcome.fault)) {
			// The clock here is not asked again: the moment is the service's then.
			const { attemptedAt: _, ...attempt } = record.attempt;
			shelf.write(key, { ...record, attempt } satisfies Waiting);
		} else if (outcome.final) {
			shelf.setAside(key);
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
		// Signed out: nothing but signing in helps, so there is nothing to wait for.
		if (fault.status !== 401)
			retry = setTimeout(() => flush(owner), pause(fault));
	};
	const sendAll = async (owner: string) => {
		const rest = () => queue(shelf, owner).filter(([key]) => !alone.has(key));
		const of = rest().length;
		let most = of;
		for (let left = of; left > 0; left = rest().length) {
			if (of > 1) sending.set({ sent: Math.max(0, of - left), of });
			const parcel = parcelOf(
				rest().map(([key, record]) => ({ key, record, ...record })),
				most,
			);
			const outcomes = await outcomesOf(calls, parcel).catch(asApiError);
			if (!Array.isArray(outcomes)) {
				if (!isFinal(outcomes)) return stop(outcomes, owner);
				// One of them is at fault, and the service did not say which.
				most = Math.ceil(parcel.length / 2);
				continue;
			}
			const open = parcel.filter(({ key, record }, index) => {
				const outcome = outcomes[index];
				return !outcome || !settle(key, record, outcome);
			});
			most *= 2;
			if (open.length < parcel.length) continue;
			const last = outcomes[0];
			return stop(
				last && !last.sent ? last.fault : asApiError("no answer"),
				owner,
			);
		}
		stopped.set(null);
	};
	const failed = (error: unknown) => refused.set(asApiError(error));
	const flush = (owner: string): Promise<void> => {
		running ??= oneTab(() => sendAll(owner))
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
		waitingOf: (owner) => queue(shelf, owner).length,
		sending,
		added,
		signedOut,
		stopped,
		refused,
		async flush(owner) {
			// One under way may be another person's, or have its list already.
			await running;
			await flush(owner);
		},
		claim(owner) {
			for (const [key, record] of queue(shelf, null))
				shelf.write(key, { ...record, owner, before: true } satisfies Waiting);
			count();
		},
		async put(attempt, owner) {
			const key = PREFIX + attempt.clientAttemptId;
			refused.set(null);
			try {
				shelf.write(key, {
					owner,
					attempt,
					madeAt: attempt.attemptedAt ?? new Date().toISOString(),
					sequence: nextSequence(shelf),
				} satisfies Waiting);
				count();
				if (owner === null) {
					trim(shelf);
					return "waiting";
				}
				alone.add(key);
				return await sendAlone(key, owner);
			} catch (error) {
				failed(error);
				return "refused";
			} finally {
				alone.delete(key);
			}
		},
	};

	async function sendAlone(key: string, owner: string) {
		for (;;) {
			const record = read(shelf, key);
			if (!record) break;
			const outcome = await sendOne(calls, record.attempt);
			if (settle(key, record, outcome)) continue;
			if (!outcome.sent) stop(outcome.fault, owner);
			return "waiting";
		}
		// The service answers: what waits has its turn, and nobody waits for that.
		if (queue(shelf, owner).length > 0) void flush(owner);
		return shelf.keys(ASIDE + key).length > 0 ? "refused" : "sent";
	}
}

/** One that was made here and now goes as it came; several, or what was made before its owner signed in, go together. */
async function outcomesOf(
	calls: AttemptCalls,
	parcel: Waiting[],
): Promise<Outcome[]> {
	const [first] = parcel;
	if (first && parcel.length === 1 && !first.before) {
		const outcome = await sendOne(calls, first.attempt);
		return [outcome];
	}
	return sendMany(
		calls,
		parcel.map(({ attempt }) => attempt),
	).catch((fault: ApiError) => {
		if (parcel.length === 1)
			return [{ sent: false, fault, final: isFinal(fault) }];
		throw fault;
	});
}

const ranAhead = ({ attempt }: Waiting, { fields }: ApiError) =>
	fields.includes("in_future") && attempt.attemptedAt !== undefined;

/** All that waits, oldest first. */
function all(shelf: Shelf): [string, Waiting][] {
	return shelf
		.keys(PREFIX)
		.map((key): [string, Waiting | null] => [key, read(shelf, key)])
		.filter((entry): entry is [string, Waiting] => entry[1] !== null)
		.sort(byAge);
}

/** Two tabs that queue at the very same time may take one sequence; the keys then decide, so that the order is always the same. */
function byAge(
	[key, one]: [string, Waiting],
	[otherKey, other]: [string, Waiting],
): number {
	if (one.madeAt !== other.madeAt) return one.madeAt < other.madeAt ? -1 : 1;
	return one.sequence - other.sequence || (key < otherKey ? -1 : 1);
}

const nextSequence = (shelf: Shelf) =>
	1 + Math.max(0, ...all(shelf).map(([, { sequence }]) => sequence));

/** What waits under `key`, in today's form: what an earlier version stored comes before all of its millisecond. */
function read(shelf: Shelf, key: string): Waiting | null {
	const stored = shelf.read(key, isStored);
	if (!stored) return null;
	const { madeAt = stored.attempt.attemptedAt ?? "", sequence = 0 } = stored;
	return { ...stored, madeAt, sequence };
}

const queue = (shelf: Shelf, owner: string | null) =>
	all(shelf).filter(([, each]) => each.owner === owner);

/** Lets go of what is too much to keep for nobody. */
function trim(shelf: Shelf): void {
	const kept = queue(shelf, null);
	const misses = kept.filter(([, { attempt }]) => !attempt.passed);
	const passes = kept.filter(([, { attempt }]) => attempt.passed);
	for (const [key] of [...misses, ...passes].slice(0, -KEPT)) shelf.remove(key);
}

/** One tab sends at a time, where the browser has locks; elsewhere two tabs may both send, which is only wasteful. */
function oneTab(work: () => Promise<void>): Promise<void> {
	const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
	return locks ? locks.request("treeline:outbox", work) : work();
}

function pause({ retryAfter }: ApiError): number {
	return retryAfter === null ? PAUSE_MS : retryAfter * 1000 + 250;
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
