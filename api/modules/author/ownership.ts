/** Whose pack it is: its author's to change, and nobody else's; that another's private pack exists is not told (contract, section 6). */
import { ApiError } from "../../server/errors.ts";
import type { HeldPack } from "./queries.ts";

/** The codes of {@link own}. */
export const NOT_OWNED = ["not_found", "forbidden"] as const;

/** `pack` when it is this user's. `what` names what was asked for, as `pack "rust"`. */
export function own(
	pack: HeldPack | null,
	userId: string,
	what: string,
): HeldPack {
	if (!pack || pack.retired) throw missing(what);
	if (pack.authorUserId === userId) return pack;
	if (pack.authorUserId === null)
		throw new ApiError(
			"forbidden",
			`The ${what} is one that comes with this server, and has no author who could change it here. If you had a private pack of that slug, it has another slug now: GET /api/author/packs lists yours, and POST /api/author/packs creates one.`,
		);
	if (pack.visibility === "private" || pack.takenDownAt !== null)
		throw missing(what);
	throw new ApiError(
		"forbidden",
		`The ${what} is another author's. GET /api/author/packs lists yours.`,
	);
}

/** What is not there, or not this user's to know of. */
export const missing = (what: string) =>
	new ApiError(
		"not_found",
		`You have no ${what}. GET /api/author/packs lists what you have.`,
	);
