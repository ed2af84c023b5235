/**
 * Clients that ask an HTTP/1.1 server as fast as it answers, each on a connection of its own that stays open. By hand, because
 * `fetch` costs more than most of the answers that are measured.
 */
import { readFileSync } from "node:fs";

export interface Load {
	clients: number;
	seconds: number;
	/** The nth request as it goes over the wire; the same bytes again when it does not depend on n. */
	request: (n: number) => string;
	/** What every answer's status has to be. */
	status: number;
}

export interface Pace {
	perSecond: number;
	/** In milliseconds. */
	median: number;
	p99: number;
	/** Of the process that answers, for each request in microseconds; NaN where the system does not tell. */
	cpu: number;
}

/** Throws when an answer has another status or a connection breaks. `pid` is the process that answers. */
export async function pace(
	origin: string,
	{ clients, seconds, request, status }: Load,
	pid = 0,
): Promise<Pace> {
	const cpuBefore = cpuOf(pid);
	const { hostname, port } = new URL(origin);
	const times: number[] = [];
	const began = performance.now();
	const end = began + seconds * 1000;
	let sent = 0;
	await Promise.all(
		Array.from({ length: clients }, () => {
			const done = Promise.withResolvers<void>();
			let asked = 0;
			let head: Buffer = Buffer.alloc(0);
			/** Bytes of the answer's body that are still to come; null = its head is. */
			let left: number | null = null;
			const ask = (socket: { write(text: string): number; end(): void }) => {
				asked = performance.now();
				if (asked >= end) {
					done.resolve();
					socket.end();
				} else if (socket.write(request(sent++)) <= 0)
					done.reject(new Error("the server takes nothing"));
			};
			Bun.connect({
				hostname,
				port: Number(port),
				socket: {
					open: ask,
					data(socket, chunk) {
						let bytes = chunk.length;
						if (left === null) {
							head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
							const close = head.indexOf("\r\n\r\n");
							if (close < 0) return;
							const text = head.toString("latin1", 0, close);
							if (Number(text.slice(9, 12)) !== status)
								return done.reject(new Error(head.toString()));
							left = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
							bytes = head.length - close - 4;
							head = Buffer.alloc(0);
						}
						left -= bytes;
						if (left > 0) return;
						left = null;
						times.push(performance.now() - asked);
						ask(socket);
					},
					error: (_, error) => done.reject(error),
					close: () => done.reject(new Error("the server hung up")),
				},
			}).catch(done.reject);
			return done.promise;
		}),
	);
	const took = (performance.now() - began) / 1000;
	times.sort((one, other) => one - other);
	const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
	return {
		perSecond: times.length / took,
		median: at(0.5),
		p99: at(0.99),
		cpu: (cpuOf(pid) - cpuBefore) / times.length,
	};
}

export const median = (list: number[]): number =>
	list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Of several runs the middle of each number. */
export const middle = (list: Pace[]): Pace => ({
	perSecond: median(list.map((one) => one.perSecond)),
	median: median(list.map((one) => one.median)),
	p99: median(list.map((one) => one.p99)),
	cpu: median(list.map((one) => one.cpu)),
});

/** What a process has used so far, in microseconds; NaN where the system does not tell. */
export function cpuOf(pid: number): number {
	try {
		// After the program's name, which may hold anything: fields 14 and 15 of the line, in hundredths of a second.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
			.split(") ")
			.at(-1)
			?.split(" ");
		return (Number(fields?.[11]) + Number(fields?.[12])) * 10_000;
	} catch {
		return Number.NaN;
	}
}

/** A request without a body; `headers` are lines. */
export const get = (path: string, headers: string[] = []): string =>
	[`GET ${path} HTTP/1.1`, "host: localhost", ...headers, "\r\n"].join("\r\n");

/** A request with a value as its body. */
export function post(path: string, value: unknown, headers: string[]): string {
	const body = JSON.stringify(value);
	const lines = [
		...[`POST ${path} HTTP/1.1`, "host: localhost", ...headers],
		"content-type: application/json",
		`content-length: ${Buffer.byteLength(body)}`,
	];
	return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
