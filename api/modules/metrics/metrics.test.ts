/** The metrics: who may read them, what they count, and that nothing a client makes up becomes a series. */
import { beforeAll, describe, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { lineTo } from "../../test/disconnectable-database.ts";
import {
	ADMIN_KEY,
	ADMIN_SECRET,
	freshDatabase,
	serviceForFile,
	startProgram,
} from "../../test/harness.ts";
import {
	exposition,
	type Sample,
	samplesOf,
	total,
} from "../../test/prometheus-metrics.ts";
import { promtool } from "../../test/promtool.ts";
import { connectTo } from "../../test/raw-http.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const READ_ONLY = "a-key-that-only-reads-of-32-characters-or-more";

const service = await serviceForFile({
	ADMIN_API_KEY_READONLY: READ_ONLY,
	TRUSTED_PROXIES: "127.0.0.1",
	// What is taken from a bucket stays taken, however long the test lasts.
	CONTENT_RATE_LIMIT_REFILL_RATE: "0.001",
});
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

/** The methods that the routes have, and what stands for all others. */
const KNOWN = new Set(
	"GET HEAD POST PUT PATCH DELETE OPTIONS other".split(" "),
);

const scrape = async (): Promise<Sample[]> =>
	samplesOf(await exposition(service.front));

describe("are read", () => {
	test.each([
		["nobody", 401, {}],
		["a wrong key", 401, { "x-admin-key": "x".repeat(40) }],
		["the backend's secret", 401, { "x-admin-secret": ADMIN_SECRET }],
		["a key", 200, { "x-admin-key": ADMIN_KEY }],
		[
			"a key as Prometheus sends it",
			200,
			{ authorization: `Bearer ${ADMIN_KEY}` },
		],
		["a key that only reads", 200, { "x-admin-key": READ_ONLY }],
	])("at the front by %s: %i", async (_, status, headers) => {
		const answer = await fetch(`${service.front}/api/metrics`, {
			headers: headers as Record<string, string>,
		});
		expect(answer.status).toBe(status);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("content-type")).toBe(
			status === 200
				? "text/plain; version=0.0.4; charset=utf-8"
				: "application/problem+json",
		);
	});

	test.each([
		["nobody", 401, {}],
		["a key of the front's", 401, { "x-admin-key": ADMIN_KEY }],
		["the secret", 200, { authorization: `Bearer ${ADMIN_SECRET}` }],
	])("at the backend by %s: %i", async (_, status, headers) => {
		const answer = await fetch(`${service.backend}/api/metrics`, {
			headers: headers as Record<string, string>,
		});
		expect(answer.status).toBe(status);
	});
});

test("Prometheus's own judge finds nothing wrong with them", async () => {
	await fetch(`${service.front}/api/v1/packs`);
	const text = await exposition(service.front);
	const { said, code } = await promtool(["check", "metrics"], text);
	expect([code, said]).toEqual([0, ""]);
});

test("have the names and labels of the specification", async () => {
	await fetch(`${service.front}/api/v1/search?q=hello`);
	const samples = await scrape();
	const labelsOf = (name: string) =>
		samples.find((one) => one.name === name)?.labels;
	expect(labelsOf("circuit_breaker_state")).toEqual({ name: "llm" });
	expect(total(samples, "circuit_breaker_state")).toBe(0);
	expect(labelsOf("rate_limit_hits_total")).toBeDefined();
	expect(labelsOf("rate_limit_remaining")).toHaveProperty("ip_hash");
});

test("count each request once, by its route", async () => {
	const route = "/api/v1/packs/:slug";
	const count = async (labels: Record<string, string>) =>
		total(await scrape(), "http_requests_total", labels);
	const timed = async () =>
		total(await scrape(), "http_request_duration_seconds_count", { route });
	const before = await count({ route });
	const timedBefore = await timed();
	for (let n = 0; n < 3; n++)
		await fetch(`${service.front}/api/v1/packs/express`);
	for (let n = 0; n < 4; n++)
		await fetch(`${service.front}/api/v1/packs/nowhere-${n}`);
	// A request is counted when it is over, which its client may hear of first.
	await until(async () => (await timed()) - timedBefore >= 7);
	expect((await count({ route })) - before).toBe(7);
	expect(await count({ route, status: "200", method: "GET" })).toBe(3);
	expect(await count({ route, status: "404", listener: "front" })).toBe(4);
	expect((await timed()) - timedBefore).toBe(7);
	expect(await count({ listener: "backend", route })).toBe(0);
	await until(
		async () => total(await scrape(), "http_requests_in_flight") === 1,
	);
	expect(
		total(await scrape(), "http_problems_total", { code: "not_found" }),
	).toBeGreaterThanOrEqual(4);
});

test("grow by no path, method, id or status that a client makes up", async () => {
	const series = async () => (await scrape()).length;
	const visit = async (mark: string) => {
		const { cookie } = await service.signIn(mark);
		for (const path of [
			`/${mark}`,
			`/api/${mark}`,
			`/api/v1/packs/${mark}`,
			`/api/v1/packs/express/challenges/${mark}`,
			`/api/v1/challenges/${mark}`,
			`/api/v1/packs?tag=${mark}`,
			`/assets/${mark}.js`,
			`/api/v1/author/packs/${mark}`,
		]) {
			await fetch(service.front + path, { headers: { cookie } });
			await fetch(service.front + path, { method: "DELETE" });
		}
	};
	await visit("madeup");
	const before = await series();
	for (let n = 0; n < 20; n++)
		await visit(`madeup${"abcdefghijklmnopqrst"[n]}`);
	expect(await series()).toBe(before);
	expect(await exposition(service.front)).not.toContain("madeup");
	const client = await connectTo(service.front);
	for (const method of ["PROPFIND", "MKCOL", "REPORT"]) {
		client.send(`${method} /api/v1/packs HTTP/1.1\r\nHost: x\r\n\r\n`);
	}
	await client.has("405");
	client.cut();
	const methods = new Set((await scrape()).map(({ labels }) => labels.method));
	expect([...methods].filter((one) => one && !KNOWN.has(one))).toEqual([]);
	expect(methods).toContain("other");
});

