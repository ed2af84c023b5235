/** Queries of the packs that classes are assigned. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type {
	Assignment,
	ExportedClass,
	LearnerAssignment,
	OwnAssignment,
	TaughtAssignment,
} from "./api-schemas.ts";
import { listClasses } from "./queries.ts";

/** Assignments that one class may have. */
export const MAX_ASSIGNMENTS = 100;

export interface Dates {
	opensAt: string | null;
	dueAt: string | null;
}

/** Packs (as `p`) that every learner can open. */
const openToAll = (sql: Sql | Transaction) =>
	sql`(p.retired_at IS NULL AND p.taken_down_at IS NULL AND p.visibility <> 'private')`;

/** Assignments (as `s`) that learners see. */
export const isOpen = (sql: Sql | Transaction) =>
	sql`(s.opens_at IS NULL OR s.opens_at <= now())`;

/** An assignment (as `s`) with its pack (as `p`). */
const columns = (sql: Sql | Transaction) => sql`
	s.id AS "_id", CASE WHEN ${openToAll(sql)} THEN
		json_build_object('slug', p.slug, 'name', p.name, 'challengeCount', p.challenge_count) END AS pack,
	s.opens_at AS "opensAt", s.due_at AS "dueAt"`;

const inOrder = (sql: Sql | Transaction) =>
	sql`ORDER BY s.due_at NULLS LAST, s.opens_at NULLS FIRST, s.id`;

/** The assignments of a class, those that are not open, too. */
export async function listAssignments(
	sql: Sql | Transaction,
	classId: string,
): Promise<TaughtAssignment[]> {
	return sql<TaughtAssignment[]>`
		SELECT ${columns(sql)}, CASE WHEN NOT ${openToAll(sql)} THEN json_build_object('name', p.name,
			'reason', CASE WHEN p.retired_at IS NOT NULL THEN 'deleted' WHEN p.taken_down_at IS NOT NULL THEN 'taken_down' ELSE 'private' END)
			END AS "withheldPack"
		FROM class_assignments s JOIN packs p ON p.id = s.pack_id
		WHERE s.class_id = ${classId} ${inOrder(sql)}`;
}

/** How far a member of a class (as `m`) is at a pack (as `p`) since joining, as `r`. */
const progressAt = (sql: Sql) => sql`
	CROSS JOIN LATERAL (
		SELECT (count(*) FILTER (WHERE t.passed))::int AS passed, count(*)::int AS attempted
		FROM challenges c CROSS JOIN LATERAL (
			SELECT bool_or(a.passed) AS passed FROM attempts a
			WHERE a.user_id = m.user_id AND a.challenge_id = c.id AND a.attempted_at >= m.joined_at) t
		WHERE c.pack_id = p.id AND c.retired_at IS NULL AND t.passed IS NOT NULL) r`;

/** Most assignments that {@link listOwnAssignments} answers. */
export const MAX_OWN_ASSIGNMENTS = 100;

/** The open assignments of all classes that the user has joined, of packs that the user can open: unfinished ones first, by due date. */
export async function listOwnAssignments(
	sql: Sql,
	userId: string,
): Promise<OwnAssignment[]> {
	return sql<OwnAssignment[]>`
		SELECT ${columns(sql)}, r.passed AS "passedCount", r.attempted AS "attemptedCount",
			json_build_object('_id', k.id, 'name', k.name) AS class
		FROM class_members m JOIN classes k ON k.id = m.class_id
		JOIN class_assignments s ON s.class_id = k.id JOIN packs p ON p.id = s.pack_id
		${progressAt(sql)}
		WHERE m.user_id = ${userId} AND ${isOpen(sql)} AND ${openToAll(sql)}
		ORDER BY r.passed >= p.challenge_count, s.due_at NULLS LAST, s.id LIMIT ${MAX_OWN_ASSIGNMENTS}`;
}

