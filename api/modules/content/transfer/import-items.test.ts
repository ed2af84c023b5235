/** Exports and imports over HTTP, which make the same items byte for byte. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { until } from "../../../test/attempts-client.ts";
import { contentClient, reader } from "../../../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../../test/harness.ts";
import { WIDE } from "../../../test/openapi/fixtures.ts";
import { checkAll } from "./import-items.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";
const settings = { ...WIDE, ADMIN_API_KEY_READONLY: READ_ONLY };
const service = await serviceForFile(settings);
const empty = await serviceForFile(settings);
const { ask, read, addItem, history, revision } = contentClient(service);

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
		await addItem({
			...{ type: "odd", slug: "digits" },
			...{ sortOrder: -3, publishAt: "2031-01-01T00:00:00Z" },
		});
		await ask(
			"POST",
			"",
			`{"type":"odd","slug":"written","data":{"b":1.50,"a":[1e2,"\\u00e4 \\/ \\u2028"],"__proto__":{"x":1}}}`,
		);
		const deleted = await addItem({ type: "odd", slug: "deleted" });
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

describe("exports", () => {
	const begin = (signal?: AbortSignal) =>
		fetch(`${service.front}/api/v1/admin/content/export`, {
			headers: { "x-admin-key": ADMIN_KEY },
			signal,
		});

	test("beyond two at once are refused, also while none is being read yet", async () => {
		const locked = await service.content.begin(async (tx) => {
			await tx`LOCK TABLE content_items`;
			const all = Array.from({ length: 20 }, () => begin());
			const { status } = await Promise.race(all);
			return { all, status };
		});
		expect(locked.status).toBe(503);
		const answers = await Promise.all(locked.all);
		expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
		await Promise.all(answers.map((answer) => answer.text()));
		await exportOf(service);
	});

	test("whose clients have left leave room for others", async () => {
		await service.content.begin(async (tx) => {
			await tx`LOCK TABLE content_items`;
			const leaving = new AbortController();
			const all = [1, 2, 3].map(() => begin(leaving.signal));
			expect((await Promise.race(all)).status).toBe(503);
			leaving.abort();
			await Promise.allSettled(all);
		});
		await until(async () => {
			const answer = await begin();
			await answer.text();
			return answer.ok;
		});
	});
});

describe("an import", () => {
	const line = (slug: string, more: object = {}) =>
		JSON.stringify({ type: "line", slug, data: { slug }, ...more });

	test("changes what is there, keeps what a line leaves out, and leaves other items alone", async () => {
		const item = await addItem({ ...JSON.parse(line("there")), sortOrder: 4 });
		const other = await addItem({ type: "line", slug: "other" });
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
		await addItem({
			type: "line",
			slug: "dated",
			publishAt: "2031-01-01T00:00Z",
		});
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
			"9 # malformed",
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
		expect(told.body.errors).toMatchObject([{ line: 1, code: "malformed" }]);
		const json = await importInto(service, line("a"), "", {
			"content-type": "application/json",
		});
		expect([json.status, json.body.code]).toEqual([
			415,
			"unsupported_media_type",
		]);
	});

	test.skipIf(!existsSync("/dev/full"))(
		"for whose lines the disk has no room is refused",
		async () => {
			const body = new Blob(["a", "b", "c"].map((slug) => `${line(slug)}\n`));
			const refused = checkAll(body.stream(), "/dev/full");
			expect(await refused.catch(({ code }) => code)).toBe("overloaded");
		},
	);

	test("of nothing changes nothing", async () => {
		expect(await importInto(service, "\n\n")).toEqual(counts(0, 0, 0));
	});
});
