/** The response headers of the API with their descriptions, entity tags and conditional requests, and idempotency keys. */

import { ApiError, type ErrorCode, refuse } from "./errors.ts";
import type { RouteContext } from "./request-context.ts";

const text = (description: string, example?: string) => ({
	description,
	schema: { type: "string" },
	...(example !== undefined && { example }),
});
const whole = (description: string, example: number) => ({
	description,
	schema: { type: "integer", minimum: 0 },
	example,
});

export const HEADERS = {
	"X-Request-Id": text(
		"Identifies this request in the logs; the client's own when it matched `^[A-Za-z0-9._~-]{8,128}$`.",
		"0197f2a4-7c1e-7f43-9d0a-3c1b5e8f2a60",
	),
	"Cache-Control": text("How caches may use the response.", "no-store"),
	Vary: text("The request headers that the response depends on."),
	ETag: text("The current version of the resource.", '"3Jx0lA2kT9"'),
	Location: text("The created resource, or the target of the redirect."),
	"Set-Cookie": text("Begins or ends a session."),
	"Retry-After": whole("Seconds to wait before the next try.", 12),
	RateLimit: text(
		"The requests that are left of the limit, and the seconds until there are more.",
		'"attempts";r=0;t=12',
	),
	"RateLimit-Policy": text(
		"The limit: its quota, and its window in seconds.",
		'"attempts";q=10;w=60',
	),
	"WWW-Authenticate": text("How to authenticate."),
	"Accept-Post": text("The media type that a body here has."),
	"Chat-Session": text("The conversation that the message is stored in."),
	"Content-Disposition": text("The file name to save the answer under."),
	"Idempotency-Replayed": text(
		"`true` when this is the answer to an earlier request with the same key.",
	),
	"Mcp-Session-Id": text("Names the MCP session for its further requests."),
	"X-Accel-Buffering": text("Disables the buffering of streams in proxies."),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** A request header, for `detail.parameters` of a route. */
const given = (name: string, description: string, schema: object = {}) =>
	({
		name,
		in: "header" as const,
		required: false,
		description,
		schema: { type: "string" as const, ...schema },
	}) as const;

export const IF_NONE_MATCH = given(
	"If-None-Match",
	"Entity tags that the client has, or `*`; when one is the present version, the answer is a 304 without a body.",
);
export const IF_MATCH = given(
	"If-Match",
	"Entity tags of what the client has read, or `*`; when none is the present version, nothing is changed.",
);
/** Of the keys that name a change: visible ASCII. */
export const KEY_PATTERN = "^[\\x21-\\x7e]{1,255}$";
export const IDEMPOTENCY_KEY = given(
	"Idempotency-Key",
	"Names this change, so that it can be sent again and is made once.",
	{ pattern: KEY_PATTERN },
);
export const MCP_SESSION_ID = given(
	"Mcp-Session-Id",
	"The session, as the answer to its `initialize` request named it.",
);
export const MCP_PROTOCOL_VERSION = given(
	"MCP-Protocol-Version",
	"The revision of the protocol that the client speaks.",
);
export const LAST_EVENT_ID = given(
	"Last-Event-ID",
	"The last event that the client has: the stream goes on after it.",
);

/** Headers of every response, or of any. */
export const EVERYWHERE: readonly HeaderName[] = [
	"X-Request-Id",
	"Cache-Control",
	"Vary",
];

/** Headers of the responses with one error code. */
export const OF_CODE: Partial<Record<ErrorCode, readonly HeaderName[]>> = {
	session_missing: ["WWW-Authenticate"],
	session_expired: ["WWW-Authenticate"],
	admin_key_missing: ["WWW-Authenticate"],
	admin_key_invalid: ["WWW-Authenticate"],
	unsupported_media_type: ["Accept-Post"],
	idempotency_in_progress: ["Retry-After"],
	precondition_failed: ["ETag"],
	llm_circuit_open: ["Retry-After"],
	rate_limited: ["Retry-After", "RateLimit", "RateLimit-Policy"],
	database_unavailable: ["Retry-After"],
	overloaded: ["Retry-After"],
	backend_unavailable: ["Retry-After"],
	starting: ["Retry-After"],
	draining: ["Retry-After"],
};

/** Whether an `If-None-Match` value names `etag`: a list, `*`, compared weakly. What is not a list of tags is ignored. */
export function noneMatches(header: string | null, etag: string): boolean {
	if (!header) return false;
	// What most clients send is found without looking further.
	if (header === etag || header.trim() === "*") return true;
	const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
	return tags.some(
		(tag) => tag.replace(/^W\//, "") === etag.replace(/^W\//, ""),
	);
}

/** The response without a body for a client that has what `etag` names; null when it has to be sent. */
export function notModified(
	request: Request,
	etag: string,
	cacheControl: string,
): Response | null {
	if (!noneMatches(request.headers.get("if-none-match"), etag)) return null;
	const headers = { etag, "cache-control": cacheControl };
	return new Response(null, { status: 304, headers });
}

/** Whether a header is a list of entity tags (RFC 9110, section 13.1.1): nothing but tags, commas and spaces. */
const isTagList = (header: string): boolean =>
	/"/.test(header) && /^[\s,]*$/.test(header.replaceAll(/(W\/)?"[^"]*"/g, ""));

function malformed(etag: string): ApiError {
	const detail = `If-Match is no list of entity tags; send the ETag as it was answered, with its quotes, as ${etag}`;
	return new ApiError("validation_failed", `${detail}.`, [
		{ pointer: "#/header/if-match", code: "malformed", detail },
	]);
}

/**
 * Throws `precondition_failed` when the request's `If-Match` names other states than `etag`, so that no client overwrites what it has
 * not seen: a list or `*`, compared strongly; and `validation_failed` when it is no list of entity tags. Without the header, every
 * state will do.
 */
export function refuseStale(request: Request, etag: string): void {
	const header = request.headers.get("if-match");
	if (header === null || header.trim() === "*") return;
	if (!isTagList(header)) throw malformed(etag);
	const tags: string[] = header.match(/(W\/)?"[^"]*"/g) ?? [];
	if (tags.includes(etag)) return;
	throw new ApiError(
		"precondition_failed",
		"It was changed since you read it, and nothing was stored. Read it again, then repeat the change with the new ETag in If-Match.",
		[],
		{ etag },
	);
}

const KEY = new RegExp(KEY_PATTERN);

/** The `Idempotency-Key` that a request brings; null without one. Throws `validation_failed`. */
export function idempotencyKeyOf(request: Request): string | null {
	const key = request.headers.get("idempotency-key");
	if (key !== null && !KEY.test(key)) refuse([MALFORMED]);
	return key;
}

/** Of what was sent: the same for the same value. */
export const fingerprintOf = (sent: unknown): string =>
	new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(sent) ?? "")
		.digest("hex");

