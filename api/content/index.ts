/** Content as its public and its administrators meet it, and the deeds by which tools change it like they do. */
import type { Cache } from "../cache/index.ts";
import { openResponses } from "../cache/responses.ts";
import type { Sql } from "../db.ts";
import type { AdminKeys } from "../http/admin-keys.ts";
import type { Limits } from "../http/limits.ts";
import { routes } from "../http/routes.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/open.ts";
import type { Stop } from "../stopping.ts";
import { adminContent } from "./admin.ts";
import { forgetOldAnswers } from "./answers/store.ts";
import { contentCache } from "./cache.ts";
import { openFeed } from "./changes/feed.ts";
import { forgetOldChanges } from "./changes/store.ts";
import { publicContent } from "./public.ts";
import { type Cleanup, tidy } from "./tidy.ts";
import { contentDeeds } from "./write.ts";

interface Parts {
	/** The content's database. */
	sql: Sql;
	admins: AdminKeys;
	limits: Limits;
	log: Log;
	metrics: Pick<Metrics, "cache" | "sharedCache">;
	/** Null = this process keeps its own answers alone. */
	cache: Cache | null;
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
	const untidy = tidy(
		sql,
		[forgetOldAnswers, forgetOldChanges, ...cleanups],
		failed,
	);
	stops.push(async () => {
		untidy();
		await feed.close();
	});
	const answers = contentCache(sql, feed, metrics.cache("content"), shared);
	const deeds = contentDeeds(sql, {
		// Not only by the feed: what was changed here is read here as it is now.
		changed: answers.outdate,
		removed: ({ id, type, slug }, { by, requestId }) =>
			log.warn(
				{ contentId: id, type, slug, key: by, requestId },
				"content was deleted for good",
			),
	});
	return {
		deeds,
		feed,
		routes: routes()
			.use(publicContent(answers, limits.content))
			.use(adminContent(sql, deeds, admins)),
	};
}

export type Content = Awaited<ReturnType<typeof openContent>>;
