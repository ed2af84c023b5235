/** Full-text search over the titles of challenges in public packs. */
import type { Sql } from "../db.ts";
import type { Page } from "../http/paging.ts";
import { challengeRow, listed } from "../packs/store.ts";
import type { FoundChallenge } from "./model.ts";

/** Beyond these, a search is too vague for its order to mean anything. */
const MOST_RANKED = 1000;

/** Titles that hold all of `words`, the last one as a beginning; best first. `total` counts at most 1,000. */
export async function searchChallenges(
	sql: Sql,
	words: readonly string[],
	{ limit, offset }: Page,
	learnerId: string | null,
): Promise<{ rows: FoundChallenge[]; total: number }> {
	if (words.length === 0) return { rows: [], total: 0 };
	// Quoted, so that no word can be an operator.
	const query = `${words.map((word) => `'${word}'`).join(" & ")}:*`;
	const candidates = sql`
		SELECT c.id, ts_rank(to_tsvector('simple', c.title), to_tsquery('simple', ${query})) AS rank
		FROM challenges c JOIN packs p ON p.id = c.pack_id
		WHERE to_tsvector('simple', c.title) @@ to_tsquery('simple', ${query})
			AND c.retired_at IS NULL AND ${listed(sql)}
		LIMIT ${MOST_RANKED}`;
	const [rows, [count]] = await Promise.all([
		sql<FoundChallenge[]>`
			WITH found AS (${candidates})
			SELECT ${challengeRow(sql, learnerId)}, p.slug AS "packSlug", p.name AS "packName", f.rank
			FROM found f JOIN challenges c ON c.id = f.id JOIN packs p ON p.id = c.pack_id
			ORDER BY f.rank DESC, c.title, c.id LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			WITH found AS (${candidates}) SELECT count(*)::int AS total FROM found`,
	]);
	return { rows, total: count?.total ?? 0 };
}