export const keyReused = () =>
	new ApiError(
		"idempotency_key_reused",
		"This Idempotency-Key was used for another request. Send the same as then, or use a new key.",
	);

export const keyInProgress = () =>
	new ApiError(
		"idempotency_in_progress",
		"The first request with this Idempotency-Key is still at work. Send it again in a second.",
	);

const MALFORMED = {
	pointer: "#/header/idempotency-key",
	code: "malformed",
	detail:
		"an `Idempotency-Key` is 1 to 255 visible ASCII characters; send such a one, or leave the header out",
};

/**
 * The response with a body of JSON, or a 304 where the client has what `etag` names, with the headers that guards have set: Elysia would
 * copy the response to add them, and its body as a stream.
 */
export function jsonResponse(
	{ request, set }: RouteContext,
	{ bytes, etag }: SerializedBody,
	cacheControl: string,
): Response {
	const own = { ...set.headers, "cache-control": cacheControl, etag };
	set.headers = {};
	return noneMatches(request.headers.get("if-none-match"), etag)
		? new Response(null, { status: 304, headers: own as HeadersInit })
		: new Response(bytes, {
				headers: { ...own, "content-type": "application/json" } as HeadersInit,
			});
}

export interface SerializedBody {
	bytes: Uint8Array<ArrayBuffer>;
	etag: string;
}

export const encoded = (text: string): Uint8Array<ArrayBuffer> =>
	new TextEncoder().encode(text);

/** A body without a version of its own: its entity tag is made of its bytes. */
export function serializedBody(text: string): SerializedBody {
	const bytes = encoded(text);
	return { bytes, etag: etagOfBytes(bytes) };
}

export function etagOfBytes(bytes: Uint8Array<ArrayBuffer>): string {
	const hash = new Bun.CryptoHasher("sha256").update(bytes);
	return `"${hash.digest("base64url").slice(0, 22)}"`;
}
