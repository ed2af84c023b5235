/** Probes (specification, "Health, metrics, MCP"): alive when the process turns, ready when the database answers. */
import { Type } from "@sinclair/typebox";
import { routes } from "../http/routes.ts";

/** @param answers whether the database answers now */
export const health = (answers: () => Promise<boolean>) =>
	routes("/api/health", "Health")
		.get("/live", () => ({ status: "ok" }) as const, {
			response: { 200: Type.Object({ status: Type.Literal("ok") }) },
			detail: {
				operationId: "getLiveness",
				summary: "Say that the process turns",
			},
		})
		.get(
			"/ready",
			async ({ status }) =>
				(await answers())
					? ({ status: "ready", checks: { database: "ok" } } as const)
					: status(503, { status: "degraded", checks: { database: "error" } }),
			{
				response: {
					200: readiness("ready", "ok"),
					503: readiness("degraded", "error"),
				},
				detail: {
					operationId: "getReadiness",
					summary: "Say whether requests can be served",
				},
			},
		);

const readiness = <Status extends string, Check extends string>(
	status: Status,
	database: Check,
) =>
	Type.Object({
		status: Type.Literal(status),
		checks: Type.Object({ database: Type.Literal(database) }),
	});
