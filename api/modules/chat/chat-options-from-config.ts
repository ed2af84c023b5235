/** Builds the chat of this process from the configuration: its model, its readiness check, and the hash of addresses. */
import { createHmac } from "node:crypto";
import type { Config } from "../../config.ts";
import type { ClientAddresses } from "../../server/request-context-address-and-deadline.ts";
import type { Check } from "../health/readiness-checks.ts";
import type { ProviderSeries } from "../metrics/language-model-metrics.ts";
import { breaker } from "./circuit-breaker.ts";
import { concurrencyLimit } from "./concurrent-turn-limit.ts";
import { languageModel, withUsageMetrics } from "./language-model-client.ts";
import type { ChatOptions } from "./send-message-route.ts";

/** @param secret what visitors' addresses are hashed with: the same in all processes of the service */
export function chatOptionsOf(
	config: Config,
	secret: string,
	clients: ClientAddresses,
	series: ProviderSeries,
): ChatOptions {
	const { llm, chatTimeoutMs, requestTimeoutMs } = config;
	const hash = addressHasher(secret);
	const guarding = breaker();
	series.breaker(guarding.state);
	return {
		asking: llm && {
			llm: withUsageMetrics(languageModel(llm, chatTimeoutMs), series),
			breaker: guarding,
			concurrencyLimit: concurrencyLimit(),
		},
		visitorOf: (request) => ({
			network: clients.network(request),
			ipHash: hash(clients.address(request)),
			userAgent: (request.headers.get("user-agent") ?? "").slice(0, 256),
		}),
		// The model's own time, and what any request has for the rest.
		timeoutMs: requestTimeoutMs && chatTimeoutMs + requestTimeoutMs,
	};
}

/** The chat's readiness check: whether its circuit breaker is open. Sends no request to the provider; empty without one. */
export const chatChecks = ({ asking }: ChatOptions): Check[] =>
	asking
		? [
				{
					name: "llm",
					critical: false,
					works: async () => asking.breaker.state() !== "open",
				},
			]
		: [];

const BITS = 128;

/** @param secret the server's own; its own processes share it. With another one the same address has another hash. */
function addressHasher(secret: string): (address: string) => string {
	const key = createHmac("sha256", secret)
		.update("treeline: addresses of chat visitors")
		.digest();
	return (address) =>
		createHmac("sha256", key)
			.update(address)
			.digest("hex")
			.slice(0, BITS / 4);
}
