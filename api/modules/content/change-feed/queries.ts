/**
 * Queries of the change feed: the history of each item, which is never altered or pruned, and what each revision of the content changed. A change raises the one
 * revision in its own transaction, as its last step: readers that wait for the row see revisions in the order of commits, without a gap.
 */
import type { Sql, Transaction } from "../../../db/pool.ts";
import type { Page } from "../../../server/request-validation.ts";
import type { ChangeType, StoredEntry } from "../schema.ts";

/** On which the database notifies of changes. */
export const CHANNEL = "content";

export interface ContentChanged {
	contentId: string;
	type: string;
	/** The item's slug, and the one it had before where that was another. */
	slugs: string[];
	changeType: ChangeType;
	/** Whether the public sees it now, and did before. */
	published: boolean;
	wasPublished: boolean;
}

export interface RecordedChange extends ContentChanged {
	revision: number;
}

/**
 * Raises the revision by one for each change; answers the changes with theirs. No one else changes content from here on until this
 * transaction ends.
 */
export async function addChanges(
	tx: Transaction,
	changes: readonly ContentChanged[],
): Promise<RecordedChange[]> {
	const [row] = await tx<{ revision: number }[]>`
		WITH moved AS (UPDATE content_revision SET revision = revision + ${changes.length} RETURNING revision),
			added AS (
				INSERT INTO content_changes
					(revision, content_id, type, slugs, change_type, published, was_published)
				SELECT m.revision - ${changes.length} + c.place, c.id, c.type, c.slugs, c.change_type, c.published, c.was_published
				FROM moved m, ROWS FROM (json_to_recordset(${JSON.stringify(changes)}::text::json) AS (
						"contentId" uuid, type text, slugs text[], "changeType" text, published boolean, "wasPublished" boolean))
					WITH ORDINALITY AS c (id, type, slugs, change_type, published, was_published, place))
		SELECT revision::float8 AS revision, pg_notify(${CHANNEL}, revision::text) FROM moved`;
	if (!row) throw new Error("content has no revision");
	const first = row.revision - changes.length + 1;
	return changes.map((change, at) => ({ ...change, revision: first + at }));
}

export async function currentRevision(sql: Sql): Promise<number> {
	const [row] = await sql<{ revision: number }[]>`
		SELECT revision::float8 AS revision FROM content_revision`;
	if (!row) throw new Error("content has no revision");
	return row.revision;
}

/** The changes after `revision`, in order, as far as they are stored. */
export async function changesAfter(
	sql: Sql,
	revision: number,
): Promise<RecordedChange[]> {
	return sql<RecordedChange[]>`
		SELECT ${columns(sql)} FROM content_changes c WHERE c.revision > ${revision} ORDER BY c.revision`;
}

/** The latest changes, in order and without a gap, up to the current revision, as far as they are stored. */
export async function latestChanges(sql: Sql): Promise<RecordedChange[]> {
	const rows = await sql<RecordedChange[]>`
		SELECT ${columns(sql)} FROM content_changes c
		ORDER BY c.revision DESC LIMIT ${MAX_LATEST}`;
	const newest = rows[0]?.revision ?? 0;
	const gap = rows.findIndex((row, at) => row.revision !== newest - at);
	return (gap < 0 ? [...rows] : rows.slice(0, gap)).reverse();
}

const MAX_LATEST = 10_000;

const columns = (sql: Sql) => sql`
	c.revision::float8 AS revision, c.content_id AS "contentId", c.type, c.slugs,
	c.change_type AS "changeType", c.published, c.was_published AS "wasPublished"`;

/** Forgets changes of more than a day ago; the last revision's stays. */
export async function removeOldChanges(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM content_changes c USING content_revision r
		WHERE c.changed_at < now() - interval '1 day' AND c.revision < r.revision`;
}

/** A change of an item for its history: who made it, and what they say of it. */
interface HistoryEntry {
	itemId: string;
	type: ChangeType;
	/** The fingerprint of the key. */
	by: string;
	requestId: string;
	summary: string;
}

/** Adds the items as they now stand to their histories, under their versions. */
export async function addToHistory(
	tx: Transaction,
	entries: readonly HistoryEntry[],
): Promise<void> {
	const rows = entries.map((entry) => ({ id: Bun.randomUUIDv7(), ...entry }));
	await tx`
		INSERT INTO content_history (id, content_id, version, slug, data, status, sort_order,
			change_type, changed_by, change_summary, request_id)
		SELECT n.id, i.id, i.version, i.slug, i.data, i.status, i.sort_order, n.type, n.by, n.summary, n."requestId"
		FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
			AS n (id uuid, "itemId" uuid, type text, by text, summary text, "requestId" text)
		JOIN content_items i ON i.id = n."itemId"`;
}

/** One page of an item's history, newest first, and how long it is; null when there is no such item. */
export async function listHistory(
	sql: Sql,
	itemId: string,
	{ limit, offset }: Page,
): Promise<{ rows: StoredEntry[]; total: number } | null> {
	const [rows, [count]] = await Promise.all([
		sql<StoredEntry[]>`
			SELECT ${entryColumns(sql)} FROM content_history h WHERE h.content_id = ${itemId}
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
		SELECT ${entryColumns(sql)} FROM content_history h
		WHERE h.content_id = ${itemId} AND h.version = ${version}`;
	return row ?? null;
}

const entryColumns = (sql: Sql | Transaction) => sql`
	h.id, h.content_id AS "contentId", h.version, h.slug, h.data::text AS data, h.status,
	h.sort_order AS "sortOrder", h.change_type AS "changeType", h.changed_by AS "changedBy",
	h.change_summary AS "changeSummary", h.request_id AS "requestId", h.created_at AS "createdAt"`;
