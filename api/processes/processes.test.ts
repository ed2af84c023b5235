/** `PROCESSES=2` on the embedded database, at the front door: both children serve as one service, and an end of one is nobody's fault. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { connect, type Sql } from "../db/connect-and-batch-queries.ts";
import { isAlive } from "../db/embedded-postgres/run-postgres-programs.ts";
import { runningCluster } from "../db/embedded-postgres/start-or-adopt.ts";
import { openLog } from "../server/log-and-metrics.ts";
import { until } from "../test/attempts-client.ts";
import { newItem } from "../test/content-client.ts";
import { openBrowser } from "../test/cookie-browser.ts";
import {
	ADMIN_KEY,
	ADMIN_SECRET,
	type Program,
	refused,
	startProgram,
} from "../test/harness.ts";
import { begun, PING, send } from "../test/mcp-clients.ts";
import { exposition, samplesOf, total } from "../test/prometheus-metrics.ts";
import { promtool } from "../test/promtool.ts";
import { smallPacks } from "../test/seed-packs.ts";
import { mergeMetrics } from "./merged-metrics.ts";
import { reservePorts } from "./prepare-once-and-run-children.ts";
import { restartPause, startChildren } from "./start-and-restart-children.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-processes-"));
const packs = join(scratch, "packs");
const dataDir = join(scratch, "data");
smallPacks(packs);

const settings = (more: Record<string, string> = {}) => ({
	PROCESSES: "2",
	PORT: "0",
	BACKEND_PORT: "0",
	DATA_DIR: dataDir,
	PACKS_DIR: packs,
	ADMIN_SECRET,
	ADMIN_API_KEY: ADMIN_KEY,
	CONTENT_RATE_LIMIT_CAPACITY: "20",
	// What is taken from a bucket stays taken, however long the test lasts.
	CONTENT_RATE_LIMIT_REFILL_RATE: "0.0001",
	...more,
});

let program: Program;
beforeAll(async () => {
	program = await startProgram(settings());
});
afterAll(async () => {
	await program.end("SIGTERM");
	rmSync(scratch, { recursive: true, force: true });
});

/** Asks over a connection of its own, which the system gives to either child. */
const ask = (path: string, init: RequestInit = {}) =>
	fetch(program.front + path, {
		...init,
		headers: { connection: "close", ...(init.headers as object) },
	});
const metrics = async () => samplesOf(await exposition(program.front));
const requestsOfEach = async () => {
	const samples = await metrics();
	return ["1", "2"].map((child) =>
		total(samples, "child_process_requests", { child }),
	);
};
/** Repeats `work` until each child has answered more requests than before. */
async function inBoth(work: () => Promise<unknown>): Promise<void> {
	const before = await requestsOfEach();
	await until(async () => {
		await work();
		const now = await requestsOfEach();
		return now.every((count, index) => count > (before[index] ?? 0) + 1);
	});
}
const childPids = (): number[] =>
	readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, "utf8")
		.trim()
		.split(" ")
		.map(Number)
		.filter((pid) => {
			try {
				return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts");
			} catch {
				// It has ended since.
				return false;
			}
		});

