/** Conditional reads (RFC 9110, section 13.1.2). */

/** Whether an `If-None-Match` value names `etag`: a list, `*`, compared weakly. What is not a list of tags is ignored. */
export function noneMatches(header: string | null, etag: string): boolean {
	if (!header) return false;
	if (header.trim() === "*") return true;
	const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
	return tags.some(
		(tag) => tag.replace(/^W\//, "") === etag.replace(/^W\//, ""),
	);
}
