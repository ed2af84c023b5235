/** Model Context Protocol: sessions, their open streams, and what is called. */
import { Counter, Gauge, type Registry } from "prom-client";

export interface McpSeries {
	/** How many there are now, asked when the metrics are read. */
	open(now: { sessions(): number; streams(): number }): void;
	/** A message was answered; `method` is one that the server knows, or `other`. */
	called(method: string, outcome: "result" | "error"): void;
}

export function mcpSeries(registry: Registry): McpSeries {
	const registers = [registry];
	const requests = new Counter({
		name: "mcp_requests_total",
		help: "Messages of MCP clients, by their method and how they were answered.",
		labelNames: ["method", "outcome"],
		registers,
	});
	const counted = (name: string, help: string, count: () => number) =>
		new Gauge({
			name,
			help,
			registers,
			collect() {
				this.set(count());
			},
		});
	return {
		open({ sessions, streams }) {
			counted("mcp_sessions", "Sessions of MCP clients.", sessions);
			counted(
				"mcp_streams",
				"Streams of notifications that MCP clients hold open.",
				streams,
			);
		},
		called: (method, outcome) => requests.inc({ method, outcome }),
	};
}
