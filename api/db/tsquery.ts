/** Splits the words of a query as the database's full-text search splits its texts (sql/platform/002_search.sql): letters and digits, in lower case. */

/** A title has fewer; what a query has beyond them narrows nothing. */
const MAX_WORDS = 12;

/** For `to_tsquery('simple', …)`: all of the words of `text`, the last one as a beginning; empty, which finds nothing, without any. */
export function wordQuery(text: string): string {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	if (words.length === 0) return "";
	// Quoted, so that no word can be an operator.
	return `${words
		.slice(0, MAX_WORDS)
		.map((word) => `'${word}'`)
		.join(" & ")}:*`;
}
