/** What was found in a cache, and what had to be made. */
import { Counter, type Registry } from "prom-client";

export interface CacheSeries {
	hit(): void;
	miss(): void;
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
