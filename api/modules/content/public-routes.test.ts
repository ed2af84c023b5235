/** Content as it is read: lists, entity tags, other sites, and a key that only reads (contract, section 7). */
import { beforeAll, describe, expect, test } from "bun:test";
import {
	type Ask,
	editor,
	newItem,
	reader,
} from "../../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";

const service = await serviceForFile({
	...WIDE,
	ADMIN_API_KEY_READONLY: READ_ONLY,
});
let ask: Ask;
let read: ReturnType<typeof reader>;
beforeAll(async () => {
	ask = editor(service);
	read = reader(service);
});

const addItem = async (more: object = {}) => {
	const told = await ask("POST", "", newItem(more));
	expect(told.status).toBe(201);
	return told.body.data;
};

describe("lists", () => {
	const slugs = (body: { data: { slug: string }[] }) =>
		body.data.map(({ slug }) => slug);

	test("are in order, of what is published, and paged when asked to be", async () => {
		const type = "ordered";
		await addItem({ type, slug: "c", sortOrder: 2 });
		await addItem({ type, slug: "a", sortOrder: -1 });
		await addItem({ type, slug: "b" });
		await addItem({ type, slug: "hidden", status: "draft" });
		const all = await read(`?type=${type}`);
		expect(slugs(all.body)).toEqual(["a", "b", "c"]);
		expect(all.body.meta).toEqual({ total: 3, limit: null, offset: 0 });
		expect(all.body.data[0]).not.toHaveProperty("deletedAt");
		const page = await read(`?type=${type}&limit=1&offset=1`);
		expect(slugs(page.body)).toEqual(["b"]);
		expect(page.body.meta).toEqual({ total: 3, limit: 1, offset: 1 });
		const rest = await read(`?type=${type}&offset=2`);
		expect(rest.body.meta).toEqual({ total: 3, limit: 50, offset: 2 });
		const { data } = (await read("/bundle")).body;
		expect(slugs({ data: data[type] })).toEqual(["a", "b", "c"]);
		for (const [query, limit] of [
			["?type=empty", null],
			["?type=empty&limit=7", 7],
		] as const)
			expect((await read(query)).body.meta).toEqual({
				total: 0,
				limit,
				offset: 0,
			});
		for (const query of ["?type=No", "?limit=0", "?limit=101", "?offset=-1"])
			expect((await read(query)).status).toBe(400);
	});

	test("for administrators have drafts and what is archived, too, from an offset on", async () => {
		const type = "of-every-status";
		const statuses = ["draft", "published", "archived"];
		for (const [sortOrder, status] of statuses.entries())
			await addItem({ type, slug: status, status, sortOrder });
		const all = await ask("GET", `?type=${type}`);
		expect(slugs(all.body)).toEqual(statuses);
		expect(
			all.body.data.map(({ status }: { status: string }) => status),
		).toEqual(statuses);
		const page = await ask("GET", `?type=${type}&limit=1&offset=2`);
		expect(slugs(page.body)).toEqual(["archived"]);
		expect((await read(`?type=${type}`)).body.data).toHaveLength(1);
	});

	test("for administrators are filtered by type, status and words, and have what is deleted only on request", async () => {
		const type = "listed";
		const { id } = await addItem({ type, slug: "gone" });
		await ask("DELETE", `/${id}`);
		await addItem({
			type,
			slug: "blue-boat",
			data: { text: ["A sailor's tale"] },
		});
		await addItem({
			type,
			slug: "red",
			status: "draft",
			data: { title: "Sailing" },
		});
		for (const [query, found] of [
			["", ["blue-boat", "red"]],
			["&status=draft", ["red"]],
			["&q=boat", ["blue-boat"]],
			["&q=sail", ["blue-boat", "red"]],
			["&q=tale%20sailor", ["blue-boat"]],
			["&q=%22!%26", []],
			["&includeDeleted=true", ["gone", "blue-boat", "red"]],
			["&limit=1", ["blue-boat"]],
		] as const) {
			const told = await ask("GET", `?type=${type}${query}`);
			expect([query, ...slugs(told.body)]).toEqual([query, ...found]);
		}
	});
});

