/** Merges the metrics of a parent and its children as each metric's `aggregator` says: sums, but for what is the same or a state. */
import { AggregatorRegistry } from "prom-client";
import type { Snapshot } from "./messages.ts";

const merged = (snapshots: readonly Snapshot[]) =>
	// The types of prom-client ask for metrics; what it merges is what they answer as JSON.
	AggregatorRegistry.aggregate([...snapshots] as never);

/** One child's snapshots, which go on to count when it has ended: a sum of counters never falls. */
export function mergeMetrics() {
	const last = new Map<number, Snapshot>();
	let ended: Snapshot = [];
	return {
		/** The newest snapshot of a child. */
		keep(pid: number, snapshot: Snapshot): void {
			last.set(pid, snapshot);
		},
		/** The child has ended: its counters stay as they were last read. */
		async end(pid: number): Promise<void> {
			const snapshot = last.get(pid);
			if (!snapshot) return;
			last.delete(pid);
			const counters = snapshot.filter(({ type }) =>
				["counter", "histogram"].includes(String(type)),
			);
			const all = merged([ended, counters]);
			ended = await all.getMetricsAsJSON();
		},
		/** Requests that a child has answered, as it last reported. */
		requestsOf: (pid: number): number =>
			(last.get(pid) ?? [])
				.filter(({ name }) => name === "http_requests_total")
				.flatMap(({ values }) => values)
				.reduce((sum, { value }) => sum + value, 0),
		/** All as Prometheus reads them, with the parent's `own`. */
		text: (own: Snapshot): Promise<string> =>
			merged([own, ended, ...last.values()]).metrics(),
	};
}
