/** Queries of the endpoints of webhooks, of how deliveries to them stand, and of sending messages again. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import type {
	DeliveryQuery,
	WebhookDelivery,
	WebhookEndpoint,
} from "./api-schemas.ts";
import { CHANNEL } from "./outbox-queries.ts";

export async function listEndpoints(
	sql: Sql,
	{ limit, offset }: Page,
): Promise<{ rows: WebhookEndpoint[]; total: number }> {
	const [rows, [count]] = await Promise.all([
		sql<WebhookEndpoint[]>`
			SELECT ${columns(sql)} FROM webhook_endpoints e ORDER BY e.created_at, e.id LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM webhook_endpoints`,
	]);
	return { rows, total: count?.total ?? 0 };
}

export async function findEndpoint(
	sql: Sql,
	id: string,
): Promise<WebhookEndpoint | null> {
	const [row] = await sql<WebhookEndpoint[]>`
		SELECT ${columns(sql)} FROM webhook_endpoints e WHERE e.id = ${id}`;
	return row ?? null;
}

export async function addEndpoint(
	sql: Sql,
	url: string,
	description: string,
	eventTypes: readonly string[] | null,
	secret: Uint8Array,
): Promise<WebhookEndpoint> {
	const [row] = await sql<WebhookEndpoint[]>`
		INSERT INTO webhook_endpoints AS e (id, url, description, event_types, secret)
		VALUES (${Bun.randomUUIDv7()}, ${url}, ${description}, ${eventTypes && [...eventTypes]}::text[], ${Buffer.from(secret)})
		RETURNING ${columns(sql)}`;
	if (!row) throw new Error("an endpoint was not stored");
	return row;
}

/** What may be changed of an endpoint; undefined stays. */
interface EndpointState {
	url?: string;
	description?: string;
	eventTypes?: readonly string[] | null;
	enabled?: boolean;
}

/** Null when there is no such endpoint. One that is enabled is sent what waited for it. */
export async function changeEndpoint(
	sql: Sql,
	id: string,
	{ url, description, eventTypes, enabled }: EndpointState,
): Promise<WebhookEndpoint | null> {
	const [row] = await sql<WebhookEndpoint[]>`
		UPDATE webhook_endpoints AS e SET url = coalesce(${url ?? null}, url), description = coalesce(${description ?? null}, description),
			event_types = CASE WHEN ${eventTypes === undefined} THEN event_types ELSE ${eventTypes ? [...eventTypes] : null}::text[] END,
			disabled_at = CASE WHEN ${enabled ?? null}::boolean IS NULL THEN disabled_at
				WHEN ${enabled ?? null}::boolean THEN NULL ELSE coalesce(disabled_at, now()) END,
			disabled_reason = CASE WHEN ${enabled ?? null}::boolean IS NULL THEN disabled_reason
				WHEN ${enabled ?? null}::boolean THEN NULL ELSE coalesce(disabled_reason, 'disabled by an administrator') END,
			paused_until = CASE WHEN ${enabled ?? null}::boolean THEN NULL ELSE paused_until END, updated_at = now()
		WHERE e.id = ${id} RETURNING ${columns(sql)}`;
	return row ?? null;
}

/** The present secret becomes the former one, which signs as well for `hours`. Null when there is no such endpoint. */
export async function rotateSecret(
	sql: Sql,
	id: string,
	secret: Uint8Array,
	hours: number,
): Promise<WebhookEndpoint | null> {
	const [row] = await sql<WebhookEndpoint[]>`
		UPDATE webhook_endpoints AS e SET secret = ${Buffer.from(secret)}, former_secret = secret,
			former_until = content_now() + ${hours} * interval '1 hour', updated_at = now()
		WHERE e.id = ${id} RETURNING ${columns(sql)}`;
	return row ?? null;
}

/** False when there is no such endpoint. */
export async function removeEndpoint(sql: Sql, id: string): Promise<boolean> {
	const { count } = await sql`DELETE FROM webhook_endpoints WHERE id = ${id}`;
	return count > 0;
}

/** One page of deliveries, those of the newest messages first, and how many there are. */
export async function listDeliveries(
	sql: Sql,
	{ endpointId, state }: Pick<DeliveryQuery, "endpointId" | "state">,
	{ limit, offset }: Page,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
	const wanted = sql`
		(${endpointId ?? null}::uuid IS NULL OR d.endpoint_id = ${endpointId ?? null})
		AND (${state ?? null}::text IS NULL OR d.state = ${state ?? null})`;
	const [rows, [count]] = await Promise.all([
		sql<WebhookDelivery[]>`
			SELECT d.endpoint_id AS "endpointId", d.message_id AS "messageId", m.event_type AS "eventType", d.state, d.attempts,
				CASE WHEN d.state = 'pending' THEN d.next_attempt_at END AS "nextAttemptAt", d.last_attempt_at AS "lastAttemptAt",
				d.last_status AS "lastStatus", d.last_error AS "lastError", m.created_at AS "createdAt"
			FROM webhook_deliveries d JOIN webhook_messages m ON m.id = d.message_id WHERE ${wanted}
			ORDER BY d.message_id DESC, d.endpoint_id LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM webhook_deliveries d WHERE ${wanted}`,
	]);
	return { rows, total: count?.total ?? 0 };
}

/** Which messages are sent again; null = any. */
interface ReplayRange {
	messageId: string | null;
	from: string | null;
	to: string | null;
	onlyDead: boolean;
}

/** Sends messages to an endpoint again, as if for the first time, also those that were never meant for it. Answers how many. */
export async function replay(
	sql: Sql,
	endpointId: string,
	{ messageId, from, to, onlyDead }: ReplayRange,
): Promise<number> {
	return sql.begin(async (tx: Transaction) => {
		const { count } = await tx`
			INSERT INTO webhook_deliveries (endpoint_id, message_id, next_attempt_at)
			SELECT e.id, m.id, content_now() FROM webhook_messages m JOIN webhook_endpoints e ON e.id = ${endpointId}
			WHERE CASE WHEN ${messageId}::uuid IS NOT NULL THEN m.id = ${messageId}
				ELSE m.event_type <> 'webhook.test' AND (e.event_types IS NULL OR m.event_type = ANY (e.event_types)) END
				AND (${from}::timestamptz IS NULL OR m.created_at >= ${from}) AND (${to}::timestamptz IS NULL OR m.created_at < ${to})
				AND (NOT ${onlyDead}::boolean OR EXISTS (SELECT FROM webhook_deliveries d
					WHERE d.endpoint_id = ${endpointId} AND d.message_id = m.id AND d.state = 'dead'))
			ON CONFLICT (endpoint_id, message_id) DO UPDATE
				SET state = 'pending', attempts = 0, next_attempt_at = content_now(), claim = NULL`;
		await tx`SELECT pg_notify(${CHANNEL}, '')`;
		return count;
	}) as Promise<number>;
}

const columns = (sql: Sql) => sql`
	e.id, e.url, e.description, e.event_types AS "eventTypes", e.disabled_at AS "disabledAt", e.disabled_reason AS "disabledReason",
	CASE WHEN e.paused_until > content_now() THEN e.paused_until END AS "pausedUntil",
	CASE WHEN e.former_until > content_now() THEN e.former_until END AS "formerSecretUntil",
	e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;
