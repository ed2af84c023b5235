/** Full-text search over challenges in public packs: over their titles, or over tags and tasks too. */
import {
	onReplica,
	type Sql,
	wordQuery,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import { challengeRow, listed } from "../packs-and-challenges/queries.ts";
import type { FoundChallenge } from "./api-schemas.ts";

/** Beyond these, a search is too vague for its order to mean anything. */
const MAX_RANKED = 1000;

/** A word is common when so many titles of a first sample hold it; then the candidates come from a larger one. */
const COMMON = { of: 300, hits: 60, largerSample: 6 * MAX_RANKED };

/** What is searched: titles alone, or titles, tags and tasks. */
type SearchIn = "titles" | "all";

/** Challenges that hold all words of `text`, the last one as a beginning; best first. `total` counts at most 1,000. */
export const searchChallenges = onReplica(
	async (
		sql: Sql,
		text: string,
		{ limit, offset }: Page,
		searchIn: SearchIn,
	): Promise<{ rows: FoundChallenge[]; total: number }> => {
		const query = wordQuery(text);
		if (query === "") return { rows: [], total: 0 };
		const [found] = await sql<{ rows: FoundChallenge[]; total: number }[]>`
			WITH ${searchIn === "titles" ? sample(sql, query) : sql``} candidates AS MATERIALIZED (
					${searchIn === "titles" ? sql`SELECT * FROM sample WHERE ${sampleSuffices(sql)} UNION ALL` : sql``}
					(${candidates(sql, query, searchIn)})),
				best AS (SELECT * FROM candidates ORDER BY rank DESC, title, id LIMIT ${limit} OFFSET ${offset}),
				rows AS (
					SELECT ${challengeRow(sql, null)}, b."packSlug", b."packName", b.rank
					FROM best b JOIN challenges c ON c.id = b.id)
			SELECT (SELECT count(*)::int FROM candidates) AS total,
				(SELECT coalesce(json_agg(r ORDER BY r.rank DESC, r.title, r."_id"), '[]') FROM rows r) AS rows`;
		if (!found) throw new Error("a statement of one row answered none");
		return found;
	},
);

/**
 * A word is looked up when the statement runs, so that its plan is the same for each: by the search index, and for a title's word that is
 * common from a sample of titles, because the index names all challenges with a word before the first is ranked. The pack likewise, one
 * by one.
 */
const candidates = (sql: Sql, query: string, searchIn: SearchIn) => sql`
	SELECT ${candidate(sql, searchIn)}
	FROM (SELECT to_tsquery('simple', ${query}) AS query OFFSET 0) q
		JOIN challenges c ON ${words(sql, searchIn)} @@ q.query AND c.retired_at IS NULL
		CROSS JOIN LATERAL (${listedPack(sql)}) p
	${searchIn === "titles" ? sql`WHERE NOT ${sampleSuffices(sql)}` : sql``}
	LIMIT ${MAX_RANKED}`;

/** Candidates from the larger sample, as many as are ranked if the word is as common as in the first; else none. */
const sample = (sql: Sql, query: string) => sql`
	first_sample AS MATERIALIZED (
		SELECT count(*) >= ${COMMON.hits} AS is_common
		FROM (${titles(sql, COMMON.of)}) c WHERE c.title_words @@ to_tsquery('simple', ${query})),
	sample AS MATERIALIZED (
		SELECT ${candidate(sql, "titles")}
		FROM (SELECT to_tsquery('simple', ${query}) AS query OFFSET 0) q
			JOIN LATERAL (${titles(sql, COMMON.largerSample)}) c ON c.title_words @@ q.query
			CROSS JOIN LATERAL (${listedPack(sql)}) p
		WHERE (SELECT is_common FROM first_sample)
		LIMIT ${MAX_RANKED}),`;

const sampleSuffices = (sql: Sql) =>
	sql`(SELECT count(*) = ${MAX_RANKED} FROM sample)`;

/** So many challenges (as the index `challenges_search_sample` has them) in no order that means anything, always the same. */
const titles = (sql: Sql, most: number) => sql`
	SELECT c.id, c.title, c.pack_id, c.title_words FROM challenges c
	WHERE c.retired_at IS NULL ORDER BY uuid_hash(c.id) LIMIT ${most}`;

const candidate = (sql: Sql, searchIn: SearchIn) => sql`
	c.id, c.title, p.slug AS "packSlug", p.name AS "packName", ts_rank(${words(sql, searchIn)}, q.query) AS rank`;

const listedPack = (sql: Sql) => sql`
	SELECT p.slug, p.name FROM packs p WHERE p.id = c.pack_id AND ${listed(sql)} OFFSET 0`;

const words = (sql: Sql, searchIn: SearchIn) =>
	searchIn === "all" ? sql`c.words` : sql`c.title_words`;
