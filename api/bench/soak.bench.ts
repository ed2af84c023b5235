/**
 * Soak test: the requests of 2,000 learners for 20 minutes. Each minute the times by kind, memory, connections, open
 * files and the delay of the event loop are printed; in the end, whether they were flat. Ends with 1 when they were not, or a request failed.
 * Run: npm run bench -- soak [--minutes=20] [--learners=2000]
 */
import { readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { residentMemory } from "../test/faults/scenario.ts";
import { theCluster } from "../test/harness.ts";
import { startLlm } from "../test/llm-provider.ts";
import { WIDE } from "../test/openapi/fixtures.ts";
import { exposition, samplesOf, total } from "../test/prometheus-metrics.ts";
import { startSigningIn } from "../test/sign-in-client.ts";
import {
	type Outcome,
	option,
	sendAsLearners,
	soakTraffic,
} from "./soak-traffic.ts";

const minutes = option("minutes", 20);
const learners = option("learners", 2_000);
/** Below so many minutes nothing is said of slopes: caches and pools still fill. */
const MIN_MINUTES = 10;
/** The part of the run, at its beginning, in which caches and pools fill. */
const WARM_UP = 0.3;
/** What counts as flat: growth from the warm-up to the end along the line that fits best. */
const MAX_GROWTH = { memory: 32, connections: 2, files: 20 };
const SAMPLE_MS = 5_000;

interface Sample {
	/** Minutes since the beginning. */
	at: number;
	memory: number;
	connections: number;
	files: number;
	/** Milliseconds. */
	delay: number;
}

/** By kind: the times of this minute in milliseconds, and by kind and status what was not answered with success. */
let times = new Map<string, number[]>();
const all = new Map<string, number[]>();
const errors = new Map<string, number>();

// With fsync, as in production.
await theCluster({ fsync: "on" });
const llm = startLlm();
const at = await startSigningIn({
	...WIDE,
	...llm.settings,
	LOG_LEVEL: "error",
});
const { service } = at;
const kinds = await soakTraffic(at, learners);
const rate = kinds.reduce((sum, { every }) => sum + learners / every, 0);
console.log(
	`${learners} learners for ${minutes} minutes: ${rate.toFixed(0)} requests a second; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
const samples: Sample[] = [];
const began = performance.now();
const elapsed = () => (performance.now() - began) / 60_000;

const note: Outcome = ({ name }, status, milliseconds) => {
	if (status === null) return count(`${name} not sent`);
	for (const list of [times, all]) {
		if (!list.has(name)) list.set(name, []);
		list.get(name)?.push(milliseconds);
	}
	if (status < 200 || status >= 400) count(`${name} ${status}`);
};

const count = (name: string) => errors.set(name, (errors.get(name) ?? 0) + 1);

async function sample(): Promise<void> {
	const [row] = await service.sql<{ connections: number }[]>`
		SELECT count(*)::int AS connections FROM pg_stat_activity
		WHERE application_name LIKE ${`treeline ${service.pid}@%`}`;
	const metrics = samplesOf(await exposition(service.front));
	samples.push({
		at: elapsed(),
		memory: await residentMemory(service.pid),
		connections: row?.connections ?? 0,
		files: readdirSync(`/proc/${service.pid}/fd`).length,
		delay: total(metrics, "event_loop_delay_seconds") * 1_000,
	});
}

const percentile = (list: number[], share: number) =>
	list.toSorted((one, other) => one - other)[Math.floor(list.length * share)] ??
	Number.NaN;

const paces = (list: Map<string, number[]>) =>
	kinds
		.flatMap(({ name }) => {
			const of = list.get(name);
			return of
				? `${name} ${percentile(of, 0.5).toFixed(0)}/${percentile(of, 0.99).toFixed(0)}`
				: [];
		})
		.join("  ");

const totals = () =>
	[...errors].map(([name, times]) => `${name}: ${times}`).join(", ") || "none";

function printMinute(): void {
	const { memory, connections, files, delay } = samples.at(-1) as Sample;
	const answered = [...times.values()].reduce(
		(sum, { length }) => sum + length,
		0,
	);
	console.log(
		`${elapsed().toFixed(0).padStart(2)} min  ${answered} answers, p50/p99 ms: ${paces(times)}\n        memory ${memory.toFixed(0)} MiB, connections ${connections}, open files ${files}, event loop delay ${delay.toFixed(0)} ms, errors so far ${totals()}`,
	);
	times = new Map();
}

/** The slope of the line that fits best, for each minute. */
function slope(value: (sample: Sample) => number): number {
	const late = samples.filter(({ at }) => at >= minutes * WARM_UP);
	const mean = (list: number[]) =>
		list.reduce((a, b) => a + b, 0) / list.length;
	const [x, y] = [mean(late.map(({ at }) => at)), mean(late.map(value))];
	const over = late.reduce(
		(sum, one) => sum + (one.at - x) * (value(one) - y),
		0,
	);
	return over / late.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
}

let nextSample = 0;
let nextMinute = 1;
let sampling: Promise<void> = Promise.resolve();
await sendAsLearners(kinds, learners, minutes * 60, note, async () => {
	const now = performance.now();
	if (now >= nextSample) {
		nextSample = now + SAMPLE_MS;
		sampling = sampling.then(sample);
	}
	if (elapsed() < nextMinute) return;
	nextMinute++;
	await sampling;
	printMinute();
});
await sampling;
await sample();
printMinute();

const window = minutes * (1 - WARM_UP);
const problems: string[] = [];
console.log(`\nall, p50/p99 ms: ${paces(all)}\nerrors: ${totals()}`);
for (const name of ["memory", "connections", "files"] as const) {
	const growth = slope((one) => one[name]) * window;
	const isFlat = growth <= MAX_GROWTH[name];
	console.log(
		`${name.padEnd(12)} ${slope((one) => one[name]).toFixed(3)} a minute, ${growth.toFixed(1)} over the last ${window.toFixed(1)} minutes (flat: at most ${MAX_GROWTH[name]})`,
	);
	if (!isFlat && minutes >= MIN_MINUTES) problems.push(`${name} grew`);
}
if (errors.size > 0) problems.push("requests failed");
if (llm.refused.length > 0)
	problems.push(
		`the model's server refused ${llm.refused.length} calls: ${llm.refused[0]}`,
	);
console.log(
	problems.length > 0
		? `verdict: missed (${problems.join("; ")})`
		: minutes < MIN_MINUTES
			? `verdict: no request failed; too short to judge whether memory and connections are flat (${MIN_MINUTES} minutes)`
			: "verdict: met, memory and connections are flat and no request failed",
);
await at.stop();
await llm.stop();
await (await theCluster()).close();
process.exit(problems.length > 0 ? 1 : 0);
