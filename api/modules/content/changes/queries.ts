/**
 * What each revision of the content changed. A change raises the one revision in its own transaction, as its last step: whoever waits
 * for the row sees revisions in the order in which they are committed, without a gap.
 */
import type { Sql, Transaction } from "../../../db/pool.ts";
import type { ChangeType } from "../schema.ts";

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

/** Raises the revision; answers the new one. Nobody else changes content from here on until this transaction ends. */
export async function addChange(
	tx: Transaction,
	change: ContentChanged,
): Promise<number> {
	const { contentId, type, slugs, changeType, published, wasPublished } =
		change;
	const [row] = await tx<{ revision: number }[]>`
		WITH moved AS (UPDATE content_revision SET revision = revision + 1 RETURNING revision),
			added AS (
				INSERT INTO content_changes
					(revision, content_id, type, slugs, change_type, published, was_published)
				SELECT revision, ${contentId}::uuid, ${type}, ${slugs}::text[], ${changeType}, ${published}, ${wasPublished}
				FROM moved)
		SELECT revision::float8 AS revision, pg_notify(${CHANNEL}, revision::text) FROM moved`;
	if (!row) throw new Error("content has no revision");
	return row.revision;
}

export async function currentRevision(sql: Sql): Promise<number> {
	const [row] = await sql<{ revision: number }[]>`
		SELECT revision::float8 AS revision FROM content_revision`;
	if (!row) throw new Error("content has no revision");
	return row.revision;
}

/** What was changed after `revision`, in order, as far as it is kept. */
export async function changesAfter(
	sql: Sql,
	revision: number,
): Promise<RecordedChange[]> {
	return sql<RecordedChange[]>`
		SELECT ${columns(sql)} FROM content_changes c WHERE c.revision > ${revision} ORDER BY c.revision`;
}

/** The latest changes, in order and without a gap, up to the current revision, as far as they are kept. */
export async function latestChanges(sql: Sql): Promise<RecordedChange[]> {
	const rows = await sql<RecordedChange[]>`
		SELECT ${columns(sql)} FROM content_changes c
		ORDER BY c.revision DESC LIMIT ${MOST_LATEST}`;
	const newest = rows[0]?.revision ?? 0;
	const gap = rows.findIndex((row, at) => row.revision !== newest - at);
	return (gap < 0 ? [...rows] : rows.slice(0, gap)).reverse();
}

const MOST_LATEST = 10_000;

const columns = (sql: Sql) => sql`
	c.revision::float8 AS revision, c.content_id AS "contentId", c.type, c.slugs,
	c.change_type AS "changeType", c.published, c.was_published AS "wasPublished"`;

/** Forgets changes of more than a day ago; the last revision's stays. */
export async function removeOldChanges(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM content_changes c USING content_revision r
		WHERE c.changed_at < now() - interval '1 day' AND c.revision < r.revision`;
}
