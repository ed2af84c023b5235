/** Queries of the list of packs as MCP clients know it: its hash, and how often it has changed. */
import type {
	Sql,
	Transaction,
} from "../../../db/connect-and-batch-queries.ts";

/** How often the list has changed, as far as it was followed. */
export async function packListChanges(sql: Sql | Transaction): Promise<number> {
	const [row] = await sql<{ changes: number }[]>`
		SELECT changes::float8 AS changes FROM mcp_pack_list`;
	if (!row) throw new Error("there is no row for the list of packs");
	return row.changes;
}

/** Whether the list was ever read. */
export async function isPackListKnown(sql: Sql): Promise<boolean> {
	const known = await sql`SELECT FROM mcp_pack_list WHERE hash IS NOT NULL`;
	return known.length > 0;
}

/** Stores the hash of the list and answers how often it has changed; the first list of all is no change. */
export async function storePackList(sql: Sql, hash: string): Promise<number> {
	return sql.begin(async (tx) => {
		// Locked: of several processes that find the same change, one counts it and the others read its count.
		await tx`SELECT FROM mcp_pack_list FOR UPDATE`;
		await tx`
			UPDATE mcp_pack_list SET hash = ${hash}, changes = changes + (hash IS NOT NULL)::int
			WHERE hash IS DISTINCT FROM ${hash}`;
		return packListChanges(tx);
	}) as Promise<number>;
}
