/** The constructor of every group of routes, so that all have the same settings, and the metadata of each route. */
import type { TSchema } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { ErrorCode } from "./errors.ts";
import type { HeaderName } from "./header-descriptions.ts";

/** The chapters of the API's reference. */
export type Tag =
	| "Packs"
	| "Challenges"
	| "Attempts"
	| "Settings"
	| "Search"
	| "Sign-in"
	| "Account"
	| "Author"
	| "Command line"
	| "Content"
	| "Chat"
	| "MCP"
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
