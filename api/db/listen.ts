/** Runs a task whenever the database notifies of a change, and at intervals, since a pooler may keep notifications to itself. */
import type { Sql } from "./pool.ts";

export interface ChangeListener {
	/** Resolves when the database notifies from now on, or cannot. */
	started: Promise<void>;
	/** Ends listening; resolves when the task does not run any more. */
	close(): Promise<void>;
}

/**
 * Runs `task` when listening begins, after each notification on `channel`, and every `intervalMs` milliseconds; never twice at once, and
 * once more when a notification came while it ran. What it throws goes to `onError`, and it runs again the next time.
 *
 * @param sql the database that notifies; null = none that this process has, so that only the interval counts
 */
export function listenForChanges(
	sql: Sql | null,
	channel: string,
	task: () => Promise<void>,
	{
		intervalMs,
		onError,
	}: { intervalMs: number; onError: (error: unknown) => void },
): ChangeListener {
	let closed = false;
	let isDue = false;
	let running: Promise<void> | null = null;
	const run = async () => {
		while (isDue && !closed) {
			isDue = false;
			await task().catch((error) => {
				if (!closed) onError(error);
			});
		}
	};
	const wake = () => {
		isDue = true;
		running ??= run().finally(() => {
			running = null;
		});
	};
	const listening = sql?.listen(channel, wake, wake).catch(onError);
	const timer = setInterval(wake, intervalMs);
	timer.unref();
	return {
		started: Promise.resolve(listening).then(() => {}),
		async close() {
			closed = true;
			clearInterval(timer);
			await (await listening)?.unlisten().catch(() => null);
			await running;
		},
	};
}
