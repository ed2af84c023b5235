/** Public reads of content: lists, the bundle and single items, cached, with ETags (contract, section 7). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import {
	jsonResponse,
	type SerializedBody,
} from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../server/request-context-address-and-deadline.ts";
import { IF_NONE_MATCH, routes } from "../../server/route-definition.ts";
import {
	ContentItem,
	ContentQuery,
	ContentSlug,
	ContentType,
	FieldsQuery,
	PreviewQuery,
} from "./api-schemas.ts";
import {
	type AnswerKind,
	type FieldSelection,
	parseFields,
} from "./field-selection.ts";
import { bodyText, publicText } from "./lossless-json.ts";
import type { PreviewTokens } from "./preview-tokens.ts";
import { findUntil } from "./queries.ts";
import type { ContentCache } from "./response-cache-and-outage-fallback.ts";

/** Where any other site may read, without credentials (contract, section 1). */
export const PUBLIC_PATHS = ["/api/v1/content"];

/** Each request costs a token of `limit`, whatever it is answered with. */
export const publicContent = (
	sql: Sql,
	cache: ContentCache,
	previews: PreviewTokens,
	limit: AddressLimit,
) => {
	const guards = [limit.each];
	const successHeaders = ["ETag"] as const;
	return routes("/api/v1/content", "Content")
		.get(
			"",
			async ({ query: { type = null, fields, ...given }, request, set }) => {
				const paged = given.limit !== undefined || given.offset !== undefined;
				const page = paged ? pageOf(given) : null;
				const selection = selectionOf(fields);
				const list = await cache.list(type, page, tagsOf(request, selection));
				return respondWithSelection({ request, set }, list, selection, "list");
			},
			{
				...validate({ guards, query: ContentQuery, successHeaders }),
				response: {
					200: Type.Object({ data: Type.Array(SomeOfItem), meta: WholeMeta }),
				},
				detail: {
					operationId: "listContent",
					parameters: [IF_NONE_MATCH],
					summary: "List published items",
					description:
						"All items, or all of one type, with `meta.limit` null; one page where `limit` or `offset` is given. `fields` names the members of items to answer, as `slug,data.title`, here and with other reads.",
				},
			},
		)
		.get(
			"/bundle",
			async ({ query: { fields }, request, set }) => {
				const selection = selectionOf(fields);
				const bundle = await cache.bundle(tagsOf(request, selection));
				return respondWithSelection(
					{ request, set },
					bundle,
					selection,
					"bundle",
				);
			},
			{
				...validate({ guards, query: FieldsQuery, successHeaders }),
				response: {
					200: Type.Object({
						data: Type.Record(Type.String(), Type.Array(SomeOfItem)),
					}),
				},
				detail: {
					operationId: "getContentBundle",
					parameters: [IF_NONE_MATCH],
					summary: "Get all published items, by type",
				},
			},
		)
		.get(
			"/preview",
			async ({ query: { token } }) => {
				const known = previews.read(token);
				const item =
					known && (await findUntil(sql, known.itemId, known.expires));
				if (!item) throw notPreviewed();
				return new Response(bodyText(publicText(item)), {
					headers: {
						"content-type": "application/json",
						"cache-control": "private, no-store",
						"referrer-policy": "no-referrer",
					},
				}) as never;
			},
			{
				...validate({
					guards,
					query: PreviewQuery,
					errors: ["not_found"],
					successHeaders: ["Referrer-Policy"],
				}),
				response: { 200: Type.Object({ data: ContentItem }) },
				detail: {
					operationId: "previewContent",
					summary: "Get an item as it is, by a preview token",
					description:
						"A draft, too. The token names the item, and is made by an administrator for a time.",
				},
			},
		)
		.get(
			"/:type/:slug",
			async ({ params: { type, slug }, query: { fields }, request, set }) => {
				const selection = selectionOf(fields);
				const tags = tagsOf(request, selection);
				const item = await cache.item(type, slug, tags);
				if (!item) throw nothing(type, slug);
				return respondWithSelection({ request, set }, item, selection, "item");
			},
			{
				...validate({
					guards,
					params: Address,
					query: FieldsQuery,
					successHeaders,
				}),
				response: { 200: Type.Object({ data: SomeOfItem }) },
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

/** All members, or those that `fields` names. */
const SomeOfItem = Type.Union([ContentItem, Type.Partial(ContentItem)]);

const Address = Type.Object({ type: ContentType, slug: ContentSlug });

/** Cacheable, and revalidated each time: a change or withdrawal takes effect at once. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

/** Null = all fields. */
const selectionOf = (fields: string | undefined): FieldSelection | null =>
	fields === undefined ? null : parseFields(fields);

function tagsOf({ headers }: Request, selection: FieldSelection | null) {
	const tags = headers.get("if-none-match");
	return selection ? selection.wholeTags(tags) : tags;
}

/** The response, or a 304 where the ETag matches. Elysia sends a Response as it is; its types know none beside a shape. */
function respondWithSelection(
	context: RouteContext,
	whole: SerializedBody,
	selection: FieldSelection | null,
	kind: AnswerKind,
) {
	const body = selection ? selection.apply(whole, kind) : whole;
	return jsonResponse(context, body, CACHE_CONTROL) as never;
}

const notPreviewed = () =>
	new ApiError(
		"not_found",
		"This preview has expired, or its item is deleted. Ask an administrator for a new one.",
	);

const nothing = (type: string, slug: string) =>
	new ApiError(
		"not_found",
		`There is no published ${type} "${slug}". The list of content names the existing ones.`,
	);
