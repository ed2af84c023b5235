/**
 * Token buckets that processes share: one script a request, on the cache's own clock. What this process took is also kept here, so that
 * it refuses without asking what would be refused, and goes on from there when the cache is gone or was emptied.
 */
import type { BucketSize } from "../config.ts";
import { type Cache, script } from "./redis.ts";
import type { Buckets, BucketsInMemory, Level } from "./token-bucket.ts";

/**
 * The key's value is when the bucket is full again, in µs. Values: microseconds per token, and of a full bucket.
 * Answers whether there was a token, and the microseconds until the bucket is full. A clock that was set back empties no more than a bucket.
 */
const DRAW = script(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local per, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = tonumber(redis.call('GET', KEYS[1]) or 0)
local lacks = math.min(most, math.max(0, full - now))
if lacks + per > most + 1 then return {0, lacks} end
lacks = lacks + per
redis.call('SET', KEYS[1], string.format('%.0f', now + lacks), 'PX', math.ceil(lacks / 1000))
return {1, lacks}`);

/** @param name tells these buckets from others in the cache */
export function sharedBuckets(
	cache: Cache,
	name: string,
	{ capacity, refillRate }: BucketSize,
	own: BucketsInMemory,
): Buckets {
	const perToken = 1_000_000 / refillRate;
	const sizes = [perToken, perToken * capacity].map(String);
	const draw = async (key: string): Promise<Level | null> => {
		const answer = await cache.run(
			DRAW,
			`treeline:bucket:${name}:${key}`,
			...sizes,
		);
		if (!answer) return null;
		const [accepted, lacks] = answer.map(Number) as [number, number];
		return { accepted: accepted === 1, lacks: lacks / perToken };
	};
	return {
		async take(key) {
			const here = own.look(key);
			if (!here.accepted) return here;
			const asked = own.now();
			const there = await draw(key);
			if (!there) return own.take(key);
			if (there.accepted) own.take(key, asked);
			return there;
		},
	};
}
