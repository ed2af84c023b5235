/**
 * The circuit breaker before the language-model provider: open for 30 seconds after five failures in a row, then half open for one call
 * (specification, "Circuit breaker"; contract, section 8).
 */
import { ApiError } from "../../server/errors.ts";
import type { BreakerState } from "../metrics/language-model-metrics.ts";

/** Leave to make one call; its outcome is reported once, or not at all when it is unknown. */
interface Permit {
	worked(): void;
	failed(): void;
	/** The call is over; without a word before, nothing is learned from it. */
	end(): void;
}

export interface Breaker {
	/** Throws `llm_circuit_open` while calls are not to be made. */
	admit(): Permit;
	state(): BreakerState;
}

const MAX_FAILURES = 5;
const OPEN_MS = 30_000;

/** `now` is a clock in milliseconds that never goes back. */
export function breaker(now: () => number = () => performance.now()): Breaker {
	let failures = 0;
	/** When calls are made again; null = closed. */
	let openUntil: number | null = null;
	let probing = false;
	/** Counts changes: what began before the last one says nothing about now. */
	let generation = 0;

	const open = () => {
		openUntil = now() + OPEN_MS;
		generation++;
	};
	const close = () => {
		openUntil = null;
		failures = 0;
		generation++;
	};
	const permitFor = (probe: boolean): Permit => {
		const own = generation;
		let isSettled = false;
		const settle = (work: () => void) => {
			if (isSettled) return;
			isSettled = true;
			if (probe) probing = false;
			if (own === generation) work();
		};
		return {
			worked: () =>
				settle(() => {
					if (probe) close();
					else failures = 0;
				}),
			failed: () =>
				settle(() => {
					if (probe || ++failures >= MAX_FAILURES) open();
				}),
			end: () => settle(() => {}),
		};
	};
	return {
		admit() {
			if (openUntil === null) return permitFor(false);
			const left = openUntil - now();
			if (left > 0 || probing) throw circuitOpen(left);
			probing = true;
			return permitFor(true);
		},
		state() {
			if (openUntil === null) return "closed";
			return openUntil > now() ? "open" : "half_open";
		},
	};
}

const circuitOpen = (leftMs: number) =>
	new ApiError(
		"llm_circuit_open",
		"The language model failed several times and is left alone for a moment. Nothing was stored; send the message again later.",
		[],
		{ "retry-after": String(Math.max(1, Math.ceil(leftMs / 1000))) },
	);
