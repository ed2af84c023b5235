/** Published content for everyone, without a sign-in (specification, "Content (public; no authentication)"; contract, section 7). */
import { Type } from "@sinclair/typebox";
import { ApiError } from "../../server/errors.ts";
import {
	IF_NONE_MATCH,
	notModified,
	type SerializedBody,
} from "../../server/headers.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { routes } from "../../server/routes.ts";
import { ListMeta, pageOf, validate } from "../../server/validation.ts";
import type { ContentCache } from "./cache.ts";
import {
	ContentBundle,
	ContentItem,
	ContentQuery,
	ContentSlug,
	ContentType,
} from "./schema.ts";

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
				...validate({ guards, query: ContentQuery, sends }),
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
				...validate({ guards, sends }),
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
				...validate({ guards, params: Address, sends }),
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
const shown = (request: Request, { bytes, etag }: SerializedBody) =>
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
