/** Runs a task whenever the database notifies of a change, and at intervals, since a pooler may keep notifications to itself. */
import { setTimeout as sleep } from "node:timers/promises";

export interface ChangeListener {
	/** Resolves when the database notifies from now on, or cannot. */
	started: Promise<void>;
	/** Ends listening; resolves when the task does not run any more. */
	close(): Promise<void>;
}

/** What a database driver notifies by. */
interface Notifier {
	/** @param onListen called whenever listening begins, also again after a lost connection */
	listen(
		channel: string,
		onNotify: () => void,
		onListen: () => void,
	): Promise<{ unlisten(): Promise<void> }>;
}

/** In milliseconds. */
interface Timing {
	/** Between two runs without a notification. */
	intervalMs: number;
	/** From the end of a run to the next one, at least; the notifications of that time lead to one run after it. Default 0. */
	spacingMs?: number;
}

/**
 * Runs `task` when listening begins, after each notification on `channel`, and every `intervalMs` milliseconds; never twice at once, and
 * once more when a notification came while it ran. What it throws goes to `onError`, and it runs again the next time; what `onError` itself
 * throws is dropped.
 *
 * @param notifier the database that notifies; null = none that this process has, so that only the interval counts
 */
export function listenForChanges(
	notifier: Notifier | null,
	channel: string,
	task: () => Promise<void>,
	{
		intervalMs,
		spacingMs = 0,
		onError,
	}: Timing & { onError: (error: unknown) => void },
): ChangeListener {
	const closing = new AbortController();
	const { signal } = closing;
	let isDue = false;
	let isRunning = false;
	let lastRun = Promise.resolve();
	const attempt = async (work: () => Promise<unknown>) => {
		try {
			await work();
		} catch (error) {
			try {
				if (!signal.aborted) onError(error);
			} catch {
				// There is nowhere else to report to.
			}
		}
	};
	const run = async () => {
		isRunning = true;
		while (isDue && !signal.aborted) {
			isDue = false;
			await attempt(task);
			if (spacingMs > 0)
				await sleep(spacingMs, null, { signal, ref: false }).catch(() => null);
		}
		// In the same tick as the last look at `isDue`: a notification in between would start nothing.
		isRunning = false;
	};
	const wake = () => {
		isDue = true;
		if (!isRunning) lastRun = run();
	};
	let listening: Awaited<ReturnType<Notifier["listen"]>> | undefined;
	const started = attempt(async () => {
		listening = await notifier?.listen(channel, wake, wake);
	});
	const timer = setInterval(wake, intervalMs);
	timer.unref();
	return {
		started,
		async close() {
			closing.abort();
			clearInterval(timer);
			await started;
			await listening?.unlisten().catch(() => null);
			await lastRun;
		},
	};
}
