/** Attempts in the database: added once, never changed. */
import type { Sql } from "../db.ts";
import type { Page } from "../http/paging.ts";
import type { Attempt } from "./model.ts";

/** An attempt as it is judged, before it is stored. */
export interface JudgedAttempt
	extends Omit<Attempt, "_id" | "createdAt" | "attemptedAt"> {
	/** Null = now. */
	attemptedAt: string | null;
	clientAttemptId: string | null;
}

/**
 * Stores an attempt, durably before this resolves. A second one with the same `clientAttemptId` of the same learner stores
 * nothing and answers the first.
 */
export async function addAttempt(
	sql: Sql,
	learnerId: string,
	attempt: JudgedAttempt,
): Promise<Attempt> {
	const results = attempt.assertionResults;
	const [added] = await sql<Attempt[]>`
		INSERT INTO attempts AS a (id, user_id, challenge_id, challenge_version, passed, verified,
			assertion_results, hints_used, time_seconds, gave_up, client_attempt_id, attempted_at)
		VALUES (${Bun.randomUUIDv7()}, ${learnerId}, ${attempt.challengeId}, ${attempt.challengeVersion},
			${attempt.passed}, ${attempt.verified}, ${results && sql.json(results)}, ${attempt.hintsUsed},
			${attempt.timeSeconds}, ${attempt.gaveUp}, ${attempt.clientAttemptId},
			coalesce(${attempt.attemptedAt}::timestamptz, now()))
		ON CONFLICT (user_id, client_attempt_id) DO NOTHING
		RETURNING ${columns(sql)}`;
	if (added) return added;
	const first = await findRepeat(sql, learnerId, attempt.clientAttemptId ?? "");
	if (!first) throw new Error("an attempt was neither added nor found");
	return first;
}

/** The attempt that a learner's client sent under this id before; null when there is none. */
export async function findRepeat(
	sql: Sql,
	learnerId: string,
	clientAttemptId: string,
): Promise<Attempt | null> {
	const [row] = await sql<Attempt[]>`
		SELECT ${columns(sql)} FROM attempts a
		WHERE a.user_id = ${learnerId} AND a.client_attempt_id = ${clientAttemptId}`;
	return row ?? null;
}

/** One page of a learner's attempts at a challenge, newest first, and how many there are. */
export async function listAttempts(
	sql: Sql,
	learnerId: string,
	challengeId: string,
	{ limit, offset }: Page,
): Promise<{ rows: Attempt[]; total: number }> {
	const [rows, [count]] = await Promise.all([
		sql<Attempt[]>`
			SELECT ${columns(sql)} FROM attempts a
			WHERE a.user_id = ${learnerId} AND a.challenge_id = ${challengeId}
			ORDER BY a.attempted_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM attempts a
			WHERE a.user_id = ${learnerId} AND a.challenge_id = ${challengeId}`,
	]);
	return { rows, total: count?.total ?? 0 };
}

const columns = (sql: Sql) => sql`
	a.id AS "_id", a.challenge_id AS "challengeId", a.passed, a.verified,
	a.assertion_results AS "assertionResults", a.hints_used AS "hintsUsed", a.time_seconds AS "timeSeconds",
	a.gave_up AS "gaveUp", a.challenge_version AS "challengeVersion",
	a.attempted_at AS "attemptedAt", a.created_at AS "createdAt"`;
