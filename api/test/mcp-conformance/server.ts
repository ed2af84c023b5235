/**
 * The endpoint with the suite's fixtures, on a listener like the program's; and a way to it that presents the admin key, since the
 * suite cannot.
 */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { mcp } from "../../modules/mcp/routes.ts";
import { openMetrics } from "../../modules/metrics/registry.ts";
import { adminKeys } from "../../server/admin-authentication.ts";
import { limits } from "../../server/create-rate-limits.ts";
import { methodsByPath, problems } from "../../server/error-handler.ts";
import { drain } from "../../server/handle-request-cors-and-drain.ts";
import { listen } from "../../server/listen.ts";
import { openLog } from "../../server/log-and-metrics.ts";
import { clientAddresses } from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import { ADMIN_KEY } from "../harness.ts";
import { FIXTURES } from "./fixtures.ts";

export interface Endpoint {
	url: string;
	stop(): Promise<void>;
}

const PLENTY = { capacity: 1000, refillRate: 1000 };

/** @param content the database for its sessions */
export function fixtureServer(content: Sql): Endpoint {
	const leaving = new AbortController();
	const log = openLog("error");
	const report = (err: unknown) => log.error({ err }, "request failed");
	const metrics = openMetrics({ version: "0", environment: "test" });
	const sizes = {
		chatBucket: PLENTY,
		contentBucket: PLENTY,
		packBucket: PLENTY,
		signInBucket: PLENTY,
	};
	const { adminKeys: limit } = limits(
		null,
		clientAddresses([]),
		sizes,
		metrics,
	);
	const endpoint = mcp({
		content,
		admins: adminKeys(
			{ keys: [ADMIN_KEY], readOnly: [], readOnlyChat: false },
			limit,
		),
		learners: null,
		capabilities: FIXTURES,
		origin: "http://localhost",
		leaving: leaving.signal,
		report,
		series: metrics.mcp,
	});
	const app = routes()
		.use(problems(methodsByPath(endpoint.routes.routes), report))
		.use(endpoint.routes);
	const address = { host: "127.0.0.1", port: 0, prefix: "" as const };
	const listener = listen(address, app, {
		log,
		report: (error) => report(error),
		requestTimeoutMs: 30_000,
		drain: drain(leaving.signal, { shutdownDelayMs: 0, shutdownGraceMs: 1000 }),
		traffic: metrics.traffic("front"),
	});
	return {
		url: `${listener.url}/api/mcp`,
		async stop() {
			leaving.abort();
			await listener.stop();
			await endpoint.close();
		},
	};
}

/** The same endpoint for whoever has no key: each request is passed on as it came, with one. */
export function withKey(endpoint: string): Endpoint {
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 0,
		async fetch(request) {
			const headers = new Headers(request.headers);
			headers.set("x-admin-key", ADMIN_KEY);
			headers.set("accept-encoding", "identity");
			return fetch(endpoint, {
				method: request.method,
				headers,
				body: request.body,
				signal: request.signal,
			});
		},
	});
	return {
		url: `http://localhost:${server.port}/api/mcp`,
		stop: () => server.stop(true),
	};
}
