/** What any process tells of itself, by the names that dashboards know. */
import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";

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
		help: "How long the process kept what was due waiting since the metrics were read last; one in a hundred waited longer.",
		registers,
		collect() {
			this.set(delay.percentile(99) / 1e9);
			delay.reset();
		},
	});
}
