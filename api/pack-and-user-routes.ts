/** Composes the challenge platform's modules into routes: a list without decisions. */
import type { Verifier } from "@treeline/verify/worker";
import type { Sql } from "./db/connect-and-batch-queries.ts";
import { moderationRoutes } from "./moderation-routes.ts";
import { account } from "./modules/account/activity-export-and-deletion-routes.ts";
import { attemptService, attempts } from "./modules/attempts/routes.ts";
import { auth } from "./modules/auth/compose-auth-routes.ts";
import type { IdentityProvider } from "./modules/auth/identity-provider-client.ts";
import { authorService } from "./modules/author/change-transaction.ts";
import { author } from "./modules/author/routes.ts";
import { search } from "./modules/challenge-search/routes.ts";
import { classes } from "./modules/classes/routes.ts";
import { disputes } from "./modules/disputes/routes.ts";
import type { HealthState } from "./modules/health/readiness-checks.ts";
import { drafts } from "./modules/learner-drafts/routes.ts";
import type { Metrics } from "./modules/metrics/registry.ts";
import type { ServerLimits } from "./modules/moderation/overview-and-action-log-routes.ts";
import { cli } from "./modules/pack-download-for-cli/routes.ts";
import { packResponseCache } from "./modules/packs-and-challenges/response-cache.ts";
import { challenges, packs } from "./modules/packs-and-challenges/routes.ts";
import { credentialsIn } from "./modules/personal-tokens/queries.ts";
import { personalTokens } from "./modules/personal-tokens/routes.ts";
import { seeding } from "./modules/seeding/routes.ts";
import { settings } from "./modules/settings/routes.ts";
import { adminGuard } from "./server/admin-authentication.ts";
import type { Limits } from "./server/create-rate-limits.ts";
import type { Log, Report } from "./server/log-and-metrics.ts";
import type { SharedResponses } from "./server/redis-response-cache.ts";
import { routes } from "./server/route-definition.ts";
import { sessionGuard } from "./server/session-authentication.ts";

export interface PlatformParts extends ServerLimits {
	sql: Sql;
	/** Verifies what learners send. */
	verifier: Verifier;
	/** Verifies what authors publish. */
	prover: Verifier;
	adminSecrets: readonly string[];
	/** Null = no folder of backups is named. */
	backupDir: string | null;
	/** Origins whose pages may change things: this site's public one first. */
	origins: readonly [string, ...string[]];
	healthState: HealthState;
	limits: Limits;
	metrics: Metrics;
	/** Responses that instances share; null = none. */
	shared: SharedResponses | null;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	report: Report;
	log: Log;
}

export type PlatformModules = ReturnType<typeof platformModules>;

/** The platform's modules. Their paths are relative: each listener mounts them under its own prefix. */
export function platformModules(parts: PlatformParts) {
	const { sql, verifier, prover, adminSecrets, origins, limits } = parts;
	const admin = adminGuard(adminSecrets, limits.adminKeys);
	const writes = limits.user("author");
	const accountChanges = limits.user("account");
	const authors = authorService(sql, prover, writes, parts.authorRules);
	const credentials = credentialsIn(sql);
	const sessions = sessionGuard(credentials, origins);
	const ownAttempts = attemptService(parts);
	const moderation = moderationRoutes(parts, admin, sessions);
	const series = parts.metrics.cache("packs");
	const responseCache = packResponseCache(sql, sessions, series, parts.shared);
	return {
		admin,
		/** What MCP does for learners. */
		learners: { credentials, recordAttempt: ownAttempts.record },
		/** Sign-in and sessions. */
		auth: auth({ ...parts, signIns: limits.signIns }, sessions),
		/** What else users ask for. */
		users: routes()
			.use(packs(sql, sessions, limits.packs, responseCache))
			.use(challenges(sql, sessions, limits.packs, responseCache))
			.use(attempts(sql, sessions, ownAttempts))
			.use(drafts(sql, sessions, limits.user("drafts")))
			.use(disputes(sql, sessions, writes))
			.use(settings(sql, sessions, limits.user("settings")))
			.use(account(sql, sessions, accountChanges, origins[0]))
			.use(personalTokens(sql, sessions, accountChanges))
			.use(author(authors, sessions, writes))
			.use(classes(sql, sessions, limits, parts.classQuotas))
			.use(moderation.bySession)
			.use(search(sql, sessions, limits.content, responseCache))
			.use(cli(sql, limits.packs, responseCache)),
		/** With the admin secret; on the backend only. */
		administration: routes()
			.use(seeding(sql, verifier, admin))
			.use(moderation.bySecret),
	};
}
