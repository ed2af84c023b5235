/** What the service stands on, looked at when the metrics are read: its checks, and its pools of database connections. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { Sql } from "../../db/pool.ts";
import { mergeFindings } from "../health/check.ts";
import type { Vitals } from "../health/health-state.ts";
import { connectionsByState } from "./queries.ts";

export interface Dependencies {
	checks: Vitals["checks"];
	/** Pools by the name of their database. */
	pools(): Iterable<readonly [name: string, sql: Sql]>;
}

/** In milliseconds: a database that is asked for its connections and says nothing for longer is left out. */
const PATIENCE = 1000;

const STATES = ["active", "idle", "in_transaction"] as const;

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
	const depends = ({ checks, pools }: Dependencies) => {
		new Gauge({
			name: "health_check_failed",
			help: "1 when what readiness is judged by did not work as the metrics were read, else 0.",
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
					for (const state of counts ? STATES : [])
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
	Promise.race([question, Bun.sleep(PATIENCE).then(() => null)]).catch(
		() => null,
	);
