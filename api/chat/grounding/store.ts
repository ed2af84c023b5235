/** What a reply may rest on: published content, found by the words of a question; drafts, archived and deleted items are never read. */
import type { Sql } from "../../db.ts";

/** A published item, as the model is shown it. */
export interface Source {
	type: string;
	slug: string;
	/** The item's data as JSON text; its beginning when it is long. */
	data: string;
}

/** Published items in which a word of `words` occurs, or one of its stem, the best first; words that say nothing are passed over. */
export async function findSources(
	sql: Sql,
	words: string[],
	{ most, longest }: { most: number; longest: number },
): Promise<Source[]> {
	return sql<Source[]>`
		WITH asked AS MATERIALIZED (
			SELECT to_tsquery('simple', string_agg(format('''%s'' | ''%s'':*', word, stem), ' | ')) AS query
			FROM (SELECT word, (ts_lexize('english_stem', word))[1] AS stem FROM unnest(${words}::text[]) AS word) AS stems
			WHERE stem <> ''
		)
		SELECT type, slug, left(data::text, ${longest}) AS data
		FROM content_items, asked
		WHERE words @@ query AND status = 'published' AND deleted_at IS NULL
		ORDER BY ts_rank_cd(words, query) DESC, sort_order, created_at, id LIMIT ${most}`;
}
