/** Full-text search over challenges in public packs: over their titles, or over tags and tasks too. */

import type { Sql } from "../../db/pool.ts";
import { wordQuery } from "../../db/tsquery.ts";
import type { Page } from "../../server/request-validation.ts";
import { challengeRow, listed } from "../packs/queries.ts";
import type { FoundChallenge } from "./schema.ts";

/** Beyond these, a search is too vague for its order to mean anything. */
const MAX_RANKED = 1000;

/** What is searched: titles alone, or titles, tags and tasks. */
type SearchIn = "titles" | "all";

/** Challenges that hold all words of `text`, the last one as a beginning; best first. `total` counts at most 1,000. */
export async function searchChallenges(
	sql: Sql,
	text: string,
	{ limit, offset }: Page,
	searchIn: SearchIn,
): Promise<{ rows: FoundChallenge[]; total: number }> {
	const query = wordQuery(text);
	if (query === "") return { rows: [], total: 0 };
	const [found] = await sql<{ rows: FoundChallenge[]; total: number }[]>`
		WITH candidates AS MATERIALIZED (${candidates(sql, query, searchIn)}),
			best AS (SELECT * FROM candidates ORDER BY rank DESC, title, id LIMIT ${limit} OFFSET ${offset}),
			rows AS (
				SELECT ${challengeRow(sql, null)}, b."packSlug", b."packName", b.rank
				FROM best b JOIN challenges c ON c.id = b.id)
		SELECT (SELECT count(*)::int FROM candidates) AS total,
			(SELECT coalesce(json_agg(r ORDER BY r.rank DESC, r.title, r."_id"), '[]') FROM rows r) AS rows`;
	if (!found) throw new Error("a statement of one row answered none");
	return found;
}

/**
 * A word is looked up when the statement runs, so that its plan is the same for a common word as for a rare one: by the index. The
 * pack likewise, one by one.
 */
const candidates = (sql: Sql, query: string, searchIn: SearchIn) => sql`
	SELECT c.id, c.title, p.slug AS "packSlug", p.name AS "packName", ts_rank(${words(sql, searchIn)}, q.query) AS rank
	FROM (SELECT to_tsquery('simple', ${query}) AS query OFFSET 0) q
		JOIN challenges c ON ${words(sql, searchIn)} @@ q.query AND c.retired_at IS NULL
		CROSS JOIN LATERAL (SELECT p.slug, p.name FROM packs p WHERE p.id = c.pack_id AND ${listed(sql)} OFFSET 0) p
	LIMIT ${MAX_RANKED}`;

const words = (sql: Sql, searchIn: SearchIn) =>
	searchIn === "all" ? sql`c.words` : sql`c.title_words`;
