/** Counts the time a learner spends: only while the page is visible, and going on from what was counted before. */
export interface Stopwatch {
	/** Whole seconds so far. */
	seconds(): number;
	/** Counts no further. */
	stop(): void;
	close(): void;
}

export function createStopwatch(already: number): Stopwatch {
	let total = already * 1000;
	let since: number | null = null;
	let stopped = false;
	const page = typeof document === "undefined" ? null : document;

	const hold = () => {
		if (since !== null) total += performance.now() - since;
		since = null;
	};
	const turn = () => {
		hold();
		if (!stopped && page?.visibilityState !== "hidden")
			since = performance.now();
	};
	page?.addEventListener("visibilitychange", turn);
	turn();

	return {
		seconds() {
			turn();
			return Math.round(total / 1000);
		},
		stop() {
			hold();
			stopped = true;
		},
		close() {
			hold();
			stopped = true;
			page?.removeEventListener("visibilitychange", turn);
		},
	};
}
