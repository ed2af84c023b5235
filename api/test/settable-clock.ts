/**
 * Preloaded into the service by a test (`--preload`): the clock that measures time passing is ahead by as many milliseconds as stand in the
 * file that `CLOCK_AHEAD` names.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Sql } from "../db/connect-and-batch-queries.ts";

const file = process.env.CLOCK_AHEAD;
if (file) {
	const now = performance.now.bind(performance);
	performance.now = () => now() + Number(readFileSync(file, "utf8"));
}

export interface SettableClock {
	/** Settings of a process that follows the clock. */
	env: Record<string, string>;
	/** The moment at the beginning. */
	start: number;
	/** Sets the database's clock to so many milliseconds after the start, and that of each process with it, unless told otherwise. */
	setTo(ms: number, processes?: "stay"): Promise<void>;
}

/** @param path a file that the test may write */
export async function settableClock(
	content: Sql,
	path: string,
): Promise<SettableClock> {
	const start = Date.UTC(2030, 0, 1);
	await content.unsafe(`
		CREATE TABLE test_clock (moment timestamptz NOT NULL);
		INSERT INTO test_clock VALUES ('${new Date(start).toISOString()}');
		CREATE OR REPLACE FUNCTION content_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT moment FROM test_clock'`);
	writeFileSync(path, "0");
	return {
		env: {
			BUN_OPTIONS: `--preload ${import.meta.path}`,
			CLOCK_AHEAD: path,
		},
		start,
		async setTo(ms, processes) {
			await content`UPDATE test_clock SET moment = ${new Date(start + ms).toISOString()}`;
			if (processes !== "stay") writeFileSync(path, String(ms));
		},
	};
}
