/** The MCP tool that reports the status of the service. */
import { Type } from "@sinclair/typebox";
import {
	type HealthState,
	readinessOf,
} from "../../health/readiness-checks.ts";
import { tool } from "../protocol-methods-and-tool-declaration.ts";

export function serviceTools(healthState: HealthState) {
	return [
		tool({
			name: "service_status",
			title: "Read the service's status",
			description:
				"Says whether the service is ready and what of that which it depends on works. Use it when something fails.",
			input: {},
			output: Type.Object({
				status: Type.Union([
					Type.Literal("ready"),
					Type.Literal("degraded"),
					Type.Literal("unhealthy"),
				]),
				checks: Type.Record(Type.String(), Type.String(), {
					description: "`ok` or `error`, of each thing by its name",
				}),
				version: Type.String(),
				environment: Type.String(),
				uptimeSeconds: Type.Number(),
			}),
			async run() {
				const { status, checks } = await readinessOf(healthState);
				return {
					status,
					checks,
					version: healthState.version,
					environment: healthState.environment,
					uptimeSeconds: healthState.uptime(),
				};
			},
		}),
	];
}
