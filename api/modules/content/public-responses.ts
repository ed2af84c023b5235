/** What the public reads, as the bytes that are sent: an item, a list of items, and all of them by type. */
import type { Sql } from "../../db/pool.ts";
import type { Page } from "../../server/paging.ts";
import {
	encoded,
	type Printed,
	printed,
} from "../../server/serialized-body.ts";
import { type AtRevision, findPublished, listPublished } from "./queries.ts";
import { etagOf } from "./service.ts";
import { bodyText, bundleText, listText, publicText } from "./text.ts";

/** The published item at an address; null when there is none. */
export async function printItem(
	sql: Sql,
	type: string,
	slug: string,
): Promise<AtRevision<Printed | null>> {
	const { found, revision } = await findPublished(sql, type, slug);
	if (!found) return { found, revision };
	const bytes = encoded(bodyText(publicText(found)));
	return { found: { bytes, etag: etagOf(found) }, revision };
}

/** Published items, of one type or all; one page, or all when `page` is null, which `meta.limit` says then. */
export async function printList(
	sql: Sql,
	type: string | null,
	page: Page | null,
): Promise<AtRevision<Printed>> {
	const { found, revision } = await listPublished(sql, type, page);
	const { rows, total } = found;
	const data = listText(rows.map(publicText));
	const meta = { total, ...(page ?? { limit: null, offset: 0 }) };
	return { found: printed(bodyText(data, meta)), revision };
}

/** All published items, by type. */
export async function printBundle(sql: Sql): Promise<AtRevision<Printed>> {
	const { found, revision } = await listPublished(sql, null, null);
	return { found: printed(bodyText(bundleText(found.rows))), revision };
}
