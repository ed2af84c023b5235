/** Probes (specification, "Health, metrics, MCP"): alive when the process turns, ready when the database answers. */
import { routes } from "../http/routes.ts";

/** @param answers whether the database answers now */
export const health = (answers: () => Promise<boolean>) =>
	routes("/api/health")
		.get("/live", { status: "ok" })
		.get("/ready", async ({ status }) =>
			(await answers())
				? { status: "ready", checks: { database: "ok" } }
				: status(503, { status: "degraded", checks: { database: "error" } }),
		);
