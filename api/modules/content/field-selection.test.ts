/** Selected members of items in public answers, as they were written, with ETags of their own. */
import { beforeAll, describe, expect, test } from "bun:test";
import { editor, reader } from "../../test/content-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);
const read = reader(service);
const DATA = `{"title":"A \\u00e4","n":1.50,"2":"b","nested":{"z":[1e2],"a":0},"a.b":true,"__proto__":{"x":1}}`;
let id: string;
beforeAll(async () => {
	const told = await editor(service)(
		"POST",
		"",
		`{"type":"fields","slug":"one","status":"published","data":${DATA}}`,
	);
	id = told.body.data.id;
});

test.each([
	["slug", '{"slug":"one"}'],
	["version,slug,type", '{"type":"fields","slug":"one","version":1}'],
	["data", `{"data":${DATA}}`],
	["data.n,slug,data.2", '{"slug":"one","data":{"n":1.50,"2":"b"}}'],
	["data.nested", '{"data":{"nested":{"z":[1e2],"a":0}}}'],
	["data.a.b,data.__proto__", '{"data":{"a.b":true,"__proto__":{"x":1}}}'],
	["data.none", '{"data":{}}'],
	["data,data.n", `{"data":${DATA}}`],
	[" slug , slug", '{"slug":"one"}'],
])("fields=%s answers those members, byte for byte", async (fields, item) => {
	const query = `fields=${encodeURIComponent(fields)}`;
	const one = await read(`/fields/one?${query}`);
	expect([one.status, one.text]).toEqual([200, `{"data":${item}}`]);
	const list = await read(`?type=fields&${query}`);
	expect(list.text).toBe(
		`{"data":[${item}],"meta":{"total":1,"limit":null,"offset":0}}`,
	);
	const bundle = await read(`/bundle?${query}`);
	expect(bundle.text).toBe(`{"data":{"fields":[${item}]}}`);
});

describe("entity tags", () => {
	test.each(["/fields/one?", "?type=fields&", "/bundle?"])(
		"at %s differ by selection, and change with the item",
		async (path) => {
			const whole = await read(path);
			const some = await read(`${path}fields=slug`);
			const other = await read(`${path}fields=slug,version`);
			expect(new Set([whole.etag, some.etag, other.etag]).size).toBe(3);
			expect((await read(`${path}fields=version,slug`)).etag).toBe(other.etag);
			for (const [fields, etag, status] of [
				["", whole.etag, 304],
				["fields=slug", some.etag, 304],
				["fields=slug", `"x", W/${some.etag}`, 304],
				["fields=slug", whole.etag, 200],
				["fields=slug", other.etag, 200],
				["", some.etag, 200],
			] as const) {
				const told = await read(path + fields, { "if-none-match": etag });
				expect([fields, etag, told.status]).toEqual([fields, etag, status]);
			}
			await editor(service)("PUT", `/${id}`, {
				sortOrder: (Math.random() * 1e6) | 0,
			});
			const next = await read(`${path}fields=version`, {
				"if-none-match": (await read(`${path}fields=slug`)).etag,
			});
			expect(next.status).toBe(200);
			expect((await read(`${path}fields=slug,version`)).etag).not.toBe(
				other.etag,
			);
		},
	);
});

test.each(["", "title", "slug,", "data.", "deletedAt", "publishAt", "Slug"])(
	"fields=%s is refused with the names that there are",
	async (fields) => {
		for (const path of ["/fields/one", "", "/bundle"]) {
			const told = await read(`${path}?fields=${fields}`);
			expect([told.status, told.body.errors[0].pointer]).toEqual([
				400,
				"#/query/fields",
			]);
		}
		if (fields)
			expect((await read(`?fields=${fields}`)).text).toContain("sortOrder");
	},
);
