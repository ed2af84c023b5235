/**
 * Probes (specification, "Health, metrics, MCP"; contract, section 8): alive when the process turns, ready when what it depends on
 * answers, started once it serves. Their bodies are exactly as worded there, without `data` and without a problem.
 */

import { answerWith } from "../../server/error-handler.ts";
import { ApiError } from "../../server/errors.ts";
import { PROBE_BASES } from "../../server/handle-request-cors-and-drain.ts";
import { routes } from "../../server/route-definition.ts";
import { Liveness, Ready, Started, Starting, Unready } from "./api-schemas.ts";
import { type HealthState, readinessOf } from "./readiness-checks.ts";

/** The probes under each of their bases, which answer alike; the first is the one that the reference shows. */
export function health(healthState: HealthState) {
	const [shown, ...aliases] = PROBE_BASES;
	const app = routes().use(probes(shown, healthState, {}));
	for (const base of aliases)
		app.use(probes(base, healthState, { hide: true }));
	return app;
}

function probes(
	base: string,
	healthState: HealthState,
	shown: { hide?: boolean },
) {
	const readiness = {
		response: { 200: Ready, 503: Unready },
		detail: {
			...shown,
			operationId: "getReadiness",
			summary: "Get the readiness of the service",
		},
	};
	return routes(base, "Health")
		.onTransform(({ set }) => {
			set.headers["cache-control"] = "no-store";
		})
		.get("", ({ status }) => ready(healthState, status), {
			...readiness,
			detail: { ...readiness.detail, hide: true },
		})
		.get("/ready", ({ status }) => ready(healthState, status), readiness)
		.get("/live", () => ({ status: "ok" }) as const, {
			response: { 200: Liveness },
			detail: {
				...shown,
				operationId: "getLiveness",
				summary: "Get the liveness of the process",
			},
		})
		.get(
			"/startup",
			({ status }) =>
				healthState.phase() === "starting"
					? status(503, { status: "starting" } as const)
					: ({
							status: "started",
							uptime: healthState.uptime(),
							version: healthState.version,
							environment: healthState.environment,
						} as const),
			{
				response: { 200: Started, 503: Starting },
				detail: {
					...shown,
					operationId: "getStartup",
					summary: "Get the startup state and the version",
				},
			},
		);
}

type Unreadiness = typeof Unready.static;

async function ready<Refusal>(
	healthState: HealthState,
	status: (code: 503, body: Unreadiness) => Refusal,
) {
	if (healthState.phase() === "starting")
		return status(503, { status: "starting" });
	const { status: state, isReady, checks } = await readinessOf(healthState);
	if (state === "ready" || (state === "degraded" && isReady))
		return { status: state, checks };
	return status(503, { status: state, checks });
}

export const starting = (healthState: HealthState) =>
	routes()
		.onError({ as: "global" }, ({ request }) =>
			answerWith(
				new ApiError(
					"starting",
					"The service is starting and answers in a moment. Send the request again.",
				),
				request,
			),
		)
		.use(health(healthState));
