/** Merges the metrics of a parent and its children as each metric's `aggregator` says: sums, but for what is the same or a state. */
import { AggregatorRegistry } from "prom-client";
import type { Snapshot } from "./messages.ts";

const merged = (snapshots: readonly Snapshot[]) =>
	// The types of prom-client ask for metrics; what it merges is what they answer as JSON.
	AggregatorRegistry.aggregate([...snapshots] as never);

/** One child's snapshots, which go on to count when it has ended: a sum of counters never falls. */
export function mergeMetrics() {
	/** Of each child that runs. */
	const last = new Map<number, Snapshot>();
	/** The counters of those that have ended. */
	const ended: Snapshot[] = [];
	let merging = Promise.resolve();
	/** Replaces what is in `ended` by its sum, which may grow meanwhile. */
	async function mergeEnded(): Promise<void> {
		const { length } = ended;
		const sum = await merged(ended).getMetricsAsJSON();
		ended.splice(0, length, sum);
	}
	return {
		start(pid: number): void {
			last.set(pid, []);
		},
		/** The newest snapshot of a child; one that arrives after the child's end is ignored. */
		keep(pid: number, snapshot: Snapshot): void {
			if (last.has(pid)) last.set(pid, snapshot);
		},
		/** The child has ended: its counters stay as they were last read. */
		end(pid: number): void {
			const counters = (last.get(pid) ?? []).filter(({ type }) =>
				["counter", "histogram"].includes(String(type)),
			);
			last.delete(pid);
			ended.push(counters);
			// What cannot be merged counts on its own.
			merging = merging.then(mergeEnded).catch(() => {});
		},
		/** Requests that a child has answered, as it last reported. */
		requestsOf: (pid: number): number =>
			(last.get(pid) ?? [])
				.filter(({ name }) => name === "http_requests_total")
				.flatMap(({ values }) => values)
				.reduce((sum, { value }) => sum + value, 0),
		/** All as Prometheus reads them, with the parent's `own`. */
		text: (own: Snapshot): Promise<string> =>
			merged([own, ...ended, ...last.values()]).metrics(),
	};
}
