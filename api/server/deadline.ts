/**
 * Deadlines: of work whose result the caller does not wait for any longer, and of calls that are nearly always cancelled. Those of requests
 * are set in `request-context.ts`.
 */

/** What `work` resolves to, or `late` when it has not after `ms`. The work goes on; its later failure is ignored. */
export async function withDeadline<Result, Late>(
	work: Promise<Result>,
	ms: number,
	late: Late,
): Promise<Result | Late> {
	let timer: Timer | undefined;
	const timeout = new Promise<Late>((resolve) => {
		timer = setTimeout(resolve, ms, late);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

interface Call {
	at: number;
	run: () => void;
}

/** Calls by their delay in milliseconds: those of one delay are due in the order in which they were made. */
const byDelay = new Map<number, Set<Call>>();

/**
 * Calls `run` after `ms`, unless the result is called before. All calls of one delay share a timer, since a timer for each request costs more
 * than most answers take.
 */
export function callAfter(ms: number, run: () => void): () => void {
	let calls = byDelay.get(ms);
	if (!calls) {
		calls = new Set();
		byDelay.set(ms, calls);
		wakeAfter(ms, ms, calls);
	}
	const call = { at: performance.now() + ms, run };
	calls.add(call);
	return () => {
		calls.delete(call);
	};
}

function wakeAfter(wait: number, ms: number, calls: Set<Call>): void {
	setTimeout(() => runDue(ms, calls), wait).unref();
}

function runDue(ms: number, calls: Set<Call>): void {
	for (const call of calls) {
		const wait = call.at - performance.now();
		if (wait > 0) {
			wakeAfter(Math.ceil(wait), ms, calls);
			return;
		}
		calls.delete(call);
		call.run();
	}
	byDelay.delete(ms);
}
