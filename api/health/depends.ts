/** What this process depends on, as checks: its databases, the backend that it forwards to, and a cache where one is set up. */
import { backendCheck } from "./backend-check.ts";
import type { Check } from "./check.ts";

export const dependsOn = (
	databases: { answer(): Promise<boolean> },
	/** Null = it serves the backend itself, or needs none. */
	backendUrl: string | null,
	cache: { answers(): Promise<boolean> } | null,
): Check[] => [
	{ name: "database", critical: true, works: databases.answer },
	...(backendUrl ? [backendCheck(backendUrl)] : []),
	...(cache ? [{ name: "cache", critical: false, works: cache.answers }] : []),
];
