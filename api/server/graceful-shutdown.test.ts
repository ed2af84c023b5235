/** A stop by SIGTERM: what is under way is finished, what comes too late is told to go elsewhere, and the exit code is 0. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "../db/connect-and-batch-queries.ts";
import { until } from "../test/attempts-client.ts";
import { serviceForFile } from "../test/harness.ts";
import { connectTo } from "../test/raw-http.ts";

const service = await serviceForFile();

/** Keeps every read of packs waiting until it is let go. */
async function holdPacks(sql: Sql): Promise<() => Promise<void>> {
	const held = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	const transaction = sql.begin(async (tx) => {
		await tx`LOCK TABLE packs IN ACCESS EXCLUSIVE MODE`;
		held.resolve();
		await release.promise;
	});
	await held.promise;
	return async () => {
		release.resolve();
		await transaction;
	};
}

/** Resolves when a request waits for packs. */
const isWaiting = (sql: Sql) =>
	until(async () => {
		const rows = await sql`
			SELECT FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND datname = current_database()`;
		return rows.length > 0;
	});

describe("SIGTERM while a request is under way", () => {
	test("finishes it, refuses what comes late, says so to probes, and ends with 0", async () => {
		const program = await service.another({ SHUTDOWN_GRACE_MS: "10000" });
		const [packs, ready] = ["/api/v1/packs", "/api/health/ready"].map(
			(path) => () => fetch(program.front + path),
		) as [() => Promise<Response>, () => Promise<Response>];
		const release = await holdPacks(service.sql);
		const early = packs();
		await isWaiting(service.sql);
		const ended = program.end("SIGTERM");

		await until(async () => (await ready()).status === 503);
		const probe = await ready();
		expect(await probe.json()).toMatchObject({ status: "unhealthy" });
		expect(probe.headers.get("connection")).toBe("close");

		// New requests are still answered for half of the grace, so that a balancer has time to look elsewhere.
		let late = await fetch(`${program.front}/api/v1/settings`);
		expect(late.status).toBe(401);
		await until(async () => {
			late = await fetch(`${program.front}/api/v1/settings`);
			return late.status === 503;
		});
		expect(await late.json()).toMatchObject({ code: "draining" });
		expect(late.headers.get("retry-after")).toBe("1");

		await release();
		const answer = await early;
		expect(answer.status).toBe(200);
		expect(answer.headers.get("connection")).toBe("close");
		expect(await answer.json()).toHaveProperty("data");
		expect(await ended).toBe(0);
		await expect(packs()).rejects.toThrow();
	});

	test("with SHUTDOWN_DELAY_MS it goes on until that is over, and only readiness tells", async () => {
		const settings = { SHUTDOWN_DELAY_MS: "600000", SHUTDOWN_GRACE_MS: "0" };
		const program = await service.another(settings);
		const ended = program.end("SIGTERM");
		await until(
			async () =>
				(await fetch(`${program.front}/api/health/ready`)).status === 503,
		);
		expect((await fetch(`${program.front}/api/v1/packs`)).status).toBe(200);
		// The second signal ends it at once.
		await program.end("SIGTERM");
		expect(await ended).toBeNull();

		const brief = { ...settings, SHUTDOWN_DELAY_MS: "200" };
		expect(await (await service.another(brief)).end("SIGTERM")).toBe(0);
	});

	test("waits no longer than the grace", async () => {
		const program = await service.another({ SHUTDOWN_GRACE_MS: "300" });
		const release = await holdPacks(service.sql);
		const client = await connectTo(program.front);
		client.send("GET /api/v1/packs HTTP/1.1\r\nHost: x\r\n\r\n");
		await isWaiting(service.sql);
		const ended = program.end("SIGTERM");
		await until(() => client.closed());
		await release();
		expect(await ended).toBe(0);
	});
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
	"%s with nothing to do ends with 0",
	async (signal) => {
		const program = await service.another();
		expect(await program.end(signal)).toBe(0);
	},
);

test("a connection that is idle keeps nobody waiting", async () => {
	const program = await service.another({ SHUTDOWN_GRACE_MS: "600000" });
	const client = await connectTo(program.front);
	client.send("GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
	await client.has('"ok"');
	expect(await program.end("SIGTERM")).toBe(0);
});

const scratch = await mkdtemp(join(tmpdir(), "treeline-shutdown-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));

test.each([
	["a rejection", 'Promise.reject(new Error("nobody waits for this"))'],
	[
		"an exception",
		'setTimeout(() => { throw new Error("nobody waits for this"); })',
	],
	[
		"several",
		'for (let n = 0; n < 3; n++) Promise.reject(new Error("nobody waits for this"))',
	],
])(
	"%s that nothing handles is logged and stops the program as a signal does, with 1",
	async (name, code) => {
		const file = join(scratch, `${name}.ts`.replaceAll(" ", "-"));
		await writeFile(file, `process.on("SIGUSR2", () => { ${code}; });`);
		const program = await service.another({
			BUN_OPTIONS: `--preload=${file}`,
			LOG_LEVEL: "fatal",
		});
		const release = await holdPacks(service.sql);
		const early = fetch(`${program.front}/api/v1/packs`);
		await isWaiting(service.sql);
		const ended = program.end("SIGUSR2");
		await until(() => program.printed().includes("nobody waits for this"));
		await release();
		expect((await early).status).toBe(200);
		expect(await ended).toBe(1);
		const line = program
			.printed()
			.split("\n")
			.find((text) => text.includes("nobody waits"));
		expect(JSON.parse(line ?? "")).toMatchObject({
			level: "fatal",
			msg: "Error that nothing handles: the service stops",
		});
	},
);
