/** A draft follows its learner from device to device, and none overwrites another that its client has not seen. */
import { expect, test } from "bun:test";
import { newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { shownPack } from "../../test/moderation-client.ts";
import { MAX_BYTES } from "./queries.ts";

const service = await serviceForFile();
const { ada, robin, id, challenge } = await shownPack(
	service,
	"drafted",
	"Drafted",
);
const path = `/drafts/${id}`;
const files = (content: string) => [{ path: "app.js", content }];
const FIRST = { "if-none-match": "*" };

test("is stored and read by its learner only, is in their export, and is deleted", async () => {
	const none = await robin.ask("GET", path);
	expect([none.status, none.body]).toEqual([200, { data: null }]);
	expect(none.headers.get("etag")).toBeNull();
	const sent = { files: files("// so far"), challengeVersion: 1 };
	const stored = await robin.ask("PUT", path, sent, FIRST);
	expect(stored.status).toBe(200);
	expect(stored.body.data).toMatchObject({ challengeId: id, ...sent });
	const etag = stored.headers.get("etag") ?? "";
	expect(etag).toBe(`"${stored.body.data.revision}"`);
	const read = await robin.ask("GET", path);
	expect(read.body).toEqual(stored.body);
	expect(read.headers.get("cache-control")).toBe("no-store");
	expect((await ada.ask("GET", path)).body).toEqual({ data: null });
	const { data } = (await robin.ask("GET", "/account/export")).body;
	expect(data.drafts).toEqual([
		{
			...stored.body.data,
			packSlug: "drafted",
			challengeSlug: challenge,
		},
	]);
	for (const _ of ["once", "again"])
		expect(
			(await robin.ask("DELETE", path, undefined, { "if-match": etag })).status,
		).toBe(204);
	expect((await robin.ask("GET", path)).body).toEqual({ data: null });
});

test("what a client has not seen is not overwritten: the 409 has it", async () => {
	const mia = await newAuthor(service, "Mia");
	const put = (content: string, headers: Record<string, string>) =>
		mia.ask("PUT", path, { files: files(content) }, headers);
	const first = await put("// one", FIRST);
	const seen = { "if-match": first.headers.get("etag") ?? "" };
	const second = await put("// two", seen);
	expect(second.status).toBe(200);
	const deletion = mia.ask("DELETE", path, undefined, seen);
	for (const refused of [
		await put("// three", FIRST),
		await put("// three", seen),
		await deletion,
	]) {
		expect(refused.status).toBe(409);
		expect(refused.body).toMatchObject({ code: "draft_conflict" });
		expect(refused.body.draft).toEqual(second.body.data);
		expect(second.headers.get("etag")).toBe(`"${refused.body.draft.revision}"`);
	}
	expect((await mia.ask("GET", path)).body).toEqual(second.body);
	await mia.ask("DELETE", path);
	const gone = await put("// three", seen);
	expect([gone.status, gone.body.draft]).toEqual([409, null]);
	// Of many first drafts at once, one is stored.
	const all = await Promise.all(
		["a", "b", "c", "d"].map((text) => put(text, FIRST)),
	);
	expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
	expect((await put("// any", {})).status).toBe(200);
	const odd = await put("// odd", { "if-match": "unquoted" });
	expect(odd.body.errors[0].pointer).toBe("#/header/if-match");
});

test("what cannot be a draft is refused, and so is one too many", async () => {
	const zoe = await newAuthor(service, "Zoe");
	const refusal = async (body: object, at = path) => {
		const { status, body: told } = await zoe.ask("PUT", at, body);
		return [status, told.errors?.[0].code ?? told.code];
	};
	expect(await refusal({ files: [] })).toEqual([400, expect.any(String)]);
	const outside = [{ path: "../app.js", content: "" }];
	expect(await refusal({ files: outside })).toEqual([400, "unsafe_path"]);
	const nowhere = `/drafts/${crypto.randomUUID()}`;
	expect(await refusal({ files: files("") }, nowhere)).toEqual([
		404,
		"not_found",
	]);
	expect((await zoe.ask("GET", nowhere)).status).toBe(404);
	const other = await shownPack(service, "drafted-too", "Drafted, too");
	await service.sql`
		INSERT INTO drafts (user_id, challenge_id, revision, files, bytes)
		VALUES (${zoe.userId}, ${other.id}, gen_random_uuid(), '[]', ${MAX_BYTES})`;
	expect(await refusal({ files: files("// more") })).toEqual([
		400,
		"too_large",
	]);
	expect((await zoe.ask("GET", path)).body).toEqual({ data: null });
});
