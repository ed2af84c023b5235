/** The entry point: reads the configuration, listens, opens what it serves, prints where, and stops cleanly. */

import { StartupError } from "./config/startup-error.ts";
import { readConfig } from "./config.ts";
import { openDatabases } from "./db/open-databases.ts";
import { frontCors } from "./front-routes.ts";
import { signInBy } from "./modules/auth/oauth-client.ts";
import { dependencyChecks, healthStateOf } from "./modules/health/checks.ts";
import { starting } from "./modules/health/routes.ts";
import { openMetrics } from "./modules/metrics/registry.ts";
import { openFront } from "./open-front-with-content-chat-mcp.ts";
import { openBackend, platformElsewhere } from "./open-packs-backend.ts";
import { version } from "./package.json";
import { overHttp } from "./server/forward-to-backend.ts";
import { drain } from "./server/handle-request.ts";
import { listenBoth } from "./server/listen.ts";
import { errorReporter, openLog } from "./server/log.ts";
import { limits } from "./server/open-rate-limits.ts";
import { openRedis } from "./server/redis-client.ts";
import { clientAddresses, throwIfTimedOut } from "./server/request-context.ts";
import {
	type Stop,
	stopAll,
	stopSignal,
	untilStopped,
} from "./server/shutdown.ts";
import { proxyTarget, startupBanner } from "./startup-banner.ts";

const began = performance.now();
const say = (line: string) => console.log(line);

async function start(stops: Stop[]): Promise<void> {
	const config = readConfig();
	for (const warning of config.warnings) console.warn(`Warning: ${warning}.`);
	const { backendUrl, environment } = config;
	const log = openLog(config.logLevel);
	const report = errorReporter(log);
	const healthState = healthStateOf({ version, environment }, stopping);
	const metrics = openMetrics({ version, environment });
	// Stopped in the order of opening: listeners first, so that no request reaches what is closed.
	const { outer, inner } = listenBoth(config, starting(healthState), stops, {
		log,
		report,
		requestTimeoutMs: config.requestTimeoutMs,
		drain: () => drain(stopping, config),
		traffic: metrics.traffic,
		cors: frontCors(config.corsOrigins),
	});
	const origin =
		config.frontendUrl ?? `http://localhost:${outer?.port ?? config.port}`;
	const cache = config.cacheUrl ? await openRedis(config.cacheUrl, say) : null;
	stops.push(async () => cache?.close());
	const warn = (text: string) => log.warn(text);
	const clients = clientAddresses(config.trustedProxies, warn);
	const { provider, local } = signInBy(config, origin, outer?.url ?? origin);
	const databases = await openDatabases(config, say, stopping, throwIfTimedOut);
	const users: Stop[] = [];
	stops.push(() => stopAll(users), databases.close);
	const context = {
		...{ origin, log, report, metrics, healthState, cache, clients },
		...{ databases, provider, stopping, stops: users },
		limits: limits(cache, clients, config, metrics),
	};
	const backend = inner ? await openBackend(config, context) : null;
	if (backend) inner?.serve(backend.app);
	const front = outer
		? await openFront(config, {
				...context,
				backend: backendUrl === null ? null : overHttp(backendUrl, clients),
				platform: backend?.platform ?? platformElsewhere(context),
				local,
			})
		: null;
	if (front) outer?.serve(front.app);
	metrics.depends({ checks: healthState.checks, pools: databases.pools });
	healthState.ready([
		...dependencyChecks(databases, outer && backendUrl, cache, clients),
		...(front?.checks ?? []),
	]);
	say(
		startupBanner(began, {
			Page: outer && origin,
			Proxy: outer && proxyTarget(outer.url, origin),
			Backend: inner?.url ?? backendUrl,
			Database: databases.label,
			Packs: backend?.seeded,
		}),
	);
}

const stopping = stopSignal(() => say("Stopping …"));
try {
	await untilStopped(stopping, start);
	process.exit(0);
} catch (error) {
	if (!(error instanceof StartupError)) throw error;
	console.error(`\nTreeline did not start.\n${error.message}`);
	process.exit(1);
}
