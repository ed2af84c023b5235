/** Every group of routes starts here, so that all of them hold the same strictness. */
import { Elysia } from "elysia";

/**
 * A group of routes. Unknown body fields are refused, not dropped, and a path matches exactly.
 * These settings are not inherited from the application that uses the group, hence this one constructor.
 */
export function routes<const Prefix extends string = "">(prefix?: Prefix) {
	return new Elysia<Prefix>({
		prefix,
		normalize: false,
		strictPath: true,
		// The default finds the path by assuming a host of four letters or more: `http://api/…` would be cut wrongly.
		handler: { standardHostname: false },
	});
}
