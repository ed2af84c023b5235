/** Requests and how they ended. This is on the way of every request: it counts, and does nothing else. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { recordOf } from "../../server/request-context.ts";

export interface Traffic {
	/** A request has come. */
	came(): void;
	/** Its answer begins, so many seconds after it came. */
	answered(request: Request, status: number, seconds: number): void;
}

/** In seconds; the threshold of latency, one second, among them. */
const BUCKETS = [
	0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** Any other is a word that a client made up. */
const METHODS = new Set([
	"GET",
	"HEAD",
	"POST",
	"PUT",
	"PATCH",
	"DELETE",
	"OPTIONS",
]);

/** @param unreachable told when an answer says that the database cannot be reached */
export function trafficSeries(registry: Registry, unreachable: () => void) {
	const registers = [registry];
	const underWay = new Map<string, number>();
	const requests = new Counter({
		name: "http_requests_total",
		help: "Requests that were answered, by the pattern of the route, or `none`.",
		labelNames: ["listener", "method", "route", "status"],
		registers,
	});
	const duration = new Histogram({
		name: "http_request_duration_seconds",
		help: "Time until an answer begins, by the pattern of the route, or `none`.",
		labelNames: ["listener", "method", "route"],
		buckets: BUCKETS,
		registers,
	});
	const refusals = new Counter({
		name: "http_problems_total",
		help: "Answers that are problems, by their code.",
		labelNames: ["listener", "code"],
		registers,
	});
	new Gauge({
		name: "http_requests_in_flight",
		help: "Requests that came and are not answered yet.",
		labelNames: ["listener"],
		registers,
		collect() {
			for (const [listener, count] of underWay) this.set({ listener }, count);
		},
	});
	return (listener: "front" | "backend"): Traffic => {
		let count = 0;
		const change = (by: 1 | -1) => {
			count += by;
			underWay.set(listener, count);
		};
		underWay.set(listener, count);
		return {
			came: () => change(1),
			answered(request, status, seconds) {
				change(-1);
				const record = recordOf(request);
				const method = METHODS.has(request.method) ? request.method : "other";
				const route = record.route ?? "none";
				requests.inc({ listener, method, route, status });
				duration.observe({ listener, method, route }, seconds);
				if (!record.code) return;
				refusals.inc({ listener, code: record.code });
				if (record.code === "database_unavailable") unreachable();
			},
		};
	};
}
