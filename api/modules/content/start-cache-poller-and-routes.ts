/** Opens the content API: its cache, change poller, cleanup, commands and routes (contract, section 7). */

import { type Cleanup, scheduleCleanup } from "../../db/cleanup-scheduler.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import type { Limits } from "../../server/create-rate-limits.ts";
import type { Log } from "../../server/log-and-metrics.ts";
import type { Redis } from "../../server/redis-client.ts";
import { openResponses } from "../../server/redis-response-cache.ts";
import { routes } from "../../server/route-definition.ts";
import type { Stop } from "../../server/shutdown.ts";
import type { Metrics } from "../metrics/registry.ts";
import { adminContent } from "./admin-routes.ts";
import type { StoredItem } from "./api-schemas.ts";
import { bulkContent } from "./bulk-routes.ts";
import { openChangePoller } from "./change-feed/change-poller.ts";
import { removeOldChanges } from "./change-feed/queries.ts";
import { removeOldAnswers } from "./idempotency-queries.ts";
import { openContentService } from "./item-commands.ts";
import { previewTokens } from "./preview-tokens.ts";
import { publicContent } from "./public-routes.ts";
import type { ChangeAuthor } from "./record-changes.ts";
import { contentCache } from "./response-cache-and-outage-fallback.ts";

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
	const poller = await openChangePoller(sql, failed);
	const untidy = scheduleCleanup(
		sql,
		[removeOldAnswers, removeOldChanges, ...cleanups],
		failed,
	);
	stops.push(async () => {
		untidy();
		await poller.close();
	});
	const answers = contentCache(sql, poller, metrics.cache("content"), shared);
	const listeners = {
		// Not only by the poller: what was changed here is read here as it is now.
		changed: answers.outdate,
		removed: (
			{ id, type, slug }: StoredItem,
			{ by, requestId }: ChangeAuthor,
		) =>
			log.warn(
				{ contentId: id, type, slug, key: by, requestId },
				"content was deleted for good",
			),
	};
	const previews = previewTokens(keys);
	const contentService = openContentService(sql, listeners);
	return {
		contentService,
		poller,
		routes: routes()
			.use(publicContent(sql, answers, previews, limits.content))
			.use(bulkContent(sql, listeners, admins))
			.use(adminContent(sql, contentService, admins, previews)),
	};
}
