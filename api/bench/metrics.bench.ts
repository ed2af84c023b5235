/** What metrics cost: a request on its way, and a read of all series. Medians, beside a request that is answered from memory. */

import { openMetrics } from "../modules/metrics/registry.ts";
import { contextOf } from "../server/request-context-address-and-deadline.ts";

const ROUTES = 60;
const STATUSES = [200, 200, 200, 200, 304, 404, 429, 500];
const REQUESTS = 200_000;

const metrics = openMetrics({ version: "0", environment: "bench" });
const traffic = metrics.traffic("front");
const limit = metrics.limit("content");

const requests = Array.from({ length: ROUTES * STATUSES.length }, (_, n) => {
	const request = new Request(`http://localhost/${n}`);
	const record = contextOf(request);
	record.route = `/api/v1/noun-${n % ROUTES}/:id`;
	return { request, status: STATUSES[n % STATUSES.length] ?? 200 };
});

const median = (values: number[]) =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Nanoseconds for each of REQUESTS calls. */
const timed = (work: (n: number) => void) =>
	median(
		Array.from({ length: 7 }, () => {
			const began = performance.now();
			for (let n = 0; n < REQUESTS; n++) work(n);
			return ((performance.now() - began) * 1e6) / REQUESTS;
		}),
	);

const counted = timed((n) => {
	const one = requests[n % requests.length];
	if (!one) return;
	traffic.came();
	traffic.answered(one.request, one.status, (n % 1000) / 1000);
});
const remembered = timed((n) => limit.left(`198.51.100.${n % 5000}`, n % 60));

const reads: number[] = [];
let size = 0;
for (let n = 0; n < 20; n++) {
	const began = performance.now();
	size = (await metrics.exposition()).text.length;
	reads.push(performance.now() - began);
}

const server = Bun.serve({
	port: 0,
	fetch: () => Response.json({ data: "from memory" }),
});
const cpu = process.cpuUsage();
const ASKED = 5000;
for (let n = 0; n < ASKED; n += 50)
	await Promise.all(
		Array.from({ length: 50 }, async () => (await fetch(server.url)).text()),
	);
const { user, system } = process.cpuUsage(cpu);
await server.stop(true);

console.log(`a request counted and timed     ${counted.toFixed(0).padStart(7)} ns
an address's limit remembered   ${remembered.toFixed(0).padStart(7)} ns
all series read                 ${median(reads).toFixed(1).padStart(7)} ms, ${(size / 1024).toFixed(0)} kB (${ROUTES} routes)
a bare request and its client   ${(((user + system) * 1000) / ASKED).toFixed(0).padStart(7)} ns of processor, to compare`);
