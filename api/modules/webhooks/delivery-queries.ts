/** Queries of deliveries of webhooks: claims those that are due, and stores what became of attempts. */
import { plainArray, type Sql } from "../../db/connect-and-batch-queries.ts";

/** An attempt that this process makes. */
export interface DeliveryAttempt {
	claim: string;
	endpointId: string;
	messageId: string;
	/** Those before it that failed. */
	attempts: number;
	url: string;
	payload: string;
	secret: Uint8Array;
	/** Null = only `secret` signs. */
	formerSecret: Uint8Array | null;
}

/** Milliseconds after which an attempt counts as given up by a process that ended: more than one takes. */
export const LEASE_MS = 60_000;

/**
 * The attempts that are due, at most `limit` and `maxPerEndpoint` of one endpoint, none of those of `busy` endpoints. They are leased to this process:
 * others take them after LEASE_MS, unless their outcome is stored before.
 */
export async function claimDue(
	sql: Sql,
	limit: number,
	maxPerEndpoint: number,
	busy: readonly string[],
): Promise<DeliveryAttempt[]> {
	return sql<DeliveryAttempt[]>`
		WITH due AS MATERIALIZED (
			SELECT d.endpoint_id, d.message_id FROM webhook_endpoints e
			CROSS JOIN LATERAL (
				SELECT endpoint_id, message_id FROM webhook_deliveries
				WHERE endpoint_id = e.id AND state = 'pending' AND next_attempt_at <= content_now()
				ORDER BY next_attempt_at, message_id LIMIT ${maxPerEndpoint} FOR UPDATE SKIP LOCKED) d
			WHERE e.disabled_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= content_now())
				AND e.id <> ALL (${plainArray(busy)}::uuid[])
			LIMIT ${limit})
		UPDATE webhook_deliveries d SET claim = gen_random_uuid(), last_attempt_at = content_now(),
			next_attempt_at = content_now() + ${LEASE_MS} * interval '1 millisecond'
		FROM due JOIN webhook_endpoints e ON e.id = due.endpoint_id JOIN webhook_messages m ON m.id = due.message_id
		WHERE d.endpoint_id = due.endpoint_id AND d.message_id = due.message_id
		RETURNING d.claim, d.endpoint_id AS "endpointId", d.message_id AS "messageId", d.attempts, e.url, m.payload, e.secret,
			CASE WHEN e.former_until > content_now() THEN e.former_secret END AS "formerSecret"`;
}

/** What came of an attempt. */
export interface Result {
	/** Null = there was no answer. */
	status: number | null;
	/** Null = it succeeded. */
	error: string | null;
}

/** Also of an attempt that took longer than its lease. */
export async function markDelivered(
	sql: Sql,
	{ endpointId, messageId }: DeliveryAttempt,
	{ status }: Result,
): Promise<void> {
	await sql`
		UPDATE webhook_deliveries SET state = 'delivered', attempts = attempts + 1, claim = NULL, last_status = ${status}, last_error = NULL
		WHERE endpoint_id = ${endpointId} AND message_id = ${messageId}`;
}

/** @param delay milliseconds until the next attempt; null = there is none; `pause`, for which nothing is sent to the endpoint */
export async function markFailed(
	sql: Sql,
	{ claim, endpointId, messageId }: DeliveryAttempt,
	{ status, error }: Result,
	delay: number | null,
	pause: number | null,
): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`
			UPDATE webhook_deliveries SET attempts = attempts + 1, claim = NULL, last_status = ${status}, last_error = ${error},
				state = CASE WHEN ${delay}::float8 IS NULL THEN 'dead' ELSE state END,
				next_attempt_at = content_now() + coalesce(${delay}::float8, 0) * interval '1 millisecond'
			WHERE endpoint_id = ${endpointId} AND message_id = ${messageId} AND claim = ${claim}`;
		if (pause !== null)
			await tx`
				UPDATE webhook_endpoints SET paused_until = content_now() + ${pause}::float8 * interval '1 millisecond'
				WHERE id = ${endpointId}`;
	});
}

/** The receiver wants no more of them: nothing is sent to it any more, and what was to be is dead. */
export async function markGone(
	sql: Sql,
	{ endpointId, messageId }: DeliveryAttempt,
	{ status, error }: Result,
): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`
			UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = ${error}, updated_at = now()
			WHERE id = ${endpointId} AND disabled_at IS NULL`;
		await tx`
			UPDATE webhook_deliveries SET state = 'dead', claim = NULL,
				attempts = attempts + CASE WHEN message_id = ${messageId} THEN 1 ELSE 0 END,
				last_status = CASE WHEN message_id = ${messageId} THEN ${status}::int ELSE last_status END, last_error = ${error}
			WHERE endpoint_id = ${endpointId} AND state = 'pending'`;
	});
}

/** Deliveries of all endpoints, by their state. */
export async function countDeliveries(
	sql: Sql,
): Promise<{ pending: number; dead: number }> {
	const [row] = await sql<{ pending: number; dead: number }[]>`
		SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'pending') AS pending,
			(SELECT count(*)::int FROM webhook_deliveries WHERE state = 'dead') AS dead`;
	return row ?? { pending: 0, dead: 0 };
}
