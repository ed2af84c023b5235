/** Answers and changes that have had their day are forgotten, by whichever process comes to it first. */
import { forgetOldTurns } from "../chat/turns/store.ts";
import { isTooSlow, isUnavailable, type Sql } from "../db.ts";
import { forgetOldAnswers } from "./answers/store.ts";
import { forgetOldChanges } from "./changes/store.ts";

/** In milliseconds. */
const EVERY = 3_600_000;

/** Tidies up now and once an hour. `failed` is told what went wrong, unless the database was merely away. @returns what ends it */
export function tidy(sql: Sql, failed: (error: unknown) => void): () => void {
	const now = async () => {
		try {
			await forgetOldAnswers(sql);
			await forgetOldChanges(sql);
			await forgetOldTurns(sql);
		} catch (error) {
			if (!isUnavailable(error) && !isTooSlow(error)) failed(error);
		}
	};
	void now();
	const timer = setInterval(now, EVERY);
	return () => clearInterval(timer);
}
