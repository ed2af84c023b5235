/** Queries of idempotent turns of the chat: which key has which turn and reply. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";

/** What tells a repeat of a turn. */
export interface KeyedTurn {
	/** Whose key it is: keys are separate for each principal. */
	ipHash: string;
	key: string;
	/** Of all that was sent. */
	fingerprint: string;
	/** Of this request; only the one that has claimed the turn last may answer or release it. */
	claim: string;
	/** Milliseconds that its reply may be under way. */
	mostMs: number;
}

export interface StoredTurn {
	fingerprint: string;
	sessionId: string;
	/** Of the visitor's message in its session. */
	position: number;
	/** The answer as it was given, as JSON; null when there is none. */
	reply: string | null;
}

/** The turn that was stored under the key. */
export async function findTurn(
	sql: Sql,
	{ ipHash, key }: KeyedTurn,
): Promise<StoredTurn | null> {
	const [row] = await sql<StoredTurn[]>`
		SELECT fingerprint, session_id AS "sessionId", position, reply FROM chat_turns
		WHERE ip_hash = ${ipHash} AND key = ${key} AND created_at > now() - interval '24 hours'`;
	return row ?? null;
}

/** Stores a turn, in the transaction of what the visitor says; false when there is one under its key. */
export async function addTurn(
	tx: Transaction,
	{ ipHash, key, fingerprint, claim, mostMs }: KeyedTurn,
	sessionId: string,
	position: number,
): Promise<boolean> {
	const rows = await tx`
		INSERT INTO chat_turns AS t (ip_hash, key, fingerprint, session_id, position, claim, running_until)
		VALUES (${ipHash}, ${key}, ${fingerprint}, ${sessionId}, ${position}, ${claim}, now() + ${mostMs}::float8 * interval '1 ms')
		ON CONFLICT (ip_hash, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, session_id = EXCLUDED.session_id,
			position = EXCLUDED.position, claim = EXCLUDED.claim, running_until = EXCLUDED.running_until, reply = NULL, created_at = now()
		WHERE t.created_at <= now() - interval '24 hours'
		RETURNING 1`;
	return rows.length > 0;
}

/** Takes up a turn without a reply again; false when another request does so. */
export async function resumeTurn(
	sql: Sql,
	{ ipHash, key, claim, mostMs }: KeyedTurn,
): Promise<boolean> {
	const rows = await sql`
		UPDATE chat_turns SET claim = ${claim}, running_until = now() + ${mostMs}::float8 * interval '1 ms'
		WHERE ip_hash = ${ipHash} AND key = ${key} AND reply IS NULL AND running_until <= now()
		RETURNING 1`;
	return rows.length > 0;
}

/** This request's reply is not under way any more; the next request with the key asks for one. */
export async function releaseTurn(
	sql: Sql,
	{ ipHash, key, claim }: KeyedTurn,
): Promise<void> {
	await sql`
		UPDATE chat_turns SET running_until = now()
		WHERE ip_hash = ${ipHash} AND key = ${key} AND claim = ${claim} AND reply IS NULL`;
}

/** Keeps the answer to a turn, in the transaction of the reply; false when another request has taken the turn over. */
export async function keepReply(
	tx: Transaction,
	{ ipHash, key, claim }: KeyedTurn,
	reply: string,
): Promise<boolean> {
	const { count } = await tx`
		UPDATE chat_turns SET reply = ${reply}
		WHERE ip_hash = ${ipHash} AND key = ${key} AND claim = ${claim} AND reply IS NULL`;
	return count > 0;
}

export async function removeOldTurns(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM chat_turns WHERE created_at < now() - interval '24 hours'`;
}
