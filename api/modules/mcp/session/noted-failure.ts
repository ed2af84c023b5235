/**
 * Errors of our own that the SDK would turn into an answer about the client's request ("Parse error", with the driver's text): they
 * are noted where they happen, and thrown again in place of that answer.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ error?: unknown }>();

/** The result of `work`; its error is noted for the request that is being answered. */
export async function noteFailure<Result>(
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const noted = current.getStore();
		if (noted) noted.error = error;
		throw error;
	}
}

/** The answer of `work`. Throws what was noted while it ran, when the answer is an error. */
export async function rethrowNoted(
	work: () => Promise<Response>,
): Promise<Response> {
	const noted: { error?: unknown } = {};
	const answer = await current.run(noted, work);
	if (!answer.ok && "error" in noted) throw noted.error;
	return answer;
}
