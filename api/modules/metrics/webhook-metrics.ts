/** The Prometheus series of webhooks. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { withDeadline } from "../../server/promise-timeout.ts";

const OUTCOMES = ["delivered", "failed", "dead", "gone"] as const;
type AttemptOutcome = (typeof OUTCOMES)[number];

/** In milliseconds: metrics are read without what the database does not tell in time. */
const DEADLINE_MS = 1000;

export interface WebhookSeries {
	attempted(outcome: AttemptOutcome, seconds: number): void;
	/** Registers what is counted when the metrics are read. */
	counts(count: () => Promise<{ pending: number; dead: number }>): void;
}

export function webhookSeries(registry: Registry): WebhookSeries {
	const attempts = new Counter({
		name: "webhook_attempts_total",
		help: "Attempts to deliver webhooks, by outcome; dead = the last one failed, gone = the receiver wants no more.",
		labelNames: ["outcome"],
		registers: [registry],
	});
	for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
	const duration = new Histogram({
		name: "webhook_attempt_duration_seconds",
		help: "How long attempts to deliver webhooks took.",
		buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
		registers: [registry],
	});
	let count: (() => Promise<{ pending: number; dead: number }>) | null = null;
	new Gauge({
		name: "webhook_deliveries",
		help: "Deliveries of webhooks in the database, by state.",
		aggregator: "max",
		labelNames: ["state"],
		registers: [registry],
		async collect() {
			const counted = count?.().catch(() => null) ?? Promise.resolve(null);
			const found = await withDeadline(counted, DEADLINE_MS, null);
			if (!found) return;
			this.set({ state: "pending" }, found.pending);
			this.set({ state: "dead" }, found.dead);
		},
	});
	return {
		attempted(outcome, seconds) {
			attempts.inc({ outcome });
			duration.observe(seconds);
		},
		counts(ask) {
			count = ask;
		},
	};
}
