/** What this process depends on, as checks: its databases, the backend that it forwards to, a cache where one is set up, and trusted proxies. */
import type { Clients } from "../../server/client-address.ts";
import { backendCheck } from "./backend-check.ts";
import type { Check } from "./check.ts";

export const dependsOn = (
	databases: { answer(): Promise<boolean> },
	/** Null = it serves the backend itself, or needs none. */
	backendUrl: string | null,
	cache: { answers(): Promise<boolean> } | null,
	clients: Pick<Clients, "hasUntrustedProxy">,
): Check[] => [
	{ name: "database", critical: true, works: databases.answer },
	...(backendUrl ? [backendCheck(backendUrl)] : []),
	...(cache ? [{ name: "cache", critical: false, works: cache.answers }] : []),
	{
		name: "trusted_proxies",
		critical: false,
		isNamedOnFailureOnly: true,
		works: async () => !clients.hasUntrustedProxy(),
	},
];
