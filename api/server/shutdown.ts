/** Stops the program: by a signal at any time, also during the start, closes everything that was opened. */

export type Stop = () => Promise<void>;

/**
 * Aborted at the first request to stop; a second one ends the program at once, but a child with `parent`: it may get the same signal twice,
 * from its parent and with it, and ends at once when its parent does.
 */
export function stopSignal(
	onSignal: () => void,
	parent: { onStop(stop: () => void): void } | null,
): AbortSignal {
	const stopping = new AbortController();
	const stop = () => {
		if (!stopping.signal.aborted && !parent) onSignal();
		stopping.abort();
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		if (parent) process.on(signal, stop);
		else process.once(signal, stop);
	parent?.onStop(stop);
	return stopping.signal;
}

/**
 * From now on an error that nothing handles stops this process as SIGTERM does, with exit code 1: requests under way still end, and
 * what started it may start it again. `log` gets each error.
 */
export function stopOnUnhandledErrors(log: (error: unknown) => void): void {
	const stop = (error: unknown) => {
		log(error);
		// A second SIGTERM would end it at once.
		if (process.exitCode !== 1) process.kill(process.pid, "SIGTERM");
		process.exitCode = 1;
	};
	process.on("uncaughtException", stop);
	process.on("unhandledRejection", stop);
}

/** Resolves when `stopping` is aborted. */
function aborted(stopping: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (stopping.aborted) resolve();
		stopping.addEventListener("abort", () => resolve());
	});
}

/**
 * Does `work`, waits until `stopping` is aborted, and then does every stop that `work` has put down, as {@link stopAll} does. Throws the
 * first error of all; what `work` throws once `stopping` is aborted is how it ends early, and no error.
 */
export async function untilStopped(
	stopping: AbortSignal,
	work: (stops: Stop[]) => Promise<void>,
): Promise<void> {
	const stops: Stop[] = [];
	const working = () =>
		work(stops).then(
			() => aborted(stopping),
			(error) => {
				if (!stopping.aborted) throw error;
			},
		);
	await stopAll([working, () => stopAll(stops)]);
}

/** Does all `stops`, in their order, whatever becomes of the others. Throws the first error of all. */
export async function stopAll(stops: readonly Stop[]): Promise<void> {
	const errors: unknown[] = [];
	for (const stop of stops)
		await stop().catch((error) => {
			errors.push(error);
		});
	if (errors.length > 0) throw errors[0];
}
