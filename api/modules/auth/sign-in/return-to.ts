/** Where a learner goes after signing in: a path of this site, and nothing that a browser could read as another (RFC 9700, section 4.11). */
import { refuse } from "../../../server/validation.ts";

const LONGEST = 2000;

/** The path as it is kept; throws `validation_failed` for anything but a path of this site. Absent, it is the page itself. */
export function returnToOf(given: string | undefined): string {
	if (given === undefined || given === "") return "/";
	// Resolved against a site of no one's: what leaves it, or only looks as if, is refused.
	const url = URL.parse(given, "http://site.invalid");
	const path = url ? url.pathname + url.search + url.hash : "";
	if (
		!given.startsWith("/") ||
		given.length > LONGEST ||
		// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, and what is left may be another site
		/[\\\x00-\x20\x7f]/.test(given) ||
		url?.origin !== "http://site.invalid" ||
		path.startsWith("//") ||
		path.startsWith("/api/")
	)
		refuse([
			{
				pointer: "#/query/returnTo",
				code: "not_a_path",
				detail: "is no page of this site; give a path like /packs/express",
			},
		]);
	return path;
}
