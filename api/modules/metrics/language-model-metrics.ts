/** Metrics of the chat's language-model provider: requests by outcome, duration, tokens, and the state of the circuit breaker. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** As the specification numbers them. */
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2 } satisfies Record<
	BreakerState,
	number
>;

const OUTCOMES = ["answered", "failed", "timeout", "left"] as const;

export interface ProviderSeries {
	/** From now on `state` tells, when the metrics are read, how the breaker before the provider stands. */
	breaker(state: () => BreakerState): void;
	/** A request to the provider ended so after so many seconds; `left` = the client has gone. */
	requested(outcome: (typeof OUTCOMES)[number], seconds: number): void;
	/** What a reply took, its prompt and itself. */
	tokens(count: number): void;
}

/** In seconds; the threshold of latency, ten seconds, among them. */
const BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

export function providerSeries(registry: Registry): ProviderSeries {
	const registers = [registry];
	let stateOf = (): BreakerState => "closed";
	new Gauge({
		name: "circuit_breaker_state",
		help: "0 = closed, 1 = half open, 2 = open: no requests are made.",
		labelNames: ["name"],
		aggregator: "max",
		registers,
		collect() {
			this.set({ name: "llm" }, BREAKER_STATES[stateOf()]);
		},
	});
	const requests = new Counter({
		name: "llm_requests_total",
		help: "Requests to the language-model provider, by outcome.",
		labelNames: ["outcome"],
		registers,
	});
	const duration = new Histogram({
		name: "llm_request_duration_seconds",
		help: "Time until the language-model provider's answer ended, or failed.",
		buckets: BUCKETS,
		registers,
	});
	const tokens = new Counter({
		name: "llm_tokens_total",
		help: "Tokens of prompts and replies, as the language-model provider counts them.",
		registers,
	});
	for (const outcome of OUTCOMES) requests.inc({ outcome }, 0);
	return {
		breaker(state) {
			stateOf = state;
		},
		requested(outcome, seconds) {
			requests.inc({ outcome });
			if (outcome !== "left") duration.observe(seconds);
		},
		tokens: (count) => tokens.inc(count),
	};
}

export type BreakerState = "closed" | "half_open" | "open";
