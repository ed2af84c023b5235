/** The chat's language-model provider: how it answers, what it costs, and whether it is asked at all. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** As the specification numbers them. */
const STATES = { closed: 0, half_open: 1, open: 2 } as const;
export type BreakerState = keyof typeof STATES;

export interface ProviderSeries {
	/** The breaker before the provider is in this state from now on; closed until it is told otherwise. */
	breaker(state: BreakerState): void;
	/** The provider was asked, which ended so after so many seconds. */
	asked(outcome: "answered" | "failed" | "timeout", seconds: number): void;
	/** What a turn took, as the provider counts it. */
	tokens(direction: "input" | "output", count: number): void;
}

/** In seconds; the threshold of latency, ten seconds, among them. */
const BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

export function providerSeries(registry: Registry): ProviderSeries {
	const registers = [registry];
	const state = new Gauge({
		name: "circuit_breaker_state",
		help: "0 = closed, 1 = half open, 2 = open: nothing is asked.",
		labelNames: ["name"],
		registers,
	});
	const requests = new Counter({
		name: "llm_requests_total",
		help: "Questions to the language-model provider, by how they ended.",
		labelNames: ["outcome"],
		registers,
	});
	const duration = new Histogram({
		name: "llm_request_duration_seconds",
		help: "Time until the language-model provider's answer ends.",
		buckets: BUCKETS,
		registers,
	});
	const tokens = new Counter({
		name: "llm_tokens_total",
		help: "Tokens, as the language-model provider counts them.",
		labelNames: ["direction"],
		registers,
	});
	const breaker = (now: BreakerState) =>
		state.set({ name: "llm" }, STATES[now]);
	breaker("closed");
	for (const outcome of ["answered", "failed", "timeout"])
		requests.inc({ outcome }, 0);
	for (const direction of ["input", "output"]) tokens.inc({ direction }, 0);
	return {
		breaker,
		asked(outcome, seconds) {
			requests.inc({ outcome });
			duration.observe(seconds);
		},
		tokens: (direction, count) => tokens.inc({ direction }, count),
	};
}
