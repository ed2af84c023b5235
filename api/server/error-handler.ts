/** Turns whatever goes wrong in a request into a problem: refusals as they are, the rest as a bare 500. */
import { Elysia } from "elysia";
import { isTooSlow, isUnavailable } from "../db/pool.ts";
import { ApiError, problem } from "./errors.ts";
import { isMcp, rpcRefusalOf } from "./json-rpc.ts";
import { recordOf } from "./request-context.ts";
import { requestId } from "./request-id.ts";

/** Where refused requests go to be looked at; never told to the client. */
export type Report = (error: unknown, requestId: string) => void;

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
		.onRequest(({ request, set }) => {
			set.headers["x-request-id"] = requestId(request);
		})
		.onTransform({ as: "global" }, ({ request, route }) => {
			recordOf(request).route = route;
		})
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

/** What a client is told of `error`, which is reported unless the client or the database is the cause. */
export function refusalFor(
	error: unknown,
	request: Request,
	report: Report,
): ApiError {
	const id = requestId(request);
	const refusal = refusalOf(error, id);
	if (refusal.code === "internal") report(error, id);
	recordOf(request).code = refusal.code;
	return refusal;
}

function refusalOf(error: unknown, id: string): ApiError {
	if (error instanceof ApiError) return error;
	if (isUnavailable(error)) return unavailable();
	if (isTooSlow(error)) return tooSlow();
	return internal(id);
}

function wantsPage(request: Request): boolean {
	return (
		request.method === "GET" &&
		(request.headers.get("accept") ?? "").includes("text/html") &&
		!new URL(request.url).pathname.startsWith("/api/")
	);
}

function missing(request: Request, methods: string[]): ApiError {
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

const tooSlow = () =>
	new ApiError(
		"request_timeout",
		"The database took too long to answer; nothing was changed. Try again in a few seconds.",
	);

const internal = (id: string) =>
	new ApiError(
		"internal",
		`The request failed on our side. Try again; if it stays, report it with the request id ${id}.`,
	);
