/** Who may do what with a class: its teacher everything, its learners leave it and read what is theirs, others nothing. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import type { ClassSummary } from "./api-schemas.ts";
import { findClass, type OwnClass } from "./queries.ts";

/** The codes of {@link taughtClass}. */
export const NOT_TAUGHT = ["not_found", "forbidden"] as const;

/** The class, which the user teaches or has joined. Throws `not_found` for everyone else. */
export async function ownClass(
	sql: Sql,
	sessions: SessionGuards,
	request: Request,
	id: string,
): Promise<OwnClass> {
	const found = await findClass(sql, id, sessions.user(request)._id);
	if (!found) throw noClass(id);
	return found;
}

/** The class, which the user teaches. Throws `forbidden` for its learners and `not_found` for everyone else. */
export async function taughtClass(
	sql: Sql,
	sessions: SessionGuards,
	request: Request,
	id: string,
): Promise<OwnClass> {
	const found = await ownClass(sql, sessions, request, id);
	if (found.role !== "teacher")
		throw new ApiError(
			"forbidden",
			`Only the teacher of the class "${found.name}" can do this. DELETE /api/v1/classes/${id}/membership leaves it.`,
		);
	return found;
}

/** A class as lists show it. */
export const summaryOf = (
	found: ClassSummary & Partial<OwnClass>,
): ClassSummary => {
	const { memberId: _, hasJoinLink: __, ...summary } = found;
	return summary;
};

const noClass = (id: string) =>
	new ApiError(
		"not_found",
		`You have no class "${id}". It may have been deleted, or you are no longer in it; GET /api/v1/classes lists yours.`,
	);

export const noAssignment = (id: string) =>
	new ApiError(
		"not_found",
		`The class has no assignment "${id}". GET /api/v1/classes/{id} lists those that it has.`,
	);
