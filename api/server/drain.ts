/**
 * The end of serving, in order: readiness says so at once, what is under way is finished, what still comes is answered for half of
 * the grace and then told to go elsewhere, so that nothing is cut in the middle by the end of the program.
 */
import { ApiError } from "./errors.ts";
import { isProbe } from "./probes.ts";

export interface Drain {
	/** Whether the program is about to end. */
	draining(): boolean;
	/** Counts a request as under way; throws `draining` when there is no time left for a new one. */
	enter(request: Request): void;
	/** The request's handler is done. */
	leave(): void;
	/** Resolves when nothing is under way, or when the grace is over. */
	finished(): Promise<void>;
	/** Milliseconds of the grace that are left. */
	left(): number;
}

/** @param leaving aborted when the program is asked to stop, from where `graceMs` count */
export function drain(leaving: AbortSignal, graceMs: number): Drain {
	let underWay = 0;
	let end = Number.POSITIVE_INFINITY;
	let idle = Promise.withResolvers<void>();
	leaving.addEventListener("abort", () => {
		end = performance.now() + graceMs;
	});
	const left = () => Math.max(0, Math.min(graceMs, end - performance.now()));
	return {
		draining: () => leaving.aborted,
		enter(request) {
			if (leaving.aborted && left() < graceMs / 2 && !isProbe(request))
				throw new ApiError(
					"draining",
					"This server is about to stop. Send the request again; another one answers it.",
				);
			if (underWay++ === 0) idle = Promise.withResolvers<void>();
		},
		leave() {
			if (--underWay === 0) idle.resolve();
		},
		async finished() {
			if (underWay > 0) await Promise.race([idle.promise, Bun.sleep(left())]);
		},
		left,
	};
}
