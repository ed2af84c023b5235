/** Collects the metrics of all children for whichever is asked for them, and adds how many there are. */
import { withDeadline } from "../server/deadline.ts";
import type { Child } from "./children.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import type { FromChild, Snapshot } from "./messages.ts";

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
