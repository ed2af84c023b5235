/** Waiting for conditions: each wait ends with what it waits for, and its deadline only says that it never comes. */
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds after which what is waited for is believed never to come, however busy the machine. */
export const DEADLINE_MS = 120_000;

/** Milliseconds for a test of many steps, or for setting one up. */
export const TEST_DEADLINE_MS = 600_000;

/** Milliseconds after which a key is pressed or a command run again: the palette may lose one while its list is filled anew. */
export const RETRY_MS = 20_000;

/** The first value of `read` that is neither null, undefined nor false. Throws what `otherwise` says at the deadline. */
export async function waitFor<Value>(
	read: () => Promise<Value> | Value,
	otherwise: () => Promise<string> | string,
	deadlineMs = DEADLINE_MS,
): Promise<Exclude<Value, null | undefined | false>> {
	const end = performance.now() + deadlineMs;
	for (;;) {
		const value = await read();
		if (value !== null && value !== undefined && value !== false)
			return value as Exclude<Value, null | undefined | false>;
		if (performance.now() > end) throw new Error(await otherwise());
		await pause(50);
	}
}

/** As `waitFor`, for what its own code tells of when it does not come true. */
export const until = (check: () => Promise<boolean>) =>
	waitFor(check, () => `It did not come true: ${check}`);
