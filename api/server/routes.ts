/** The constructor of every group of routes, so that all have the same settings, and the metadata that each route declares. */
import type { TSchema } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { ErrorCode } from "./errors.ts";
import type { HeaderName } from "./headers.ts";

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
	/** Codes of what the route takes and of its handler; {@link refusalsOf} adds what its path and method imply. */
	refuses: readonly ErrorCode[];
	/** Codes of its guards. */
	guarded: readonly ErrorCode[];
	/** Any one of these lets a request pass; `null` = none is needed. Empty = nobody is asked. */
	accepts: readonly (Credential | null)[];
	/** Headers of its success. */
	sends: readonly HeaderName[];
	/** Headers of any of its answers. */
	tells: readonly HeaderName[];
	/** In bytes; null without a body. */
	bodyLimit: number | null;
	/** The JSON of its refusals where they are no problems. */
	refusal?: TSchema;
}

/** A route as an application lists it. */
export interface Route {
	method: string;
	path: string;
	hooks: { declared?: RouteMetadata };
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const UNDECLARED = { refuses: ["internal"], guarded: [] } as const;

/** Every code that the route may answer, each once; a route that takes nothing fails on our side or not at all. */
export function refusalsOf({ method, path, hooks }: Route): ErrorCode[] {
	const named = path.includes(":") ? (["not_found"] as const) : [];
	const { refuses, guarded } = hooks.declared ?? UNDECLARED;
	const guards = guarded.filter(
		// Where a request comes from, a guard asks only of what changes something.
		(code) => code !== "origin_rejected" || !SAFE.has(method),
	);
	return [...new Set<ErrorCode>([...guards, ...refuses, ...named])];
}
