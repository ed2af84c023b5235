/** Previews of items over HTTP: whoever has a token reads one item as it is, for a time that the test sets. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type Ask,
	editor,
	newItem,
	reader,
} from "../../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";
import {
	type SettableClock,
	settableClock,
} from "../../test/settable-clock.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";
const NEXT_KEY = "the-next-key-for-tests-of-32-characters-or-more";
const folder = mkdtempSync(join(tmpdir(), "treeline-previews-"));
const service = await serviceForFile({
	...WIDE,
	ADMIN_API_KEY_READONLY: READ_ONLY,
});
let clock: SettableClock;
let ask: Ask;
beforeAll(async () => {
	clock = await settableClock(service.content, join(folder, "ahead"));
	ask = editor(service);
});
afterAll(() => rmSync(folder, { recursive: true }));

const draft = async () =>
	(await ask("POST", "", newItem({ status: "draft", data: { n: 1 } }))).body
		.data;
const tokenFor = async (id: string, body: object = {}) => {
	const told = await ask("POST", `/${id}/preview`, body);
	expect(told.status).toBe(201);
	return told.body.data as { token: string; url: string; expiresAt: string };
};
const preview = (token: string, at: { front: string } = service) =>
	reader(at)(`/preview?token=${token}`);

test("a draft is read by its token, as it is at the time, by no cache and no one else", async () => {
	const { id, type, slug } = await draft();
	const { token, url } = await tokenFor(id);
	expect(url).toBe(`/api/v1/content/preview?token=${token}`);
	const told = await preview(token);
	expect([told.status, told.headers.get("cache-control")]).toEqual([
		200,
		"private, no-store",
	]);
	expect(told.headers.get("referrer-policy")).toBe("no-referrer");
	expect(told.etag).toBe("");
	expect(told.body.data).toMatchObject({ id, status: "draft", data: { n: 1 } });
	expect(told.text).not.toMatch(/deletedAt|publishAt/);
	await ask("PUT", `/${id}`, { data: { n: 2 } });
	expect((await preview(token)).body.data.data).toEqual({ n: 2 });
	expect((await reader(service)(`/${type}/${slug}`)).status).toBe(404);
	await ask("DELETE", `/${id}`);
	expect((await preview(token)).status).toBe(404);
});

test("a token is good until its moment, to the millisecond", async () => {
	const { id } = await draft();
	const { token, expiresAt } = await tokenFor(id, { expiresInSeconds: 600 });
	expect(Date.parse(expiresAt) - clock.start).toBe(600_000);
	await clock.setTo(599_999);
	expect((await preview(token)).status).toBe(200);
	await clock.setTo(600_000);
	expect((await preview(token)).status).toBe(404);
	await clock.setTo(0);
});

describe("a token that was changed", () => {
	test("is good for nothing", async () => {
		const [one, other] = [await draft(), await draft()];
		const { token } = await tokenFor(one.id);
		const [text = "", signature = ""] = token.split(".");
		const said = Buffer.from(text, "base64url").toString();
		const changed = (to: string) => Buffer.from(to).toString("base64url");
		for (const wrong of [
			`${changed(said.replace(one.id, other.id))}.${signature}`,
			`${changed(said.replace(/\d+$/, "9999999999"))}.${signature}`,
			`${text}.${signature.slice(0, -2)}`,
			`${text}.`,
			text,
			"x",
			`${changed("nonsense")}.${signature}`,
		]) {
			const told = await preview(wrong);
			expect([wrong, told.status, told.body.code]).toEqual([
				wrong,
				404,
				"not_found",
			]);
		}
	});
});

test("a token is good at every process, and ends with the key that signed it", async () => {
	const { id } = await draft();
	const { token } = await tokenFor(id);
	const rotating = await service.another({
		ADMIN_API_KEY: `${NEXT_KEY},${ADMIN_KEY}`,
	});
	const rotated = await service.another({ ADMIN_API_KEY: NEXT_KEY });
	expect((await preview(token, rotating)).status).toBe(200);
	expect((await preview(token, rotated)).status).toBe(404);
});

test("only a key that may change makes a token, of an item that there is, for a week at most", async () => {
	const { id } = await draft();
	const reads = await editor(service, READ_ONLY)("POST", `/${id}/preview`, {});
	expect(reads.body.code).toBe("forbidden");
	const none = await ask("POST", `/${crypto.randomUUID()}/preview`, {});
	expect(none.status).toBe(404);
	for (const expiresInSeconds of [59, 604_801, "1h"]) {
		const told = await ask("POST", `/${id}/preview`, { expiresInSeconds });
		expect(told.status).toBe(400);
	}
	expect((await reader(service)("/preview")).status).toBe(400);
});
