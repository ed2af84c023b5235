/** Deadlines of work whose result the caller does not wait for any longer. Those of requests are set in `request-context-address-and-deadline.ts`. */

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
