/**
 * The log, a line of JSON for each event on standard error, so that the lines for people on standard output stay theirs; and the Prometheus series
 * of requests, rate limits, caches and MCP, which only count. Nothing that a request carries is in either: no header, no query, no body, and of an
 * error only what our own code and the database's rules say.
 */
import pino from "pino";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Config } from "../config.ts";
import { contextOf } from "./request-context-address-and-deadline.ts";
import { serializeError } from "./serialize-error-for-log.ts";

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

/** @param unreachable called when an answer says that the database is unavailable */
export function trafficSeries(registry: Registry, unreachable: () => void) {
	const registers = [registry];
	const underWay = new Map<string, number>();
	/** What was counted since the series was last read. */
	const uncounted: (() => void)[] = [];
	const requests = new Counter({
		name: "http_requests_total",
		help: "Requests that were answered, by the pattern of the route, or `none`.",
		labelNames: ["listener", "method", "route", "status"],
		registers,
		collect() {
			for (const count of uncounted) count();
		},
	});
	const durationsOf = durationHistogram(registry);
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
		/** By method, route and status; looking the series up by their labels takes longer than to count. */
		const known = new Map<string, ReturnType<typeof seriesOf>>();
		const seriesOf = (method: string, route: string, status: number) => {
			const labels = { listener, method, route };
			const series = { count: 0, durations: durationsOf(labels) };
			uncounted.push(() => {
				requests.inc({ ...labels, status }, series.count);
				series.count = 0;
			});
			return series;
		};
		return {
			came: () => change(1),
			answered(request, status, seconds) {
				change(-1);
				const record = contextOf(request);
				const method = METHODS.has(request.method) ? request.method : "other";
				const route = record.route ?? "none";
				const name = `${method} ${route} ${status}`;
				let series = known.get(name);
				if (!series) {
					series = seriesOf(method, route, status);
					known.set(name, series);
				}
				series.count++;
				observe(series.durations, seconds);
				if (!record.code) return;
				refusals.inc({ listener, code: record.code });
				if (record.code === "database_unavailable") unreachable();
			},
		};
	};
}

/** Requests of a method and route by how long they took. */
interface Durations {
	labels: Record<string, string>;
	/** By bucket; the last has what took longer than all. */
	counts: number[];
	/** In seconds. */
	sum: number;
}

function observe(durations: Durations, seconds: number): void {
	let bucket = 0;
	while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++;
	durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
	durations.sum += seconds;
}

/** As prom-client's histogram, which looks its labels up again at each observation, in more time than many answers take. */
function durationHistogram(registry: Registry) {
	const name = "http_request_duration_seconds";
	const all = new Map<string, Durations>();
	const metric = {
		name,
		help: "Time until an answer begins, by the pattern of the route, or `none`.",
		...{ type: "histogram", aggregator: "sum" },
	};
	const valuesOf = ({ labels, counts, sum }: Durations) => {
		let count = 0;
		const buckets = counts.map((some, bucket) => {
			count += some;
			const le = BUCKETS[bucket] ?? "+Inf";
			const metricName = `${name}_bucket`;
			return { labels: { le, ...labels }, value: count, metricName };
		});
		return [
			...buckets,
			{ labels, value: sum, metricName: `${name}_sum` },
			{ labels, value: count, metricName: `${name}_count` },
		];
	};
	registry.registerMetric({
		...metric,
		get: async () => ({
			...metric,
			values: [...all.values()].flatMap(valuesOf),
		}),
	} as never);
	return (labels: Record<string, string>): Durations => {
		const key = Object.values(labels).join(" ");
		const known = all.get(key);
		if (known) return known;
		const counts = Array<number>(BUCKETS.length + 1).fill(0);
		const durations = { labels, counts, sum: 0 };
		all.set(key, durations);
		return durations;
	};
}

export interface CacheSeries {
	hit(): void;
	miss(): void;
}

export function cacheSeries(registry: Registry) {
	/** What was counted since the series was last read: looking a series up by its labels takes longer than to count. */
	const uncounted: (() => void)[] = [];
	const requests = new Counter({
		name: "cache_requests_total",
		help: "Cache lookups, by result.",
		labelNames: ["cache", "result"],
		registers: [registry],
		collect() {
			for (const count of uncounted) count();
		},
	});
	return (cache: string): CacheSeries => {
		const counts = { hit: 0, miss: 0 };
		uncounted.push(() => {
			for (const result of ["hit", "miss"] as const) {
				requests.inc({ cache, result }, counts[result]);
				counts[result] = 0;
			}
		});
		return {
			hit: () => {
				counts.hit++;
			},
			miss: () => {
				counts.miss++;
			},
		};
	};
}

export interface McpSeries {
	/** How many there are now, read when the metrics are. */
	open(now: { sessions(): number; streams(): number }): void;
	/** A message was answered; `method` is one that the server knows, or `other`. */
	called(method: string, outcome: "result" | "error"): void;
}

