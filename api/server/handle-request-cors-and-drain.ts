/**
 * Handles each request of a listener: refuses malformed addresses, applies CORS and the deadline, sets headers on every response
 * (`Access-Control-*`, `Connection`), counts, writes the access log, and drains at the end.
 */

import { LRUCache } from "lru-cache";
import { problemFor } from "./error-handler.ts";
import { ApiError } from "./errors.ts";
import {
	type Log,
	logAccess,
	type Report,
	type Traffic,
} from "./log-and-metrics.ts";
import {
	contextOf,
	requestId,
	textFault,
	withTimeout,
} from "./request-context-address-and-deadline.ts";

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
	/** Which sites may read this listener's answers; none when absent. */
	cors?: Cors;
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
			cors?.preflight(request) ??
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
	cors?.allow(request, response);
	if (drain.draining()) response.headers.set("connection", "close");
	const ms = performance.now() - began;
	traffic.answered(request, response.status, ms / 1000);
	logAccess(log, levelOf(request, response), request, response.status, ms);
	return response;
}

/** Throws `validation_failed` for a Host header or target that makes no URL, `not_found` for a path that is no text. */
function refuseAddress(request: Request): void {
	const plain = plainPath(request.url);
	if (plain !== null) {
		contextOf(request).path = plain;
		return;
	}
	const url = URL.parse(request.url);
	if (!url)
		throw new ApiError(
			"validation_failed",
			"The address of the request is no URL. Send a Host header with the name and port of this server.",
		);
	contextOf(request).path = url.pathname;
	if (!isText(url.pathname))
		throw new ApiError(
			"not_found",
			"There is nothing at this address: its path is not valid UTF-8 text. Check the percent signs in it.",
		);
}

/** Origins that are URLs, as requests write them. */
const MAX_ORIGINS = 1000;
const knownOrigins = new LRUCache<string, true>({ max: MAX_ORIGINS });
const PLAIN_PATH = /^(?:\/[\w~-][\w.~-]*)+(?=\?|$)/;

/** The path of a URL that needs no parsing: of an origin that was parsed before, and without an escape or a segment of dots; null = it does. */
function plainPath(url: string): string | null {
	const end = url.indexOf("/", url.indexOf("//") + 2);
	if (end < 0) return null;
	const origin = url.slice(0, end);
	if (!knownOrigins.has(origin)) {
		if (URL.canParse(origin)) knownOrigins.set(origin, true);
		return null;
	}
	return PLAIN_PATH.exec(url.slice(end))?.[0] ?? null;
}

function isText(path: string): boolean {
	try {
		return textFault(decodeURIComponent(path)) === null;
	} catch {
		return false;
	}
}

/**
 * CORS: the exact origins that are listed, with a session, on the routes for users, and no other site elsewhere (contract, section 1). It
 * holds for every answer, refusals too, so that a script can read why.
 */
interface Cors {
	/** The answer to a preflight that is allowed; null for every other request. */
	preflight(request: Request): Response | null;
	/** Adds the headers to an answer. */
	allow(request: Request, response: Response): void;
}

/** Which sites may read the answers of which paths. */
interface CorsRule {
	/** Whether the rule is about this path; the first that is holds. */
	covers(path: string): boolean;
	/** `*` = anyone, without credentials. */
	origins: "*" | readonly string[];
}

/** The paths `prefixes` and all below them, for `origins`. */
export const corsRule = (
	prefixes: readonly string[],
	origins: CorsRule["origins"],
): CorsRule => {
	const below = prefixes.map((prefix) => `${prefix}/`);
	return {
		origins,
		covers: (path) =>
			prefixes.includes(path) || below.some((start) => path.startsWith(start)),
	};
};

const ALLOWED = {
	"access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
	"access-control-allow-headers":
		"authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id",
	// In seconds: the longest that browsers of every kind keep it.
	"access-control-max-age": "600",
};
/** Paths whose rule need not be looked for again. */
const MAX_KNOWN_PATHS = 1000;
const EXPOSED =
	"etag, idempotency-replayed, link, location, ratelimit, ratelimit-policy, retry-after, x-request-id";

export function cors(rules: readonly CorsRule[]): Cors {
	const known = new LRUCache<string, { rule: CorsRule | null }>({
		max: MAX_KNOWN_PATHS,
	});
	const ruleFor = (request: Request) => {
		const { path } = contextOf(request);
		let found = known.get(path);
		if (!found) {
			const rule = rules.find(({ covers }) => covers(path));
			found = { rule: rule && rule.origins.length > 0 ? rule : null };
			known.set(path, found);
		}
		return found.rule;
	};
	const allows = ({ origins }: CorsRule, origin: string | null) =>
		origin !== null && (origins === "*" || origins.includes(origin));
	return {
		preflight(request) {
			if (request.method !== "OPTIONS") return null;
			if (!request.headers.has("access-control-request-method")) return null;
			const rule = ruleFor(request);
			if (!rule || !allows(rule, request.headers.get("origin"))) return null;
			return new Response(null, {
				status: 204,
				headers: {
					...ALLOWED,
					vary: "access-control-request-method, access-control-request-headers",
					"x-request-id": requestId(request),
				},
			});
		},
		allow(request, { headers }) {
			const rule = ruleFor(request);
			if (!rule) return;
			if (rule.origins === "*") {
				// Whatever the origin: a shared cache may give one site's response to another.
				headers.set("access-control-allow-origin", "*");
				headers.set("access-control-expose-headers", EXPOSED);
				return;
			}
			headers.append("vary", "origin");
			const origin = request.headers.get("origin");
			if (!origin || !allows(rule, origin)) return;
			headers.set("access-control-allow-origin", origin);
			headers.set("access-control-allow-credentials", "true");
			headers.set("access-control-expose-headers", EXPOSED);
		},
	};
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
