/** Pages of lists: the query that names one, and what the answer says of it. */
import { Type } from "@sinclair/typebox";

/** The page size of a list whose request names no limit; {@link pageQuery} has the largest. */
const DEFAULT_LIMIT = 50;

export const pageQuery = {
	limit: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT }),
	),
	offset: Type.Optional(
		Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
	),
};

export const PageQuery = Type.Object(pageQuery);

/** What a list says of itself beside its rows. */
export const ListMeta = Type.Object({
	total: Type.Integer(),
	limit: Type.Integer(),
	offset: Type.Integer(),
});

export interface Page {
	limit: number;
	offset: number;
}

export function pageOf(query: { limit?: number; offset?: number }): Page {
	return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 };
}