export function mcpSeries(registry: Registry): McpSeries {
	const registers = [registry];
	const requests = new Counter({
		name: "mcp_requests_total",
		help: "Messages of MCP clients, by their method and how they were answered.",
		labelNames: ["method", "outcome"],
		registers,
	});
	const counted = (name: string, help: string, count: () => number) =>
		new Gauge({
			name,
			help,
			registers,
			collect() {
				this.set(count());
			},
		});
	return {
		open({ sessions, streams }) {
			counted("mcp_sessions", "Sessions of MCP clients.", sessions);
			counted(
				"mcp_streams",
				"Streams of notifications that MCP clients hold open.",
				streams,
			);
		},
		called: (method, outcome) => requests.inc({ method, outcome }),
	};
}

export type Log = pino.Logger;

/** In characters: what may wait to be written when the reader is slow; more is dropped, and the service goes on. */
const MAX_WAITING = 8 * 1024 * 1024;

/**
 * A log of `level` and everything above it. On a terminal the default is `warn`: an access line for
 * each request would push the address they need off the screen.
 */
export function openLog(level: Config["logLevel"]): Log {
	const destination = pino.destination({
		fd: 2,
		sync: false,
		maxLength: MAX_WAITING,
		contentMode: "buffer",
	});
	// A reader that has gone is no reason to stop serving.
	destination.on("error", () => {});
	const lines = joinedLines(
		(bytes) => destination.write(bytes as never),
		() => destination.flushSync(),
	);
	return pino(
		{
			level: level ?? (process.stderr.isTTY ? "warn" : "info"),
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			serializers: { err: serializeError },
		},
		lines,
	);
}

/** In milliseconds, of access lines. */
const MAX_DELAY_MS = 10;
/** In bytes: what is written at once. */
const CHUNK = 64 * 1024;

/** Where lines go. */
interface Lines {
	/** Together with all others of this turn of the event loop. */
	write(line: string): void;
	/** Together with all others of some milliseconds: under load, writing access lines costs more than making them. */
	writeSoon(line: string): void;
}

/** Lines are encoded one by one, as they come: joined texts would be copied twice. */
function joinedLines(write: (bytes: Buffer) => void, flush: () => void): Lines {
	let chunk = Buffer.alloc(0);
	let length = 0;
	let isDue = false;
	const pass = () => {
		isDue = false;
		if (length > 0) write(chunk.subarray(0, length));
		chunk = Buffer.alloc(0);
		length = 0;
	};
	const add = (line: string) => {
		// In UTF-8 a character takes three bytes at most.
		const most = line.length * 3;
		if (length + most > chunk.length) {
			if (length > 0) pass();
			chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, most));
		}
		length += chunk.write(line, length);
	};
	process.on("exit", () => {
		pass();
		try {
			flush();
		} catch {
			// There is nowhere to write to.
		}
	});
	return {
		write(line) {
			add(line);
			if (!isDue) setImmediate(pass);
			isDue = true;
		},
		writeSoon(line) {
			if (length === 0) setTimeout(pass, MAX_DELAY_MS);
			add(line);
		},
	};
}

/**
 * Writes the access line of a request, as the log would write it: by hand, since no other line is written as often, and the log takes three
 * times as long.
 * @param ms what passed from the request to its answer
 */
export function logAccess(
	log: Log,
	level: "debug" | "info" | "warn",
	request: Request,
	status: number,
	ms: number,
): void {
	if (!log.isLevelEnabled(level)) return;
	const { id, route, userId, code } = contextOf(request);
	const lines: Lines = Reflect.get(log, pino.symbols.streamSym);
	const user = userId === null ? "" : `,"userId":"${userId}"`;
	const problem = code === null ? "" : `,"code":"${code}"`;
	const aborted = request.signal.aborted ? ',"aborted":true' : "";
	lines.writeSoon(
		`{"level":"${level}"${timeNow()},"requestId":"${id}","method":${quoted(request.method)},"route":${quoted(route)},"status":${status},"ms":${Math.round(ms * 100) / 100}${user}${problem}${aborted},"msg":"request"}\n`,
	);
}

/** The member of a line that says when it is written; the same for all lines of a millisecond. */
function timeNow(): string {
	const now = Date.now();
	if (now !== lastTime.ms)
		lastTime = { ms: now, text: pino.stdTimeFunctions.isoTime() };
	return lastTime.text;
}

let lastTime = { ms: 0, text: "" };

/** Few: the methods and routes that there are, and methods that clients make up. */
const MAX_QUOTED = 1000;
const quotedTexts = new Map<string | null, string>();

function quoted(text: string | null): string {
	let found = quotedTexts.get(text);
	if (found === undefined) {
		found = JSON.stringify(text);
		if (quotedTexts.size < MAX_QUOTED) quotedTexts.set(text, found);
	}
	return found;
}

/** Logs an unexpected error, which the client never sees. */
export type Report = (error: unknown, requestId: string) => void;

export const errorReporter =
	(log: Log): Report =>
	(err, requestId) =>
		log.error({ requestId, err }, "request failed");
