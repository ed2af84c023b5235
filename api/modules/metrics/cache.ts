/** What was found in a cache, and what had to be made. */
import { Counter, type Registry } from "prom-client";

export interface CacheSeries {
	hit(): void;
	miss(): void;
}

/** What came of asking Redis for a response that instances share. */
export interface SharedCacheSeries extends CacheSeries {
	/** What was there is not signed, too large, or of another address. */
	refused(): void;
	/** Redis did not answer. */
	unavailable(): void;
}

export function cacheSeries(registry: Registry) {
	const requests = new Counter({
		name: "cache_requests_total",
		help: "Questions to a cache, by what came of them.",
		labelNames: ["cache", "result"],
		registers: [registry],
	});
	return (cache: string): CacheSeries => {
		for (const result of ["hit", "miss"]) requests.inc({ cache, result }, 0);
		return {
			hit: () => requests.inc({ cache, result: "hit" }),
			miss: () => requests.inc({ cache, result: "miss" }),
		};
	};
}

const SHARED = ["hit", "miss", "refused", "unavailable"] as const;

export function sharedCacheSeries(registry: Registry) {
	const requests = new Counter({
		name: "shared_cache_requests_total",
		help: "Questions to Redis for responses that instances share, by what came of them.",
		labelNames: ["cache", "result"],
		registers: [registry],
	});
	return (cache: string): SharedCacheSeries => {
		for (const result of SHARED) requests.inc({ cache, result }, 0);
		const count = (result: (typeof SHARED)[number]) => () =>
			requests.inc({ cache, result });
		return {
			hit: count("hit"),
			miss: count("miss"),
			refused: count("refused"),
			unavailable: count("unavailable"),
		};
	};
}
