/** Stores webhook messages in the transaction of the change that they tell of, with a delivery for each endpoint that wants them. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { WebhookEventType } from "./api-schemas.ts";

/** On which the database notifies of deliveries that are due. */
export const CHANNEL = "webhooks";

/** Sent on request, so that a receiver can be tried. */
export const TEST_EVENT = "webhook.test";

export interface WebhookEvent {
	type: WebhookEventType;
	data: object;
}

/** The body of a message, which is signed as it stands. */
const payloadOf = (type: string, data: object): string =>
	JSON.stringify({ type, timestamp: new Date().toISOString(), data });

/** Adds messages; while there are no endpoints, nothing is stored. */
export async function addMessages(
	tx: Transaction,
	events: readonly WebhookEvent[],
): Promise<void> {
	const rows = events.map(({ type, data }) => ({
		id: Bun.randomUUIDv7(),
		type,
		payload: payloadOf(type, data),
	}));
	await tx`
		WITH added AS (
			INSERT INTO webhook_messages (id, event_type, payload)
			SELECT n.id, n.type, n.payload
			FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS n (id uuid, type text, payload text)
			WHERE EXISTS (SELECT FROM webhook_endpoints)
			RETURNING id, event_type),
		queued AS (
			INSERT INTO webhook_deliveries (endpoint_id, message_id, next_attempt_at)
			SELECT e.id, a.id, content_now() FROM added a
			JOIN webhook_endpoints e ON e.disabled_at IS NULL AND (e.event_types IS NULL OR a.event_type = ANY (e.event_types))
			RETURNING endpoint_id)
		SELECT pg_notify(${CHANNEL}, '') FROM queued LIMIT 1`;
}

/** Adds a message for one endpoint alone, of whatever types it wants. */
export async function addTestMessage(
	tx: Transaction,
	endpointId: string,
): Promise<string> {
	const id = Bun.randomUUIDv7();
	const payload = payloadOf(TEST_EVENT, { endpointId });
	await tx`
		INSERT INTO webhook_messages (id, event_type, payload) VALUES (${id}, ${TEST_EVENT}, ${payload})`;
	await tx`
		INSERT INTO webhook_deliveries (endpoint_id, message_id, next_attempt_at) VALUES (${endpointId}, ${id}, content_now())`;
	await tx`SELECT pg_notify(${CHANNEL}, '')`;
	return id;
}

/** Removes messages of more than 30 days ago, delivered or not, with what became of them, and secrets that sign no more. */
export async function removeOldMessages(sql: Sql): Promise<void> {
	await sql`UPDATE webhook_endpoints SET former_secret = NULL WHERE former_until <= content_now()`;
	await sql`DELETE FROM webhook_messages WHERE created_at < now() - interval '30 days'`;
}
