/** The metadata of a route, which the OpenAPI document is written from: error codes, credentials, headers and body limit. */
import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "./errors.ts";
import type { HeaderName } from "./header-descriptions.ts";

/** Ways to authenticate, as OpenAPI names them. */
export type Credential =
	| "sessionCookie"
	| "sessionHeader"
	| "adminSecret"
	| "adminKey";

export interface RouteMetadata {
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
