/** Composes the routes of moderators and administrators: by a session for the public, and by the admin secret, too, on the backend. */
import type { AuthorRules } from "./config.ts";
import type { Sql } from "./db/connect-and-batch-queries.ts";
import { disputesForModerators } from "./modules/disputes/routes.ts";
import { moderation } from "./modules/moderation/routes.ts";
import type { AdminGuard } from "./server/admin-authentication.ts";
import type { Log } from "./server/log-and-metrics.ts";
import { auditLog } from "./server/log-moderation-actions.ts";
import {
	accessBySecret,
	accessBySession,
	type ModerationAccess,
} from "./server/role-guards.ts";
import { routes } from "./server/route-definition.ts";
import type { SessionGuards } from "./server/session-authentication.ts";

export function moderationRoutes(
	{ sql, authorRules, log }: { sql: Sql; authorRules: AuthorRules; log: Log },
	admin: AdminGuard,
	sessions: SessionGuards,
) {
	const audit = auditLog(log);
	const mount = (access: ModerationAccess) =>
		routes()
			.use(moderation(sql, access, audit, authorRules))
			.use(disputesForModerators(sql, access, audit));
	const bySession = accessBySession(sessions);
	const bySecret = accessBySecret(admin, bySession);
	return {
		bySession: mount(bySession),
		bySecret: routes("/admin").use(mount(bySecret)),
	};
}
