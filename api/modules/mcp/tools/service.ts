/** A tool for operators: how the service is. */
import { Type } from "@sinclair/typebox";
import { readinessOf, type Vitals } from "../../health/health-state.ts";
import { tool } from "../capabilities.ts";

export function serviceTools(vitals: Vitals) {
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
				const { status, checks } = await readinessOf(vitals);
				return {
					status,
					checks,
					version: vitals.version,
					environment: vitals.environment,
					uptimeSeconds: vitals.uptime(),
				};
			},
		}),
	];
}