describe("two processes", () => {
	test("serve on one port, seeded once, with one start", async () => {
		await inBoth(async () => {
			const { data } = await (await ask("/api/v1/packs")).json();
			expect(data).toHaveLength(1);
		});
		expect(program.printed().match(/Treeline is ready/g)).toHaveLength(1);
		expect(program.printed().match(/Migrated the database/g)).toHaveLength(2);
		expect(program.printed()).toMatch(/Processes +2/);
		const ready = await ask("/api/health/ready");
		expect(await ready.json()).toEqual({
			status: "ready",
			checks: { database: "ok" },
		});
		const { uptime } = await (await ask("/api/health/startup")).json();
		expect(uptime).toBeGreaterThan(0);
	});

	test("count a limit once, and add their metrics up", async () => {
		const search = () => ask("/api/v1/search?q=route");
		const each = await Promise.all(Array.from({ length: 30 }, search));
		const statuses = each.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		expect(statuses.filter((status) => status === 429)).toHaveLength(10);
		// Its own count refuses without asking; the other child has the parent's.
		await inBoth(async () => expect((await search()).status).toBe(429));
		const samples = await metrics();
		const route = { route: "/api/v1/search" };
		expect(
			total(samples, "http_requests_total", { ...route, status: "200" }),
		).toBe(20);
		expect(total(samples, "rate_limit_hits_total", { limit: "content" })).toBe(
			total(samples, "http_requests_total", { ...route, status: "429" }),
		);
		expect(total(samples, "child_processes")).toBe(2);
		const text = await exposition(program.front);
		const { said } = await promtool(["check", "metrics"], text);
		expect(said).toBe("");
		expect(total(samples, "treeline_build_info")).toBe(1);
		expect(
			samples.filter(({ name }) => name === "rate_limit_remaining"),
		).toContainEqual(
			expect.objectContaining({
				labels: expect.objectContaining({ limit: "content" }),
				value: 0,
			}),
		);
	});

	test("go on with each other's MCP sessions and sign-ins", async () => {
		const id = await begun(program.front, { connection: "close" });
		const headers = {
			"mcp-session-id": id,
			"mcp-protocol-version": "2025-11-25",
			connection: "close",
		};
		await inBoth(async () => {
			const answer = await send(program.front, PING, headers);
			expect(answer.status).toBe(200);
			await answer.text();
		});
		await inBoth(async () => {
			const browser = openBrowser({ connection: "close" });
			const { way } = await browser.follow(`${program.front}/api/auth/signin`);
			const form = await browser.ask(way.at(-1) ?? "", {
				method: "POST",
				body: new URLSearchParams({ name: "Robin" }),
			});
			await browser.follow(form.headers.get("location") ?? "");
			const answer = await browser.ask(`${program.front}/api/v1/auth/session`);
			expect((await answer.json()).data.user).toMatchObject({ name: "Robin" });
		});
	});

	test("a child that is killed is replaced, and each keyed change is made once", async () => {
		const answered = total(await metrics(), "http_requests_total");
		const pids = childPids();
		expect(pids).toHaveLength(2);
		/** As a client repeats a change whose connection broke. */
		const create = async (key: string, item: object) => {
			for (;;) {
				const answer = await ask("/api/v1/admin/content", {
					method: "POST",
					headers: {
						"x-admin-key": ADMIN_KEY,
						"content-type": "application/json",
						"idempotency-key": key,
					},
					body: JSON.stringify(item),
				}).catch(() => null);
				if (!answer) continue;
				// The database may not know yet that the first one's connection is gone.
				const { code } = await answer.json();
				if (code !== "idempotency_in_progress") return answer.status;
			}
		};
		let made = 0;
		let done = false;
		const statuses = new Set<number>();
		const writers = Array.from({ length: 2 }, async () => {
			while (!done) {
				statuses.add(await create(`key-${++made}`, newItem()));
			}
		});
		await until(async () => made > 20);
		process.kill(pids[0] ?? 0, "SIGKILL");
		await until(async () => {
			const samples = await metrics().catch(() => []);
			return (
				total(samples, "child_processes") === 2 &&
				total(samples, "child_process_exits_total") === 1 &&
				(await (await ask("/api/health/ready")).json()).status === "ready"
			);
		});
		done = true;
		await Promise.all(writers);
		expect([...statuses]).toEqual([201]);
		expect(childPids()).toContain(pids[1] ?? 0);
		expect(childPids()).not.toContain(pids[0] ?? 0);
		const list = await ask("/api/v1/admin/content?limit=1", {
			headers: { "x-admin-key": ADMIN_KEY },
		});
		expect((await list.json()).meta.total).toBe(made);
		expect(program.printed()).toContain(
			"child process ended; it is started again",
		);
		await inBoth(() => ask("/api/v1/packs"));
		expect(total(await metrics(), "http_requests_total")).toBeGreaterThan(
			answered,
		);
	});

	test("come back when both are killed at once", async () => {
		const uptime = async () =>
			(await (await ask("/api/health/startup")).json()).uptime;
		const uptimeBefore = await uptime();
		const before = total(await metrics(), "http_requests_total");
		for (const pid of childPids()) process.kill(pid, "SIGKILL");
		await until(async () => {
			const samples = await metrics().catch(() => []);
			return (
				total(samples, "child_processes") === 2 &&
				total(samples, "child_process_exits_total") === 3 &&
				total(samples, "http_requests_total") >= before
			);
		});
		await inBoth(() => ask("/api/v1/packs"));
		const ready = await ask("/api/health/ready");
		expect((await ready.json()).status).toBe("ready");
		expect(await uptime()).toBeGreaterThan(uptimeBefore);
	});
});

