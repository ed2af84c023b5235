/** Composes the routes of moderators and administrators: by a session for the public, and by the admin secret, too, on the backend. */
import type { Sql } from "./db/connect-and-batch-queries.ts";
import { disputesForModerators } from "./modules/disputes/routes.ts";
import { backupFolder } from "./modules/moderation/backup-folder.ts";
import type { ServerLimits } from "./modules/moderation/overview-and-action-log-routes.ts";
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

interface ModerationParts extends ServerLimits {
	sql: Sql;
	/** Null = no folder of backups is named. */
	backupDir: string | null;
	log: Log;
}

export function moderationRoutes(
	parts: ModerationParts,
	admin: AdminGuard,
	sessions: SessionGuards,
) {
	const { sql } = parts;
	const audit = auditLog(parts.log);
	const backups = backupFolder(parts.backupDir);
	const mount = (access: ModerationAccess) =>
		routes()
			.use(moderation(sql, access, audit, backups, parts))
			.use(disputesForModerators(sql, access, audit));
	const bySession = accessBySession(sessions);
	const bySecret = accessBySecret(admin, bySession);
	return {
		bySession: mount(bySession),
		bySecret: routes("/admin").use(mount(bySecret)),
	};
}
