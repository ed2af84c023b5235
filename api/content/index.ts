/** Content as its public and its administrators meet it, and the deeds by which tools change it like they do. */
import type { Sql } from "../db.ts";
import type { AdminKeys } from "../http/admin-keys.ts";
import type { Limits } from "../http/limits.ts";
import { routes } from "../http/routes.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/open.ts";
import type { Stop } from "../stopping.ts";
import { adminContent } from "./admin.ts";
import { contentCache } from "./cache.ts";
import { openFeed } from "./changes/feed.ts";
import { publicContent } from "./public.ts";
import { tidy } from "./tidy.ts";
import { contentDeeds } from "./write.ts";

interface Parts {
	/** The content's database. */
	sql: Sql;
	admins: AdminKeys;
	limits: Limits;
	log: Log;
	metrics: Pick<Metrics, "cache">;
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
	stops,
}: Parts) {
	const failed = (err: unknown) => log.error({ err }, "content failed");
	const feed = await openFeed(sql, failed);
	const untidy = tidy(sql, failed);
	stops.push(async () => {
		untidy();
		await feed.close();
	});
	const cache = contentCache(sql, feed, metrics.cache("content"));
	const deeds = contentDeeds(sql, {
		// Not only by the feed: what was changed here is read here as it is now.
		changed: cache.outdate,
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
			.use(publicContent(cache, limits.content))
			.use(adminContent(sql, deeds, admins)),
	};
}

export type Content = Awaited<ReturnType<typeof openContent>>;
