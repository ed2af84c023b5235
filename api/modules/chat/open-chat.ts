/** What the chat of this process is done with, from its configuration. */
import type { Config } from "../../config.ts";
import type { Clients } from "../../server/client-address.ts";
import type { Check } from "../health/check.ts";
import type { ProviderSeries } from "../metrics/provider.ts";
import { addressHasher } from "./address-hash.ts";
import { breaker } from "./breaker.ts";
import { crowd } from "./concurrency-limit.ts";
import { languageModel } from "./provider/language-model.ts";
import { measured } from "./provider/usage.ts";
import type { Chatting } from "./routes.ts";

/** @param secret what visitors' addresses are hashed with: the same in all processes of the service */
export function chattingBy(
	config: Config,
	secret: string,
	clients: Clients,
	series: ProviderSeries,
): Chatting {
	const { llm, chatTimeoutMs, requestTimeoutMs } = config;
	const hash = addressHasher(secret);
	const guarding = breaker();
	series.breaker(guarding.state);
	return {
		asking: llm && {
			llm: measured(languageModel(llm, chatTimeoutMs), series),
			breaker: guarding,
			crowd: crowd(),
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

/** What readiness says of the chat: whether its provider is left alone. It is not asked for that; nothing, when there is none. */
export const chatChecks = ({ asking }: Chatting): Check[] =>
	asking
		? [
				{
					name: "llm",
					critical: false,
					works: async () => asking.breaker.state() !== "open",
				},
			]
		: [];
