/**
 * Token buckets: each key has `capacity` tokens at most and gets `refillRate` new ones a second. All that is kept of one is the moment
 * when it is full again; one that is full is not kept at all.
 */
import type { BucketSize } from "../config.ts";

/** What a bucket said when it was asked. */
export interface Level {
	/** Whether there was a token. */
	accepted: boolean;
	/** Tokens that it lacks until it is full, now; with fractions. */
	lacks: number;
}

/** The same buckets for every process that shares them. */
export interface Buckets {
	/** Takes a token, when there is one. */
	take(key: string): Level | Promise<Level>;
}

export interface BucketsInMemory extends Buckets {
	/** A moment, in milliseconds of the buckets' own clock. */
	now(): number;
	look(key: string): Level;
	/** `at` is when the token was asked for; now, unless it was earlier. */
	take(key: string, at?: number): Level;
}

/** Keys that are kept at once. Past it the one that was least lately used is forgotten: its bucket is full again. */
const MOST_KEYS = 100_000;
/** Tokens by which sums may be off. */
const ROUNDING = 1e-9;

/** Buckets of this process. `now` is a clock in milliseconds that never goes back. */
export function bucketsInMemory(
	{ capacity, refillRate }: BucketSize,
	now: () => number = () => performance.now(),
	mostKeys = MOST_KEYS,
): BucketsInMemory {
	const perToken = 1000 / refillRate;
	/** The key that was used least lately is first. */
	const fullAt = new Map<string, number>();
	const lacking = (key: string, at: number) =>
		Math.max(0, (fullAt.get(key) ?? 0) - at) / perToken;
	const level = (lacks: number) => ({
		accepted: lacks + 1 <= capacity + ROUNDING,
		lacks,
	});
	const forget = (at: number) => {
		for (const [key, full] of fullAt) {
			if (full > at && fullAt.size <= mostKeys) return;
			fullAt.delete(key);
		}
	};
	const look = (key: string) => level(lacking(key, now()));
	const take = (key: string, at = now()) => {
		const found = level(lacking(key, at));
		if (!found.accepted) return found;
		const lacks = found.lacks + 1;
		fullAt.delete(key);
		fullAt.set(key, at + lacks * perToken);
		forget(at);
		return { accepted: true, lacks };
	};
	return {
		now,
		look,
		take,
	};
}
