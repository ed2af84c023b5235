/** Opens the service in this process: listens, opens databases, backend and front in this order, and serves once all of it can. */

import { publicOrigin } from "./config/listen-addresses-and-origins.ts";
import type { Config } from "./config.ts";
import { openDatabases } from "./db/open-databases.ts";
import { frontCors } from "./front-routes.ts";
import { signInBy } from "./modules/auth/identity-provider-client.ts";
import {
	dependencyChecks,
	healthStateOf,
} from "./modules/health/readiness-checks.ts";
import { starting } from "./modules/health/routes.ts";
import { openMetrics } from "./modules/metrics/registry.ts";
import {
	openBackend,
	platformElsewhere,
} from "./open-backend-with-packs-and-users.ts";
import { openFront } from "./open-front-with-content-chat-mcp.ts";
import {
	type ParentLink,
	siblingCheck,
} from "./processes/child-ipc-and-configuration.ts";
import type { Opening } from "./processes/parent-child-message-types.ts";
import { limitsOfParent } from "./processes/shared-rate-limits.ts";
import { limits, limitsInRedis } from "./server/create-rate-limits.ts";
import { overHttp } from "./server/forward-to-backend.ts";
import { drain } from "./server/handle-request-cors-and-drain.ts";
import { listenBoth } from "./server/listen.ts";
import { errorReporter, openLog } from "./server/log-and-metrics.ts";
import { openRedis } from "./server/redis-client.ts";
import {
	clientAddresses,
	throwIfTimedOut,
} from "./server/request-context-address-and-deadline.ts";
import {
	type Stop,
	stopAll,
	stopOnUnhandledErrors,
} from "./server/shutdown.ts";
import type { Opened } from "./startup-banner.ts";

interface ServiceContext {
	/** What the program is, as metrics and probes tell it. */
	facts: { version: string; environment: string };
	/** Aborted when the program is to stop. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
	/** Tells a person. */
	say(line: string): void;
	/** Null = this process is no child of another. */
	child: { parent: ParentLink; opening: Opening } | null;
}

/** Throws StartupError when something that it needs cannot be had. */
export async function openService(
	config: Config,
	{ facts, stopping, stops, say, child }: ServiceContext,
): Promise<Opened> {
	const { backendUrl } = config;
	const log = openLog(config.logLevel);
	const report = errorReporter(log);
	stopOnUnhandledErrors((err) =>
		log.fatal({ err }, "Error that nothing handles: the service stops"),
	);
	const startedAt = child ? performance.now() - child.opening.uptimeMs : 0;
	const healthState = healthStateOf(facts, stopping, startedAt);
	const metrics = openMetrics(
		facts,
		child && {
			addressKey: child.opening.metricsKey,
			exposition: child.parent.exposition,
		},
	);
	child?.parent.onCollect(metrics.snapshot);
	// Stopped in the order of opening: listeners first, so that no request reaches what is closed.
	const { outer, inner } = listenBoth(config, starting(healthState), stops, {
		log,
		report,
		requestTimeoutMs: config.requestTimeoutMs,
		drain: () => drain(stopping, config),
		traffic: metrics.traffic,
		cors: frontCors(config.corsOrigins),
	});
	const origin = publicOrigin(config, outer);
	const cache = config.cacheUrl ? await openRedis(config.cacheUrl, say) : null;
	stops.push(async () => cache?.close());
	const warn = (text: string) => log.warn(text);
	const clients = clientAddresses(config.trustedProxies, warn);
	const { provider, local } = signInBy(config, origin, outer?.url ?? origin);
	const databases = await openDatabases(
		...([config, say, stopping, throwIfTimedOut, warn] as const),
	);
	const users: Stop[] = [];
	stops.push(() => stopAll(users), databases.close);
	const context = {
		...{ origin, log, report, metrics, healthState, cache, clients },
		...{ databases, provider, stopping, stops: users },
		limits: limits(
			cache ? limitsInRedis(cache) : child && limitsOfParent(child.parent),
			...([clients, config, metrics] as const),
		),
	};
	const backend = inner ? await openBackend(config, context) : null;
	const front = outer
		? await openFront(config, {
				...context,
				backend: backendUrl === null ? null : overHttp(backendUrl, clients),
				platform: backend?.platform ?? platformElsewhere(context),
				local,
			})
		: null;
	metrics.depends({ checks: healthState.checks, ...databases });
	healthState.ready([
		...dependencyChecks(databases, outer && backendUrl, cache, clients),
		...(child ? [siblingCheck(child.parent)] : []),
		...(front?.checks ?? []),
	]);
	await child?.parent.prepared();
	if (backend) inner?.serve(backend.app);
	if (front) outer?.serve(front.app);
	return { outer, inner, databases, seeded: backend?.seeded ?? "" };
}
