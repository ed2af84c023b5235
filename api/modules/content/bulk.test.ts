/** Many items at once, through the front door: batches, and exports and imports that make the same items byte for byte. */
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
const settings = { ...WIDE, ADMIN_API_KEY_READONLY: READ_ONLY };
const service = await serviceForFile(settings);
const empty = await serviceForFile(settings);
let ask: Ask;
let read: ReturnType<typeof reader>;
beforeAll(async () => {
	ask = editor(service);
	read = reader(service);
});

const made = async (more: object = {}) => {
	const told = await ask("POST", "", newItem(more));
	expect(told.status).toBe(201);
	return told.body.data;
};
const history = async (id: string) =>
	(await ask("GET", `/${id}/history`)).body.data;
const revision = async () => {
	const [row] = await service.content<{ revision: number }[]>`
		SELECT revision::int AS revision FROM content_revision`;
	return row?.revision ?? 0;
};

describe("a batch", () => {
	test("makes all its changes, each a version with its reason, and the public sees them", async () => {
		const [one, two, three] = [await made(), await made(), await made()];
		const before = await revision();
		const created = newItem({ data: { title: "New" } });
		const told = await ask("POST", "/batch", {
			operations: [
				{ op: "create", ...created, changeSummary: "Added" },
				{ op: "update", id: one.id, data: { title: "Changed" } },
				{ op: "delete", id: two.id, changeSummary: "Over" },
				{ op: "delete", id: three.id, hard: true },
			],
		});
		expect(told.status).toBe(200);
		const { succeeded, failed, outcomes } = told.body.data;
		expect({ succeeded, failed }).toEqual({ succeeded: 4, failed: 0 });
		const [{ id }] = outcomes;
		expect(outcomes).toEqual([
			{ status: 201, id, version: 1, etag: `"${id}.1"`, problem: null },
			{
				...{ status: 200, id: one.id, version: 2 },
				...{ etag: `"${one.id}.2"`, problem: null },
			},
			{
				...{ status: 200, id: two.id, version: 2 },
				...{ etag: `"${two.id}.2"`, problem: null },
			},
			{ status: 204, id: null, version: null, etag: null, problem: null },
		]);
		expect((await read(`/project/${created.slug}`)).body.data.data).toEqual({
			title: "New",
		});
		expect((await read(`/project/${one.slug}`)).text).toContain("Changed");
		for (const { slug } of [two, three])
			expect((await read(`/project/${slug}`)).status).toBe(404);
		expect(await history(id)).toMatchObject([{ changeSummary: "Added" }]);
		expect(await history(two.id)).toMatchObject([
			{ changeType: "deleted", changeSummary: "Over" },
			{ changeType: "created" },
		]);
		expect(await revision()).toBe(before + 4);
	});

	test("restores, and keeps data as it was written", async () => {
		const { id } = await made();
		const gone = await made({ data: { title: "Back" } });
		await ask("DELETE", `/${gone.id}`);
		const told = await ask(
			"POST",
			"/batch",
			`{"operations":[{"op":"update","id":"${id}","data":{"2":"b", "1":1.50}},{"op":"restore","id":"${gone.id}","version":1}]}`,
		);
		expect(told.status).toBe(200);
		expect((await ask("GET", `/${id}`)).text).toContain(
			'"data":{"2":"b","1":1.50}',
		);
		expect((await ask("GET", `/${gone.id}`)).body.data).toMatchObject({
			status: "draft",
			data: { title: "Back" },
			deletedAt: null,
		});
	});

	const wrong = async () => {
		const [kept, stale, gone] = [await made(), await made(), await made()];
		await ask("DELETE", `/${gone.id}`);
		const fresh = newItem();
		return {
			...{ kept, fresh },
			operations: [
				{ op: "create", ...fresh },
				{ op: "create", ...newItem({ slug: kept.slug }) },
				{ op: "update", id: kept.id, sortOrder: 7, expectedVersion: 1 },
				{ op: "update", id: stale.id, sortOrder: 7, expectedVersion: 2 },
				{ op: "update", id: gone.id, sortOrder: 7 },
				{ op: "update", id: crypto.randomUUID(), sortOrder: 7 },
			],
			problems: [
				[1, "slug_conflict"],
				[3, "precondition_failed"],
				[4, "invalid_transition"],
				[5, "not_found"],
			] as [number, string][],
		};
	};

	test("of which one cannot be made is refused whole, and names each that cannot", async () => {
		const { kept, fresh, operations, problems } = await wrong();
		const before = await revision();
		const told = await ask("POST", "/batch", { operations });
		expect([told.status, told.body.code]).toEqual([409, "batch_refused"]);
		expect(
			told.body.errors.map(
				({ pointer, code }: { pointer: string; code: string }) => [
					pointer,
					code,
				],
			),
		).toEqual(problems.map(([at, code]) => [`#/operations/${at}`, code]));
		expect((await read(`/project/${fresh.slug}`)).status).toBe(404);
		expect((await ask("GET", `/${kept.id}`)).body.data.version).toBe(1);
		expect(await revision()).toBe(before);
	});

	test("makes what can be made where that was asked for, with an outcome for each", async () => {
		const { kept, fresh, operations, problems } = await wrong();
		const told = await ask("POST", "/batch?partial=true", { operations });
		expect(told.status).toBe(200);
		const { succeeded, failed, outcomes } = told.body.data;
		expect({ succeeded, failed }).toEqual({ succeeded: 2, failed: 4 });
		expect(
			outcomes.map(
				({ status, problem }: { status: number; problem: object | null }) => [
					status,
					problem !== null,
				],
			),
		).toEqual([
			...[
				[201, false],
				[409, true],
				[200, false],
			],
			...[
				[412, true],
				[409, true],
				[404, true],
			],
		]);
		for (const [at, code] of problems)
			expect(outcomes[at].problem.code).toBe(code);
		expect((await read(`/project/${fresh.slug}`)).status).toBe(200);
		expect((await ask("GET", `/${kept.id}`)).body.data).toMatchObject({
			version: 2,
			sortOrder: 7,
		});
	});

	test("with a key is made once", async () => {
		const body = { operations: [{ op: "create", ...newItem() }] };
		const key = { "idempotency-key": crypto.randomUUID() };
		const first = await ask("POST", "/batch", body, key);
		const again = await ask("POST", "/batch", body, key);
		expect(again.text).toBe(first.text);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		const other = await ask("POST", "/batch?partial=true", body, key);
		expect([other.status, other.body.code]).toEqual([
			422,
			"idempotency_key_reused",
		]);
	});

	test("takes turns with one that locks the same items in another order", async () => {
		const items = [await made(), await made(), await made(), await made()];
		const batch = (some: { id: string }[], n: number) =>
			ask("POST", "/batch", {
				operations: some.map(({ id }) => ({ op: "update", id, data: { n } })),
			});
		const told = await Promise.all(
			Array.from({ length: 12 }, (_, n) =>
				batch(n % 2 ? items : items.toReversed(), n),
			),
		);
		expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
		for (const { id } of items)
			expect((await ask("GET", `/${id}`)).body.data.version).toBe(13);
	});

	const ID = "0198c9a4-7d2e-7c3f-9a51-2f6f0b1e8d34";
	test.each([
		["nothing", [], "#/operations"],
		["an unknown operation", [{ op: "move" }], "#/operations/0/op"],
		["an update of nothing", [{ op: "update", id: ID }], "#/operations/0"],
		[
			"an unknown member",
			[{ op: "delete", id: ID, data: {} }],
			"#/operations/0/data",
		],
		[
			"an item twice",
			[
				{ op: "update", id: ID, sortOrder: 1 },
				{ op: "delete", id: ID.toUpperCase() },
			],
			"#/operations/1/id",
		],
	])("of %s is refused", async (_, operations, pointer) => {
		const told = await ask("POST", "/batch", { operations });
		expect([told.status, told.body.code]).toEqual([400, "validation_failed"]);
		expect(told.body.errors[0].pointer).toBe(pointer);
	});

	test("names a number in the data of one operation that could not be kept", async () => {
		const told = await ask(
			"POST",
			"/batch",
			`{"operations":[{"op":"create","type":"note","slug":"a","data":{}},{"op":"create","type":"note","slug":"b","data":{"n":12345678901234567890}}]}`,
		);
		expect(told.body.errors).toMatchObject([
			{ pointer: "#/operations/1/data/n", code: "number_out_of_range" },
		]);
	});
});