describe("the public's answers", () => {
	test.each(["", "?type=tagged", "/bundle", "/tagged/one"])(
		"at /content%s have a strong tag, and are a 304 for whoever has it",
		async (path) => {
			const slug = "one";
			await ask("POST", "", newItem({ type: "tagged", slug }));
			const first = await read(path);
			expect(first.status).toBe(200);
			expect(first.etag).toMatch(/^"[\w.-]+"$/);
			for (const given of [
				first.etag,
				`W/${first.etag}`,
				`"x", ${first.etag}`,
				"*",
			]) {
				const again = await read(path, {
					"if-none-match": given,
					"cache-control": "no-cache",
				});
				expect([again.status, again.text, again.etag]).toEqual([
					304,
					"",
					first.etag,
				]);
				expect(again.headers.get("cache-control")).toBe(
					"public, max-age=0, must-revalidate",
				);
			}
			const head = await read(path, {}, "HEAD");
			expect([head.status, head.text, head.etag]).toEqual([
				200,
				"",
				first.etag,
			]);
			const { data } = (await ask("GET", "?type=tagged")).body;
			await ask("PUT", `/${data[0].id}`, { data: { at: path } });
			const next = await read(path, { "if-none-match": first.etag });
			expect(next.status).toBe(200);
			expect(next.text).toContain(`"at":"${path}"`);
			expect(next.etag).not.toBe(first.etag);
		},
	);

	test("are for any site, without credentials", async () => {
		for (const origin of ["", "https://elsewhere.example"]) {
			const told = await read("/bundle", origin ? { origin } : {});
			expect(told.headers.get("access-control-allow-origin")).toBe("*");
			expect(told.headers.has("access-control-allow-credentials")).toBe(false);
		}
	});

	test("do not tell of drafts, archived items and other methods", async () => {
		const { slug } = await addItem({
			status: "draft",
			data: { mark: "in-a-draft" },
		});
		await addItem({ status: "archived", data: { mark: "in-an-archive" } });
		for (const path of ["", "/bundle", `/project/${slug}`])
			expect((await read(path)).text).not.toMatch(/in-a-draft|in-an-archive/);
		const told = await read("/bundle", {}, "POST");
		expect([told.status, told.headers.get("allow")]).toEqual([
			405,
			"GET, HEAD",
		]);
	});

	test("are counted as kept or made, for the operator", async () => {
		const counted = async () => {
			const answer = await fetch(`${service.front}/api/metrics`, {
				headers: { "x-admin-key": ADMIN_KEY },
			});
			const text = await answer.text();
			return ["hit", "miss"].map((result) =>
				Number(
					new RegExp(
						`^cache_requests_total\\{cache="content",result="${result}"\\} (\\d+)$`,
						"m",
					).exec(text)?.[1],
				),
			);
		};
		const { slug } = await addItem();
		const before = await counted();
		for (let at = 0; at < 3; at++) await read(`/project/${slug}`);
		const [hits = 0, misses = 0] = await counted();
		const missed = misses - (before[1] as number);
		expect(hits - (before[0] as number)).toBe(3 - missed);
		// Read once more when the database announces the change between two reads.
		expect(missed).toBeWithin(1, 3);
		// Nothing at an address is known as well; no change is announced of it.
		for (let at = 0; at < 3; at++)
			expect((await read("/project/nothing-is-here")).status).toBe(404);
		expect(await counted()).toEqual([hits + 2, misses + 1]);
		await Promise.all(
			Array.from({ length: 60 }, () => read("/project/nor-here")),
		);
		expect(await counted()).toEqual([hits + 61, misses + 2]);
	});

	test("change when an item moves, and its former address is empty", async () => {
		const { id, slug } = await addItem();
		expect((await read(`/project/${slug}`)).status).toBe(200);
		await ask("PUT", `/${id}`, { slug: `${slug}-moved` });
		expect((await read(`/project/${slug}`)).status).toBe(404);
		expect((await read(`/project/${slug}-moved`)).status).toBe(200);
	});
});

test("an address where there was nothing has what is published there, at once and moved there, too", async () => {
	const type = "appears";
	const path = `/${type}/late`;
	expect((await read(path)).status).toBe(404);
	const { id } = await addItem({ type, slug: "late", status: "draft" });
	expect((await read(path)).status).toBe(404);
	await ask("PUT", `/${id}`, { status: "published" });
	expect((await read(path)).status).toBe(200);
	expect((await read(`/${type}/later`)).status).toBe(404);
	await ask("PUT", `/${id}`, { slug: "later" });
	expect((await read(`/${type}/later`)).status).toBe(200);
	expect((await read(path)).status).toBe(404);
	await ask("DELETE", `/${id}?hard=true`);
	expect((await read(`/${type}/later`)).status).toBe(404);
});

describe("a key for reading", () => {
	test("reads everything and changes nothing", async () => {
		const reads = editor(service, READ_ONLY);
		const { id } = await addItem({ status: "draft" });
		for (const path of ["", `/${id}`, `/${id}/history`])
			expect((await reads("GET", path)).status).toBe(200);
		for (const [method, path, body] of [
			["POST", "", newItem()],
			["PUT", `/${id}`, { sortOrder: 1 }],
			["DELETE", `/${id}`, undefined],
			["POST", `/${id}/restore`, { version: 1 }],
		] as const) {
			const told = await reads(method, path, body);
			expect([told.status, told.body.code]).toEqual([403, "forbidden"]);
		}
		expect((await ask("GET", `/${id}`)).body.data.version).toBe(1);
	});
});
