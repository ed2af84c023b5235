/** The constructor of every group of routes, so that all have the same settings. */
import { type AnyElysia, Elysia } from "elysia";

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
