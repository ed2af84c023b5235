/**
 * A bounded queue: one task at a time for each user. Once it is full, a user who has fewer waiting than another takes the place of that
 * user's newest.
 */
import { ApiError } from "./errors.ts";

/** Of one user, and of all users, as many run or wait. */
const MAX_PER_USER = 20;
const MAX_TOTAL = 64;

/**
 * Runs `work` when the user's earlier ones have ended. Throws `overloaded` when too many of this user wait, or of all users and this one
 * holds no fewer places than any other; also later, while it waits, when a user with fewer needs the place. When `signal` is aborted
 * before its turn comes, its place is free at once and its reason is thrown; `work` heeds the signal itself.
 */
export type PerUserQueue = <Result>(
	userId: string,
	work: () => Promise<Result>,
	signal?: AbortSignal,
) => Promise<Result>;

interface Turn {
	begin(): void;
	/** Ends it, unless it has begun. */
	refuse(reason: unknown): void;
}

/** `what` is the plural that errors name, as "attempts". */
export function perUserQueue(what: string): PerUserQueue {
	/** By user; the first of each runs. */
	const lines = new Map<string, Turn[]>();
	let all = 0;

	const overloaded = () =>
		new ApiError(
			"overloaded",
			`Too many ${what} wait to be verified. Send it again in a second.`,
		);

	/** Throws unless there is a place for one more in a line of this length. */
	function makeRoom(length: number): void {
		if (length >= MAX_PER_USER) throw overloaded();
		if (all < MAX_TOTAL) return;
		const longest = [...lines.values()].reduce((one, other) =>
			other.length > one.length ? other : one,
		);
		// Of a line of one, the only turn runs already.
		if (longest.length <= length + 1) throw overloaded();
		longest.at(-1)?.refuse(overloaded());
	}

	function enter(userId: string, turn: Turn): void {
		const line = lines.get(userId) ?? [];
		lines.set(userId, line);
		line.push(turn);
		all++;
		if (line[0] === turn) turn.begin();
	}

	function leave(userId: string, turn: Turn): void {
		const line = lines.get(userId) ?? [];
		const first = line[0] === turn;
		line.splice(line.indexOf(turn), 1);
		all--;
		if (line.length === 0) lines.delete(userId);
		else if (first) line[0]?.begin();
	}

	return async (userId, work, signal) => {
		signal?.throwIfAborted();
		makeRoom(lines.get(userId)?.length ?? 0);
		const entry = Promise.withResolvers<void>();
		let begun = false;
		const turn: Turn = {
			begin() {
				begun = true;
				entry.resolve();
			},
			refuse(reason) {
				if (begun) return;
				leave(userId, turn);
				entry.reject(reason);
			},
		};
		const abandon = () => turn.refuse(signal?.reason);
		signal?.addEventListener("abort", abandon);
		enter(userId, turn);
		try {
			await entry.promise;
		} finally {
			signal?.removeEventListener("abort", abandon);
		}
		try {
			return await work();
		} finally {
			leave(userId, turn);
		}
	};
}
