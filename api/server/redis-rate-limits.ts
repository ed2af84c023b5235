/** Token buckets and sliding windows in a Redis that processes share. */
import type { BucketSize } from "../config.ts";
import {
	type Buckets,
	type BucketsInMemory,
	bucketsElsewhere,
	type Level,
	type SlidingWindow,
	type WindowInMemory,
	windowElsewhere,
} from "./rate-limit.ts";
import { type Redis, script } from "./redis-client.ts";

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
	cache: Redis,
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
	return bucketsElsewhere(own, draw);
}

/**
 * The key's value lists when the last N were accepted, in µs, oldest first. Values: N; the span, in µs; whether to count one.
 * Answers the microseconds until one more may be accepted; 0 = now, and then it was counted if it was to be.
 * What lies in the future is from before the clock was set back, and no longer counts.
 */
const ACCEPT = script(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local most, span = tonumber(ARGV[1]), tonumber(ARGV[2])
while tonumber(redis.call('LINDEX', KEYS[1], -1) or 0) > now do redis.call('RPOP', KEYS[1]) end
local oldest = tonumber(redis.call('LINDEX', KEYS[1], -most) or -span)
if now - oldest <= span and oldest >= 0 then return {oldest + span - now + 1} end
if ARGV[3] == '1' then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('LTRIM', KEYS[1], -most, -1)
  redis.call('PEXPIRE', KEYS[1], math.ceil(span / 1000) + 1)
end
return {0}`);

/** @param name tells this window from others in the cache */
export function sharedWindow(
	cache: Redis,
	name: string,
	most: number,
	spanMs: number,
	own: WindowInMemory,
): SlidingWindow {
	const sizes = [String(most), String(spanMs * 1000)];
	const ask = async (user: string, count: boolean): Promise<number | null> => {
		const answer = await cache.run(
			ACCEPT,
			`treeline:window:${name}:${user}`,
			...sizes,
			count ? "1" : "0",
		);
		return answer && Number(answer[0]) / 1000;
	};
	return windowElsewhere(own, ask);
}
