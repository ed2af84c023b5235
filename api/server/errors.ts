/** The one file that knows error codes, statuses and texts (contract, section 2). */

import { type Static, Type } from "@sinclair/typebox";
import type { Fault } from "@treeline/packs/format";
import { Elysia } from "elysia";
import { isTooSlow, isUnavailable } from "../db/pool.ts";
import { recordOf, requestId } from "./context.ts";

const catalogue = {
	validation_failed: [400, "The request is not valid"],
	reference_fails: [400, "A reference solution fails its own checks"],
	sign_in_mismatch: [400, "This sign-in was not begun here"],
	sign_in_expired: [400, "The sign-in took too long"],
	code_refused: [400, "The code is not accepted"],
	malformed_json: [400, "The body is not valid JSON"],
	session_missing: [401, "Sign-in is required"],
	session_expired: [401, "The session has ended"],
	admin_key_missing: [401, "The admin secret or key is missing"],
	admin_key_invalid: [401, "The admin secret or key is not accepted"],
	forbidden: [403, "This is not yours to do"],
	origin_rejected: [403, "The request came from another site"],
	sign_in_denied: [403, "You were not signed in"],
	account_blocked: [403, "This account is blocked"],
	not_found: [404, "Nothing is here"],
	method_not_allowed: [405, "The method is not supported here"],
	not_acceptable: [406, "No accepted media type is offered here"],
	slug_conflict: [409, "The slug is taken"],
	idempotency_in_progress: [409, "The first request is still at work"],
	invalid_transition: [409, "This cannot be done in the present state"],
	chat_session_ended: [409, "The conversation is over"],
	precondition_failed: [412, "It was changed meanwhile"],
	payload_too_large: [413, "The body is too large"],
	unsupported_media_type: [415, "The media type is not supported"],
	idempotency_key_reused: [422, "The key was used for something else"],
	rate_limited: [429, "Too many requests"],
	internal: [500, "Something went wrong on our side"],
	identity_provider_failed: [
		502,
		"The sign-in service did not answer as it should",
	],
	backend_unavailable: [502, "The backend cannot be reached"],
	llm_unavailable: [502, "The language model gave no reply"],
	llm_circuit_open: [502, "The language model is left alone for a moment"],
	llm_not_configured: [502, "There is no language model here"],
	sign_in_not_configured: [503, "Sign-in is not set up here"],
	database_unavailable: [503, "The database cannot be reached"],
	overloaded: [503, "Too much is asked at once"],
	starting: [503, "The service is starting"],
	draining: [503, "The service is stopping"],
	identity_provider_timeout: [
		504,
		"The sign-in service did not answer in time",
	],
	llm_timeout: [504, "The language model did not answer in time"],
	request_timeout: [504, "The answer took too long"],
} as const satisfies Record<string, [status: number, title: string]>;

export type ErrorCode = keyof typeof catalogue;

/** The status of a code and what it means, in a few words. */
export const statusAndTitle = (code: ErrorCode) => catalogue[code];

/** Every status that a refusal has, with its codes. */
export const codesByStatus = (): [status: string, codes: string[]][] =>
	Object.entries(
		Object.groupBy(Object.keys(catalogue), (code) =>
			String(statusAndTitle(code as ErrorCode)[0]),
		),
	).map(([status, codes = []]) => [status, codes]);

/** Headers that a code always carries. */
const headersOf: Partial<Record<ErrorCode, Record<string, string>>> = {
	session_missing: { "www-authenticate": 'Session realm="treeline"' },
	session_expired: { "www-authenticate": 'Session realm="treeline"' },
	admin_key_missing: { "www-authenticate": 'AdminSecret realm="treeline"' },
	admin_key_invalid: { "www-authenticate": 'AdminSecret realm="treeline"' },
	database_unavailable: { "retry-after": "1" },
	overloaded: { "retry-after": "1" },
	idempotency_in_progress: { "retry-after": "1" },
	backend_unavailable: { "retry-after": "1" },
	starting: { "retry-after": "1" },
	draining: { "retry-after": "1" },
};

