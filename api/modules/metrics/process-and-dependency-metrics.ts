/** Metrics of the process and of what it depends on: build, CPU, memory, event loop, readiness checks and database connections. */
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";
import {
	connectionsByState,
	type Sql,
} from "../../db/connect-and-batch-queries.ts";
import type { Databases } from "../../db/open-databases.ts";
import { withDeadline } from "../../server/promise-timeout.ts";
import { type HealthState, mergeFindings } from "../health/readiness-checks.ts";

/** What runs, as the startup probe tells it. */
export interface Facts {
	version: string;
	environment: string;
}

export function processSeries(registry: Registry, facts: Facts): void {
	const registers = [registry];
	new Gauge({
		name: "treeline_build_info",
		help: "What runs; always 1.",
		labelNames: ["version", "environment"],
		aggregator: "max",
		registers,
	}).set({ ...facts }, 1);
	new Gauge({
		name: "process_start_time_seconds",
		help: "When the process was started, in seconds since 1970.",
		aggregator: "min",
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
		aggregator: "max",
		registers,
		collect() {
			this.set(delay.percentile(99) / 1e9);
			delay.reset();
		},
	});
}

export interface Dependencies {
	checks: HealthState["checks"];
	/** Pools by the name of their database; that of replicas may come several times. */
	pools(): Iterable<readonly [name: string, sql: Sql]>;
	replicas: Databases["replicas"];
}

/** In milliseconds: a database that does not report its connections within it is left out. */
const TIMEOUT_MS = 1000;

const CONNECTION_STATES = ["active", "idle", "in_transaction"] as const;

export function dependencySeries(registry: Registry): {
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
	const depends = ({ checks, pools, replicas }: Dependencies) => {
		new Gauge({
			name: "health_check_failed",
			help: "1 when a readiness check failed as the metrics were read, else 0.",
			labelNames: ["check"],
			aggregator: "max",
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
						this.inc({ database, state }, counts?.[state] ?? 0);
			},
		});
		new Gauge({
			name: "db_pool_connections_max",
			help: "Connections that a pool opens at most.",
			labelNames: ["database"],
			registers,
			collect() {
				this.reset();
				for (const [database, { options }] of pools())
					this.inc({ database }, options.max);
			},
		});
		if (replicas().size > 0)
			new Counter({
				name: "database_replica_reads_total",
				help: "Reads that may run on a replica of the database, by the server that ran them; on the primary, no replica was there or up to date.",
				labelNames: ["database", "server"],
				registers,
				collect() {
					this.reset();
					for (const [database, { counts }] of replicas())
						for (const [server, count] of Object.entries(counts))
							this.inc({ database, server }, count);
				},
			});
	};
	return { depends, unreachable: () => unreached.inc() };
}

/** Null when the question fails or takes too long. */
const inTime = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
	withDeadline(question, TIMEOUT_MS, null).catch(() => null);
