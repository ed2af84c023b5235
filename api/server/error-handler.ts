/**
 * Turns an error into the answer of its request: a problem document, or a JSON-RPC error at the address of MCP. Unexpected errors are
 * reported and answered with a bare 500; a path without a route gets 404, 405 or the answer to OPTIONS.
 */
import { Elysia } from "elysia";
import { BatchOverflowError } from "../db/connect-and-batch-queries.ts";
import { isStatementTimeout, isUnavailable } from "../db/database-errors.ts";
import { ApiError, problem } from "./errors.ts";
import { rpcRefusalOf } from "./json-rpc.ts";
import type { Report } from "./log-and-metrics.ts";
import {
	contextOf,
	rememberRoute,
	requestId,
	setRequestId,
} from "./request-context-address-and-deadline.ts";

/**
 * Installs request ids and error answers for everything registered after it.
 * `allowed(path)` names the methods that a path has, so that a wrong method is a 405 with `Allow` and not a 404.
 * `missingPage` answers people's browsers that follow a dead link outside the API.
 */
export function problems(
	allowed: (path: string) => string[],
	report: Report,
	missingPage?: (request: Request) => Promise<Response>,
) {
	return new Elysia({ name: "problems" })
		.onRequest(setRequestId)
		.onTransform({ as: "global" }, rememberRoute)
		.onError({ as: "global" }, ({ code, error, request }) => {
			if (code !== "NOT_FOUND") return problemFor(error, request, report);
			if (missingPage && wantsPage(request)) return missingPage(request);
			const methods = allowed(new URL(request.url).pathname);
			if (request.method === "OPTIONS" && methods.length > 0)
				return new Response(null, {
					status: 204,
					headers: { allow: [...methods, "OPTIONS"].join(", ") },
				});
			return problemFor(missing(request, methods), request, report);
		});
}

/** The answer to a request that failed with `error`. */
export function problemFor(
	error: unknown,
	request: Request,
	report: Report,
): Response {
	return answerWith(refusalFor(error, request, report), request);
}

/** The answer that says `error`: a problem, or a JSON-RPC error where the protocol of the address is that. */
export function answerWith(error: ApiError, request: Request): Response {
	const id = requestId(request);
	return isMcp(request) ? rpcRefusalOf(error, id) : problem(error, id);
}

/** The error that the client sees; `error` is reported unless the client or the database is the cause. */
export function refusalFor(
	error: unknown,
	request: Request,
	report: Report,
): ApiError {
	const id = requestId(request);
	const refusal = refusalOf(error, id);
	if (refusal.code === "internal") report(error, id);
	contextOf(request).code = refusal.code;
	return refusal;
}

function refusalOf(error: unknown, id: string): ApiError {
	if (error instanceof ApiError) return error;
	if (error instanceof BatchOverflowError) return overloaded();
	if (isUnavailable(error)) return unavailable();
	if (isStatementTimeout(error)) return tooSlow();
	return internal(id);
}

function wantsPage(request: Request): boolean {
	return (
		request.method === "GET" &&
		(request.headers.get("accept") ?? "").includes("text/html") &&
		!new URL(request.url).pathname.startsWith("/api/")
	);
}

export function missing(request: Request, methods: string[]): ApiError {
	const { pathname } = new URL(request.url);
	if (methods.length === 0)
		return new ApiError(
			"not_found",
			`There is nothing at ${pathname.slice(0, 200)}. Check the address.`,
		);
	const allow = methods.join(", ");
	return new ApiError(
		"method_not_allowed",
		`${request.method} is not supported at ${pathname}; use ${allow}.`,
		[],
		{ allow },
	);
}

const unavailable = () =>
	new ApiError(
		"database_unavailable",
		"The database cannot be reached at the moment. Try again in a few seconds.",
	);

const overloaded = () =>
	new ApiError(
		"overloaded",
		"More is sent than can be stored at the moment. Send it again in a second.",
	);

const tooSlow = () =>
	new ApiError(
		"request_timeout",
		"The database took too long to answer; nothing was changed. Try again in a few seconds.",
	);

export const internal = (id: string) =>
	new ApiError(
		"internal",
		`The request failed on our side. Try again; if it stays, report it with the request id ${id}.`,
	);

/** Builds the look-up from an application's routes; a route's `:name` stands for one segment and a closing `*` for the rest. */
export function methodsByPath(
	routes: readonly { method: string; path: string }[],
): (path: string) => string[] {
	const patterns = routes.map(({ method, path }) => ({
		method,
		pattern: new RegExp(
			`^${path
				.split("/")
				.map((part) =>
					part.startsWith(":")
						? "[^/]+"
						: part === "*"
							? ".*"
							: part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"),
				)
				.join("/")}$`,
		),
	}));
	return (path) => {
		const methods = new Set<string>();
		for (const { method, pattern } of patterns)
			if (pattern.test(path)) methods.add(method);
		if (methods.has("GET")) methods.add("HEAD");
		return [...methods].sort();
	};
}

/** Where every error is a JSON-RPC error, also that of a method that the endpoint does not have. */
export const MCP_PATH = "/api/mcp";

/** Whether `request` is one of the MCP endpoint. */
const isMcp = (request: Request): boolean =>
	URL.parse(request.url)?.pathname === MCP_PATH;