test("children are told at once that the program stops, before its delay", async () => {
	const leaving = new AbortController();
	const exited = Promise.withResolvers<void>();
	const children = startChildren({
		count: 1,
		leaving: leaving.signal,
		log: openLog("silent"),
		onStart() {},
		onMessage: async () => {},
		onExit: () => exited.resolve(),
		onChange() {},
	});
	leaving.abort();
	await exited.promise;
	expect([...children.all()]).toEqual([]);
	await expect(children.prepared).rejects.toThrow();
	await children.stop(0);
});

test.each([
	["the first time", 0, 0, 100],
	["soon after it was ready", 100, 1000, 200],
	["before it was ready", 400, Number.NEGATIVE_INFINITY, 800],
	["again and again", 20_000, 0, 30_000],
	["after it served for long", 20_000, 30_001, 100],
])("the pause after a child that ends %s", (_, last, readyMs, pause) => {
	expect(restartPause(last, readyMs)).toBe(pause);
});

test("the counters of children that end together all go on to count", async () => {
	const metrics = mergeMetrics();
	const snapshot = (value: number) =>
		[
			{
				...{ name: "made_total", help: "Made.", type: "counter" },
				...{ aggregator: "sum", values: [{ value, labels: {} }] },
			},
		] as never;
	const addItem = async () =>
		total(samplesOf(await metrics.text([])), "made_total");
	for (const pid of [1, 2, 3]) {
		metrics.start(pid);
		metrics.keep(pid, snapshot(10 ** pid));
	}
	metrics.end(1);
	metrics.end(2);
	expect(await addItem()).toBe(1110);
	metrics.keep(1, snapshot(5));
	metrics.end(1);
	expect(await addItem()).toBe(1110);
	metrics.end(3);
	expect(await addItem()).toBe(1110);
	expect(await addItem()).toBe(1110);
});

describe("a port that is taken", () => {
	test.each(["1", "2"])("by two is refused to %s more", async (processes) => {
		const { port } = new URL(program.front);
		const { err, code } = await refused(
			settings({
				PROCESSES: processes,
				PORT: port,
				DATA_DIR: join(scratch, "other"),
			}),
		);
		expect(code).toBe(1);
		expect(err).toContain(`Port ${port} on 127.0.0.1 is taken`);
	});

	test("is kept by its parent while no child listens", () => {
		const ports = [{ host: "127.0.0.1", port: 1, prefix: "" as const }];
		const release = reservePorts(ports);
		expect(() => reservePorts(ports)).toThrow("Port 1 on 127.0.0.1 is taken");
		release();
		reservePorts(ports)();
	});
});

test.each(["0", "65", "many"])("PROCESSES=%s is refused", (PROCESSES) => {
	expect(() => readConfig({ PROCESSES })).toThrow("PROCESSES");
});

test("SIGTERM to the parent lets both finish what is under way, and leaves nothing", async () => {
	const cluster = runningCluster(dataDir);
	if (!cluster) throw new Error("no embedded database runs");
	const sql: Sql = connect({ ...cluster, password: "" });
	const pids = childPids();
	const release = Promise.withResolvers<void>();
	const locked = Promise.withResolvers<void>();
	const lock = sql.begin(async (tx) => {
		await tx`LOCK TABLE packs IN ACCESS EXCLUSIVE MODE`;
		locked.resolve();
		await release.promise;
	});
	await locked.promise;
	const early = Array.from({ length: 8 }, () => ask("/api/v1/packs?q=held"));
	await until(async () => {
		const inFlight = total(await metrics(), "http_requests_in_flight");
		return inFlight > early.length;
	});
	const ended = program.end("SIGTERM");
	await until(() =>
		ask("/api/health/ready").then(
			({ status }) => status === 503,
			// A child that has nothing under way ends at once.
			() => true,
		),
	);
	release.resolve();
	await lock;
	await sql.end();
	for (const answer of await Promise.all(early))
		expect(answer.status).toBe(200);
	expect(await ended).toBe(0);
	for (const pid of pids) expect(isAlive(pid)).toBe(false);
	expect(runningCluster(dataDir)).toBeNull();
});
