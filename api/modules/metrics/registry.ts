/**
 * The process's metrics. Each part of the service is handed the few verbs that it tells of itself by; what series they become is told
 * in this folder alone. A label's values are few and known: a route is its pattern, never a path, and nobody's address is one.
 */
import { Registry } from "prom-client";
import {
	type CacheSeries,
	cacheSeries,
	type SharedCacheSeries,
	sharedCacheSeries,
} from "./cache.ts";
import { type Dependencies, dependencySeries } from "./dependencies.ts";
import { type LimitSeries, limitSeries } from "./limits.ts";
import { type McpSeries, mcpSeries } from "./mcp.ts";
import { type Facts, processSeries } from "./process.ts";
import { type ProviderSeries, providerSeries } from "./provider.ts";
import { type Traffic, trafficSeries } from "./traffic.ts";

export interface Metrics {
	/** All series as Prometheus reads them, with the media type that says so. */
	exposition(): Promise<{ text: string; type: string }>;
	/** The requests of a listener; asked for once of each. */
	traffic(listener: "front" | "backend"): Traffic;
	/** A limit by the name that answers' headers call it. */
	limit(name: string): LimitSeries;
	/** A cache by what it keeps, as `content`. */
	cache(name: string): CacheSeries;
	/** The same cache's part that instances share. */
	sharedCache(name: string): SharedCacheSeries;
	/** The language-model provider of the chat. */
	provider: ProviderSeries;
	mcp: McpSeries;
	/** What is looked at when the metrics are read: told once it is there. */
	depends(on: Dependencies): void;
}

export function openMetrics(facts: Facts): Metrics {
	const registry = new Registry();
	processSeries(registry, facts);
	const dependencies = dependencySeries(registry);
	return {
		async exposition() {
			return { text: await registry.metrics(), type: registry.contentType };
		},
		traffic: trafficSeries(registry, dependencies.unreachable),
		limit: limitSeries(registry),
		cache: cacheSeries(registry),
		sharedCache: sharedCacheSeries(registry),
		provider: providerSeries(registry),
		mcp: mcpSeries(registry),
		depends: dependencies.depends,
	};
}
