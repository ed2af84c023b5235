/** Queries of sessions: hashes of their tokens, never the tokens. */
import {
	batchReads,
	plainArray,
	type Sql,
	type Transaction,
} from "../../../db/connect-and-batch-queries.ts";
import {
	type Blocked,
	hashOf,
	type Learner,
	newSecret,
	SESSION_LIFETIME_DAYS,
} from "../../../server/session-authentication.ts";
import type { Session } from "./api-schemas.ts";

/**
 * Whose live sessions have these token hashes, in their order; null where there is none or it has ended. While an account is blocked,
 * its sessions are none. The idle end of what is found moves on. One by one, whatever their number: by the index.
 */
export async function findLearners(
	sql: Sql,
	tokenHashes: string[],
): Promise<(Learner | Blocked | null)[]> {
	const rows = await sql<FoundLearner[]>`
		SELECT n.place::int, l.*
		FROM unnest(${plainArray(tokenHashes)}::text[]) WITH ORDINALITY AS n (token_hash, place)
		CROSS JOIN LATERAL (
			SELECT u.id AS "_id", u.name, u.image, u.role, s.id AS "sessionId", s.expires_at AS "expiresAt",
				s.last_seen_at < now() - interval '1 hour' AS due, ${blockedFor(sql)} AS "blockedFor"
			FROM sessions s JOIN users u ON u.id = s.user_id
			WHERE s.token_hash = n.token_hash AND s.expires_at > now() OFFSET 0) l`;
	const found: (Learner | Blocked | null)[] = tokenHashes.map(() => null);
	for (const { place, due, blockedFor: reason, ...learner } of rows) {
		found[place - 1] = reason === null ? learner : { blockedFor: reason };
		if (due && reason === null) await prolongSession(sql, learner.sessionId);
	}
	return found;
}

/** Looks up one learner by a token hash; what several ask for at once is one statement. */
export const learnerFinder = (sql: Sql) =>
	batchReads((tokenHashes: string[]) => findLearners(sql, tokenHashes));

interface FoundLearner extends Learner {
	place: number;
	/** Whether it was last seen so long ago that it is worth writing down. */
	due: boolean;
	blockedFor: string | null;
}

/** Why an account (a user as `u`) is blocked; null when it is not. */
export const blockedFor = (sql: Sql | Transaction) =>
	sql`CASE WHEN u.blocked_at IS NOT NULL THEN coalesce(u.blocked_reason, 'none was given') END`;

/** Moves a session's idle end on ({@link SESSION_LIFETIME_DAYS}); written at most once an hour. */
async function prolongSession(sql: Sql, sessionId: string): Promise<void> {
	await sql`
		UPDATE sessions
		SET last_seen_at = now(),
			expires_at = least(
				now() + make_interval(days => ${SESSION_LIFETIME_DAYS.idle}),
				created_at + make_interval(days => ${SESSION_LIFETIME_DAYS.most}))
		WHERE id = ${sessionId} AND last_seen_at < now() - interval '1 hour'`;
}

/** Forgets the user agents of at most `most` sessions that began more than `days` days ago. */
export async function removeUserAgents(
	sql: Sql,
	days: number,
	most: number,
): Promise<void> {
	await sql`
		UPDATE sessions SET user_agent = NULL WHERE id IN (
			SELECT id FROM sessions
			WHERE user_agent IS NOT NULL AND created_at < now() - make_interval(days => ${days})
			ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
}

/** Starts a session and ends the one that it `replaces`, given by its token's hash. Returns the new token, which is stored nowhere. */
export async function startSession(
	sql: Sql | Transaction,
	session: {
		userId: string;
		userAgent: string | null;
		replaces: string | null;
	},
): Promise<string> {
	const token = newSecret();
	const userAgent = session.userAgent?.slice(0, 300).toWellFormed() ?? null;
	if (session.replaces) await endSession(sql, session.replaces);
	await sql`
		INSERT INTO sessions (id, token_hash, user_id, user_agent, expires_at)
		VALUES (${Bun.randomUUIDv7()}, ${hashOf(token)}, ${session.userId}, ${userAgent},
			now() + make_interval(days => ${SESSION_LIFETIME_DAYS.idle}))`;
	return token;
}

/** Ends the session with this token hash, if there is one. */
export async function endSession(
	sql: Sql | Transaction,
	tokenHash: string,
): Promise<void> {
	await sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
}

/** The learner's live sessions, the one used last first; `current` is the asking one. */
export async function listSessions(
	sql: Sql | Transaction,
	learner: Learner,
): Promise<Session[]> {
	return sql<Session[]>`
		SELECT id AS "_id", id = ${learner.sessionId} AS current, user_agent AS "userAgent",
			created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
		FROM sessions WHERE user_id = ${learner._id} AND expires_at > now()
		ORDER BY last_seen_at DESC, id DESC LIMIT 100`;
}

/** The account that a learner signs in with; both null when there is none. By the index, whatever their number. */
export async function findProviderAccount(
	sql: Sql,
	userId: string,
): Promise<{ provider: string | null; providerAccountId: string | null }> {
	const [row] = await sql<{ provider: string; providerAccountId: string }[]>`
		SELECT provider, provider_account_id AS "providerAccountId"
		FROM (SELECT * FROM provider_accounts WHERE user_id = ${userId} OFFSET 0) own
		ORDER BY id LIMIT 1`;
	return row ?? { provider: null, providerAccountId: null };
}

/** Ends one of the learner's sessions; false when it is not there, or another's. */
export async function endOwnSession(
	sql: Sql,
	userId: string,
	sessionId: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`;
	return count > 0;
}

/** Ends all of the learner's sessions except `kept`. */
export async function endOwnSessions(
	sql: Sql,
	userId: string,
	except: string | null,
): Promise<void> {
	await sql`
		DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${except}::uuid`;
}
