/**
 * The log, a line of JSON for each event on standard error, so that the lines for people on standard output stay theirs; and the Prometheus series
 * of requests, rate limits, caches and MCP, which only count. Nothing that a request carries is in either: no header, no query, no body, and of an
 * error only what our own code and the database's rules say.
 */
import { createHmac, randomBytes } from "node:crypto";
import pino from "pino";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Config } from "../config.ts";
import { contextOf } from "./request-context.ts";

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
		/** By method, route and status; looking the series up by their labels takes longer than to count. */
		const known = new Map<string, ReturnType<typeof seriesOf>>();
		const seriesOf = (method: string, route: string, status: number) => {
			const labels = { listener, method, route };
			const series = { count: 0, duration: duration.labels(labels) };
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
				series.duration.observe(seconds);
				if (!record.code) return;
				refusals.inc({ listener, code: record.code });
				if (record.code === "database_unavailable") unreachable();
			},
		};
	};
}

export interface LimitSeries {
	/** Someone was refused. */
	refused(): void;
	/** What an address has left now. */
	left(address: string, tokens: number): void;
}

/** Series that are exposed, and addresses that they are chosen from, of all limits together. */
const MAX_EXPOSED = 50;
const MAX_REMEMBERED = 1000;
/** In milliseconds. */
const RECENT_MS = 60_000;

interface Seen {
	limit: string;
	address: string;
	tokens: number;
	at: number;
}

/**
 * @param key hashes addresses; the same for all processes whose metrics are merged
 * @param now a clock in milliseconds that never goes back
 */
export function limitSeries(
	registry: Registry,
	key: string = randomBytes(32).toString("hex"),
	now: () => number = () => performance.now(),
) {
	const registers = [registry];
	/** The least recently seen is first. */
	const seen = new Map<string, Seen>();
	const hits = new Counter({
		name: "rate_limit_hits_total",
		help: "Requests that a limit refused.",
		labelNames: ["limit"],
		registers,
	});
	new Gauge({
		name: "rate_limit_remaining",
		help: `Whole requests that an address may still make at once; the ${MAX_EXPOSED} that have least left, of those that asked within a minute.`,
		labelNames: ["ip_hash", "limit"],
		aggregator: "min",
		registers,
		collect() {
			this.reset();
			const since = now() - RECENT_MS;
			const lately = [...seen.values()]
				.filter(({ at }) => at >= since)
				.sort((one, other) => one.tokens - other.tokens);
			for (const { limit, address, tokens } of lately.slice(0, MAX_EXPOSED)) {
				const hmac = createHmac("sha256", key).update(address);
				this.set({ ip_hash: hmac.digest("hex").slice(0, 16), limit }, tokens);
			}
		},
	});
	return (limit: string): LimitSeries => {
		hits.inc({ limit }, 0);
		return {
			refused: () => hits.inc({ limit }),
			left(address, tokens) {
				const id = `${limit} ${address}`;
				seen.delete(id);
				seen.set(id, { limit, address, tokens, at: now() });
				if (seen.size <= MAX_REMEMBERED) return;
				for (const oldest of seen.keys()) {
					seen.delete(oldest);
					return;
				}
			},
		};
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
	});
	// A reader that has gone is no reason to stop serving.
	destination.on("error", () => {});
	const lines = joinedLines(
		(text) => destination.write(text),
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

/** Where lines go. */
interface Lines {
	/** Together with all others of this turn of the event loop. */
	write(line: string): void;
	/** Together with all others of some milliseconds: under load, writing access lines costs more than making them. */
	writeSoon(line: string): void;
}

function joinedLines(write: (text: string) => void, flush: () => void): Lines {
	let waiting: string[] = [];
	let isDue = false;
	const pass = () => {
		isDue = false;
		const text = waiting.join("");
		waiting = [];
		if (text) write(text);
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
			waiting.push(line);
			if (!isDue) setImmediate(pass);
			isDue = true;
		},
		writeSoon(line) {
			if (waiting.push(line) === 1) setTimeout(pass, MAX_DELAY_MS);
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
	lines.writeSoon(
		`{"level":"${level}"${pino.stdTimeFunctions.isoTime()},"requestId":"${id}","method":${JSON.stringify(request.method)},"route":${route === null ? null : JSON.stringify(route)},"status":${status},"ms":${Math.round(ms * 100) / 100}${
			userId === null ? "" : `,"userId":"${userId}"`
		}${code === null ? "" : `,"code":"${code}"`}${
			request.signal.aborted ? ',"aborted":true' : ""
		},"msg":"request"}\n`,
	);
}

interface SerializedError {
	type: string;
	code?: string;
	message?: string;
	stack?: string;
	cause?: SerializedError;
}

/** Of an error what helps to find it, and nothing that a client sent. */
function serializeError(error: unknown): SerializedError {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code } = error as { code?: unknown };
	const frames = error.stack?.match(/^ {4}at .*$/gm)?.join("\n");
	return {
		type: error.name,
		...(typeof code === "string" && { code }),
		...(!quotes(error) && { message: error.message }),
		...(frames && { stack: frames }),
		...(error.cause !== undefined && { cause: serializeError(error.cause) }),
	};
}

/** Whether an error's message repeats what it could not take: the database's data exceptions and a parser's. */
function quotes(error: Error): boolean {
	const { code } = error as { code?: unknown };
	return (
		error instanceof SyntaxError ||
		(typeof code === "string" && /^2[23][0-9A-Z]{3}$/.test(code))
	);
}

/** Logs an unexpected error, which the client never sees. */
export type Report = (error: unknown, requestId: string) => void;

export const errorReporter =
	(log: Log): Report =>
	(err, requestId) =>
		log.error({ requestId, err }, "request failed");
