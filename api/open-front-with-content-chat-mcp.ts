/** Opens the front of this process: content database, admin keys, chat, MCP and routes, in this order. */
import { join } from "node:path";
import { tokenChecks } from "./config/database-token-file.ts";
import {
	adminKeysOf,
	ipHashSecretOf,
} from "./config/read-or-generate-secrets.ts";
import type { Config } from "./config.ts";
import type { Databases } from "./db/open-databases.ts";
import { frontApp } from "./front-routes.ts";
import type { IdentityProvider } from "./modules/auth/identity-provider-client.ts";
import type { LocalProvider } from "./modules/auth/local-identity-provider/routes.ts";
import {
	chatChecks,
	chatOptionsOf,
} from "./modules/chat/chat-options-from-config.ts";
import { removeOldTurns } from "./modules/chat/idempotency-queries.ts";
import { removeOldSessions } from "./modules/chat/queries.ts";
import { openContent } from "./modules/content/start-cache-poller-and-routes.ts";
import type { HealthState } from "./modules/health/readiness-checks.ts";
import { openMcp } from "./modules/mcp/register-tools-and-start-endpoint.ts";
import type { Metrics } from "./modules/metrics/registry.ts";
import { pageFiles } from "./modules/page/static-files.ts";
import { removeOldMessages } from "./modules/webhooks/outbox-queries.ts";
import { openWebhooks } from "./modules/webhooks/start-delivery-and-admin-routes.ts";
import type { PlatformModules } from "./pack-and-user-routes.ts";
import { adminKeys } from "./server/admin-authentication.ts";
import type { Limits } from "./server/create-rate-limits.ts";
import type { Backend } from "./server/forward-to-backend.ts";
import type { Log, Report } from "./server/log-and-metrics.ts";
import type { Redis } from "./server/redis-client.ts";
import type { ClientAddresses } from "./server/request-context-address-and-deadline.ts";
import { routes } from "./server/route-definition.ts";
import type { Stop } from "./server/shutdown.ts";

interface FrontContext {
	databases: Databases;
	platform: PlatformModules;
	/** Another process that answers for the platform; null = this one does. */
	backend: Backend | null;
	/** Null = the process is not its own identity provider. */
	local: LocalProvider | null;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	limits: Limits;
	metrics: Metrics;
	/** Null = what instances share is this process's own. */
	cache: Redis | null;
	clients: ClientAddresses;
	healthState: HealthState;
	report: Report;
	/** Aborted when the program is to stop. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
	/** The public origin of the site. */
	origin: string;
	log: Log;
}

const PAGE = join(import.meta.dir, "../.build/page");

/** Throws StartupError when something that it needs cannot be had. */
export async function openFront(
	config: Config,
	{ databases, limits, clients, log, cache, ...shared }: FrontContext,
) {
	const keys = await adminKeysOf(config);
	const admins = adminKeys(
		{
			keys,
			readOnly: config.readOnlyKeys,
			readOnlyChat: config.readOnlyChat,
		},
		limits.adminKeys,
	);
	const sql = await databases.content();
	const { stops, metrics } = shared;
	const content = await openContent({
		sql,
		admins,
		limits,
		log,
		metrics,
		cache,
		keys,
		cleanups: [
			removeOldTurns,
			removeOldMessages,
			(sql) => removeOldSessions(sql, config.chatRetentionDays),
		],
		stops,
	});
	const { webhooks: settings } = config;
	const webhooks = openWebhooks({ sql, admins, settings, metrics, log, stops });
	const chatOptions = chatOptionsOf(
		config,
		await ipHashSecretOf(config, databases.embedded !== null, keys),
		clients,
		metrics.provider,
	);
	const app = frontApp({
		sql,
		content: routes().use(content.routes).use(webhooks),
		admins,
		mcp: await openMcp(config, {
			content: sql,
			packsSql: databases.openedPlatform(),
			contentService: content.contentService,
			admins,
			limits,
			...shared,
		}),
		limits,
		chatOptions,
		files: pageFiles(PAGE, { signIn: config.signInShown ? "on" : "off" }),
		...shared,
	});
	const token = tokenChecks(config.contentToken, (text) => log.warn(text));
	return { app, checks: [...token, ...chatChecks(chatOptions)] };
}