/** The open assignments of a class, and how far one of its members is since joining. */
export async function listLearnerAssignments(
	sql: Sql,
	classId: string,
	memberId: string,
): Promise<LearnerAssignment[]> {
	return sql<LearnerAssignment[]>`
		SELECT ${columns(sql)}, r.passed AS "passedCount", r.attempted AS "attemptedCount"
		FROM class_assignments s JOIN packs p ON p.id = s.pack_id
		JOIN class_members m ON m.id = ${memberId}
		${progressAt(sql)}
		WHERE s.class_id = ${classId} AND ${isOpen(sql)} ${inOrder(sql)}`;
}

/** An assignment with the id of its pack, and whether learners see it; null when the class has none of this id. */
export async function findAssignment(
	sql: Sql,
	classId: string,
	id: string,
): Promise<(Assignment & { packId: string; isOpen: boolean }) | null> {
	const [row] = await sql<(Assignment & { packId: string; isOpen: boolean })[]>`
		SELECT ${columns(sql)}, s.pack_id AS "packId", ${isOpen(sql)} AS "isOpen"
		FROM class_assignments s JOIN packs p ON p.id = s.pack_id
		WHERE s.id = ${id} AND s.class_id = ${classId}`;
	return row ?? null;
}

/** Why a pack was not assigned. */
export type Unassigned = "no pack" | "assigned" | "too many";

/** Assigns the pack of this slug, which every learner can open. */
export async function addAssignment(
	sql: Sql,
	classId: string,
	packSlug: string,
	{ opensAt, dueAt }: Dates,
): Promise<Assignment | Unassigned> {
	const id = Bun.randomUUIDv7();
	return sql.begin(async (tx): Promise<Assignment | Unassigned> => {
		// In turn, so that two together are not one too many, or the same.
		await tx`SELECT FROM classes WHERE id = ${classId} FOR NO KEY UPDATE`;
		const [pack] = await tx<{ id: string }[]>`
			SELECT p.id FROM packs p WHERE p.slug = ${packSlug} AND ${openToAll(tx)}`;
		if (!pack) return "no pack";
		const present = await tx<{ packId: string }[]>`
			SELECT pack_id AS "packId" FROM class_assignments WHERE class_id = ${classId}`;
		if (present.some(({ packId }) => packId === pack.id)) return "assigned";
		if (present.length >= MAX_ASSIGNMENTS) return "too many";
		await tx`
			INSERT INTO class_assignments (id, class_id, pack_id, opens_at, due_at)
			VALUES (${id}, ${classId}, ${pack.id}, ${opensAt}, ${dueAt})`;
		const [row] = await tx<Assignment[]>`
			SELECT ${columns(tx)} FROM class_assignments s JOIN packs p ON p.id = s.pack_id WHERE s.id = ${id}`;
		if (!row) throw new Error("a pack was assigned and is not there");
		return row;
	}) as Promise<Assignment | Unassigned>;
}

export async function setAssignmentDates(
	sql: Sql,
	id: string,
	{ opensAt, dueAt }: Dates,
): Promise<void> {
	await sql`
		UPDATE class_assignments SET opens_at = ${opensAt}, due_at = ${dueAt} WHERE id = ${id}`;
}

/** Ends an assignment; false when the class has none of this id. */
export async function removeAssignment(
	sql: Sql,
	classId: string,
	id: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM class_assignments WHERE id = ${id} AND class_id = ${classId}`;
	return count > 0;
}

/** The classes that the user teaches or has joined, with what is assigned there, for the account's export. */
export async function classesOf(
	tx: Transaction,
	userId: string,
): Promise<ExportedClass[]> {
	const classes = await listClasses(tx, userId);
	const rows = await tx<(Assignment & { classId: string })[]>`
		SELECT ${columns(tx)}, s.class_id AS "classId"
		FROM class_assignments s JOIN packs p ON p.id = s.pack_id JOIN classes c ON c.id = s.class_id
		WHERE s.class_id = ANY (${classes.map(({ _id }) => _id)}::uuid[]) AND (c.teacher_id = ${userId} OR ${isOpen(tx)})
		${inOrder(tx)}`;
	const byClass = Map.groupBy(rows, ({ classId }) => classId);
	return classes.map((each) => ({
		...each,
		assignments: (byClass.get(each._id) ?? []).map(
			({ classId: _, ...assignment }) => assignment,
		),
	}));
}
