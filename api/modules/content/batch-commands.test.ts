/** Batches of changes over HTTP: all or none, or each with an outcome of its own. */
import { describe, expect, test } from "bun:test";
import { contentClient, newItem } from "../../test/content-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);
const { ask, read, addItem, history, revision } = contentClient(service);

describe("a batch", () => {
	test("with two lists of operations is refused: only one of them would be checked", async () => {
		const item = JSON.stringify({ op: "create", ...newItem() });
		expect(
			await ask(
				"POST",
				"/batch",
				`{ "operations": [${item}], "operations": [${item}] }`,
			),
		).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: "#/operations", code: "duplicate" }] },
		});
	});

	test("makes all its changes, each a version with its reason, and the public sees them", async () => {
		const [one, two, three] = [
			await addItem(),
			await addItem(),
			await addItem(),
		];
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
		const { id } = await addItem();
		const gone = await addItem({ data: { title: "Back" } });
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
		const [kept, stale, gone] = [
			await addItem(),
			await addItem(),
			await addItem(),
		];
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
		const items = [
			await addItem(),
			await addItem(),
			await addItem(),
			await addItem(),
		];
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
