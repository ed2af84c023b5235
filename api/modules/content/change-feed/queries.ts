/**
 * Queries of changes of content by revision: adds them, reads those after a revision, and removes old ones. A change raises the one
 * revision in its own transaction, as its last step: readers that wait for the row see revisions in the order of commits, without a gap.
 */
import type {
	Sql,
	Transaction,
} from "../../../db/connect-and-batch-queries.ts";
import type { ChangeType } from "../api-schemas.ts";

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

/** The changes after `revision`, in order, as far as they are stored. With a bound on either side, they are found by the index. */
export async function changesAfter(
	sql: Sql,
	revision: number,
): Promise<RecordedChange[]> {
	return sql<RecordedChange[]>`
		SELECT ${columns(sql)} FROM content_changes c
		WHERE c.revision > ${revision} AND c.revision <= ${Number.MAX_SAFE_INTEGER} ORDER BY c.revision`;
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
