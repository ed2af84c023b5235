/** The metrics as Prometheus reads them (specification, "Health, metrics, MCP"), behind a guard. */
import { Type } from "@sinclair/typebox";
import { validate } from "../../server/read-and-validate-request.ts";
import type { Guard } from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import type { Metrics } from "./registry.ts";

const Exposition = Type.String({
	contentMediaType: "text/plain",
	description: "Text in the format 0.0.4 of Prometheus.",
});

/** @param hidden not described: the same under another listener */
export function metrics(
	{ exposition }: Metrics,
	admins: Guard,
	{ hidden = false } = {},
) {
	return routes("/api", "Health").get(
		"/metrics",
		async () => {
			const { text, type } = await exposition();
			return new Response(text, {
				headers: { "content-type": type, "cache-control": "no-store" },
			});
		},
		{
			...validate({ guards: [admins] }),
			response: { 200: Exposition },
			detail: {
				operationId: "getMetrics",
				summary: "Read the metrics of this process",
				...(hidden && { hide: true }),
			},
		},
	);
}
