/**
 * The circuit breaker before the language-model provider: open for 30 seconds after five failures in a row, then half open for one call
 * (specification, "Circuit breaker"; contract, section 8). Also the limit of concurrent turns.
 */
import { ApiError } from "../../server/errors.ts";
import type { BreakerState } from "../metrics/registry.ts";

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

const MAX_TOTAL = 64;
const MAX_PER_ADDRESS = 4;

/** Does `work` for `network` when there is room. Throws `rate_limited` or `overloaded`. */
export type ConcurrencyLimit = <Result>(
	network: string,
	work: () => Promise<Result>,
) => Promise<Result>;

export function concurrencyLimit(
	mostInAll: number = MAX_TOTAL,
	mostOfOne: number = MAX_PER_ADDRESS,
): ConcurrencyLimit {
	const byNetwork = new Map<string, number>();
	let all = 0;
	return async (network, work) => {
		const own = byNetwork.get(network) ?? 0;
		if (own >= mostOfOne) throw tooMany();
		if (all >= mostInAll) throw tooBusy();
		byNetwork.set(network, own + 1);
		all++;
		try {
			return await work();
		} finally {
			const left = (byNetwork.get(network) ?? 1) - 1;
			if (left > 0) byNetwork.set(network, left);
			else byNetwork.delete(network);
			all--;
		}
	};
}

const tooMany = () =>
	new ApiError(
		"rate_limited",
		"Several replies to your address are under way. Wait for one of them; nothing was stored.",
		[],
		{ "retry-after": "1" },
	);

const tooBusy = () =>
	new ApiError(
		"overloaded",
		"Too many replies are under way. Send the message again in a second; nothing was stored.",
	);