/** A refusal with a stable code. `detail` says what, where and the next step, and is shown to the client. */
export class ApiError extends Error {
	override name = "ApiError";
	constructor(
		readonly code: ErrorCode,
		readonly detail: string,
		readonly faults: Fault[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(`${code}: ${detail}`);
	}
}

/** What a code is answered with. */
export const statusOf = (code: ErrorCode): number => catalogue[code][0];
/** What a code means, as a heading. */
export const titleOf = (code: ErrorCode): string => catalogue[code][1];

/** The headers that an answer with this error carries beside its type. */
export const headersFor = ({ code, headers }: ApiError) => ({
	...headersOf[code],
	...headers,
});

/** The answer for an error, as RFC 9457 has it. */
export function problem(error: ApiError, requestId: string): Response {
	const [status, title] = catalogue[error.code];
	const body: Problem = {
		type: `urn:treeline:problem:${error.code}`,
		title,
		status,
		detail: error.detail,
		code: error.code,
		requestId,
		...(error.faults.length > 0 && { errors: error.faults }),
	};
	return new Response(JSON.stringify(body), {
		status,
		headers: {
			"content-type": "application/problem+json",
			"cache-control": "no-store",
			"x-request-id": requestId,
			...headersFor(error),
		},
	});
}

/** One thing that is wrong with a request. */
export const ProblemPlace = Type.Object({
	/** JSON pointer of what is wrong, as `#/challenges/0/title`. */
	pointer: Type.String(),
	code: Type.String(),
	detail: Type.String(),
});

export const Problem = Type.Object({
	type: Type.String(),
	title: Type.String(),
	status: Type.Integer(),
	detail: Type.String(),
	code: Type.String(),
	requestId: Type.String(),
	errors: Type.Optional(Type.Array(ProblemPlace)),
});
export type Problem = Static<typeof Problem>;

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
export const isMcp = (request: Request): boolean =>
	URL.parse(request.url)?.pathname === MCP_PATH;

/** An answer that is nothing but an error. */
export const RpcRefusal = Type.Object(
	{
		jsonrpc: Type.Literal("2.0"),
		id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
		error: Type.Object({
			code: Type.Integer(),
			message: Type.String(),
			data: Type.Optional(Type.Unknown()),
		}),
	},
	{ description: "A JSON-RPC 2.0 error." },
);
export type RpcRefusal = Static<typeof RpcRefusal>;

/** JSON-RPC's own codes, and the protocol's. */
export const RPC = {
	parseError: -32700,
	invalidRequest: -32600,
	invalidParams: -32602,
	internal: -32603,
	refused: -32000,
	sessionNotFound: -32001,
	resourceNotFound: -32002,
} as const;

/** What a method of the protocol refuses with; both SDKs answer `code`, `message` and `data`. */
export class RpcError extends Error {
	override name = "RpcError";
	constructor(
		readonly code: number,
		message: string,
		readonly data?: unknown,
	) {
		super(message);
	}
}

/** An answer with `status` that is nothing but an error. */
export function rpcRefusal(
	status: number,
	code: number,
	message: string,
	{
		headers = {},
		data,
	}: { headers?: Record<string, string>; data?: unknown } = {},
): Response {
	const body: RpcRefusal = {
		jsonrpc: "2.0",
		id: null,
		error: { code, message, ...(data !== undefined && { data }) },
	};
	return Response.json(body, {
		status,
		headers: { "cache-control": "no-store", ...headers },
	});
}

/** The service's own error as a JSON-RPC error; its code is in `data`. */
export const rpcRefusalOf = (error: ApiError, requestId: string): Response =>
	rpcRefusal(statusOf(error.code), rpcCodeOf(error), error.detail, {
		headers: { ...headersFor(error), "x-request-id": requestId },
		data: { code: error.code },
	});

function rpcCodeOf({ code }: ApiError): number {
	if (code === "malformed_json") return RPC.parseError;
	return code === "internal" ? RPC.internal : RPC.refused;
}
