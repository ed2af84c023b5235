/** Rows that nobody needs any more are removed from a database, by whichever process comes to it first. */
import { isStatementTimeout, isUnavailable, type Sql } from "./pool.ts";

/** In milliseconds. */
const EVERY = 3_600_000;

/** Removes rows that nobody may need any more. */
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
	const timer = setInterval(now, EVERY);
	return () => clearInterval(timer);
}
