/** Sessions as they are kept: the cookie's hash, never the cookie. */
import type { Sql } from "../db.ts";

/** A signed-in learner and the end of the session. */
export interface Learner {
	_id: string;
	name: string;
	image: string | null;
	sessionId: string;
	expiresAt: string;
}

/** The learner whose live session has this token hash; null when there is none or it has ended. */
export async function findLearner(
	sql: Sql,
	tokenHash: string,
): Promise<Learner | null> {
	const [row] = await sql<Learner[]>`
		SELECT u.id AS "_id", u.name, u.image, s.id AS "sessionId", s.expires_at AS "expiresAt"
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = ${tokenHash} AND s.expires_at > now() AND u.blocked_at IS NULL`;
	return row ?? null;
}

/** Moves a session's idle end on: 7 days from now, never past 30 days of age; written at most once an hour. */
export async function prolongSession(
	sql: Sql,
	sessionId: string,
): Promise<void> {
	await sql`
		UPDATE sessions
		SET last_seen_at = now(),
			expires_at = least(now() + interval '7 days', created_at + interval '30 days')
		WHERE id = ${sessionId} AND last_seen_at < now() - interval '1 hour'`;
}