test("tell of the many addresses the few that are nearest to a limit, and none by name", async () => {
	const ask = (address: string) =>
		fetch(`${service.front}/api/v1/search?q=hello`, {
			headers: { "x-forwarded-for": address },
		});
	for (let n = 0; n < 12; n++) await ask("203.0.113.7");
	for (let n = 0; n < 120; n++) await ask(`198.51.100.${n}`);
	const text = await exposition(service.front);
	const remaining = samplesOf(text).filter(
		({ name }) => name === "rate_limit_remaining",
	);
	expect(remaining).toHaveLength(50);
	expect(Math.min(...remaining.map(({ value }) => value))).toBeLessThan(55);
	for (const { labels } of remaining)
		expect(labels.ip_hash).toMatch(/^[0-9a-f]{16}$/);
	expect(text).not.toMatch(/203\.0\.113|198\.51\.100/);
});

test("count what limits refuse, by the limit", async () => {
	const hits = async (limit: string) =>
		total(await scrape(), "rate_limit_hits_total", { limit });
	const { cookie } = await service.signIn();
	const change = () =>
		fetch(`${service.front}/api/v1/settings`, {
			method: "PATCH",
			headers: { cookie, "content-type": "application/json" },
			body: "{}",
		});
	for (let n = 0; n < 23; n++) await change();
	expect(await hits("settings")).toBe(3);
	const guess = () =>
		fetch(`${service.front}/api/metrics`, {
			headers: {
				"x-admin-key": "x".repeat(40),
				"x-forwarded-for": "203.0.113.8",
			},
		});
	for (let n = 0; n < 13; n++) await guess();
	expect(await hits("admin-keys")).toBeGreaterThanOrEqual(1);
});

test("count what of content is answered from memory, and what is read", async () => {
	const headers = {
		"x-admin-key": ADMIN_KEY,
		"content-type": "application/json",
	};
	const address = `${service.front}/api/v1/admin/content`;
	const item = { type: "note", slug: "mine", status: "published", data: {} };
	const made = await fetch(address, {
		method: "POST",
		headers,
		body: JSON.stringify(item),
	});
	const { data } = await made.json();
	const counted = async () => {
		const samples = await scrape();
		return ["hit", "miss"].map((result) =>
			total(samples, "cache_requests_total", { cache: "content", result }),
		);
	};
	const read = () => fetch(`${service.front}/api/v1/content/note/mine`);
	/** What `times` reads are counted as. */
	const reading = async (times: number) => {
		const [hits = 0, misses = 0] = await counted();
		for (let n = 0; n < times; n++) expect((await read()).status).toBe(200);
		const [hit = 0, miss = 0] = await counted();
		return [hit - hits, miss - misses];
	};
	const change = () =>
		fetch(`${address}/${data.id}`, {
			method: "PUT",
			headers,
			body: JSON.stringify({ data: { changed: true } }),
		});
	for (const make of [async () => {}, change]) {
		await make();
		const [hits = 0, misses = 0] = await reading(4);
		expect(hits + misses).toBe(4);
		// Twice, when the news of the change comes while it is being read.
		expect([1, 2]).toContain(misses);
		// Once the news is known, memory answers everything.
		await until(async () => Bun.deepEquals(await reading(3), [3, 0]));
	}
});

test("tell how the pools stand, and when the database cannot be reached", async () => {
	const { env, sql, content } = await freshDatabase(true);
	const line = await lineTo(env);
	const program = await startProgram({ ...env, ...line.env });
	const read = async () => samplesOf(await exposition(program.front));
	const well = await read();
	for (const database of ["platform", "content"]) {
		expect(
			total(well, "db_pool_connections", { database }),
		).toBeGreaterThanOrEqual(1);
		expect(total(well, "db_pool_connections_max", { database })).toBe(10);
	}
	expect(total(well, "health_check_failed", { check: "database" })).toBe(0);
	expect(total(well, "database_connection_errors_total")).toBe(0);
	await line.cut();
	await until(async () => {
		await fetch(`${program.front}/api/v1/packs`);
		const ill = await read();
		return (
			total(ill, "health_check_failed", { check: "database" }) === 1 &&
			total(ill, "database_connection_errors_total") > 0 &&
			total(ill, "http_problems_total", { code: "database_unavailable" }) > 0
		);
	});
	const count = async () =>
		total(await read(), "database_connection_errors_total");
	const before = await count();
	for (let n = 0; n < 5; n++) await fetch(`${program.front}/api/v1/packs`);
	expect((await count()) - before).toBeGreaterThanOrEqual(5);
	await line.mend();
	await until(
		async () =>
			total(await read(), "health_check_failed", { check: "database" }) === 0,
	);
	await program.end("SIGTERM");
	await Promise.all([sql.end(), content.end()]);
});
