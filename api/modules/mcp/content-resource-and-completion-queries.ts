/** Queries of the addresses of content, for lists of resources and for completion. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";

/** No list of resources is longer; templates and content_search lead to the rest. */
const MAX_ADDRESSES = 1000;
/** No list of suggestions is longer. */
const MAX_SUGGESTED = 200;

export interface Address {
	type: string;
	slug: string;
	status: string;
	/** Null where its data has none. */
	title: string | null;
}

/** Items that are not deleted, by address. */
export async function listAddresses(sql: Sql): Promise<Address[]> {
	return sql<Address[]>`
		SELECT type, slug, status,
			CASE WHEN json_typeof(data -> 'title') = 'string' THEN data ->> 'title' END AS title
		FROM content_items WHERE deleted_at IS NULL ORDER BY type, slug LIMIT ${MAX_ADDRESSES}`;
}

/** The deleted item that had this address last; null when there is none. */
export async function findDeletedId(
	sql: Sql,
	type: string,
	slug: string,
): Promise<string | null> {
	const [row] = await sql<{ id: string }[]>`
		SELECT id FROM content_items WHERE type = ${type} AND slug = ${slug} AND deleted_at IS NOT NULL
		ORDER BY deleted_at DESC LIMIT 1`;
	return row?.id ?? null;
}

/** How many items of each type there are, and how many of them are published. */
export async function countTypes(
	sql: Sql,
): Promise<{ type: string; items: number; published: number }[]> {
	return sql`
		SELECT type, count(*)::int AS items, (count(*) FILTER (WHERE status = 'published'))::int AS published
		FROM content_items WHERE deleted_at IS NULL GROUP BY type ORDER BY type`;
}

/** Types that begin with `typed`. */
export async function suggestTypes(sql: Sql, typed: string): Promise<string[]> {
	const rows = await sql<{ type: string }[]>`
		SELECT DISTINCT type FROM content_items
		WHERE deleted_at IS NULL AND starts_with(type, ${typed}) ORDER BY type LIMIT ${MAX_SUGGESTED}`;
	return rows.map(({ type }) => type);
}

/** Slugs of one type, or of any, that begin with `typed`. */
export async function suggestSlugs(
	sql: Sql,
	type: string | null,
	typed: string,
): Promise<string[]> {
	const rows = await sql<{ slug: string }[]>`
		SELECT DISTINCT slug FROM content_items
		WHERE deleted_at IS NULL AND (${type}::text IS NULL OR type = ${type}) AND starts_with(slug, ${typed})
		ORDER BY slug LIMIT ${MAX_SUGGESTED}`;
	return rows.map(({ slug }) => slug);
}
