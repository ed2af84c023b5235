/**
 * Handles each request of a listener: refuses malformed addresses, applies CORS and the deadline, sets headers on every response
 * (`Access-Control-*`, `Connection`), counts, writes the access log, and drains at the end.
 */

import { problemFor } from "./error-handler.ts";
import { ApiError } from "./errors.ts";
import { type Log, type Report, writeAccessLine } from "./log.ts";
import type { Traffic } from "./metrics.ts";
import { contextOf, refuseAddress, withTimeout } from "./request-context.ts";

export interface Application {
	fetch(request: Request): Response | Promise<Response>;
}

/** What the handler needs of the server that a request came by. */
export interface Connection {
	requestIP(request: Request): { address: string } | null;
	/** In seconds; 0 = never closed for being silent. */
	timeout(request: Request, seconds: number): void;
}

export interface RequestHandlerParts {
	log: Log;
	report: Report;
	/** Milliseconds that a request may take; 0 = any. */
	requestTimeoutMs: number;
	drain: Drain;
	traffic: Traffic;
	/** What this listener adds to an answer, or answers itself: null to go on. */
	cors?: CorsHandler;
}

export interface Drain {
	/** Whether the program is about to end. */
	draining(): boolean;
	/** Counts a request as under way; throws `draining` when there is no time left for a new one. */
	enter(request: Request): void;
	/** The request's handler is done. */
	leave(): void;
	/** Resolves when the delay is over and nothing is under way, or when the grace is over. */
	finished(): Promise<void>;
	/** Milliseconds of the grace that are left. */
	left(): number;
}

/** A concern of all routes: it may answer before the application, and sees each answer. */
export interface CorsHandler {
	before(request: Request): Response | null;
	after(request: Request, response: Response): void;
}

/** What answers the requests of a listener: `starting`, until there is an application to serve. */
export function createRequestHandler(
	starting: Application,
	parts: RequestHandlerParts,
) {
	let current = starting;
	return {
		fetch: (request: Request, connection: Connection) =>
			handleRequest(request, connection, current, parts),
		/** From now on `app` answers. */
		serve(app: Application): void {
			current = app;
		},
	};
}

/** Answers a request by `app`; whatever goes wrong, the answer is a problem and the request is logged. */
async function handleRequest(
	request: Request,
	connection: Connection,
	app: Application,
	{ log, report, requestTimeoutMs, drain, traffic, cors }: RequestHandlerParts,
): Promise<Response> {
	const began = performance.now();
	traffic.came();
	contextOf(request, () => connection.requestIP(request)?.address ?? null);
	let entered = false;
	let response: Response;
	try {
		refuseAddress(request);
		drain.enter(request);
		entered = true;
		response =
			cors?.before(request) ??
			(await withTimeout(
				request,
				requestTimeoutMs,
				() => app.fetch(request),
				() => connection.timeout(request, 0),
			));
	} catch (error) {
		response = problemFor(error, request, report);
	} finally {
		if (entered) drain.leave();
	}
	const { length } = contextOf(request);
	if (length !== null) response.headers.set("content-length", length);
	cors?.after(request, response);
	if (drain.draining()) response.headers.set("connection", "close");
	const ms = performance.now() - began;
	traffic.answered(request, response.status, ms / 1000);
	logAccess(log, request, response, ms);
	return response;
}

/** @param ms what passed from the request to its answer */
function logAccess(
	log: Log,
	request: Request,
	response: Response,
	ms: number,
): void {
	const level = levelOf(request, response);
	if (!log.isLevelEnabled(level)) return;
	const { id, route, userId, code } = contextOf(request);
	writeAccessLine(log, level, {
		requestId: id,
		method: request.method,
		route,
		status: response.status,
		ms: Math.round(ms * 100) / 100,
		userId,
		code,
		aborted: request.signal.aborted,
	});
}

/** What needs an operator's eye is a warning; probes come every few seconds and say nothing new. */
function levelOf(request: Request, response: Response) {
	if (isProbe(request)) return "debug";
	return response.status >= 500 ? "warn" : "info";
}

export const PROBE_BASES = [
	"/api/health",
	"/api/v1/health",
	"/health",
] as const;

const PROBE =
	/^[^/]*\/\/[^/]*(\/api(\/v1)?)?\/health(\/(live|ready|startup))?(\?|$)/;

/** Whether a probe asks: it is answered whatever else is refused. */
const isProbe = (request: Request): boolean => PROBE.test(request.url);

/**
 * @param leaving aborted when the program is to stop: from then on `shutdownDelayMs` pass in which nothing but readiness changes, and then
 * the grace
 */
export function drain(
	leaving: AbortSignal,
	{
		shutdownDelayMs: delayMs,
		shutdownGraceMs: graceMs,
	}: { shutdownDelayMs: number; shutdownGraceMs: number },
): Drain {
	let underWay = 0;
	let end = Number.POSITIVE_INFINITY;
	let idle = Promise.withResolvers<void>();
	leaving.addEventListener("abort", () => {
		end = performance.now() + delayMs + graceMs;
	});
	const untilEnd = () => Math.max(0, end - performance.now());
	const left = () => Math.min(graceMs, untilEnd());
	return {
		draining: () => leaving.aborted,
		enter(request) {
			if (leaving.aborted && left() < graceMs / 2 && !isProbe(request))
				throw new ApiError(
					"draining",
					"This server is about to stop. Send the request again; another one answers it.",
				);
			if (underWay++ === 0) idle = Promise.withResolvers<void>();
		},
		leave() {
			if (--underWay === 0) idle.resolve();
		},
		async finished() {
			if (leaving.aborted) await Bun.sleep(Math.max(0, untilEnd() - graceMs));
			if (underWay > 0) await Promise.race([idle.promise, Bun.sleep(left())]);
		},
		left,
	};
}
