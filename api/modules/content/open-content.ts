/** Opens the content API: its cache, change feed, cleanup, service and routes, those for the public here (contract, section 7). */

import { Type } from "@sinclair/typebox";
import { type Cleanup, scheduleCleanup } from "../../db/cleanup-scheduler.ts";
import type { Sql } from "../../db/pool.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import {
	jsonResponse,
	type SerializedBody,
} from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import { IF_NONE_MATCH } from "../../server/header-descriptions.ts";
import type { Log } from "../../server/log.ts";
import type { Limits } from "../../server/open-rate-limits.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import type { Redis } from "../../server/redis-client.ts";
import type { RouteContext } from "../../server/request-context.ts";
import { ListMeta, pageOf, validate } from "../../server/request-validation.ts";
import { routes } from "../../server/route-group.ts";
import { openResponses } from "../../server/shared-response-cache.ts";
import type { Stop } from "../../server/shutdown.ts";
import type { Metrics } from "../metrics/registry.ts";
import { adminContent } from "./admin-routes.ts";
import { openFeed } from "./change-feed/change-feed.ts";
import { removeOldChanges } from "./change-feed/queries.ts";
import { removeOldAnswers } from "./idempotency/queries.ts";
import { openContentService } from "./item-commands.ts";
import { type ContentCache, contentCache } from "./response-cache.ts";
import {
	ContentBundle,
	ContentItem,
	ContentQuery,
	ContentSlug,
	ContentType,
} from "./schema.ts";

interface Parts {
	/** The content's database. */
	sql: Sql;
	admins: AdminKeys;
	limits: Limits;
	log: Log;
	metrics: Pick<Metrics, "cache" | "sharedCache">;
	/** Null = this process has its own cache only. */
	cache: Redis | null;
	/** The administrators' keys; every instance has the first. */
	keys: readonly string[];
	/** What else of this database is to be cleaned up. */
	cleanups: readonly Cleanup[];
	/** What closes what was opened. */
	stops: Stop[];
}

/** @returns its routes, the only way to change content beside them, and what tells of every change that any process makes */
export async function openContent({
	sql,
	admins,
	limits,
	log,
	metrics,
	cache,
	keys,
	cleanups,
	stops,
}: Parts) {
	const failed = (err: unknown) => log.error({ err }, "content failed");
	const [secret = ""] = keys;
	const series = metrics.sharedCache("content");
	const shared = await openResponses(cache, sql, secret, series);
	const feed = await openFeed(sql, failed);
	const untidy = scheduleCleanup(
		sql,
		[removeOldAnswers, removeOldChanges, ...cleanups],
		failed,
	);
	stops.push(async () => {
		untidy();
		await feed.close();
	});
	const answers = contentCache(sql, feed, metrics.cache("content"), shared);
	const contentService = openContentService(sql, {
		// Not only by the feed: what was changed here is read here as it is now.
		changed: answers.outdate,
		removed: ({ id, type, slug }, { by, requestId }) =>
			log.warn(
				{ contentId: id, type, slug, key: by, requestId },
				"content was deleted for good",
			),
	});
	return {
		contentService,
		feed,
		routes: routes()
			.use(publicContent(answers, limits.content))
			.use(adminContent(sql, contentService, admins)),
	};
}

/** Where any other site may read, without credentials (contract, section 1). */
export const PUBLIC_PATHS = ["/api/v1/content"];

/** Each request costs a token of `limit`, whatever it is answered with. */
const publicContent = (cache: ContentCache, limit: AddressLimit) => {
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
					summary: "List what is published",
					description:
						"All of it, or all of one type, with `meta.limit` null; a page of it where `limit` or `offset` is given.",
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
					summary: "Read all that is published, by type",
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

/** Cacheable, and revalidated each time: a change or withdrawal takes effect at once. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

const tagsOf = ({ headers }: Request) => headers.get("if-none-match");

/** The response, or a 304 where the ETag matches. Elysia sends a Response as it is; its types know none beside a shape. */
const shown = (context: RouteContext, body: SerializedBody) =>
	jsonResponse(context, body, CACHE_CONTROL) as never;

const nothing = (type: string, slug: string) =>
	new ApiError(
		"not_found",
		`There is no published ${type} "${slug}". The list of content names those there are.`,
	);
