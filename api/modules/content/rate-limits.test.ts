/** How much one address may ask of content (specification, "Limits"), and how often it may guess an admin key (contract, section 7). */
import { describe, expect, test } from "bun:test";
import { editor, newItem, reader } from "../../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import { INITIALIZE, send } from "../../test/mcp-clients.ts";

const service = await serviceForFile({
	CONTENT_RATE_LIMIT_CAPACITY: "5",
	CONTENT_RATE_LIMIT_REFILL_RATE: "0.001",
});

describe("reading content", () => {
	test("costs one token each time, a 304 and a 404 too; then it is refused, to any site's script readably", async () => {
		const read = reader(service);
		const ask = editor(service);
		const { slug } = (await ask("POST", "", newItem())).body.data;
		const first = await read(`/project/${slug}`);
		expect(first.headers.get("ratelimit-policy")).toBe('"content";q=5;w=5000');
		const again = { "if-none-match": first.etag };
		const answers = [
			first,
			await read(`/project/${slug}`, again),
			await read("/project/nothing"),
			await read("/bundle", {}, "HEAD"),
			await read(""),
			await read(`/project/${slug}`, again),
			await read("/bundle"),
		];
		expect(answers.map(({ status }) => status)).toEqual([
			200, 304, 404, 200, 200, 429, 429,
		]);
		for (const [at, { headers }] of answers.entries())
			expect(headers.get("ratelimit")).toStartWith(
				`"content";r=${Math.max(0, 4 - at)};t=`,
			);
		const [refused] = answers.slice(-1);
		expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(500);
		expect(refused?.headers.get("access-control-allow-origin")).toBe("*");
		expect(refused?.headers.get("cache-control")).toBe("no-store");
	});

	test("is not limited for administrators", async () => {
		for (let at = 0; at < 12; at++)
			expect((await editor(service)("GET", "")).status).toBe(200);
	});
});

test("ten wrong keys, then 429 for a wrong one; the right one passes all the same", async () => {
	const { front } = service;
	const wrongKey = `${ADMIN_KEY}-not`;
	const missing = await fetch(`${front}/api/v1/admin/content`);
	expect(missing.status).toBe(401);
	expect(missing.headers.get("www-authenticate")).toBe(
		'AdminKey realm="admin"',
	);
	const wrong = editor(service, wrongKey);
	for (let at = 0; at < 10; at++) {
		const told = await wrong("POST", "", newItem());
		expect([told.status, told.body.code]).toEqual([401, "admin_key_invalid"]);
	}
	const metrics = (key: string) =>
		fetch(`${front}/api/metrics`, { headers: { "x-admin-key": key } });
	const mcp = (key: string) => send(front, INITIALIZE, { "x-admin-key": key });
	const content = (key: string) =>
		fetch(`${front}/api/v1/admin/content`, {
			headers: { "x-admin-key": key },
		});
	for (const ask of [content, metrics, mcp]) {
		let refused = await ask(wrongKey);
		// A token comes back every ten seconds.
		while (refused.status === 401) refused = await ask(wrongKey);
		expect(refused.status).toBe(429);
		expect(await refused.text()).toContain("rate_limited");
		expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|10)$/);
		for (let at = 0; at < 3; at++) {
			const passed = await ask(ADMIN_KEY);
			expect(passed.status).toBe(200);
			expect(passed.headers.get("ratelimit")).toBe(null);
			await passed.text();
		}
	}
	expect((await fetch(`${front}/api/v1/admin/content`)).status).toBe(401);
});
