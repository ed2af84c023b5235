/** Content as its administrators change it, through the front door, and what the public sees of that (contract, section 7). */
import { beforeAll, describe, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import {
	type Ask,
	editor,
	newItem,
	reader,
} from "../../test/content-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);
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

describe("an item", () => {
	test("is created as version 1, and is a draft unless said otherwise", async () => {
		const { status: _, ...body } = newItem();
		const told = await ask("POST", "", body);
		expect(told.status).toBe(201);
		const { id, createdAt, updatedAt, ...item } = told.body.data;
		expect(item).toEqual({
			...body,
			status: "draft",
			version: 1,
			sortOrder: 0,
			publishAt: null,
			unpublishAt: null,
			deletedAt: null,
		});
		expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		expect(updatedAt).toBe(createdAt);
		expect(told.etag).toBe(`"${id}.1"`);
		expect(told.headers.get("location")).toBe(`/api/v1/admin/content/${id}`);
		expect(told.headers.get("cache-control")).toBe("no-store");
	});

	test("comes back with its keys in order and every digit as written", async () => {
		const data = `{"b":1.50,"2":[1e2,-0,"\\u00e4 \\/"],"1":{"z":null,"a":0.1},"__proto__":{"x":1}}`;
		const spaced = data.replaceAll(",", " ,\n ");
		const told = await ask(
			"POST",
			"",
			`{"data": ${spaced}, "type":"project", "slug":"as-written", "status":"published"}`,
		);
		const { id } = told.body.data;
		for (const { text } of [
			told,
			await ask("GET", `/${id}`),
			await ask("GET", `/${id}/history`),
			await read("/project/as-written"),
			await read("/bundle"),
			await read(""),
		])
			expect(text).toContain(`"data":${data}`);
	});

	test.each([
		["a number beyond a double's digits", `{"a":9007199254740993}`, "/a"],
		["a number beyond its range", `{"a":[1e400]}`, "/a/0"],
		["a fraction that would be rounded", `{"a":0.12345678901234567890}`, "/a"],
		["a name given twice", `{"a":{"b":1,"b":2}}`, "/a/b"],
	])("is refused with %s", async (_, data, pointer) => {
		const { type, slug } = newItem();
		const text = `{"type":"${type}","slug":"${slug}","data":${data}}`;
		const told = await ask("POST", "", text);
		expect(told.status).toBe(400);
		expect(told.body.errors[0].pointer).toBe(`#/data${pointer}`);
	});

	test.each([
		["no type", { type: undefined }, "#/type"],
		["a type in capitals", { type: "Project" }, "#/type"],
		["a slug with a dash too many", { slug: "a--b" }, "#/slug"],
		["a slug that is too long", { slug: "a".repeat(201) }, "#/slug"],
		["a list for data", { data: [] }, "#/data"],
		["a status that is none", { status: "hidden" }, "#/status"],
		["a fraction for an order", { sortOrder: 1.5 }, "#/sortOrder"],
		["an unknown member", { tags: [] }, "#/tags"],
	])("is refused with %s", async (_, more, pointer) => {
		const told = await ask("POST", "", newItem(more));
		expect(told.status).toBe(400);
		expect(told.body.code).toBe("validation_failed");
		expect(told.body.errors[0].pointer).toBe(pointer);
	});

	test("has its address alone, until it is deleted", async () => {
		const { id, slug } = await addItem();
		const again = await ask("POST", "", newItem({ slug }));
		expect([again.status, again.body.code]).toEqual([409, "slug_conflict"]);
		expect(
			(await ask("POST", "", newItem({ slug, type: "post" }))).status,
		).toBe(201);
		const other = await addItem();
		const moved = await ask("PUT", `/${other.id}`, { slug });
		expect([moved.status, moved.body.code]).toEqual([409, "slug_conflict"]);
		await ask("DELETE", `/${id}`);
		expect((await ask("PUT", `/${other.id}`, { slug })).status).toBe(200);
		const back = await ask("POST", `/${id}/restore`, { version: 1 });
		expect([back.status, back.body.code]).toEqual([409, "slug_conflict"]);
	});
});

describe("a change", () => {
	test("replaces what it names, keeps the rest, and can be what was read", async () => {
		const item = await addItem({ sortOrder: 7 });
		const next = {
			...item,
			data: { title: "Two" },
			changeSummary: "A new title",
		};
		const told = await ask("PUT", `/${item.id}`, next);
		expect(told.status).toBe(200);
		expect(told.body.data).toEqual({
			...item,
			data: { title: "Two" },
			version: 2,
			updatedAt: told.body.data.updatedAt,
		});
		const [entry] = (await ask("GET", `/${item.id}/history`)).body.data;
		expect(entry).toMatchObject({
			contentId: item.id,
			version: 2,
			changeType: "updated",
			changeSummary: "A new title",
			changedBy: expect.stringMatching(/^[0-9a-f]{8}$/),
			requestId: told.headers.get("x-request-id"),
		});
	});

	test.each(["draft", "published", "archived"])(
		"leads from %s to every other status, and only when it says so",
		async (status) => {
			for (const next of ["draft", "published", "archived"]) {
				const { id, slug } = await addItem({ status });
				const still = await ask("PUT", `/${id}`, { sortOrder: 1 });
				expect(still.body.data.status).toBe(status);
				const told = await ask("PUT", `/${id}`, { status: next });
				expect([told.status, told.body.data.status]).toEqual([200, next]);
				const seen = await read(`/project/${slug}`);
				expect(seen.status).toBe(next === "published" ? 200 : 404);
			}
		},
	);

	test.each([
		["nothing", {}],
		["a summary alone", { changeSummary: "Why?" }],
		["what is not the client's to change", { version: 9, type: "post" }],
	])("of %s is refused", async (_, body) => {
		const { id } = await addItem();
		expect((await ask("PUT", `/${id}`, body)).status).toBe(400);
	});

	test("is made only to what If-Match names", async () => {
		const { id } = await addItem();
		const present = { "if-match": `W/"x", "${id}.1"` };
		const told = await ask("PUT", `/${id}`, { sortOrder: 1 }, present);
		expect([told.status, told.etag]).toEqual([200, `"${id}.2"`]);
		for (const [method, path, body] of [
			["PUT", "", { sortOrder: 2 }],
			["DELETE", "", undefined],
			["DELETE", "?hard=true", undefined],
			["POST", "/restore", { version: 1 }],
		] as const) {
			const stale = await ask(method, `/${id}${path}`, body, present);
			expect([stale.status, stale.etag]).toEqual([412, `"${id}.2"`]);
		}
		const weak = { "if-match": `W/"${id}.2"` };
		expect((await ask("PUT", `/${id}`, { sortOrder: 2 }, weak)).status).toBe(
			412,
		);
		const any = { "if-match": "*" };
		expect((await ask("PUT", `/${id}`, { sortOrder: 2 }, any)).status).toBe(
			200,
		);
	});

	test.each(["1", "x.1", '"open', '"a", b', ""])(
		"is refused as malformed when If-Match is %j",
		async (header) => {
			const { id } = await addItem();
			for (const [method, path, body] of [
				["PUT", "", { sortOrder: 2 }],
				["DELETE", "", undefined],
				["POST", "/restore", { version: 1 }],
			] as const) {
				const refused = await ask(method, `/${id}${path}`, body, {
					"if-match": header,
				});
				expect([refused.status, refused.body.code]).toEqual([
					400,
					"validation_failed",
				]);
				expect(refused.body.errors[0].pointer).toBe("#/header/if-match");
				expect(refused.body.detail).toContain(`"${id}.1"`);
			}
		},
	);

	test("of an item that is not there is a 404, and of a deleted one a 409", async () => {
		const nowhere = `/${crypto.randomUUID()}`;
		for (const [method, path, body] of [
			["GET", "", undefined],
			["GET", "/history", undefined],
			["PUT", "", { sortOrder: 1 }],
			["DELETE", "", undefined],
			["POST", "/restore", { version: 1 }],
		] as const) {
			expect((await ask(method, nowhere + path, body)).status).toBe(404);
			expect((await ask(method, `/no-uuid${path}`, body)).status).toBe(404);
		}
		const { id } = await addItem();
		await ask("DELETE", `/${id}`);
		const told = await ask("PUT", `/${id}`, { status: "draft" });
		expect([told.status, told.body.code]).toEqual([409, "invalid_transition"]);
	});
});

describe("a delete", () => {
	test("leaves the item to its administrators; again, it changes nothing", async () => {
		const { id, slug } = await addItem();
		const told = await ask("DELETE", `/${id}`);
		expect([told.status, told.body.data.version]).toEqual([200, 2]);
		expect(told.body.data.deletedAt).toBe(told.body.data.updatedAt);
		expect((await ask("DELETE", `/${id}`)).text).toBe(told.text);
		expect((await read(`/project/${slug}`)).status).toBe(404);
		expect((await ask("GET", `/${id}`)).text).toBe(told.text);
		const history = (await ask("GET", `/${id}/history`)).body;
		expect(history.meta.total).toBe(2);
		expect(history.data[0].changeType).toBe("deleted");
	});

	test("for good takes the history along, and leaves a line in the log", async () => {
		const { id, slug } = await addItem();
		await ask("PUT", `/${id}`, { sortOrder: 1 });
		const told = await ask("DELETE", `/${id}?hard=true`);
		expect([told.status, told.text]).toEqual([204, ""]);
		for (const path of [`/${id}`, `/${id}/history`])
			expect((await ask("GET", path)).status).toBe(404);
		expect((await read(`/project/${slug}`)).status).toBe(404);
		const [rows] = await service.content`
			SELECT (SELECT count(*)::int FROM content_items WHERE id = ${id}) AS items,
				(SELECT count(*)::int FROM content_history WHERE content_id = ${id}) AS entries`;
		expect(rows).toEqual({ items: 0, entries: 0 });
		const find = () =>
			service
				.printed()
				.split("\n")
				.find((text) => text.includes(id) && text.includes("deleted for good"));
		await until(() => find() !== undefined);
		const line = find();
		expect(JSON.parse(line ?? "{}")).toMatchObject({
			contentId: id,
			type: "project",
			slug,
			key: expect.stringMatching(/^[0-9a-f]{8}$/),
			requestId: told.headers.get("x-request-id"),
		});
	});

	test("of history alone is refused by the database", async () => {
		const { id } = await addItem();
		const gone = service.content`DELETE FROM content_history WHERE content_id = ${id}`;
		expect(gone.then(() => "done")).rejects.toThrow("append-only");
		const altered = service.content`UPDATE content_history SET slug = 'x' WHERE content_id = ${id}`;
		expect(altered.then(() => "done")).rejects.toThrow("append-only");
	});
});

describe("a restore", () => {
	test.each(["draft", "published", "archived"])(
		"makes an old version the newest, and leaves an item %s",
		async (status) => {
			const { id, slug } = await addItem({ status: "archived" });
			await ask("PUT", `/${id}`, {
				data: { title: "Two" },
				sortOrder: 5,
				status,
			});
			const told = await ask("POST", `/${id}/restore`, { version: 1 });
			expect(told.status).toBe(200);
			expect(told.body.data).toMatchObject({
				slug,
				data: { title: "One" },
				sortOrder: 0,
				status,
				version: 3,
			});
			const { data } = (await ask("GET", `/${id}/history`)).body;
			expect(
				data.map((entry: Record<string, unknown>) => [
					entry.version,
					entry.changeType,
					entry.data,
				]),
			).toEqual([
				[3, "restored", { title: "One" }],
				[2, "updated", { title: "Two" }],
				[1, "created", { title: "One" }],
			]);
		},
	);

	test("brings a deleted item back as a draft", async () => {
		const { id, slug } = await addItem();
		await ask("DELETE", `/${id}`);
		const told = await ask("POST", `/${id}/restore`, { version: 1 });
		expect(told.body.data).toMatchObject({
			status: "draft",
			version: 3,
			deletedAt: null,
		});
		expect((await read(`/project/${slug}`)).status).toBe(404);
	});

	test("to a version that is not there is a 404", async () => {
		const { id } = await addItem();
		for (const version of [2, 2_147_483_647])
			expect((await ask("POST", `/${id}/restore`, { version })).status).toBe(
				404,
			);
		for (const version of [0, 1.5, 1e10])
			expect((await ask("POST", `/${id}/restore`, { version })).status).toBe(
				400,
			);
	});
});
