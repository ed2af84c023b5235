/** Answers by idempotency key, in the transaction of the effect: when that is undone, so is the answer. Kept for 24 hours. */
import type { Sql, Transaction } from "../../../db/pool.ts";

/** An answer as it was given, headers included. */
export interface StoredAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** False when another transaction works under the same key. From here on none does, until this one ends. */
export async function lockKey(
	tx: Transaction,
	{ principal, route, key }: KeyedChange,
): Promise<boolean> {
	const [row] = await tx<{ held: boolean }[]>`
		SELECT pg_try_advisory_xact_lock(hashtextextended(${`${principal} ${route} ${key}`}, 0)) AS held`;
	return row?.held ?? false;
}

/** The answer that was given under the key, and to what. */
export async function findAnswer(
	tx: Transaction,
	{ principal, route, key }: KeyedChange,
): Promise<(StoredAnswer & { fingerprint: string }) | null> {
	const [row] = await tx<(StoredAnswer & { fingerprint: string })[]>`
		SELECT status, headers, body, fingerprint FROM content_answers
		WHERE principal = ${principal} AND route = ${route} AND key = ${key}
			AND created_at > now() - interval '24 hours'`;
	return row ?? null;
}

/** Keeps the answer, in place of one that is too old to count. */
export async function storeAnswer(
	tx: Transaction,
	{ principal, route, key, fingerprint }: KeyedChange,
	{ status, headers, body }: StoredAnswer,
): Promise<void> {
	await tx`
		INSERT INTO content_answers (principal, route, key, fingerprint, status, headers, body)
		VALUES (${principal}, ${route}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}::text::json, ${body})
		ON CONFLICT (principal, route, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,
			status = EXCLUDED.status, headers = EXCLUDED.headers, body = EXCLUDED.body, created_at = now()`;
}

export async function removeOldAnswers(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM content_answers WHERE created_at < now() - interval '24 hours'`;
}

/** What tells a repeat. */
export interface KeyedChange {
	/** Whose key it is: nobody meets another's. */
	principal: string;
	/** Method and pattern of the route, or the name of a tool. */
	route: string;
	key: string;
	/** Of all that was sent: the same key with another is refused. */
	fingerprint: string;
}
