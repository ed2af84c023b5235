/** When queues of unsent records send again, and in which tab. */
import type { ApiError } from "./host.ts";

/** Exponential backoff, in milliseconds: a service that is back soon, as after a restart, is not kept waiting for. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

/** The pause before the next try, in milliseconds, after `failures` in a row before this one. */
export function retryPause({ retryAfter }: ApiError, failures: number): number {
	if (retryAfter !== null) return retryAfter * 1000 + 250;
	return Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
}

/** Runs `work` in one tab at a time where the browser has locks; elsewhere two tabs may both send, which is harmless. */
export function withTabLock(
	name: string,
	work: () => Promise<void>,
): Promise<void> {
	const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
	return locks ? locks.request(name, work) : work();
}
