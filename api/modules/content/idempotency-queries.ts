/** Queries of idempotent changes of content: locks keys, and finds, stores and removes the answers that were given under them. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";

/** An answer as it was given, headers included. */
export interface StoredAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** For each key, false when another transaction works under it. From here on none does, until this one ends. */
export async function lockKeys(
	tx: Transaction,
	keys: readonly KeyedChange[],
): Promise<boolean[]> {
	const names = keys.map(nameOf);
	const rows = await tx<{ held: boolean }[]>`
		SELECT pg_try_advisory_xact_lock(hashtextextended(n.name, 0)) AS held
		FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place) ORDER BY n.place`;
	return rows.map(({ held }) => held);
}

/** The answers that were given under the keys, and to what; null where there is none. */
export async function findAnswers(
	tx: Transaction,
	keys: readonly KeyedChange[],
): Promise<(KnownAnswer | null)[]> {
	const rows = await tx<(KnownAnswer & { place: number })[]>`
		SELECT n.place::int, a.status, a.headers, a.body, a.fingerprint
		FROM unnest(${keys.map((one) => one.principal)}::text[], ${keys.map((one) => one.route)}::text[], ${keys.map((one) => one.key)}::text[])
			WITH ORDINALITY AS n (principal, route, key, place)
		CROSS JOIN LATERAL (
			SELECT * FROM content_answers a
			WHERE a.principal = n.principal AND a.route = n.route AND a.key = n.key AND a.created_at > now() - interval '24 hours'
			OFFSET 0) a`;
	const found: (KnownAnswer | null)[] = keys.map(() => null);
	for (const { place, ...answer } of rows) found[place - 1] = answer;
	return found;
}

/** Stores answers, each key once, in place of those that are too old to count. */
export async function storeAnswers(
	tx: Transaction,
	answers: readonly { keyed: KeyedChange; answer: StoredAnswer }[],
): Promise<void> {
	const rows = answers.map(({ keyed, answer }) => ({ ...keyed, ...answer }));
	await tx`
		INSERT INTO content_answers (principal, route, key, fingerprint, status, headers, body)
		SELECT principal, route, key, fingerprint, status, headers, body
		FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
			AS n (principal text, route text, key text, fingerprint text, status integer, headers json, body text)
		ON CONFLICT (principal, route, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint,
			status = EXCLUDED.status, headers = EXCLUDED.headers, body = EXCLUDED.body, created_at = now()`;
}

export async function removeOldAnswers(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM content_answers WHERE created_at < now() - interval '24 hours'`;
}

/** What tells a repeat. */
export interface KeyedChange {
	/** Whose key it is: keys are separate for each principal. */
	principal: string;
	/** Method and pattern of the route, or the name of a tool. */
	route: string;
	key: string;
	/** Of all that was sent: the same key with another is refused. */
	fingerprint: string;
}

/** An answer, and the fingerprint of what it was given to. */
export type KnownAnswer = StoredAnswer & { fingerprint: string };

/** Tells a key from every other. */
export const nameOf = ({ principal, route, key }: KeyedChange): string =>
	`${principal} ${route} ${key}`;
