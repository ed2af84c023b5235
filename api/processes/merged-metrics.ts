/** Collects the metrics of all children and merges them, as each metric's `aggregator` says: sums, but for what is the same or a state. */

import { AggregatorRegistry } from "prom-client";
import { withDeadline } from "../server/promise-timeout.ts";
import type { FromChild, Snapshot } from "./parent-child-message-types.ts";
import type { Child } from "./start-and-restart-children.ts";

/** In milliseconds: a child that takes longer counts with what it reported last. */
const COLLECT_MS = 5000;

/** @param own the parent's snapshot */
export function collectMetrics(own: () => Promise<Snapshot>) {
	const metrics = mergeMetrics();
	const waiting = new Map<string, () => void>();
	let nextId = 0;
	let ended = 0;
	const keyOf = (child: Child, id: number) => `${child.pid} ${id}`;
	const collect = (child: Child): Promise<unknown> => {
		const id = nextId++;
		const received = new Promise<void>((resolve) =>
			waiting.set(keyOf(child, id), resolve),
		);
		child.send({ type: "collect", id });
		return withDeadline(received, COLLECT_MS, null).finally(() =>
			waiting.delete(keyOf(child, id)),
		);
	};
	return {
		/** The text of all metrics, as they are now. */
		async expose(children: readonly Child[]): Promise<string> {
			await Promise.all(children.map(collect));
			return metrics.text([
				...(await own()),
				...processMetrics(
					children.map(({ index, pid }) => [index, metrics.requestsOf(pid)]),
					ended,
				),
			]);
		},
		start: (child: Child): void => metrics.start(child.pid),
		receive(
			child: Child,
			{ id, snapshot }: Extract<FromChild, { type: "snapshot" }>,
		): void {
			metrics.keep(child.pid, snapshot);
			waiting.get(keyOf(child, id))?.();
		},
		end(child: Child): void {
			ended++;
			metrics.end(child.pid);
		},
	};
}

/** What only the parent knows, given each child's number and requests. */
function processMetrics(
	children: readonly [index: number, requests: number][],
	ended: number,
): Snapshot {
	const metric = (
		name: string,
		help: string,
		type: "gauge" | "counter",
		values: { value: number; labels: Record<string, number> }[],
	) => ({ ...{ name, help, type, values }, aggregator: "sum" });
	return [
		metric("child_processes", "Child processes that run.", "gauge", [
			{ value: children.length, labels: {} },
		]),
		metric(
			"child_process_requests",
			"Requests that a child process has answered since it was started.",
			"gauge",
			children.map(([child, value]) => ({ value, labels: { child } })),
		),
		metric(
			"child_process_exits_total",
			"Child processes that have ended; each is started again.",
			"counter",
			[{ value: ended, labels: {} }],
		),
	] as never;
}

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
