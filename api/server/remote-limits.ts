/** Rate limits that are counted elsewhere, in Redis or in a parent process. While nothing answers there, this process counts alone. */
import type {
	Buckets,
	BucketsInMemory,
	Level,
	SlidingWindow,
	WindowInMemory,
} from "./rate-limit.ts";

/**
 * @param own this process's own count, which refuses without asking
 * @param draw takes a token there; null when nothing answers
 */
export const bucketsElsewhere = (
	own: BucketsInMemory,
	draw: (key: string) => Promise<Level | null>,
): Buckets => ({
	async take(key) {
		const here = own.look(key);
		if (!here.accepted) return here;
		const at = own.now();
		const there = await draw(key);
		if (!there) return own.take(key);
		if (there.accepted) own.take(key, at);
		return there;
	},
});

/**
 * @param own this process's own count, which refuses without asking
 * @param ask milliseconds until one more may be accepted there, and with `counts` counts one when it is 0; null when nothing answers
 */
export const windowElsewhere = (
	own: WindowInMemory,
	ask: (user: string, counts: boolean) => Promise<number | null>,
): SlidingWindow => ({
	async wait(user) {
		const here = await own.wait(user);
		return here > 0 ? here : ((await ask(user, false)) ?? own.wait(user));
	},
	async take(user) {
		const here = await own.wait(user);
		if (here > 0) return here;
		const at = own.now();
		const there = await ask(user, true);
		if (there === null) return own.take(user);
		if (there === 0) await own.take(user, at);
		return there;
	},
});
