/**
 * Law: an attempt is on the shelf before it is on the wire, and leaves the shelf only when the service has it. Sending twice is
 * harmless (`clientAttemptId`), so every doubt is settled by sending again. One that will never be taken is set aside and told of.
 */
import type { NewAttempt } from "@treeline/api/shapes";
import { ApiError } from "./host.ts";
import { ASIDE, type Shelf } from "./shelf.ts";
import { type Cell, cell } from "./watched.ts";

const PREFIX = "outbox:";
const PAUSE_MS = 30_000;

/** How many attempts are kept for someone who may sign in later. */
const KEPT = 200;

/** An attempt that waits, and the person whose it is: on a shared computer it must not reach the next one's account. */
interface Waiting {
	/** Null = nobody's yet: it was made signed out, and waits for a person to wait for. */
	owner: string | null;
	attempt: NewAttempt;
	/** Made before its owner signed in. */
	before?: boolean;
}

export interface Outbox {
	/**
	 * Keeps an attempt and sends it when it is somebody's. Of nobody's the latest are kept, misses leaving first.
	 * Never rejects: why something was `refused` stands in the cell of that name.
	 */
	put(
		attempt: NewAttempt,
		owner: string | null,
	): Promise<"sent" | "waiting" | "refused">;
	/** Sends what waits for `owner`, oldest first, until something fails. Never rejects. */
	flush(owner: string): Promise<void>;
	/** Gives what is nobody's to `owner`, for good. */
	claim(owner: string): void;
	/** How many wait to be sent, whoever they are of. */
	readonly waiting: Cell<number>;
	waitingOf(owner: string): number;
	/** How many the service has taken of those made before their owner signed in. */
	readonly added: Cell<number>;
	/** The service said that the session is over; true until something is sent again. */
	readonly signedOut: Cell<boolean>;
	/** Why the last attempt will never be taken; null when it was, or may still be. */
	readonly refused: Cell<ApiError | null>;
}

export function createOutbox(
	shelf: Shelf,
	post: (attempt: NewAttempt) => Promise<unknown>,
): Outbox {
	const waiting = cell(0);
	const added = cell(0);
	const signedOut = cell(false);
	const refused = cell<ApiError | null>(null);
	let running: Promise<void> | null = null;
	let retry: ReturnType<typeof setTimeout> | undefined;

	const count = () =>
		waiting.set(all(shelf).filter(([, { owner }]) => owner !== null).length);
	shelf.watch(count);
	count();

	const sendAll = async (owner: string) => {
		for (const [key, { attempt, before }] of queue(shelf, owner)) {
			const fault = await send(post, attempt);
			signedOut.set(fault?.status === 401);
			if (fault === null) {
				shelf.remove(key);
				if (before) added.set(added.read() + 1);
			} else if (isFinal(fault)) {
				shelf.setAside(key);
				refused.set(fault);
			} else {
				clearTimeout(retry);
				// Signed out: nothing but signing in helps, so there is nothing to wait for.
				if (fault.status !== 401)
					retry = setTimeout(() => flush(owner), pause(fault));
				return;
			}
			count();
		}
	};
	const run = (owner: string): Promise<void> => {
		running ??= alone(() => sendAll(owner)).finally(() => {
			running = null;
			count();
		});
		return running;
	};
	const failed = (error: unknown) => refused.set(asApiError(error));
	const flush = (owner: string) => run(owner).catch(failed);

	return {
		waiting,
		waitingOf: (owner) => queue(shelf, owner).length,
		added,
		signedOut,
		refused,
		flush,
		claim(owner) {
			for (const [key, { attempt }] of queue(shelf, null))
				shelf.write(key, { owner, attempt, before: true } satisfies Waiting);
			count();
		},
		async put(attempt, owner) {
			const key = PREFIX + attempt.clientAttemptId;
			refused.set(null);
			try {
				shelf.write(key, { owner, attempt } satisfies Waiting);
				count();
				if (owner === null) {
					trim(shelf);
					return "waiting";
				}
				// A flush under way has its list already; the second one takes this attempt.
				await running;
				await run(owner);
				if (shelf.keys(key).length > 0) return "waiting";
				return shelf.keys(ASIDE + key).length > 0 ? "refused" : "sent";
			} catch (error) {
				failed(error);
				return "refused";
			}
		},
	};
}

/** Why the service did not take it; null when it did. A clock that runs ahead is not asked again: the moment is the service's then. */
async function send(
	post: (attempt: NewAttempt) => Promise<unknown>,
	attempt: NewAttempt,
): Promise<ApiError | null> {
	const fault = await post(attempt).then(() => null, asApiError);
	if (!fault?.fields.includes("in_future") || !attempt.attemptedAt)
		return fault;
	const { attemptedAt: _, ...timeless } = attempt;
	return send(post, timeless);
}

/** All that waits, oldest first. */
function all(shelf: Shelf): [string, Waiting][] {
	return shelf
		.keys(PREFIX)
		.map((key): [string, Waiting | null] => [key, shelf.read(key, isWaiting)])
		.filter((entry): entry is [string, Waiting] => entry[1] !== null)
		.sort(([, one], [, other]) => (when(one) < when(other) ? -1 : 1));
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

const when = ({ attempt }: Waiting) => attempt.attemptedAt ?? "";

/** One tab sends at a time, where the browser has locks; elsewhere two tabs may both send, which is only wasteful. */
function alone(work: () => Promise<void>): Promise<void> {
	const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
	return locks ? locks.request("treeline:outbox", work) : work();
}

/** The service understood and will never take it (the challenge is gone, the body is too large): sending again is pointless. */
function isFinal({ status }: ApiError): boolean {
	return (
		status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
	);
}

function pause({ retryAfter }: ApiError): number {
	return retryAfter === null ? PAUSE_MS : retryAfter * 1000 + 250;
}

function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), "Try again.", 0);
}

function isWaiting(value: unknown): value is Waiting {
	const record = value as Waiting | null;
	return (
		(typeof record?.owner === "string" || record?.owner === null) &&
		typeof record.attempt?.challengeId === "string" &&
		typeof record.attempt.clientAttemptId === "string"
	);
}
