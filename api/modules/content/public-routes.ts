/** Published content for everyone, without a sign-in (specification, "Content (public; no authentication)"; contract, section 7). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import {
	encoded,
	IF_NONE_MATCH,
	notModified,
	type Printed,
	printed,
} from "../../server/headers.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { routes } from "../../server/routes.ts";
import { ListMeta, type Page, pageOf, takes } from "../../server/validation.ts";
import type { ContentCache } from "./cache.ts";
import { type AtRevision, findPublished, listPublished } from "./queries.ts";
import {
	ContentBundle,
	ContentItem,
	ContentQuery,
	ContentSlug,
	ContentType,
} from "./schema.ts";
import { etagOf } from "./service.ts";
import { bodyText, bundleText, listText, publicText } from "./text.ts";

/** Where any other site may read, without credentials (contract, section 1). */
export const PUBLIC_PATHS = ["/api/v1/content"];

/** Each request costs a token of `limit`, whatever it is answered with. */
export const publicContent = (cache: ContentCache, limit: AddressLimit) => {
	const guards = [limit.each];
	const sends = ["ETag"] as const;
	return routes("/api/v1/content", "Content")
		.get(
			"",
			async ({ query: { type = null, ...given }, request }) => {
				const paged = given.limit !== undefined || given.offset !== undefined;
				const page = paged ? pageOf(given) : null;
				return shown(request, await cache.list(type, page, tagsOf(request)));
			},
			{
				...takes({ guards, query: ContentQuery, sends }),
				response: {
					200: Type.Object({ data: Type.Array(ContentItem), meta: WholeMeta }),
				},
				detail: {
					operationId: "listContent",
					parameters: [IF_NONE_MATCH],
					summary: "List what is published",
					description:
						"All of it, or all of one type, with `meta.limit` null; a page of it where `limit` or `offset` is given.",
				},
			},
		)
		.get(
			"/bundle",
			async ({ request }) =>
				shown(request, await cache.bundle(tagsOf(request))),
			{
				...takes({ guards, sends }),
				response: { 200: Type.Object({ data: ContentBundle }) },
				detail: {
					operationId: "getContentBundle",
					parameters: [IF_NONE_MATCH],
					summary: "Read all that is published, by type",
				},
			},
		)
		.get(
			"/:type/:slug",
			async ({ params: { type, slug }, request }) => {
				const item = await cache.item(type, slug, tagsOf(request));
				if (!item) throw nothing(type, slug);
				return shown(request, item);
			},
			{
				...takes({ guards, params: Address, sends }),
				response: { 200: Type.Object({ data: ContentItem }) },
				detail: {
					operationId: "getContent",
					parameters: [IF_NONE_MATCH],
					summary: "Read what is published at an address",
				},
			},
		);
};

/** As {@link ListMeta}; `limit` is null where none was applied. */
const WholeMeta = Type.Object({
	...ListMeta.properties,
	limit: Type.Union([Type.Integer(), Type.Null()]),
});

const Address = Type.Object({ type: ContentType, slug: ContentSlug });

/** Kept by anyone, and asked for again each time: what is changed or withdrawn is so at once. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

const tagsOf = ({ headers }: Request) => headers.get("if-none-match");

/** The answer, or a 304 for whoever has it. Elysia sends a Response as it is; its types know none beside a shape. */
const shown = (request: Request, { bytes, etag }: Printed) =>
	(notModified(request, etag, CACHE_CONTROL) ??
		new Response(bytes, {
			headers: {
				"content-type": "application/json",
				"cache-control": CACHE_CONTROL,
				etag,
			},
		})) as never;

const nothing = (type: string, slug: string) =>
	new ApiError(
		"not_found",
		`There is no published ${type} "${slug}". The list of content names those there are.`,
	);

/** The published item at an address; null when there is none. */
export async function printItem(
	sql: Sql,
	type: string,
	slug: string,
): Promise<AtRevision<Printed | null>> {
	const { found, revision } = await findPublished(sql, type, slug);
	if (!found) return { found, revision };
	const bytes = encoded(bodyText(publicText(found)));
	return { found: { bytes, etag: etagOf(found) }, revision };
}

/** Published items, of one type or all; one page, or all when `page` is null, which `meta.limit` says then. */
export async function printList(
	sql: Sql,
	type: string | null,
	page: Page | null,
): Promise<AtRevision<Printed>> {
	const { found, revision } = await listPublished(sql, type, page);
	const { rows, total } = found;
	const data = listText(rows.map(publicText));
	const meta = { total, ...(page ?? { limit: null, offset: 0 }) };
	return { found: printed(bodyText(data, meta)), revision };
}

/** All published items, by type. */
export async function printBundle(sql: Sql): Promise<AtRevision<Printed>> {
	const { found, revision } = await listPublished(sql, null, null);
	return { found: printed(bodyText(bundleText(found.rows))), revision };
}
