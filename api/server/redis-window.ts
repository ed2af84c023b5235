/**
 * A sliding window that processes share: one script a question, on the cache's own clock, so that never more than N are accepted in any
 * minute by all of them. What this process accepted is also kept here, for when the cache is gone or was emptied.
 */

import { type Cache, script } from "./redis.ts";
import type { SlidingWindow, WindowInMemory } from "./user-limit.ts";

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
	cache: Cache,
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
	return {
		async wait(user) {
			const here = await own.wait(user);
			return here > 0 ? here : ((await ask(user, false)) ?? own.wait(user));
		},
		async take(user) {
			const here = await own.wait(user);
			if (here > 0) return here;
			const asked = own.now();
			const there = await ask(user, true);
			if (there === null) return own.take(user);
			if (there === 0) await own.take(user, asked);
			return there;
		},
	};
}
