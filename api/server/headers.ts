/** The headers of the API's answers: whatever is sent and is not HTTP's own is described here, and a test holds that nothing else is. */
import type { ErrorCode } from "./errors.ts";

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
		"Names this request in our logs; the client's own when it matched `^[A-Za-z0-9._~-]{8,128}$`.",
		"0197f2a4-7c1e-7f43-9d0a-3c1b5e8f2a60",
	),
	"Cache-Control": text("What caches may do with the answer.", "no-store"),
	Vary: text("What else than the address the answer depends on."),
	ETag: text("The present version of what was read.", '"3Jx0lA2kT9"'),
	Location: text("Where to go on."),
	"Set-Cookie": text("Begins or ends a session."),
	"Retry-After": whole("Seconds to wait before the next try.", 12),
	RateLimit: text(
		"What is left of the limit, and in how many seconds there is more.",
		'"attempts";r=0;t=12',
	),
	"RateLimit-Policy": text(
		"The limit: its quota, and its window in seconds.",
		'"attempts";q=10;w=60',
	),
	"WWW-Authenticate": text("How to present oneself."),
	"Accept-Post": text("The media type that a body here has."),
	"Chat-Session": text("The conversation that what was said is stored in."),
	"Content-Disposition": text("The file name to save the answer under."),
	"Idempotency-Replayed": text(
		"`true` when this is the answer to an earlier request with the same key.",
	),
	"Mcp-Session-Id": text("Names the MCP session for its further requests."),
	"X-Accel-Buffering": text("Tells proxies to pass a stream on as it comes."),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** What a request may bring, for `detail.parameters` of a route. */
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

/** Carried by every answer, or by any. */
export const EVERYWHERE: readonly HeaderName[] = [
	"X-Request-Id",
	"Cache-Control",
	"Vary",
];

/** Carried by the refusals of one code. */
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
