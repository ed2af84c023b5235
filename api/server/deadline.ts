/**
 * Every request is answered in time: when its time is up it gets 504, whoever works on it is told by a signal, and a transaction
 * that is still open is undone instead of being finished for nobody.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "./errors.ts";
import { type Guard, guard } from "./validation.ts";

interface Deadline {
	/** Aborted with the refusal when the time is up. */
	readonly giveUp: AbortController;
	/** Sets the time anew, from now on; 0 = any time. */
	set(ms: number): void;
}

const byRequest = new WeakMap<Request, Deadline>();
const current = new AsyncLocalStorage<Deadline>();

/**
 * The answer of `work`, or `request_timeout` after `ms` (0 = never).
 * @param stayOpen told when a connection may be silent for longer than the server would have it
 */
export async function inTime(
	request: Request,
	ms: number,
	work: () => Response | Promise<Response>,
	stayOpen: () => void,
): Promise<Response> {
	let timer: Timer | undefined;
	const late = Promise.withResolvers<never>();
	const giveUp = new AbortController();
	const set = (ms: number) => {
		clearTimeout(timer);
		if (ms === 0 || ms > LONGEST_SILENCE) stayOpen();
		if (ms === 0) return;
		timer = setTimeout(() => {
			const refusal = tooLate(ms);
			late.reject(refusal);
			giveUp.abort(refusal);
		}, ms);
	};
	let answered = false;
	const deadline = {
		giveUp,
		set(ms: number) {
			if (!answered) set(ms);
		},
	};
	byRequest.set(request, deadline);
	set(ms);
	try {
		return await Promise.race([
			current.run(deadline, async () => work()),
			late.promise,
		]);
	} finally {
		answered = true;
		clearTimeout(timer);
	}
}

/** In milliseconds: what a silent connection is kept open for anyway. */
export const LONGEST_SILENCE = 55_000;

/** `passedOn` has the time of `request`. */
export function shareDeadline(request: Request, passedOn: Request): void {
	const deadline = byRequest.get(request);
	if (deadline) byRequest.set(passedOn, deadline);
}

/** Aborted when the client has gone or the request's time is up: for whatever a handler waits for. */
export function signalOf(request: Request): AbortSignal {
	const deadline = byRequest.get(request);
	return deadline
		? AbortSignal.any([request.signal, deadline.giveUp.signal])
		: request.signal;
}

/** Before a route that takes longer than others: `ms` from here on, 0 for a stream that ends when it ends. */
export const takesUpTo = (ms: number): Guard =>
	guard(({ request }) => allowUpTo(request, ms), {});

/** The same for one request, unless it is answered already. */
export function allowUpTo(request: Request, ms: number): void {
	byRequest.get(request)?.set(ms);
}

/** Throws when the request that is being worked on has been given up. */
export function refuseLate(): void {
	current.getStore()?.giveUp.signal.throwIfAborted();
}

const tooLate = (ms: number) =>
	new ApiError(
		"request_timeout",
		`The answer took longer than ${ms / 1000} s and was given up. Before you repeat a change, look whether it was made.`,
	);
