/** Clients that send their request a byte at a time, and thousands of connections at once. */
import { startService } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import { launchPack, seedInto } from "../seed-packs.ts";
import { type Finding, residentMemory, type Size } from "./scenario.ts";
import { statuses } from "./traffic.ts";

const PATH = "/api/v1/packs";
const REQUEST = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
/** MiB that may stay allocated after the connections are gone. */
const MAX_GROWTH = 96;

interface Client {
	socket: { write(text: string): number; end(): void };
	/** Status of its answer; 0 = none yet. */
	status: number;
	closed: boolean;
}

function dial(origin: string): Promise<Client> {
	const { hostname, port } = new URL(origin);
	const opened = Promise.withResolvers<Client>();
	Bun.connect({
		hostname,
		port: Number(port),
		socket: {
			open(socket) {
				client.socket = socket;
				opened.resolve(client);
			},
			data(_, bytes) {
				client.status ||= Number(bytes.toString("latin1", 9, 12));
			},
			close() {
				client.closed = true;
			},
			error() {
				client.closed = true;
			},
		},
	}).catch(opened.reject);
	const client: Client = {
		socket: { write: () => 0, end: () => {} },
		...{ status: 0, closed: false },
	};
	return opened.promise;
}

async function seededService() {
	const service = await startService(WIDE);
	await seedInto(service, await launchPack());
	return service;
}

/** The 99th percentile of reads one after the other, and how many were not answered with 200. */
async function reads(origin: string, count: number) {
	const times: number[] = [];
	let failed = 0;
	for (let at = 0; at < count; at++) {
		const began = performance.now();
		const answer = await fetch(`${origin}${PATH}`).catch(() => null);
		await answer?.arrayBuffer();
		if (answer?.status !== 200) failed++;
		times.push(performance.now() - began);
	}
	times.sort((a, b) => a - b);
	return { p99: times[Math.floor(count * 0.99)] ?? 0, failed };
}

/** Requests that never end beside others that have to be answered as before, and that are closed in the end. */
export async function slowRequests(size: Size): Promise<Finding> {
	const [count, lasts] = size === "full" ? [500, 20_000] : [50, 1_500];
	const service = await seededService();
	const before = await reads(service.front, 300);
	const clients = await Promise.all(
		Array.from({ length: count }, () => dial(service.front)),
	);
	const end = performance.now() + lasts;
	let at = 0;
	const dripping = (async () => {
		const head = `${REQUEST.slice(0, -2)}X-Padding: ${"x".repeat(500)}`;
		while (performance.now() < end) {
			for (const { socket, closed } of clients)
				if (!closed) socket.write(head[at] ?? "x");
			at++;
			await Bun.sleep(500);
		}
	})();
	const during = await reads(service.front, 300);
	await dripping;
	const closed = clients.filter(
		(client) => client.closed || client.status >= 400,
	).length;
	for (const { socket } of clients) socket.end();
	const after = await reads(service.front, 50);
	await service.stop();
	return {
		observed: `${count} requests at a byte each half second; others: p99 ${before.p99.toFixed(0)} ms before, ${during.p99.toFixed(0)} ms beside them, ${before.failed + during.failed + after.failed} failed; ${closed} slow ones were ended within ${lasts / 1000} s`,
		problems: [
			...(before.failed + during.failed + after.failed > 0
				? ["others were not answered"]
				: []),
			...(size === "full" && closed < count
				? [`${count - closed} slow requests were still open`]
				: []),
		],
	};
}

/** Thousands of connections, each with a request at the same moment. */
export async function manyConnections(size: Size): Promise<Finding> {
	const count = size === "full" ? 10_000 : 300;
	const service = await seededService();
	await reads(service.front, 100);
	const memoryBefore = await residentMemory(service.pid);
	const clients: Client[] = [];
	while (clients.length < count)
		clients.push(
			...(await Promise.all(
				Array.from({ length: Math.min(200, count - clients.length) }, () =>
					dial(service.front),
				),
			)),
		);
	const idle = await reads(service.front, 50);
	for (const { socket } of clients) socket.write(REQUEST);
	const until = performance.now() + 60_000;
	while (
		performance.now() < until &&
		clients.some(({ status, closed }) => status === 0 && !closed)
	)
		await Bun.sleep(50);
	const tally: Record<string, number> = {};
	for (const { status } of clients) tally[status] = (tally[status] ?? 0) + 1;
	for (const { socket } of clients) socket.end();
	await Bun.sleep(2_000);
	const after = await reads(service.front, 50);
	const growth = (await residentMemory(service.pid)) - memoryBefore;
	await service.stop();
	const strange = Object.keys(tally).filter(
		(status) => !["200", "429", "503"].includes(status),
	);
	return {
		observed: `${count} connections, a request on each at once: ${statuses(tally)}; another client's ${idle.failed + after.failed} of 100 failed; memory ${growth.toFixed(0)} MiB more afterwards`,
		problems: [
			...strange.map((status) => `${tally[status]} were answered ${status}`),
			...(idle.failed + after.failed > 0
				? ["another client was not answered"]
				: []),
			...(growth > MAX_GROWTH
				? [`memory stayed ${growth.toFixed(0)} MiB higher`]
				: []),
		],
	};
}
