/** A dispute reaches the pack's owner and administrators once, and nobody else; a day has ten. */
import { expect, test } from "bun:test";
import { type Author, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import {
	admin,
	FINGERPRINT,
	noted,
	shownPack,
} from "../../test/moderation-client.ts";

const service = await serviceForFile();
const { ada, robin, id, challenge } = await shownPack(
	service,
	"disputed",
	"Disputed",
);

const files = [{ path: "app.js", content: "// right, says Robin" }];
const failed = [{ check: "perFile/app.js/0", message: "It has no `app`." }];
const dispute = { files, failed };
const send = (who: Author, body: object = dispute, headers = {}) =>
	who.ask("POST", `/challenges/${id}/disputes`, body, headers);
const listed = async (who: Author, slug = "disputed") =>
	who.ask("GET", `/author/packs/${slug}/disputes`);

test("is read by the pack's owner, without its sender, by administrators, with them, and is in the sender's export", async () => {
	const sent = await send(robin, { ...dispute, note: "  It is the same.  " });
	expect(sent.status).toBe(201);
	expect(sent.body.data).toMatchObject({
		...{ challengeId: id, packSlug: "disputed", challengeSlug: challenge },
		...{ files, failed, note: "It is the same.", challengeVersion: 1 },
		...{ status: "open", reason: null, closedAt: null },
	});
	const own = await listed(ada);
	expect(own.body).toEqual({
		data: [sent.body.data],
		meta: { total: 1, limit: 50, offset: 0 },
	});
	expect(JSON.stringify(own.body)).not.toContain(robin.userId);
	for (const query of ["", "?pack=disputed"])
		expect((await admin(service, "GET", `/disputes${query}`)).body).toEqual({
			data: [{ ...sent.body.data, userId: robin.userId }],
			meta: own.body.meta,
		});
	const others = await admin(service, "GET", "/disputes?pack=other");
	expect(others.body.meta.total).toBe(0);
	const { data } = (await robin.ask("GET", "/account/export")).body;
	expect(data.disputes).toEqual([sent.body.data]);
	expect((await listed(robin)).status).toBe(403);
	expect((await listed(ada, "no-such-pack")).status).toBe(404);
});

test("is closed with a reason that its sender reads, and opened again, by the pack's owner and administrators only", async () => {
	const [mia, zoe] = [
		await newAuthor(service, "Mia"),
		await newAuthor(service, "Zoe"),
	];
	const { _id } = (await send(mia)).body.data;
	const own = async (who: Author) =>
		(await who.ask("GET", `/challenges/${id}/disputes`)).body;
	const path = `/author/packs/disputed/disputes/${_id}`;
	const close = { status: "closed", reason: " Corrected, thank you. " };
	const closed = await ada.ask("PATCH", path, close);
	expect(closed.status).toBe(200);
	expect(closed.body.data).toMatchObject({
		...{ _id, status: "closed", reason: "Corrected, thank you." },
		closedAt: expect.any(String),
	});
	expect(closed.body.data).not.toHaveProperty("userId");
	expect(await own(mia)).toEqual({
		data: [closed.body.data],
		meta: { total: 1, limit: 50, offset: 0 },
	});
	expect((await own(zoe)).data).toEqual([]);
	const again = await ada.ask("PATCH", path, { status: "open" });
	expect(again.body.data).toMatchObject({
		...{ status: "open", reason: null, closedAt: null },
	});
	for (const reason of [undefined, "  "]) {
		const { status, body } = await ada.ask("PATCH", path, { ...close, reason });
		expect([status, body.errors[0].pointer]).toEqual([400, "#/reason"]);
	}
	for (const who of [mia, zoe])
		expect((await who.ask("PATCH", path, close)).status).toBe(403);
	const other = await shownPack(service, "also-disputed", "Also disputed");
	const elsewhere = path.replace("/disputed/", "/also-disputed/");
	expect((await other.ada.ask("PATCH", elsewhere, close)).status).toBe(404);
	const byAdmin = await admin(service, "PATCH", `/disputes/${_id}`, close);
	expect(byAdmin.body.data).toMatchObject({
		...{ _id, userId: mia.userId, status: "closed" },
	});
	await noted(service, "dispute closed", { _id, key: FINGERPRINT });
	const packId = (await ada.ask("GET", "/author/packs/disputed")).body.data._id;
	await admin(service, "PATCH", `/disputes/${_id}`, { status: "open" });
	const audit = await service.sql`
		SELECT action, pack_id AS "packId", pack_slug AS "packSlug", user_id AS "userId", reason,
			key_fingerprint AS key, length(request_id) > 0 AS "hasRequest"
		FROM moderation_actions ORDER BY id`;
	const row = { packId, packSlug: "disputed", userId: mia.userId };
	expect([...audit]).toEqual(
		[
			{ action: "dispute_closed", ...row, reason: close.reason.trim() },
			{ action: "dispute_reopened", ...row, reason: null },
		].map((each) => ({ ...each, key: FINGERPRINT, hasRequest: true })),
	);
	const unknown = `/disputes/${crypto.randomUUID()}`;
	expect((await admin(service, "PATCH", unknown, close)).status).toBe(404);
});

test.each([
	["no file", { files: [], failed }, "#/files"],
	["no failed check", { files, failed: [] }, "#/failed"],
	["a long note", { ...dispute, note: "x".repeat(1001) }, "#/note"],
	["an unknown field", { ...dispute, passed: true }, "#/passed"],
	[
		"a path outside",
		{ ...dispute, files: [{ path: "../app.js", content: "" }] },
		"#/files",
	],
	["a path twice", { ...dispute, files: [...files, ...files] }, "#/files"],
	[
		"no file of the challenge",
		{ ...dispute, files: [{ path: "other.js", content: "" }] },
		"#/files",
	],
	[
		"a check that is none",
		{ files, failed: [{ check: "app.js", message: "" }] },
		"#/failed/0/check",
	],
])("is refused with %s, and not stored", async (_, body, pointer) => {
	const eve = await newAuthor(service, "Eve");
	const { status, body: problem } = await send(eve, body);
	expect(status).toBe(400);
	expect(problem.errors[0].pointer).toStartWith(pointer);
	const { data } = (await eve.ask("GET", "/account/export")).body;
	expect(data.disputes).toEqual([]);
});

test("is stored once under its id, and ten times in a day at most, also of those that come at once", async () => {
	const sam = await newAuthor(service, "Sam");
	const clientDisputeId = crypto.randomUUID();
	const first = await send(sam, { ...dispute, clientDisputeId });
	const again = { ...dispute, clientDisputeId: clientDisputeId.toUpperCase() };
	const key = { "idempotency-key": "my-second" };
	const twice = [send(sam, dispute, key), send(sam, dispute, key)];
	const [one, other] = await Promise.all(twice);
	expect(one?.body.data).toEqual(other?.body.data);
	const all = await Promise.all(Array.from({ length: 11 }, () => send(sam)));
	const refused = all.filter(({ status }) => status === 429);
	expect(all.filter(({ status }) => status === 201)).toHaveLength(8);
	expect(refused).toHaveLength(3);
	for (const { headers, body } of refused) {
		expect(body.code).toBe("rate_limited");
		expect(Number(headers.get("retry-after"))).toBeWithin(86_300, 86_401);
	}
	const repeat = await send(sam, again);
	expect(repeat.status).toBe(201);
	expect(repeat.body).toEqual(first.body);
	await service.sql`
		UPDATE disputes SET created_at = now() - interval '24 hours' WHERE id = ${first.body.data._id}`;
	expect((await send(sam)).status).toBe(201);
	expect((await send(sam)).status).toBe(429);
	const { data } = (await sam.ask("GET", "/account/export")).body;
	expect(data.disputes).toHaveLength(11);
});

test("ends with its sender's account", async () => {
	const lea = await newAuthor(service, "Lea");
	const { body } = await send(lea, { ...dispute, note: "of Lea" });
	await lea.ask("DELETE", "/account", { name: "Lea" });
	const { data } = (await listed(ada)).body;
	const ids = data.map((each: { _id: string }) => each._id);
	expect(ids).not.toContain(body.data._id);
	expect(ids.length).toBeGreaterThan(0);
});
