/** The registry of all Prometheus series, and how the parts of the service get theirs. Labels have few, known values: no label is an address. */
import { Registry } from "prom-client";
import {
	type CacheSeries,
	cacheSeries,
	type LimitSeries,
	limitSeries,
	type McpSeries,
	mcpSeries,
	type SharedCacheSeries,
	sharedCacheSeries,
	type Traffic,
	trafficSeries,
} from "../../server/metrics.ts";
import {
	type ProviderSeries,
	providerSeries,
} from "./language-model-metrics.ts";
import {
	type Dependencies,
	dependencySeries,
	type Facts,
	processSeries,
} from "./process-and-dependency-metrics.ts";

export interface Metrics {
	/** All series as Prometheus reads them, with the media type that says so. */
	exposition(): Promise<{ text: string; type: string }>;
	/** The requests of a listener; called once for each. */
	traffic(listener: "front" | "backend"): Traffic;
	/** A limit by the name that answers' headers call it. */
	limit(name: string): LimitSeries;
	/** A cache by what it holds, as `content`. */
	cache(name: string): CacheSeries;
	/** The same cache's part that instances share. */
	sharedCache(name: string): SharedCacheSeries;
	/** The language-model provider of the chat. */
	provider: ProviderSeries;
	mcp: McpSeries;
	/** Registers what is measured when the metrics are read, once it exists. */
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
