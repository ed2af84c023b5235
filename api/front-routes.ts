/** Composes the public front's routes: a list without decisions. */

import type { Sql } from "./db/connect-and-batch-queries.ts";
import type { LocalProvider } from "./modules/auth/local-identity-provider/routes.ts";
import { chatAdmin } from "./modules/chat/admin-conversation-routes.ts";
import { type ChatOptions, chat } from "./modules/chat/send-message-route.ts";
import { PUBLIC_PATHS } from "./modules/content/public-routes.ts";
import type { HealthState } from "./modules/health/readiness-checks.ts";
import { health } from "./modules/health/routes.ts";
import type { McpRoutes } from "./modules/mcp/routes.ts";
import type { Metrics } from "./modules/metrics/registry.ts";
import { metrics } from "./modules/metrics/routes.ts";
import { openapi } from "./modules/openapi/routes.ts";
import { document, type PageFiles, page } from "./modules/page/static-files.ts";
import type { PlatformModules } from "./pack-and-user-routes.ts";
import type { AdminKeys } from "./server/admin-authentication.ts";
import type { Limits } from "./server/create-rate-limits.ts";
import { methodsByPath, problems } from "./server/error-handler.ts";
import {
	type Backend,
	forward,
	USER_PATHS,
} from "./server/forward-to-backend.ts";
import { cors, corsRule } from "./server/handle-request-cors-and-drain.ts";
import type { Report } from "./server/log-and-metrics.ts";
import { type Routes, routes } from "./server/route-definition.ts";

interface FrontParts {
	/** The database of content, chat and MCP. */
	sql: Sql;
	content: Routes;
	/** Who may see what only administrators of content may. */
	admins: AdminKeys;
	limits: Limits;
	metrics: Metrics;
	chatOptions: ChatOptions;
	/** The Model Context Protocol's endpoint. */
	mcp: McpRoutes;
	/** The platform's modules, answered from here unless `backend` does. */
	platform: PlatformModules;
	/** Another process that answers for the platform; null = this one does. */
	backend: Backend | null;
	files: PageFiles;
	/** Null = the process is not its own identity provider. */
	local: LocalProvider | null;
	healthState: HealthState;
	report: Report;
}

/** What the public sees: the page, its grammars and the API under `/api/v1/*`. */
export function frontApp(parts: FrontParts) {
	const { sql, content, limits, chatOptions, mcp, platform, backend } = parts;
	const { files, local, healthState, report } = parts;
	const probes = health(healthState);
	const nouns = routes()
		.use(content)
		.use(chat(sql, limits.chat, chatOptions, report))
		.use(chatAdmin(sql, parts.admins))
		.use(metrics(parts.metrics, parts.admins.read))
		.use(mcp);
	const described = routes()
		.use(probes)
		.use(routes("/api").use(platform.auth))
		.use(routes("/api/v1").use(platform.users))
		.use(routes("/api").use(platform.administration));
	const site = routes()
		.use(page(files))
		.use(openapi(described.routes, nouns.routes, "front"))
		.use(probes)
		.use(nouns)
		.use(backend ? forward(backend) : userRoutes(platform))
		.use(local?.routes ?? routes());
	return routes()
		.use(
			problems(methodsByPath(site.routes), report, (request) =>
				document(files, request, 404),
			),
		)
		.use(site);
}

/** The platform as the public meets it: without what only administrators may. */
const userRoutes = ({ auth, users }: PlatformModules) =>
	routes()
		.use(routes("/api/v1").use(users).use(auth))
		.use(routes("/api").use(auth));

/** Who may read the front's answers from other sites: what is public anyone, what a user sees `origins`, with their session (contract, section 1). */
export const frontCors = (origins: readonly string[]) =>
	cors([corsRule(USER_PATHS, origins), corsRule(PUBLIC_PATHS, "*")]);
