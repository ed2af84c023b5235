/** Public reads of content: lists, the bundle and single items, cached, with ETags (contract, section 7). */
import { Type } from "@sinclair/typebox";
import {
	jsonResponse,
	type SerializedBody,
} from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../server/request-context-and-guards.ts";
import { IF_NONE_MATCH, routes } from "../../server/route-definition.ts";
import {
	ContentBundle,
	ContentItem,
	ContentQuery,
	ContentSlug,
	ContentType,
} from "./api-schemas.ts";
import type { ContentCache } from "./response-cache-and-outage-fallback.ts";

/** Where any other site may read, without credentials (contract, section 1). */
export const PUBLIC_PATHS = ["/api/v1/content"];

/** Each request costs a token of `limit`, whatever it is answered with. */
export const publicContent = (cache: ContentCache, limit: AddressLimit) => {
	const guards = [limit.each];
	const successHeaders = ["ETag"] as const;
	return routes("/api/v1/content", "Content")
		.get(
			"",
			async ({ query: { type = null, ...given }, request, set }) => {
				const paged = given.limit !== undefined || given.offset !== undefined;
				const page = paged ? pageOf(given) : null;
				const list = await cache.list(type, page, tagsOf(request));
				return shown({ request, set }, list);
			},
			{
				...validate({ guards, query: ContentQuery, successHeaders }),
				response: {
					200: Type.Object({ data: Type.Array(ContentItem), meta: WholeMeta }),
				},
				detail: {
					operationId: "listContent",
					parameters: [IF_NONE_MATCH],
					summary: "List published items",
					description:
						"All items, or all of one type, with `meta.limit` null; one page where `limit` or `offset` is given.",
				},
			},
		)
		.get(
			"/bundle",
			async ({ request, set }) =>
				shown({ request, set }, await cache.bundle(tagsOf(request))),
			{
				...validate({ guards, successHeaders }),
				response: { 200: Type.Object({ data: ContentBundle }) },
				detail: {
					operationId: "getContentBundle",
					parameters: [IF_NONE_MATCH],
					summary: "Get all published items, by type",
				},
			},
		)
		.get(
			"/:type/:slug",
			async ({ params: { type, slug }, request, set }) => {
				const item = await cache.item(type, slug, tagsOf(request));
				if (!item) throw nothing(type, slug);
				return shown({ request, set }, item);
			},
			{
				...validate({ guards, params: Address, successHeaders }),
				response: { 200: Type.Object({ data: ContentItem }) },
				detail: {
					operationId: "getContent",
					parameters: [IF_NONE_MATCH],
					summary: "Get a published item by its address",
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

/** Cacheable, and revalidated each time: a change or withdrawal takes effect at once. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

const tagsOf = ({ headers }: Request) => headers.get("if-none-match");

/** The response, or a 304 where the ETag matches. Elysia sends a Response as it is; its types know none beside a shape. */
const shown = (context: RouteContext, body: SerializedBody) =>
	jsonResponse(context, body, CACHE_CONTROL) as never;

const nothing = (type: string, slug: string) =>
	new ApiError(
		"not_found",
		`There is no published ${type} "${slug}". The list of content names the existing ones.`,
	);
