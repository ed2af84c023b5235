/** The routes of moderators and administrators, on packs, users, the audit and backups (contract, sections 6 and 10); mounted for sessions and for the admin secret. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AuditLog } from "../../server/log-moderation-actions.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { routes } from "../../server/route-definition.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { backups } from "./list-and-check-backups-routes.ts";
import {
	moderationAudit,
	type ServerLimits,
} from "./overview-and-action-log-routes.ts";
import { moderatedPacks } from "./pack-routes.ts";
import { moderatedUsers } from "./user-routes.ts";

export const moderation = (
	sql: Sql,
	access: ModerationAccess,
	note: AuditLog,
	folder: BackupFolder,
	limits: ServerLimits,
) =>
	routes()
		.use(moderatedPacks(sql, access, note))
		.use(moderatedUsers(sql, access, note))
		.use(moderationAudit(sql, access, limits))
		.use(backups(access, folder));
