/** What items were at each of their versions: appended to in the transaction of the change, never altered and never pruned. */
import type { Sql, Transaction } from "../../../db/pool.ts";
import type { Page } from "../../../server/validation.ts";
import type { ChangeType, StoredEntry } from "../schema.ts";

/** Who changes an item, and what they say of it. */
export interface Change {
	type: ChangeType;
	/** The fingerprint of the key. */
	by: string;
	requestId: string;
	summary: string;
}

/** Keeps the item as it now stands, under its version. */
export async function addToHistory(
	tx: Transaction,
	itemId: string,
	{ type, by, requestId, summary }: Change,
): Promise<void> {
	await tx`
		INSERT INTO content_history (id, content_id, version, slug, data, status, sort_order,
			change_type, changed_by, change_summary, request_id)
		SELECT ${Bun.randomUUIDv7()}::uuid, id, version, slug, data, status, sort_order,
			${type}, ${by}, ${summary}, ${requestId}
		FROM content_items WHERE id = ${itemId}`;
}

/** One page of an item's history, newest first, and how long it is; null when there is no such item. */
export async function listHistory(
	sql: Sql,
	itemId: string,
	{ limit, offset }: Page,
): Promise<{ rows: StoredEntry[]; total: number } | null> {
	const [rows, [count]] = await Promise.all([
		sql<StoredEntry[]>`
			SELECT ${columns(sql)} FROM content_history h WHERE h.content_id = ${itemId}
			ORDER BY h.version DESC LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM content_history h WHERE h.content_id = ${itemId}`,
	]);
	// An item has a history from its first version on.
	return count && count.total > 0 ? { rows, total: count.total } : null;
}

/** The item as of `version`; null when it has not been at it. */
export async function findVersion(
	sql: Sql | Transaction,
	itemId: string,
	version: number,
): Promise<StoredEntry | null> {
	const [row] = await sql<StoredEntry[]>`
		SELECT ${columns(sql)} FROM content_history h
		WHERE h.content_id = ${itemId} AND h.version = ${version}`;
	return row ?? null;
}

const columns = (sql: Sql | Transaction) => sql`
	h.id, h.content_id AS "contentId", h.version, h.slug, h.data::text AS data, h.status,
	h.sort_order AS "sortOrder", h.change_type AS "changeType", h.changed_by AS "changedBy",
	h.change_summary AS "changeSummary", h.request_id AS "requestId", h.created_at AS "createdAt"`;
