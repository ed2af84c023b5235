/** A tool for operators: how the service is. */
import { Type } from "@sinclair/typebox";
import type { Vitals } from "../../health/vitals.ts";
import { tool } from "../surface.ts";

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
				const asked = await vitals.checks();
				const failed = asked.filter(({ works }) => !works);
				return {
					status:
						vitals.phase() === "stopping"
							? ("unhealthy" as const)
							: failed.length > 0
								? ("degraded" as const)
								: ("ready" as const),
					checks: Object.assign({}, ...asked.map(({ findings }) => findings)),
					version: vitals.version,
					environment: vitals.environment,
					uptimeSeconds: vitals.uptime(),
				};
			},
		}),
	];
}
