/** The routes of moderators and administrators, on packs, users and the audit (contract, sections 6 and 10); mounted for sessions and for the admin secret. */
import type { AuthorRules } from "../../config.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AuditLog } from "../../server/log-moderation-actions.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { routes } from "../../server/route-definition.ts";
import { moderationAudit } from "./audit-routes.ts";
import { moderatedPacks } from "./pack-routes.ts";
import { moderatedUsers } from "./user-routes.ts";

export const moderation = (
	sql: Sql,
	access: ModerationAccess,
	note: AuditLog,
	rules: AuthorRules,
) =>
	routes()
		.use(moderatedPacks(sql, access, note))
		.use(moderatedUsers(sql, access, note))
		.use(moderationAudit(sql, access, rules));
