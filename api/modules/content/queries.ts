/** Queries of content items and of the history of each, which is never altered or pruned. `data` goes in and out as text: the driver would parse it, and lose the order of its keys. */
import {
	onReplica,
	plainArray,
	type Sql,
	type Transaction,
	wordQuery,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import type {
	ChangeType,
	ContentStatus,
	StoredEntry,
	StoredItem,
} from "./api-schemas.ts";

/** Which items an administrator lists; absent = any. */
interface ItemFilter {
	type?: string;
	status?: ContentStatus;
	/** Words of the slug or of texts in `data`, all of them; the last may be a beginning. */
	q?: string;
	includeDeleted?: boolean;
}

/** When what was read changes by a schedule, whatever the revision. */
export interface Schedule {
	/** The database's clock, in milliseconds since 1970. */
	now: number;
	/** Milliseconds from `now` until something appears or disappears; null = not by a schedule. */
	changesIn: number | null;
	/** Milliseconds from `now` until something disappears. */
	withdrawnIn: number | null;
}

/** What was read, the revision of the whole content that it is of, and how long it holds. */
export interface AtRevision<Found> extends Schedule {
	found: Found;
	revision: number;
}

/** What is written of an item. `data` is JSON text. */
export interface ItemState {
	slug: string;
	data: string;
	status: ContentStatus;
	sortOrder: number;
	publishAt: string | null;
	unpublishAt: string | null;
	deleted: boolean;
}

/** The item, deleted or not; null when there is none. */
export async function findItem(
	sql: Sql,
	id: string,
): Promise<StoredItem | null> {
	const [row] = await sql<StoredItem[]>`
		SELECT ${columns(sql)} FROM content_items i WHERE i.id = ${id}`;
	return row ?? null;
}

/** The item, whatever its status, unless it is deleted, or the moment has come on the database's clock. @param until in seconds since 1970 */
export async function findUntil(
	sql: Sql,
	id: string,
	until: number,
): Promise<StoredItem | null> {
	const [row] = await sql<StoredItem[]>`
		SELECT ${columns(sql)} FROM content_items i
		WHERE i.id = ${id} AND i.deleted_at IS NULL AND content_now() < to_timestamp(${until})`;
	return row ?? null;
}

/** So many seconds from now, on the database's clock. */
export async function momentIn(
	sql: Sql,
	seconds: number,
): Promise<{ at: string; seconds: number }> {
	const [row] = await sql<{ at: string; seconds: number }[]>`
		SELECT at, extract(epoch FROM at)::float8 AS seconds
		FROM (SELECT date_trunc('second', content_now()) + ${seconds} * interval '1 second' AS at) AS moment`;
	if (!row) throw new Error("the database has no clock");
	return row;
}

/** The item that has this address now, whatever its status; a deleted one has none. */
export async function findAt(
	sql: Sql,
	type: string,
	slug: string,
): Promise<StoredItem | null> {
	const [row] = await sql<StoredItem[]>`
		SELECT ${columns(sql)} FROM content_items i
		WHERE i.type = ${type} AND i.slug = ${slug} AND i.deleted_at IS NULL`;
	return row ?? null;
}

/** One page of the items that `filter` lets through, and how many there are. */
export const listItems = onReplica(
	async (
		sql: Sql,
		{ type, status, q, includeDeleted = false }: ItemFilter,
		{ limit, offset }: Page,
	): Promise<{ rows: StoredItem[]; total: number }> => {
		const wanted = sql`
			(${type ?? null}::text IS NULL OR i.type = ${type ?? null})
			AND (${status ?? null}::text IS NULL OR i.status = ${status ?? null})
			AND (${includeDeleted} OR i.deleted_at IS NULL)
			${q === undefined ? sql`` : sql`AND i.words @@ ${allWords(sql, q)}`}`;
		const [rows, [count]] = await Promise.all([
			sql<StoredItem[]>`
				SELECT ${columns(sql)} FROM content_items i WHERE ${wanted}
				ORDER BY ${order(sql)} LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM content_items i WHERE ${wanted}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** The published item at this address. */
export async function findPublished(
	sql: Sql,
	type: string,
	slug: string,
): Promise<AtRevision<StoredItem | null>> {
	// One statement, and so one moment: what is read is what the revision says.
	const [row] = await sql<
		(StoredItem & Schedule & { isShown: boolean; revision: number })[]
	>`
		SELECT ${columns(sql)}, ${isPublished(sql)} AS "isShown", r.revision::float8 AS revision, ${milliseconds(sql, sql`content_now()`)} AS now,
			${fromNow(
				sql,
				sql`least(CASE WHEN i.publish_at > content_now() THEN i.publish_at END,
				CASE WHEN i.unpublish_at > content_now() THEN i.unpublish_at END)`,
			)} AS "changesIn",
			${fromNow(sql, sql`CASE WHEN i.unpublish_at > content_now() THEN i.unpublish_at END`)} AS "withdrawnIn"
		FROM content_revision r LEFT JOIN content_items i
			ON i.type = ${type} AND i.slug = ${slug} AND ${hasPublishedStatus(sql)}`;
	if (!row) throw new Error("content has no revision");
	const { isShown, revision, now, changesIn, withdrawnIn, ...item } = row;
	const found = isShown ? item : null;
	return { found, revision, now, changesIn, withdrawnIn };
}

/** The published items, of one type or of all, one page of them or all, in order; `total` counts those of all pages. */
export async function listPublished(
	sql: Sql,
	type: string | null,
	page: Page | null,
): Promise<AtRevision<{ rows: StoredItem[]; total: number }>> {
	return sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
		const wanted = tx`${isPublished(tx)} AND (${type}::text IS NULL OR i.type = ${type})`;
		const [rows, [state]] = await Promise.all([
			tx<StoredItem[]>`
				SELECT ${columns(tx)} FROM content_items i WHERE ${wanted} ORDER BY ${order(tx)}
				LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}`,
			// Of all types: what holds for too short a time is read once more.
			tx<(Schedule & { total: number; revision: number })[]>`
				SELECT (SELECT count(*)::int FROM content_items i WHERE ${wanted}) AS total,
					r.revision::float8 AS revision, ${milliseconds(tx, tx`content_now()`)} AS now,
					${fromNow(tx, tx`least(appears.at, disappears.at)`)} AS "changesIn", ${fromNow(tx, tx`disappears.at`)} AS "withdrawnIn"
				FROM content_revision r,
					(SELECT min(i.publish_at) AS at FROM content_items i
						WHERE ${hasPublishedStatus(tx)} AND i.publish_at > content_now()) AS appears,
					(SELECT min(i.unpublish_at) AS at FROM content_items i
						WHERE ${hasPublishedStatus(tx)} AND i.unpublish_at > content_now()) AS disappears`,
		]);
		if (!state) throw new Error("content has no revision");
		const { total, ...schedule } = state;
		return { found: { rows, total }, ...schedule };
	}) as Promise<AtRevision<{ rows: StoredItem[]; total: number }>>;
}

/** A published item, as whatever answers the public from content is shown it. */
export interface Excerpt {
	type: string;
	slug: string;
	/** JSON text; its beginning, when it is long. */
	data: string;
}

/**
 * Published items that hold any of `words`, which are letters and digits, or another word of its stem; best first, and never one that
 * is not published. Words that say nothing, as "the", are passed over.
 */
export async function searchPublished(
	sql: Sql,
	words: string[],
	{ most, longest }: { most: number; longest: number },
): Promise<Excerpt[]> {
	return sql<Excerpt[]>`
		WITH asked AS MATERIALIZED (
			SELECT to_tsquery('simple', string_agg('''' || word || '''', ' | ')) AS exact,
				to_tsquery('simple', string_agg('''' || stem || ''':*', ' | ') FILTER (WHERE stem !~ '[0-9]')) AS alike
			FROM (SELECT word, (ts_lexize('english_stem', word))[1] AS stem FROM unnest(${words}::text[]) AS word) AS stems
			WHERE stem <> ''
		)
		SELECT i.type, i.slug, left(i.data::text, ${longest}) AS data
		FROM content_items i, (SELECT exact, exact || coalesce(alike, '') AS query FROM asked) AS asked
		WHERE i.words @@ asked.query AND ${isPublished(sql)}
		ORDER BY 2 * ts_rank(i.words, asked.exact) + ts_rank(i.words, asked.query) DESC, ${order(sql)} LIMIT ${most}`;
}

/** The item, locked until this transaction ends. */
export async function lockItem(
	tx: Transaction,
	id: string,
): Promise<StoredItem | null> {
	const [row] = await tx<StoredItem[]>`
		SELECT ${columns(tx)} FROM content_items i WHERE i.id = ${id} FOR UPDATE`;
	return row ?? null;
}

/** The items of these ids, locked until this transaction ends; in one order, so that none who lock several wait for each other. */
export async function lockItems(
	tx: Transaction,
	ids: readonly string[],
): Promise<Map<string, StoredItem>> {
	const rows = await tx<StoredItem[]>`
		SELECT ${columns(tx)} FROM content_items i WHERE i.id = ANY (${plainArray(ids)}::uuid[]) ORDER BY i.id FOR UPDATE`;
	return new Map(rows.map((row) => [row.id, row]));
}

/** The items that have these addresses now, by {@link addressOf}, locked until this transaction ends; in one order. */
export async function lockAddresses(
	tx: Transaction,
	addresses: readonly Address[],
): Promise<Map<string, StoredItem>> {
	const rows = await tx<StoredItem[]>`
		SELECT ${columns(tx)} FROM content_items i
		JOIN unnest(${addresses.map(({ type }) => type)}::text[], ${addresses.map(({ slug }) => slug)}::text[]) AS n (type, slug)
			ON i.type = n.type AND i.slug = n.slug
		WHERE i.deleted_at IS NULL ORDER BY i.id FOR UPDATE OF i`;
	return new Map(rows.map((row) => [addressOf(row), row]));
}

type Address = Pick<StoredItem, "type" | "slug">;

export const addressOf = ({ type, slug }: Address): string => `${type}/${slug}`;

/** All items of one type, or of any, that are not deleted, as they are at one moment; in the order of their addresses, so many at a time. */
export async function* exportItems(
	sql: Sql,
	type: string | null,
	count: number,
): AsyncGenerator<StoredItem[]> {
	const connection = await sql.reserve().catch((error: Error) => {
		// Failures to connect are known by their statement, which the driver leaves out here.
		throw Object.assign(error, { query: "BEGIN" });
	});
	try {
		await connection`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
		const rows = connection<StoredItem[]>`
			SELECT ${columns(sql)} FROM content_items i
			WHERE i.deleted_at IS NULL AND (${type}::text IS NULL OR i.type = ${type})
			ORDER BY i.type COLLATE "C", i.slug COLLATE "C"`;
		yield* rows.cursor(count);
	} finally {
		// A connection that is lost is not the pool's to lend again.
		await connection`ROLLBACK`.then(() => connection.release());
	}
}

/** A new item; its type and slug together are its address. */
type NewRow = Omit<ItemState, "deleted"> & { id: string; type: string };

/** Adds items, in version 1; null for one whose address is taken, by another of these even. */
export async function addItems(
	tx: Transaction,
	items: readonly NewRow[],
): Promise<(StoredItem | null)[]> {
	if (items.length === 0) return [];
	const each = (column: (item: NewRow) => unknown) =>
		items.map((item) => String(column(item)));
	// Ordered, so that two statements with the same addresses wait for each other and never lock each other out.
	const added = await tx<StoredItem[]>`
		INSERT INTO content_items AS i (id, type, slug, data, status, sort_order, publish_at, unpublish_at)
		SELECT n.id::uuid, n.type, n.slug, n.data::json, n.status, n.sort_order::int,
			nullif(n.publish_at, '')::timestamptz, nullif(n.unpublish_at, '')::timestamptz
		FROM unnest(${each((one) => one.id)}::text[], ${each((one) => one.type)}::text[], ${each((one) => one.slug)}::text[],
			${each((one) => one.data)}::text[], ${each((one) => one.status)}::text[], ${each((one) => one.sortOrder)}::text[],
			${each((one) => one.publishAt ?? "")}::text[], ${each((one) => one.unpublishAt ?? "")}::text[])
			AS n (id, type, slug, data, status, sort_order, publish_at, unpublish_at)
		ORDER BY n.type, n.slug, n.id
		ON CONFLICT (type, slug) WHERE deleted_at IS NULL DO NOTHING
		RETURNING ${columns(tx)}`;
	const byId = new Map(added.map((row) => [row.id, row]));
	return items.map(({ id }) => byId.get(id) ?? null);
}

/** Replaces the state of a locked item and raises its version. A taken address is refused by the index `content_items_address`. */
export async function changeItem(
	tx: Transaction,
	id: string,
	{ slug, data, status, sortOrder, publishAt, unpublishAt, deleted }: ItemState,
): Promise<StoredItem> {
	const [row] = await tx<StoredItem[]>`
		UPDATE content_items AS i SET slug = ${slug}, data = ${data}::text::json, status = ${status},
			sort_order = ${sortOrder}, publish_at = ${publishAt}, unpublish_at = ${unpublishAt}, version = version + 1, updated_at = now(),
			deleted_at = CASE WHEN ${deleted} THEN coalesce(deleted_at, now()) END
		WHERE i.id = ${id} RETURNING ${columns(tx)}`;
	if (!row) throw new Error("an item that was held is gone");
	return row;
}

/** Takes an item away for good, and its history with it. */
export async function removeItem(tx: Transaction, id: string): Promise<void> {
	await tx`DELETE FROM content_items WHERE id = ${id}`;
}

/** What the public may see, or may have seen, or will see. */
const hasPublishedStatus = (sql: Sql | Transaction) =>
	sql`i.status = 'published' AND i.deleted_at IS NULL`;

/** What the public may see: by the clock of the database, so that no job has to run at a scheduled moment. */
const isPublished = (sql: Sql | Transaction) => sql`(${hasPublishedStatus(sql)}
	AND (i.publish_at IS NULL OR i.publish_at <= content_now())
	AND (i.unpublish_at IS NULL OR i.unpublish_at > content_now()))`;

type Fragment = ReturnType<typeof order>;

/** Of a moment since 1970, or of an interval. */
const milliseconds = (sql: Sql | Transaction, span: Fragment) =>
	sql`(1000 * extract(epoch FROM ${span}))::float8`;

const fromNow = (sql: Sql | Transaction, moment: Fragment) =>
	milliseconds(sql, sql`(${moment} - content_now())`);

const order = (sql: Sql | Transaction) => sql`i.sort_order, i.created_at, i.id`;

/** Words are cut as the texts were that are searched, by the same configuration; the last one may also be a beginning. */
const allWords = (sql: Sql, text: string) =>
	sql`(plainto_tsquery('simple', ${text}) || to_tsquery('simple', ${wordQuery(text)}))`;

const columns = (sql: Sql | Transaction) => sql`
	i.id, i.type, i.slug, i.data::text AS data, i.status, i.version, i.sort_order AS "sortOrder",
	i.publish_at AS "publishAt", i.unpublish_at AS "unpublishAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt", i.deleted_at AS "deletedAt"`;

/** A change of an item for its history: who made it, and what they say of it. */
interface HistoryEntry {
	itemId: string;
	type: ChangeType;
	/** The fingerprint of the key. */
	by: string;
	requestId: string;
	summary: string;
}

/**
 * Adds the items as they now stand to their histories, under their versions. One by one, by the index, whatever the table was like when the
 * plan was made.
 */
export async function addToHistory(
	tx: Transaction,
	entries: readonly HistoryEntry[],
): Promise<void> {
	const rows = entries.map((entry) => ({ id: Bun.randomUUIDv7(), ...entry }));
	await tx`
		INSERT INTO content_history (id, content_id, version, slug, data, status, sort_order, publish_at, unpublish_at,
			change_type, changed_by, change_summary, request_id)
		SELECT n.id, i.id, i.version, i.slug, i.data, i.status, i.sort_order, i.publish_at, i.unpublish_at, n.type, n.by, n.summary, n."requestId"
		FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
			AS n (id uuid, "itemId" uuid, type text, by text, summary text, "requestId" text)
		CROSS JOIN LATERAL (SELECT * FROM content_items WHERE id = n."itemId" OFFSET 0) i`;
}

/** One page of an item's history, newest first, and how long it is; null when there is no such item. */
export const listHistory = onReplica(
	async (sql: Sql, itemId: string, { limit, offset }: Page) => {
		const [rows, [count]] = await Promise.all([
			sql<StoredEntry[]>`
				SELECT ${entryColumns(sql)} FROM content_history h WHERE h.content_id = ${itemId}
				ORDER BY h.version DESC LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM content_history h WHERE h.content_id = ${itemId}`,
		]);
		// An item has a history from its first version on.
		return count && count.total > 0 ? { rows, total: count.total } : null;
	},
);

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
	h.sort_order AS "sortOrder", h.publish_at AS "publishAt", h.unpublish_at AS "unpublishAt", h.change_type AS "changeType", h.changed_by AS "changedBy",
	h.change_summary AS "changeSummary", h.request_id AS "requestId", h.created_at AS "createdAt"`;