const exportOf = async (at: { front: string }, query = "", key = ADMIN_KEY) => {
	const answer = await fetch(
		`${at.front}/api/v1/admin/content/export${query}`,
		{ headers: { "x-admin-key": key } },
	);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
	return answer.text();
};

async function importInto(
	at: { front: string },
	body: string | ReadableStream,
	query = "",
	headers: Record<string, string> = {},
) {
	const answer = await fetch(
		`${at.front}/api/v1/admin/content/import${query}`,
		{
			method: "POST",
			headers: {
				"x-admin-key": ADMIN_KEY,
				"content-type": "application/x-ndjson",
				...headers,
			},
			body,
		},
	);
	const text = await answer.text();
	return { status: answer.status, body: JSON.parse(text) };
}

const counts = (created: number, updated: number, unchanged: number) => ({
	status: 200,
	body: { data: { dryRun: false, created, updated, unchanged } },
});

describe("an export", () => {
	test("imported elsewhere makes the same items, byte for byte, and again changes nothing", async () => {
		await made({
			...{ type: "odd", slug: "digits" },
			...{ sortOrder: -3, publishAt: "2031-01-01T00:00:00Z" },
		});
		await ask(
			"POST",
			"",
			`{"type":"odd","slug":"written","data":{"b":1.50,"a":[1e2,"\\u00e4 \\/ \\u2028"],"__proto__":{"x":1}}}`,
		);
		const deleted = await made({ type: "odd", slug: "deleted" });
		await ask("DELETE", `/${deleted.id}`);
		const text = await exportOf(service);
		expect(text).not.toContain('"deleted"');
		expect(text).toContain(
			`{"type":"odd","slug":"written","status":"draft","sortOrder":0,"publishAt":null,"unpublishAt":null,"data":{"b":1.50,"a":[1e2,"\\u00e4 \\/ \\u2028"],"__proto__":{"x":1}}}\n`,
		);
		const lines = text.split("\n").length - 1;
		expect(await importInto(empty, text)).toEqual(counts(lines, 0, 0));
		expect(await exportOf(empty)).toBe(text);
		expect(await importInto(empty, text)).toEqual(counts(0, 0, lines));
		const odd = text.split("\n").filter((line) => line.includes('"odd"'));
		expect(await exportOf(service, "?type=odd")).toBe(`${odd.join("\n")}\n`);
		expect(await exportOf(service, "?type=none", READ_ONLY)).toBe("");
	});

	test("of thousands of items is whole, and so is its import, sent in pieces", async () => {
		const type = "many";
		const lines = Array.from({ length: 2500 }, (_, n) => {
			const slug = `item-${String(n).padStart(4, "0")}`;
			return `{"type":"${type}","slug":"${slug}","status":"published","sortOrder":${n % 7},"publishAt":null,"unpublishAt":null,"data":{"text":"${"ä".repeat(200)}"}}\n`;
		}).join("");
		const bytes = new TextEncoder().encode(lines);
		let sent = 0;
		const pieces = new ReadableStream({
			pull(controller) {
				// Of a length that cuts letters in two.
				controller.enqueue(bytes.subarray(sent, sent + 9973));
				sent += 9973;
				if (sent >= bytes.length) controller.close();
			},
		});
		expect(await importInto(empty, pieces)).toEqual(counts(2500, 0, 0));
		expect(await exportOf(empty, `?type=${type}`)).toBe(lines);
		const { meta } = (await reader(empty)(`?type=${type}&limit=1`)).body;
		expect(meta.total).toBe(2500);
	});
});

