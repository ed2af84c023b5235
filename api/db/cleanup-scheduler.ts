/** Removes expired rows from a database, in whichever process gets there first. */

import type { Sql } from "./connect-and-batch-queries.ts";
import { isStatementTimeout, isUnavailable } from "./database-errors.ts";

/** In milliseconds. */
const INTERVAL_MS = 3_600_000;

/** Removes expired rows. */
export type Cleanup = (sql: Sql) => Promise<void>;

/**
 * Runs `cleanups`, one after the other, now and once an hour. `failed` is called with an error, unless the database is merely unavailable.
 * @returns what ends it
 */
export function scheduleCleanup(
	sql: Sql,
	cleanups: readonly Cleanup[],
	failed: (error: unknown) => void,
): () => void {
	const now = async () => {
		try {
			for (const cleanup of cleanups) await cleanup(sql);
		} catch (error) {
			if (!isUnavailable(error) && !isStatementTimeout(error)) failed(error);
		}
	};
	void now();
	const timer = setInterval(now, INTERVAL_MS);
	return () => clearInterval(timer);
}
