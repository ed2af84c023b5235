/**
 * What routes are defined with: the constructor of their groups, so that all have the same settings, and the metadata that the OpenAPI document is
 * written from: shapes, error codes, credentials, body limit, and headers with their descriptions.
 */
import {
	type Static,
	type TObject,
	type TSchema,
	Type,
} from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { ErrorCode } from "./errors.ts";

/** What a personal token may be allowed, each for itself. */
export const Scope = Type.Union([
	Type.Literal("read"),
	Type.Literal("attempt"),
	Type.Literal("author"),
]);
export type Scope = Static<typeof Scope>;

/** Ways to authenticate, as OpenAPI names them; a personal token with the scope that it needs. */
export type Credential =
	| "sessionCookie"
	| "sessionHeader"
	| `personalToken:${Scope}`
	| "adminSecret"
	| "adminKey";

export interface RouteMetadata {
	/** The shapes of what it takes. */
	input?: { params?: TObject; query?: TObject; body?: TSchema };
	/** Error codes of its input and its handler; {@link errorCodesOf} adds what its path and method imply. */
	errors: readonly ErrorCode[];
	/** Error codes of its guards. */
	guardErrors: readonly ErrorCode[];
	/** Any one of these authenticates a request; `null` = none is needed. Empty = the route has no guard. */
	credentials: readonly (Credential | null)[];
	/** Headers of a successful response. */
	successHeaders: readonly HeaderName[];
	/** Headers of any of its responses. */
	headers: readonly HeaderName[];
	/** In bytes; null without a body. */
	bodyLimit: number | null;
	/** The schema of its error responses, where they are not problem documents. */
	refusal?: TSchema;
}

/** A route as an application lists it. */
export interface Route {
	method: string;
	path: string;
	hooks: { metadata?: RouteMetadata };
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const WITHOUT_METADATA = { errors: ["internal"], guardErrors: [] } as const;

/** Every error code of the route, each once; a route without input has internal errors only. */
export function errorCodesOf({ method, path, hooks }: Route): ErrorCode[] {
	const named = path.includes(":") ? (["not_found"] as const) : [];
	const { errors, guardErrors } = hooks.metadata ?? WITHOUT_METADATA;
	const guards = guardErrors.filter(
		// Guards check the origin of requests that change something only.
		(code) => code !== "origin_rejected" || !SAFE.has(method),
	);
	return [...new Set<ErrorCode>([...guards, ...errors, ...named])];
}

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
	"Content-Security-Policy": text("What a page may load and send."),
	"Content-Language": text("The language of a page."),
	"Cross-Origin-Opener-Policy": text("Which windows may reach a page."),
	"X-Content-Type-Options": text("Keeps browsers from guessing the type."),
	"Content-Disposition": text("The file name to save the answer under."),
	"Idempotency-Replayed": text(
		"`true` when this is the answer to an earlier request with the same key.",
	),
	"Mcp-Session-Id": text("Names the MCP session for its further requests."),
	"Referrer-Policy": text("What links from the answer tell of its address."),
	"X-Accel-Buffering": text("Disables the buffering of streams in proxies."),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** A request header, for `detail.parameters` of a route. */
export const requestHeader = (
	name: string,
	description: string,
	schema: object = {},
) =>
	({
		name,
		in: "header" as const,
		required: false,
		description,
		schema: { type: "string" as const, ...schema },
	}) as const;

export const IF_NONE_MATCH = requestHeader(
	"If-None-Match",
	"Entity tags that the client has, or `*`; when one is the present version, the answer is a 304 without a body.",
);
export const IF_MATCH = requestHeader(
	"If-Match",
	"Entity tags of what the client has read, or `*`; when none is the present version, nothing is changed.",
);
export const MCP_SESSION_ID = requestHeader(
	"Mcp-Session-Id",
	"The session, as named in the response to `initialize`.",
);
export const MCP_PROTOCOL_VERSION = requestHeader(
	"MCP-Protocol-Version",
	"The revision of the protocol that the client speaks.",
);
export const LAST_EVENT_ID = requestHeader(
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
	token_invalid: ["WWW-Authenticate"],
	scope_missing: ["WWW-Authenticate"],
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

/** The chapters of the API's reference. */
export type Tag =
	| "Packs"
	| "Challenges"
	| "Attempts"
	| "Drafts"
	| "Disputes"
	| "Settings"
	| "Search"
	| "Sign-in"
	| "OAuth"
	| "Account"
	| "Classes"
	| "Author"
	| "Command line"
	| "Content"
	| "Webhooks"
	| "Chat"
	| "MCP"
	| "Moderation"
	| "Administration"
	| "Health";

/**
 * A group of routes. Unknown body fields are refused, not dropped, and a path matches exactly.
 * `tag` is the chapter of the reference that they stand in.
 * These settings are not inherited from the application that uses the group, hence this one constructor.
 */
export function routes<const Prefix extends string = "">(
	prefix?: Prefix,
	tag?: Tag,
) {
	return new Elysia<Prefix>({
		prefix,
		tags: tag && [tag],
		normalize: false,
		strictPath: true,
		// The default finds the path by assuming a host of four letters or more: `http://api/…` would be cut wrongly.
		handler: { standardHostname: false },
	});
}

/** Any such group. */
export type Routes = AnyElysia;
