/** The metrics of what models do here: replies of the chat's, and clients of the Model Context Protocol. */
import { afterAll, expect, test } from "bun:test";
import { Registry } from "prom-client";
import { until } from "../../test/attempts-client.ts";
import { say, TALKATIVE } from "../../test/chat-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { startLlm, TOKENS } from "../../test/llm-provider.ts";
import { connected } from "../../test/mcp-clients.ts";
import { exposition, samplesOf, total } from "../../test/prometheus-metrics.ts";
import { promtool } from "../../test/promtool.ts";
import { providerSeries } from "./language-model-metrics.ts";

const llm = startLlm();
const service = await serviceForFile({ ...TALKATIVE, ...llm.settings });
afterAll(() => llm.stop());

const read = async (name: string, labels: Record<string, string> = {}) =>
	total(samplesOf(await exposition(service.front)), name, labels);

test("replies are counted and timed, with their tokens, until the breaker opens", async () => {
	const turn = async (times: number, status: number) => {
		for (let n = 0; n < times; n++)
			expect((await say(service.front, { message: "Hello" })).status).toBe(
				status,
			);
	};
	await turn(3, 200);
	expect(await read("llm_requests_total", { outcome: "answered" })).toBe(3);
	expect(await read("llm_request_duration_seconds_count")).toBe(3);
	expect(await read("llm_request_duration_seconds_sum")).toBeGreaterThan(0);
	expect(await read("llm_tokens_total")).toBe(3 * TOKENS);
	expect(await read("circuit_breaker_state", { name: "llm" })).toBe(0);
	llm.fault = "500";
	await turn(7, 502);
	expect(await read("llm_requests_total", { outcome: "failed" })).toBe(5);
	expect(await read("circuit_breaker_state", { name: "llm" })).toBe(2);
	expect(await read("http_problems_total", { code: "llm_circuit_open" })).toBe(
		2,
	);
	llm.fault = null;
});

test.each([
	["closed", 0],
	["half_open", 1],
	["open", 2],
] as const)("a breaker that is %s counts as %i", async (state, value) => {
	const registry = new Registry();
	providerSeries(registry).breaker(() => state);
	expect(await registry.metrics()).toContain(
		`\ncircuit_breaker_state{name="llm"} ${value}\n`,
	);
});

test("sessions, streams and calls of MCP clients are counted", async () => {
	const { client, transport } = await connected(service.front);
	await client.listTools();
	await client.callTool({ name: "no-such-tool" }).catch(() => null);
	expect(await read("mcp_sessions")).toBe(1);
	await until(async () => (await read("mcp_streams")) === 1);
	expect(
		await read("mcp_requests_total", {
			method: "tools/list",
			outcome: "result",
		}),
	).toBe(1);
	expect(
		await read("mcp_requests_total", {
			method: "tools/call",
			outcome: "error",
		}),
	).toBe(1);
	await transport.terminateSession();
	await client.close();
	await until(
		async () =>
			(await read("mcp_sessions")) === 0 && (await read("mcp_streams")) === 0,
	);
});

test("Prometheus's own judge finds nothing wrong with them", async () => {
	const text = await exposition(service.front);
	const { said, code } = await promtool(["check", "metrics"], text);
	expect([code, said]).toEqual([0, ""]);
});
