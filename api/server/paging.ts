/** Lists take `limit` (1–100, 50) and `offset` (0); anything else is refused, never clamped (contract, section 2). */
import { Type } from "@sinclair/typebox";

export const pageQuery = {
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
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
	return { limit: query.limit ?? 50, offset: query.offset ?? 0 };
}
