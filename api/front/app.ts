/** The public front as a list. It registers; it decides nothing. */
import type { LocalProvider } from "../auth/local-provider/index.ts";
import { chatAdmin } from "../chat/admin.ts";
import { type Chatting, chat } from "../chat/index.ts";
import type { Sql } from "../db.ts";
import { health } from "../health/index.ts";
import type { Vitals } from "../health/vitals.ts";
import type { AdminKeys } from "../http/admin-keys.ts";
import type { Limits } from "../http/limits.ts";
import { methodsByPath } from "../http/methods.ts";
import { problems, type Report } from "../http/problems.ts";
import { type Routes, routes } from "../http/routes.ts";
import type { McpRoutes } from "../mcp/index.ts";
import { metrics } from "../metrics/index.ts";
import type { Metrics } from "../metrics/open.ts";
import { openapi } from "../openapi/index.ts";
import type { Backend } from "./forward.ts";
import { document, page } from "./page.ts";
import type { PageFiles } from "./page-files.ts";
import { proxy } from "./proxy.ts";

export interface FrontParts {
	/** The database of content, chat and MCP. */
	sql: Sql;
	content: Routes;
	/** Who may see what only administrators of content may. */
	admins: AdminKeys;
	limits: Limits;
	metrics: Metrics;
	chatting: Chatting;
	/** The Model Context Protocol's endpoint. */
	mcp: McpRoutes;
	backend: Backend;
	/** The backend's routes. */
	described: readonly unknown[];
	files: PageFiles;
	/** Null = the process is not its own identity provider. */
	local: LocalProvider | null;
	vitals: Vitals;
	report: Report;
}

/** What the public sees: the page, its grammars and the API under `/api/v1/*`. */
export function frontApp(parts: FrontParts) {
	const { sql, content, limits, chatting, mcp, backend, described } = parts;
	const { files, local, vitals, report } = parts;
	const nouns = routes()
		.use(content)
		.use(chat(sql, limits.chat, chatting, report))
		.use(chatAdmin(sql, parts.admins))
		.use(metrics(parts.metrics, parts.admins.read))
		.use(mcp);
	const site = routes()
		.use(page(files))
		.use(openapi([...described, ...nouns.routes], "front"))
		.use(health(vitals))
		.use(nouns)
		.use(proxy(backend))
		.use(local?.routes ?? routes());
	return routes()
		.use(
			problems(methodsByPath(site.routes), report, (request) =>
				document(files, request, 404),
			),
		)
		.use(site);
}
