/** Who may show a pack to more people (`PUBLISHING`), and the request of those who have to ask a moderator. */
import { ApiError } from "../../server/errors.ts";
import { includesRole, type Role } from "../../server/roles.ts";
import type { PackState, Publishing, Visibility } from "./api-schemas.ts";
import type { LockedPack, VisibilityRequest } from "./queries.ts";

const AUDIENCES: readonly Visibility[] = ["private", "unlisted", "public"];

/** Whether `next` is visible to more people than `present`. */
export const showsMore = (
	present: Pick<PackState, "visibility">,
	next: Pick<PackState, "visibility">,
): boolean =>
	AUDIENCES.indexOf(next.visibility) > AUDIENCES.indexOf(present.visibility);

/** Whether an account with this role shows packs after a moderator's approval only. */
export const asksModerator = (publishing: Publishing, role: Role): boolean =>
	publishing === "approval" && !includesRole(role, "author");

/** Whether an account with this role shows no pack until an administrator names it an author. */
export const lacksAuthorRole = (publishing: Publishing, role: Role): boolean =>
	publishing === "authors" && !includesRole(role, "author");

/** Whether a moderator has to approve what an account with this role shows. Throws `forbidden` when it may not show anything. */
export function needsApproval(publishing: Publishing, role: Role): boolean {
	if (asksModerator(publishing, role)) return true;
	if (!lacksAuthorRole(publishing, role)) return false;
	throw new ApiError(
		"forbidden",
		"On this Treeline only accounts that an administrator named authors show packs to others. Ask an administrator; until then the pack is yours alone.",
	);
}

/**
 * What becomes of the pack's request after a change to `next`: `wanted` is the visibility that has to be approved, null when none has. A
 * patch withdraws it with `requestedVisibility: null`.
 */
export function requestAfter(
	pack: LockedPack,
	next: PackState,
	wanted: Visibility | null,
	patch: Record<string, unknown>,
): VisibilityRequest {
	if (wanted !== null)
		return isWaiting(pack) && pack.requestedVisibility === wanted
			? "kept"
			: { wanted };
	const ends =
		patch.requestedVisibility === null || next.visibility !== pack.visibility;
	return pack.requestedAt !== null && ends ? "withdrawn" : "kept";
}

/** Whether others see the pack, or would as soon as a moderator approves it: then each change to it is validated. */
export const isHeldToChecks = (pack: LockedPack): boolean =>
	pack.visibility !== "private" || isWaiting(pack);

const isWaiting = ({ requestedAt, refusedReason }: LockedPack) =>
	requestedAt !== null && refusedReason === null;
