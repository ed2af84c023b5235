/** Errors that refuse an author's change: a slug that is taken, and a pack that is not there or not the author's. */
import { ApiError } from "../../server/errors.ts";
import type { LockedPack } from "./queries.ts";

export const slugTaken = (slug?: string) =>
	new ApiError(
		"slug_conflict",
		`The slug ${slug ? `"${slug}" ` : ""}is taken, maybe by something deleted that has attempts. Choose another one.`,
	);

/** The slug of a seeded pack that was retired, and stays because there are attempts at it. */
export const slugOfRetired = (slug: string, packId: string) =>
	new ApiError(
		"slug_conflict",
		`The slug "${slug}" belongs to the retired pack ${packId}, which is kept because it has attempts. Choose another one.`,
	);

/** The codes of {@link requireOwner}. */
export const NOT_OWNED = ["not_found", "forbidden"] as const;

/** `pack` when it is this user's. `what` names what was requested, as `pack "rust"`. */
export function requireOwner(
	pack: LockedPack | null,
	userId: string,
	what: string,
): LockedPack {
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
