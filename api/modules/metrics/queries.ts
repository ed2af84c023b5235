/** Queries of metrics that the database knows: its connections by their state. */
import type { Sql } from "../../db/pool.ts";

/** How many connections this process has to the database of `sql`, by what they do; that which asks is `active`. */
export async function connectionsByState(
	sql: Sql,
): Promise<Partial<Record<"active" | "idle" | "in_transaction", number>>> {
	const rows = await sql<{ state: string; count: number }[]>`
		SELECT
			CASE WHEN state LIKE 'idle in transaction%' THEN 'in_transaction' WHEN state = 'idle' THEN 'idle' ELSE 'active' END AS state,
			count(*)::int AS count
		FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = current_setting('application_name')
		GROUP BY 1`;
	return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