describe("an import", () => {
	const line = (slug: string, more: object = {}) =>
		JSON.stringify({ type: "line", slug, data: { slug }, ...more });

	test("changes what is there, keeps what a line leaves out, and leaves other items alone", async () => {
		const item = await made({ ...JSON.parse(line("there")), sortOrder: 4 });
		const other = await made({ type: "line", slug: "other" });
		const body = [
			line("there", { data: { n: 2 } }),
			"",
			line("not-there", { status: "published" }),
			line("other", { data: { title: "One" } }),
		].join("\r\n");
		expect(await importInto(service, body)).toEqual(counts(1, 1, 1));
		expect((await read("/line/there")).body.data).toMatchObject({
			id: item.id,
			version: 2,
			sortOrder: 4,
			data: { n: 2 },
		});
		expect((await read("/line/other")).body.data.version).toBe(other.version);
		expect((await read("/line/not-there")).status).toBe(200);
		expect(await history(item.id)).toMatchObject([
			{ changeType: "updated", version: 2 },
			{ changeType: "created" },
		]);
	});

	test("that is tried only says what it would do, and stores nothing", async () => {
		const before = [await revision(), await exportOf(service)];
		const told = await importInto(service, line("tried"), "?dryRun=true");
		expect(told.body.data).toEqual({
			...{ dryRun: true, created: 1, updated: 0, unchanged: 0 },
		});
		expect([await revision(), await exportOf(service)]).toEqual(before);
	});

	test("with faults names their lines and stores nothing", async () => {
		const before = await exportOf(service);
		await made({ type: "line", slug: "dated", publishAt: "2031-01-01T00:00Z" });
		const body = [
			line("fine"),
			"{",
			line("No-Slug"),
			line("fine"),
			`{"type":"line","slug":"digits","data":{"n":0.12345678901234567890}}`,
			line("unknown", { id: 1 }),
			line("depth", { data: { text: "\0" } }),
			line("when", { unpublishAt: "soon" }),
			`{"type":"line","slug":"long","data":{"text":"${"x".repeat(130 * 1024)}"}}`,
		].join("\n");
		const told = await importInto(service, body);
		expect([told.status, told.body.code]).toEqual([400, "validation_failed"]);
		expect(
			told.body.errors.map(
				({ line, pointer, code }: Record<string, string>) =>
					`${line} ${pointer} ${code}`,
			),
		).toEqual([
			"2 # malformed_json",
			"3 #/slug malformed",
			"4 #/slug duplicate",
			"5 #/data/n number_out_of_range",
			"6 #/id unknown_field",
			"7 #/data/text not_storable",
			"8 #/unpublishAt malformed",
			"9 # too_long",
		]);
		const late = await importInto(
			service,
			[line("fine"), line("dated", { unpublishAt: "2030-01-01T00:00Z" })].join(
				"\n",
			),
		);
		expect(late.body.errors).toMatchObject([
			{ line: 2, pointer: "#/unpublishAt", code: "not_after" },
		]);
		expect((await exportOf(service)).replace(/.*"dated".*\n/, "")).toBe(before);
	});

	test("of bytes that are no text, or of another type, is refused", async () => {
		const bytes = new Blob([new Uint8Array([0x22, 0xff, 0x22])]).stream();
		const told = await importInto(service, bytes);
		expect(told.body.errors).toMatchObject([{ line: 1, code: "too_long" }]);
		const json = await importInto(service, line("a"), "", {
			"content-type": "application/json",
		});
		expect([json.status, json.body.code]).toEqual([
			415,
			"unsupported_media_type",
		]);
	});

	test("of nothing changes nothing", async () => {
		expect(await importInto(service, "\n\n")).toEqual(counts(0, 0, 0));
	});
});
