/** Composes the routes of moderators and administrators: by a session for the public, and by the admin secret, too, on the backend. */
import { disputesForModerators } from "./modules/disputes/routes.ts";
import { backupFolder } from "./modules/moderation/backup-folder.ts";
import { moderation } from "./modules/moderation/routes.ts";
import type { PlatformParts } from "./pack-and-user-routes.ts";
import type { AdminGuard } from "./server/admin-authentication.ts";
import { auditLog } from "./server/log-moderation-actions.ts";
import {
	accessBySecret,
	accessBySession,
	type ModerationAccess,
} from "./server/role-guards.ts";
import { routes } from "./server/route-definition.ts";
import type { SessionGuards } from "./server/session-authentication.ts";

export function moderationRoutes(
	parts: PlatformParts,
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
