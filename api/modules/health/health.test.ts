/** The probes, in the words of the specification, through the life of a process: it starts, it loses what it stands on, it gets it back. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	setSystemTime,
	test,
} from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { type Line, lineTo } from "../../test/disconnectable-database.ts";
import {
	freshDatabase,
	MAIN,
	type Program,
	type Service,
	startProgram,
	startService,
	theCluster,
} from "../../test/harness.ts";
import { exposition, samplesOf, total } from "../../test/prometheus-metrics.ts";
import { startRedis, type TestRedis } from "../../test/temporary-redis.ts";
import { healthStateOf } from "./readiness-checks.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const BASES = ["/api/health", "/api/v1/health", "/health"];

const ask = async (address: string) => {
	const answer = await fetch(address);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	expect(answer.headers.get("content-type")).toStartWith("application/json");
	return [answer.status, await answer.json()];
};

test("the uptime counts from the parent's start, also when the clock is set back", () => {
	const facts = { version: "1.0.0", environment: "test" };
	const { signal } = new AbortController();
	const startedAt = performance.now() - 60_000;
	setSystemTime(new Date(0));
	const uptime = healthStateOf(facts, signal, startedAt).uptime();
	setSystemTime();
	expect(uptime).toBeGreaterThanOrEqual(60);
	expect(uptime).toBeLessThan(3660);
});

describe("a service that is well says so, at both listeners", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ NODE_ENV: "staging" });
	});
	afterAll(() => service.stop());

	test.each(BASES)("under %s", async (base) => {
		for (const listener of [service.front, service.backend]) {
			const probe = listener + base;
			expect(await ask(`${probe}/live`)).toEqual([200, { status: "ok" }]);
			const ready = [200, { status: "ready", checks: { database: "ok" } }];
			expect(await ask(`${probe}/ready`)).toEqual(ready);
			expect(await ask(probe)).toEqual(ready);
			const [status, started] = await ask(`${probe}/startup`);
			expect(status).toBe(200);
			expect(started).toEqual({
				status: "started",
				uptime: expect.any(Number),
				version: expect.stringMatching(/^\d+\.\d+\.\d+/),
				environment: "staging",
			});
			expect(started.uptime).toBeGreaterThan(0);
			expect(started.uptime).toBeLessThan(3600);
		}
	});
});

describe("a service that loses what it stands on", () => {
	let line: Line;
	let redis: TestRedis;
	let program: Program;
	let close: () => Promise<unknown>;
	beforeAll(async () => {
		const { env, sql, content } = await freshDatabase(true);
		line = await lineTo(env);
		redis = await startRedis();
		program = await startProgram({ ...env, ...line.env, CACHE_URL: redis.url });
		close = () => Promise.all([sql.end(), content.end(), redis.stop()]);
	});
	afterAll(async () => {
		await program.end("SIGTERM");
		await close();
	});
	const comesTo = (path: string, answer: unknown) =>
		until(async () => Bun.deepEquals(await ask(program.front + path), answer));

	test("is degraded with 503 without its database, alive all the same, and ready when it is back", async () => {
		await line.cut();
		await comesTo("/api/health/ready", [
			503,
			{ status: "degraded", checks: { database: "error", cache: "ok" } },
		]);
		expect(await ask(`${program.front}/health/live`)).toEqual([
			200,
			{ status: "ok" },
		]);
		const refused = await fetch(`${program.front}/api/v1/packs`);
		expect(refused.status).toBe(503);
		expect(await refused.json()).toMatchObject({
			code: "database_unavailable",
		});
		await line.mend();
		await comesTo("/health/ready", [
			200,
			{ status: "ready", checks: { database: "ok", cache: "ok" } },
		]);
	});

	test("is degraded in time when its database says nothing, however many ask", async () => {
		line.hang();
		const probes = await Promise.all(
			Array.from({ length: 50 }, () => ask(`${program.front}/health/ready`)),
		);
		for (const probe of probes)
			expect(probe).toEqual([
				503,
				{ status: "degraded", checks: { database: "error", cache: "ok" } },
			]);
		const samples = samplesOf(await exposition(program.front));
		expect(total(samples, "health_check_failed", { check: "database" })).toBe(
			1,
		);
		line.letGo();
		await comesTo("/health/ready", [
			200,
			{ status: "ready", checks: { database: "ok", cache: "ok" } },
		]);
	});

	test("is degraded with 200 without its cache", async () => {
		await redis.kill();
		await comesTo("/api/v1/health/ready", [
			200,
			{ status: "degraded", checks: { database: "ok", cache: "error" } },
		]);
		await redis.restart();
		await comesTo("/api/v1/health/ready", [
			200,
			{ status: "ready", checks: { database: "ok", cache: "ok" } },
		]);
	});
});

describe("a front with its backend elsewhere", () => {
	let service: Service;
	let backend: Program;
	let front: Program;
	let line: Line;
	beforeAll(async () => {
		service = await startService();
		const { host, port } = (await theCluster()).address;
		line = await lineTo({ DB_HOST: host, DB_PORT: String(port) });
		backend = await service.another({ SERVE: "backend" });
		front = await service.another({
			...{ SERVE: "front", BACKEND_URL: backend.backend, ...line.env },
		});
	});
	afterAll(() => service.stop());
	const ready = [200, { status: "ready", checks: { database: "ok" } }];

	test("tells what that finds", async () => {
		expect(await ask(`${front.front}/api/health/ready`)).toEqual(ready);
	});

	test("is degraded without the database that it alone has lost", async () => {
		await line.cut();
		await until(async () =>
			Bun.deepEquals(await ask(`${front.front}/api/health/ready`), [
				503,
				{ status: "degraded", checks: { database: "error" } },
			]),
		);
		await line.mend();
		await until(async () =>
			Bun.deepEquals(await ask(`${front.front}/api/health/ready`), ready),
		);
	});

	test("is unhealthy without it, which is critical, and alive all the same", async () => {
		await backend.end("SIGKILL");
		expect(await ask(`${front.front}/api/health/ready`)).toEqual([
			503,
			{ status: "unhealthy", checks: { database: "ok", backend: "error" } },
		]);
		expect(await ask(`${front.front}/api/health/live`)).toEqual([
			200,
			{ status: "ok" },
		]);
	});
});

test("a process that still starts is alive, not started and not ready", async () => {
	const { env, sql, content } = await freshDatabase(false);
	const port = await freePort();
	const address = `http://127.0.0.1:${port}`;
	await sql.begin(async (tx) => {
		// What migrations wait for.
		await tx`SELECT pg_advisory_xact_lock(7305001)`;
		const child = Bun.spawn([process.execPath, MAIN], {
			env: {
				PATH: process.env.PATH,
				HOME: process.env.HOME,
				...env,
				PORT: String(port),
			},
			stdout: "ignore",
			stderr: "ignore",
		});
		await until(() => answers(address));
		for (const base of BASES) {
			expect(await ask(`${address}${base}/live`)).toEqual([
				200,
				{ status: "ok" },
			]);
			for (const path of ["/startup", "/ready", ""])
				expect(await ask(address + base + path)).toEqual([
					503,
					{ status: "starting" },
				]);
		}
		const refused = await fetch(`${address}/api/v1/packs`);
		expect(refused.status).toBe(503);
		expect(await refused.json()).toMatchObject({ code: "starting" });
		child.kill("SIGKILL");
		await child.exited;
	});
	await Promise.all([sql.end(), content.end()]);
});

const answers = (address: string) =>
	fetch(address).then(
		() => true,
		() => false,
	);

async function freePort(): Promise<number> {
	const taken = Bun.serve({ port: 0, fetch: () => new Response() });
	const { port = 0 } = taken;
	await taken.stop(true);
	return port;
}
