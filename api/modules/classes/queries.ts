/** Queries of classes, their join links and members. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { ClassMember, ClassSummary, Invitation } from "./api-schemas.ts";

/** Classes that one account may have joined. */
export const MAX_JOINED = 100;

/** A class as one of its people sees it, and what the user is there. */
export interface OwnClass extends ClassSummary {
	/** Of the user's membership; null for the teacher. */
	memberId: string | null;
	hasJoinLink: boolean;
}

const columns = (sql: Sql | Transaction, userId: string) => sql`
	c.id AS "_id", c.name, CASE WHEN c.teacher_id = ${userId} THEN 'teacher' ELSE 'learner' END AS role,
	t.name AS "teacherName", CASE WHEN c.teacher_id = ${userId} THEN
		(SELECT count(*)::int FROM class_members n WHERE n.class_id = c.id) END AS "memberCount",
	c.created_at AS "createdAt", m.joined_at AS "joinedAt"`;

/** The classes that the user teaches or has joined, by name. */
export async function listClasses(
	sql: Sql | Transaction,
	userId: string,
): Promise<ClassSummary[]> {
	return sql<ClassSummary[]>`
		SELECT ${columns(sql, userId)}
		FROM (SELECT id FROM classes WHERE teacher_id = ${userId}
			UNION SELECT class_id FROM class_members WHERE user_id = ${userId}) own
		JOIN classes c ON c.id = own.id JOIN users t ON t.id = c.teacher_id
		LEFT JOIN class_members m ON m.class_id = c.id AND m.user_id = ${userId}
		ORDER BY lower(c.name), c.id`;
}

/** The class, where the user teaches it or has joined it; null for everyone else. */
export async function findClass(
	sql: Sql | Transaction,
	id: string,
	userId: string,
): Promise<OwnClass | null> {
	const [row] = await sql<OwnClass[]>`
		SELECT ${columns(sql, userId)}, m.id AS "memberId", c.join_token_hash IS NOT NULL AS "hasJoinLink"
		FROM classes c JOIN users t ON t.id = c.teacher_id
		LEFT JOIN class_members m ON m.class_id = c.id AND m.user_id = ${userId}
		WHERE c.id = ${id} AND (c.teacher_id = ${userId} OR m.id IS NOT NULL)`;
	return row ?? null;
}

/** Adds a class with a join link; null when the user teaches as many as there may be. */
export async function addClass(
	sql: Sql,
	teacherId: string,
	{ name, joinTokenHash }: { name: string; joinTokenHash: string },
	most: number,
): Promise<ClassSummary | null> {
	const id = Bun.randomUUIDv7();
	return sql.begin(async (tx) => {
		// In turn, so that two together are not one too many.
		await tx`SELECT FROM users WHERE id = ${teacherId} FOR NO KEY UPDATE`;
		const { count } = await tx`
			INSERT INTO classes (id, teacher_id, name, join_token_hash)
			SELECT ${id}, ${teacherId}, ${name.trim()}, ${joinTokenHash}
			WHERE (SELECT count(*) FROM classes WHERE teacher_id = ${teacherId}) < ${most}`;
		return count === 0 ? null : findClass(tx, id, teacherId);
	});
}

export async function renameClass(
	sql: Sql,
	id: string,
	name: string,
): Promise<void> {
	await sql`UPDATE classes SET name = ${name.trim()} WHERE id = ${id}`;
}

/** Removes a class with its memberships and assignments. */
export async function removeClass(sql: Sql, id: string): Promise<void> {
	await sql`DELETE FROM classes WHERE id = ${id}`;
}

/** Replaces the join link, so that the one before leads nowhere; null closes it. */
export async function setJoinToken(
	sql: Sql,
	id: string,
	joinTokenHash: string | null,
): Promise<void> {
	await sql`UPDATE classes SET join_token_hash = ${joinTokenHash} WHERE id = ${id}`;
}

/** What an open join link leads to; null for any other. That of a blocked teacher counts as closed. */
export async function findInvitation(
	sql: Sql | Transaction,
	joinTokenHash: string,
	userId: string | null,
): Promise<Invitation | null> {
	const [row] = await sql<Invitation[]>`
		SELECT c.name, t.name AS "teacherName",
			CASE WHEN c.teacher_id = ${userId} THEN json_build_object('_id', c.id, 'role', 'teacher')
				WHEN m.id IS NOT NULL THEN json_build_object('_id', c.id, 'role', 'learner') END AS joined
		FROM classes c JOIN users t ON t.id = c.teacher_id
		LEFT JOIN class_members m ON m.class_id = c.id AND m.user_id = ${userId}
		WHERE c.join_token_hash = ${joinTokenHash} AND t.blocked_at IS NULL`;
	return row ?? null;
}

/** What became of a request to join: the class, or why not. */
export type Joined = ClassSummary | "closed" | "own" | "full" | "too many";

/** Adds the user to the class of a join link; one who is in it stays, since when they joined. */
export async function joinClass(
	sql: Sql,
	joinTokenHash: string,
	userId: string,
	mostMembers: number,
): Promise<Joined> {
	return sql.begin(async (tx): Promise<Joined> => {
		// Learners in turn, and each account's joins as well: two together are not one too many.
		const [found] = await tx<{ id: string }[]>`
			SELECT c.id FROM classes c JOIN users t ON t.id = c.teacher_id
			WHERE c.join_token_hash = ${joinTokenHash} AND t.blocked_at IS NULL FOR UPDATE OF c`;
		if (!found) return "closed";
		await tx`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
		const present = await findClass(tx, found.id, userId);
		if (present) return present.role === "teacher" ? "own" : present;
		const [counts] = await tx<{ members: number; joined: number }[]>`
			SELECT (SELECT count(*)::int FROM class_members WHERE class_id = ${found.id}) AS members,
				(SELECT count(*)::int FROM class_members WHERE user_id = ${userId}) AS joined`;
		if (!counts || counts.members >= mostMembers) return "full";
		if (counts.joined >= MAX_JOINED) return "too many";
		await tx`
			INSERT INTO class_members (id, class_id, user_id) VALUES (${Bun.randomUUIDv7()}, ${found.id}, ${userId})`;
		const joined = await findClass(tx, found.id, userId);
		if (!joined) throw new Error("a learner joined a class and is not in it");
		return joined;
	}) as Promise<Joined>;
}

/** The members of a class by name; with `memberId`, only that one. */
export async function listMembers(
	sql: Sql,
	classId: string,
	memberId: string | null = null,
): Promise<ClassMember[]> {
	return sql<ClassMember[]>`
		SELECT m.id AS "_id", u.name, m.joined_at AS "joinedAt"
		FROM class_members m JOIN users u ON u.id = m.user_id
		WHERE m.class_id = ${classId} AND (${memberId}::uuid IS NULL OR m.id = ${memberId})
		ORDER BY lower(u.name), m.id`;
}

/** Ends a membership of the class; false when it has no such member. */
export async function removeMember(
	sql: Sql,
	classId: string,
	memberId: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM class_members WHERE id = ${memberId} AND class_id = ${classId}`;
	return count > 0;
}
