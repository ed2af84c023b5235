/** Opens the backend of this process: database, verifiers, admin secret, caches and routes, in this order. */

import { adminSecretsOf } from "./config/read-or-generate-secrets.ts";
import type { Config } from "./config.ts";
import { scheduleCleanup } from "./db/cleanup-scheduler.ts";
import { noDatabase } from "./db/connect-and-batch-queries.ts";
import type { Databases } from "./db/open-databases.ts";
import type { IdentityProvider } from "./modules/auth/identity-provider-client.ts";
import { removeExpiredGrants } from "./modules/auth/oauth-server/queries.ts";
import { removeUserAgents } from "./modules/auth/session/queries.ts";
import { removeExpired } from "./modules/auth/sign-in/queries.ts";
import { languageModelCheck } from "./modules/chat/language-model-check.ts";
import type { HealthState } from "./modules/health/readiness-checks.ts";
import { health } from "./modules/health/routes.ts";
import type { Metrics } from "./modules/metrics/registry.ts";
import { metrics } from "./modules/metrics/routes.ts";
import { openapi } from "./modules/openapi/routes.ts";
import { seedLaunchPacks } from "./modules/seeding/seed-and-sync.ts";
import {
	type PlatformModules,
	type PlatformParts,
	platformModules,
} from "./pack-and-user-routes.ts";
import type { Limits } from "./server/create-rate-limits.ts";
import { methodsByPath, problems } from "./server/error-handler.ts";
import type { Log, Report } from "./server/log-and-metrics.ts";
import type { Redis } from "./server/redis-client.ts";
import { openResponses } from "./server/redis-response-cache.ts";
import { routes } from "./server/route-definition.ts";
import type { Stop } from "./server/shutdown.ts";
import { openProver, openVerifier } from "./server/verification-workers.ts";

interface BackendContext {
	databases: Databases;
	/** Aborted when the program is to stop, also in the middle of opening. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
	/** The public origin of the site. */
	origin: string;
	limits: Limits;
	metrics: Metrics;
	/** Null = what instances share is this process's own. */
	cache: Redis | null;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	healthState: HealthState;
	report: Report;
	log: Log;
}

/** Rows of a kind that a clean-up removes at most; each sign-in removes some as well. */
const EXPIRED_AN_HOUR = 100_000;

/** Throws StartupError when something that it needs cannot be had. `seeded` says which packs it brought, for a person. */
export async function openBackend(
	config: Config,
	{ databases, stopping, stops, origin, cache, ...shared }: BackendContext,
): Promise<{
	platform: PlatformModules;
	app: ReturnType<typeof backendApp>;
	seeded: string;
}> {
	const sql = await databases.platform();
	stopping.throwIfAborted();
	const verifier = openVerifier();
	stops.push(async () => verifier.close());
	const prover = openProver();
	stops.push(async () => prover.close());
	const endCleanup = scheduleCleanup(
		sql,
		[
			(sql) => removeExpired(sql, EXPIRED_AN_HOUR),
			(sql) => removeExpiredGrants(sql, EXPIRED_AN_HOUR),
			(sql) => removeUserAgents(sql, config.chatRetentionDays, EXPIRED_AN_HOUR),
		],
		(error) => shared.report(error, "cleanup"),
	);
	stops.push(async () => endCleanup());
	const adminSecrets = await adminSecretsOf(config);
	const [secret = ""] = adminSecrets;
	const series = shared.metrics.sharedCache("packs");
	const parts: PlatformParts = {
		sql,
		shared: await openResponses(cache, sql, secret, series),
		verifier,
		prover,
		adminSecrets,
		authorRules: config.authorRules,
		classQuotas: config.classQuotas,
		attemptFileBytes: config.attemptFileBytes,
		backupDir: config.backupDir,
		missingRights: databases.missingRights,
		checkLanguageModel:
			config.serve === "backend" ? elsewhere : languageModelCheck(config.llm),
		origins: [origin, ...config.corsOrigins],
		...shared,
	};
	const platform = platformModules(parts);
	const seeded = databases.embedded
		? await seedLaunchPacks(config.packsDir, sql, verifier)
		: [];
	stopping.throwIfAborted();
	return {
		platform,
		app: backendApp(platform, parts),
		seeded: seeded.join(", "),
	};
}

/** The internal backend: the platform under `/api`, for administrators and for a front in another process. */
function backendApp(
	{ admin, auth, users, administration }: PlatformModules,
	{ healthState, metrics: series, report }: PlatformParts,
) {
	const nouns = routes()
		.use(health(healthState))
		.use(routes("/api").use(auth).use(users).use(administration))
		.use(metrics(series, admin, { hidden: true }));
	const api = routes()
		.use(nouns)
		.use(openapi(nouns.routes, [], "backend"));
	return routes()
		.use(problems(methodsByPath(api.routes), report))
		.use(api);
}

/** The front, in another process, has the chat. */
const elsewhere = async () => ({
	...{ state: "elsewhere" as const, model: null, fault: null },
});

/** The modules of a platform that another process answers for, to be described: they have no database here, and no one calls them. */
export const platformElsewhere = (
	shared: Pick<
		BackendContext,
		"limits" | "metrics" | "provider" | "healthState" | "report" | "log"
	>,
): PlatformModules =>
	platformModules({
		sql: noDatabase(),
		verifier: openVerifier(),
		prover: openProver(),
		adminSecrets: [],
		authorRules: { packs: 0, bytes: 0, publishing: "anyone" },
		classQuotas: { classes: 0, members: 0 },
		attemptFileBytes: 0,
		backupDir: null,
		missingRights: () => [],
		checkLanguageModel: elsewhere,
		shared: null,
		origins: [""],
		...shared,
	});
