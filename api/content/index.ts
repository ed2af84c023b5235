/** Content as its public and its administrators meet it, and the deeds by which tools change it like they do. */
import type { Sql } from "../db.ts";
import type { AdminKeys } from "../http/admin-keys.ts";
import type { Limits } from "../http/limits.ts";
import { routes } from "../http/routes.ts";
import type { Log } from "../log.ts";
import { adminContent } from "./admin.ts";
import { publicContent } from "./public.ts";
import { shelfOf } from "./shelf.ts";
import { contentDeeds } from "./write.ts";

interface Parts {
	/** The content's database. */
	sql: Sql;
	admins: AdminKeys;
	limits: Limits;
	log: Log;
}

/** @returns its routes, and the only way to change content beside them */
export function openContent({ sql, admins, limits, log }: Parts) {
	const deeds = contentDeeds(sql, {
		changed: () => {},
		removed: ({ id, type, slug }, { by, requestId }) =>
			log.warn(
				{ contentId: id, type, slug, key: by, requestId },
				"content was deleted for good",
			),
	});
	return {
		deeds,
		routes: routes()
			.use(publicContent(shelfOf(sql), limits.content))
			.use(adminContent(sql, deeds, admins)),
	};
}

export type Content = ReturnType<typeof openContent>;
