/**
 * The registry of Prometheus series, with those of the process, its dependencies and the language-model provider. Labels have few, known
 * values: a route is its pattern, and no label is an address.
 */
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Sql } from "../../db/pool.ts";
import { withDeadline } from "../../server/deadline.ts";
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

import { type HealthState, mergeFindings } from "../health/checks.ts";
import { connectionsByState } from "./queries.ts";

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

/** What runs, as the startup probe tells it. */
export interface Facts {
	version: string;
	environment: string;
}

function processSeries(registry: Registry, facts: Facts): void {
	const registers = [registry];
	new Gauge({
		name: "treeline_build_info",
		help: "What runs; always 1.",
		labelNames: ["version", "environment"],
		registers,
	}).set({ ...facts }, 1);
	new Gauge({
		name: "process_start_time_seconds",
		help: "When the process was started, in seconds since 1970.",
		registers,
	}).set(Math.round(Date.now() / 1000 - process.uptime()));
	new Counter({
		name: "process_cpu_seconds_total",
		help: "Time that processors worked for the process, in seconds.",
		registers,
		collect() {
			const { user, system } = process.cpuUsage();
			this.reset();
			this.inc((user + system) / 1e6);
		},
	});
	new Gauge({
		name: "process_resident_memory_bytes",
		help: "Memory that the process holds.",
		registers,
		collect() {
			this.set(process.memoryUsage.rss());
		},
	});
	new Gauge({
		name: "process_open_fds",
		help: "Open file descriptors, connections among them; where the system lists them.",
		registers,
		async collect() {
			const open = await readdir("/proc/self/fd").catch(() => null);
			if (open) this.set(open.length);
			else this.reset();
		},
	});
	const delay = monitorEventLoopDelay({ resolution: 20 });
	delay.enable();
	new Gauge({
		name: "event_loop_delay_seconds",
		help: "99th percentile of the event loop delay since the last scrape.",
		registers,
		collect() {
			this.set(delay.percentile(99) / 1e9);
			delay.reset();
		},
	});
}

interface Dependencies {
	checks: HealthState["checks"];
	/** Pools by the name of their database. */
	pools(): Iterable<readonly [name: string, sql: Sql]>;
}

/** In milliseconds: a database that does not report its connections within it is left out. */
const TIMEOUT_MS = 1000;

const CONNECTION_STATES = ["active", "idle", "in_transaction"] as const;

function dependencySeries(registry: Registry): {
	depends(on: Dependencies): void;
	/** The database could not be reached. */
	unreachable(): void;
} {
	const registers = [registry];
	const unreached = new Counter({
		name: "database_connection_errors_total",
		help: "Requests that found the database unreachable, and checks that did.",
		registers,
	});
	const depends = ({ checks, pools }: Dependencies) => {
		new Gauge({
			name: "health_check_failed",
			help: "1 when a readiness check failed as the metrics were read, else 0.",
			labelNames: ["check"],
			registers,
			async collect() {
				this.reset();
				const findings = mergeFindings(await checks());
				for (const [check, found] of Object.entries(findings)) {
					this.set({ check }, found === "ok" ? 0 : 1);
					if (check === "database" && found === "error") unreached.inc();
				}
			},
		});
		new Gauge({
			name: "db_pool_connections",
			help: "Connections of the process's pools, by the database's own account.",
			labelNames: ["database", "state"],
			registers,
			async collect() {
				this.reset();
				const counted = await Promise.all(
					[...pools()].map(async ([database, sql]) => ({
						database,
						counts: await inTime(connectionsByState(sql)),
					})),
				);
				for (const { database, counts } of counted)
					for (const state of counts ? CONNECTION_STATES : [])
						this.set({ database, state }, counts?.[state] ?? 0);
			},
		});
		new Gauge({
			name: "db_pool_connections_max",
			help: "Connections that a pool opens at most.",
			labelNames: ["database"],
			registers,
			collect() {
				for (const [database, { options }] of pools())
					this.set({ database }, options.max);
			},
		});
	};
	return { depends, unreachable: () => unreached.inc() };
}

/** Null when the question fails or takes too long. */
const inTime = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
	withDeadline(question, TIMEOUT_MS, null).catch(() => null);

/** As the specification numbers them. */
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2 } satisfies Record<
	BreakerState,
	number
>;

const OUTCOMES = ["answered", "failed", "timeout", "left"] as const;

export interface ProviderSeries {
	/** From now on `state` tells, when the metrics are read, how the breaker before the provider stands. */
	breaker(state: () => BreakerState): void;
	/** A request to the provider ended so after so many seconds; `left` = the client has gone. */
	requested(outcome: (typeof OUTCOMES)[number], seconds: number): void;
	/** What a reply took, its prompt and itself. */
	tokens(count: number): void;
}

/** In seconds; the threshold of latency, ten seconds, among them. */
const BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

export function providerSeries(registry: Registry): ProviderSeries {
	const registers = [registry];
	let stateOf = (): BreakerState => "closed";
	new Gauge({
		name: "circuit_breaker_state",
		help: "0 = closed, 1 = half open, 2 = open: no requests are made.",
		labelNames: ["name"],
		registers,
		collect() {
			this.set({ name: "llm" }, BREAKER_STATES[stateOf()]);
		},
	});
	const requests = new Counter({
		name: "llm_requests_total",
		help: "Requests to the language-model provider, by outcome.",
		labelNames: ["outcome"],
		registers,
	});
	const duration = new Histogram({
		name: "llm_request_duration_seconds",
		help: "Time until the language-model provider's answer ended, or failed.",
		buckets: BUCKETS,
		registers,
	});
	const tokens = new Counter({
		name: "llm_tokens_total",
		help: "Tokens of prompts and replies, as the language-model provider counts them.",
		registers,
	});
	for (const outcome of OUTCOMES) requests.inc({ outcome }, 0);
	return {
		breaker(state) {
			stateOf = state;
		},
		requested(outcome, seconds) {
			requests.inc({ outcome });
			if (outcome !== "left") duration.observe(seconds);
		},
		tokens: (count) => tokens.inc(count),
	};
}

export type BreakerState = "closed" | "half_open" | "open";
