/** The registry of all Prometheus series, and how the parts of the service get theirs. Labels have few, known values: no label is an address. */
import {
	type MetricObjectWithValues,
	type MetricValue,
	Registry,
} from "prom-client";
import {
	type CacheSeries,
	cacheSeries,
	type McpSeries,
	mcpSeries,
	type Traffic,
	trafficSeries,
} from "../../server/log-and-metrics.ts";
import { type LimitSeries, limitSeries } from "../../server/rate-limit.ts";
import {
	type SharedCacheSeries,
	sharedCacheSeries,
} from "../../server/redis-response-cache.ts";
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
import { type WebhookSeries, webhookSeries } from "./webhook-metrics.ts";

export interface Metrics {
	/** All series as Prometheus reads them, with the media type that says so. */
	exposition(): Promise<{ text: string; type: string }>;
	/** The values of all series, to be merged with other processes'. */
	snapshot(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
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
	webhooks: WebhookSeries;
	/** Registers what is measured when the metrics are read, once it exists. */
	depends(on: Dependencies): void;
}

/** What processes share whose metrics are read as one. */
interface SharedMetrics {
	/** Hashes addresses. */
	addressKey: string;
	/** The text of all processes' series. */
	exposition(): Promise<string>;
}

/** @param shared null = the metrics are this process's alone */
export function openMetrics(
	facts: Facts,
	shared: SharedMetrics | null = null,
): Metrics {
	const registry = new Registry();
	processSeries(registry, facts);
	const dependencies = dependencySeries(registry);
	return {
		async exposition() {
			const text = await (shared ? shared.exposition() : registry.metrics());
			return { text, type: registry.contentType };
		},
		snapshot: () => registry.getMetricsAsJSON(),
		traffic: trafficSeries(registry, dependencies.unreachable),
		limit: limitSeries(registry, shared?.addressKey),
		cache: cacheSeries(registry),
		sharedCache: sharedCacheSeries(registry),
		provider: providerSeries(registry),
		mcp: mcpSeries(registry),
		webhooks: webhookSeries(registry),
		depends: dependencies.depends,
	};
}
