/** How administrators step in: a pack leaves every public read and comes back, and each deed is noted. */
import { beforeAll, describe, expect, test } from "bun:test";
import { type Author, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import {
	admin,
	FINGERPRINT,
	noted,
	show,
	shownPack,
} from "../../test/moderation-client.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile({
	CONTENT_RATE_LIMIT_CAPACITY: "10000",
	LOG_LEVEL: "info",
});
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

describe("a pack that is taken down", () => {
	test("leaves every public read, is its author's to mend and not to show, and comes back with its attempts", async () => {
		const { ada, robin, id, challenge } = await shownPack(
			service,
			"down",
			"Quagmire",
		);
		const attempt = { challengeId: id, passed: true };
		expect((await robin.ask("POST", "/attempts", attempt)).status).toBe(201);
		const open = [
			"/packs/down",
			`/packs/down/challenges/${challenge}`,
			`/challenges/${id}`,
			`/challenges/${id}/attempts`,
			"/cli/packs/down",
			`/cli/challenges/down/${challenge}`,
		];
		const lists = ["/packs", "/cli/packs", "/search?q=quagmire"];
		const seenBy = async (who: Author) => {
			const seen: string[] = [];
			for (const path of open)
				if ((await who.ask("GET", path)).status === 200) seen.push(path);
			for (const path of lists) {
				const { body } = await who.ask("GET", path);
				if (JSON.stringify(body.data).includes('"down"')) seen.push(path);
			}
			return seen;
		};
		expect(await seenBy(robin)).toEqual([...open, ...lists]);
		const before = await ada.ask("GET", "/author/packs/down");

		const reason = "The prompt advertises a shop.";
		const down = await admin(
			service,
			"POST",
			"/packs/down/takedown",
			{ reason },
			{
				"x-request-id": "taken-down-here",
			},
		);
		expect(down).toMatchObject({
			status: 200,
			body: {
				data: {
					slug: "down",
					visibility: "public",
					takenDownReason: reason,
					owner: { _id: ada.userId, name: "Ada", blocked: false },
				},
			},
		});
		const { _id } = down.body.data;
		await noted(service, "pack taken down", {
			slug: "down",
			_id,
			key: FINGERPRINT,
			requestId: "taken-down-here",
		});
		expect(await seenBy(robin)).toEqual([]);
		expect((await robin.ask("POST", "/attempts", attempt)).status).toBe(404);
		expect((await robin.ask("GET", "/author/packs/down")).status).toBe(404);

		// Its author reads it where only she does, and is told.
		expect((await ada.ask("GET", "/packs/down")).status).toBe(200);
		const told = await ada.ask("GET", "/author/packs/down");
		expect(told.body.data).toMatchObject({ takenDownReason: reason });
		expect(told.body.data.takenDownAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
		expect(told.headers.get("etag")).not.toBe(before.headers.get("etag"));
		const listed = await ada.ask("GET", "/author/packs");
		expect(listed.body.data).toMatchObject([{ takenDownReason: reason }]);
		for (const visibility of ["unlisted", "private", "public"]) {
			const refused = visibility !== "private";
			expect(await show(ada, "down", visibility)).toMatchObject(
				refused
					? {
							status: 403,
							body: {
								code: "forbidden",
								detail: expect.stringContaining(reason),
							},
						}
					: { status: 200 },
			);
		}
		const mended = { name: "Mended", slug: "down" };
		expect((await ada.ask("PATCH", "/author/packs/down", mended)).status).toBe(
			200,
		);
		// Deleted and made anew, it is still down.
		expect((await ada.ask("DELETE", "/author/packs/down")).status).toBe(204);
		const again = await launchPack();
		again.manifest.slug = "down";
		again.challenges = again.challenges.slice(0, 1);
		expect(await ada.write(again)).toEqual([id]);
		expect((await show(ada, "down", "public")).status).toBe(403);
		expect(await seenBy(robin)).toEqual([]);

		// Restored, it has the visibility that its author gives it.
		const restored = await admin(service, "POST", "/packs/down/restore");
		expect(restored.body.data).toMatchObject({
			_id,
			takenDownAt: null,
			takenDownReason: null,
			visibility: "private",
		});
		await noted(service, "pack restored", { slug: "down", key: FINGERPRINT });
		expect(await seenBy(robin)).toEqual([]);
		expect((await show(ada, "down", "public")).status).toBe(200);
		const attempts = await robin.ask("GET", `/challenges/${id}/attempts`);
		expect(attempts.body.meta.total).toBe(1);
		expect((await robin.ask("GET", "/packs/down")).body.data).toMatchObject({
			passedCount: 1,
		});
	});

	test("once more tells the newest reason and keeps the day; restored once more, it stays as it is", async () => {
		await shownPack(service, "twice", "Twice");
		const first = await admin(service, "POST", "/packs/twice/takedown", {
			reason: "A",
		});
		const same = await admin(service, "POST", "/packs/twice/takedown", {
			reason: "A",
		});
		expect(same.body).toEqual(first.body);
		const other = await admin(service, "POST", "/packs/twice/takedown", {
			reason: "B",
		});
		expect(other.body.data).toEqual({
			...first.body.data,
			takenDownReason: "B",
		});
		const restored = await admin(service, "POST", "/packs/twice/restore");
		expect((await admin(service, "POST", "/packs/twice/restore")).body).toEqual(
			restored.body,
		);
		expect(restored.body.data).toMatchObject({ visibility: "public" });
	});

	test("is read by administrators as learners see it", async () => {
		const { ada, id } = await shownPack(service, "judged", "Judged");
		await admin(service, "POST", "/packs/judged/takedown", { reason: "A" });
		const own = (await ada.ask("GET", "/author/packs/judged")).body.data;
		const { body, headers } = await admin(service, "GET", "/packs/judged");
		const { challenges, owner: _, etag, ...summary } = body.data;
		const { challenges: written, needsApproval, needsRole, ...author } = own;
		expect([needsApproval, needsRole]).toEqual([false, false]);
		expect(summary).toEqual(author);
		expect(headers.get("etag")).toBe(etag);
		expect(challenges).toMatchObject([
			{ _id: id, prompt: written[0].prompt, files: written[0].scaffold },
		]);
		expect(JSON.stringify(body)).not.toContain(
			'res.json({ message: \\"Welcome',
		);
	});
});

describe("the audit of moderation", () => {
	test("is kept in the database with reason, key and request, whatever is logged, and cannot be changed", async () => {
		const quiet = await service.another({ LOG_LEVEL: "silent" });
		const { ada } = await shownPack(service, "audited", "Audited");
		const user = `/users/${ada.userId}`;
		const act = (name: string, path: string, reason?: string) =>
			admin(quiet, "POST", path, reason && { reason }, {
				"x-request-id": `audited-${name}`,
			});
		const down = await act("1", "/packs/audited/takedown", "It advertises.");
		await act("2", "/packs/audited/restore");
		await act("3", `${user}/block`, "Spam.");
		await act("4", `${user}/unblock`);
		await act("none", "/packs/there-is-none/takedown", "A");
		await act("none", "/packs/express/restore");
		const pack = { packId: down.body.data._id, packSlug: "audited" };
		const nobody = { packId: null, packSlug: null };
		const rows = () => service.sql`
			SELECT action, pack_id AS "packId", pack_slug AS "packSlug", user_id AS "userId", reason,
				key_fingerprint AS key, request_id AS "requestId"
			FROM moderation_actions WHERE request_id LIKE 'audited-%' ORDER BY id`;
		const expected = [
			{ action: "pack_taken_down", ...pack, reason: "It advertises." },
			{ action: "pack_restored", ...pack, reason: null },
			{ action: "user_blocked", ...nobody, reason: "Spam." },
			{ action: "user_unblocked", ...nobody, reason: null },
		].map((row, index) => ({
			...row,
			userId: ada.userId,
			key: FINGERPRINT,
			requestId: `audited-${index + 1}`,
		}));
		expect([...(await rows())]).toEqual(expected);
		for (const change of [
			"UPDATE moderation_actions SET reason = 'Another'",
			"DELETE FROM moderation_actions",
			"TRUNCATE moderation_actions",
		])
			await expect(service.sql.unsafe(change).execute()).rejects.toThrow(
				"moderation_actions is append-only",
			);
		expect([...(await rows())]).toEqual(expected);
		await quiet.end("SIGTERM");
	});
});

test("packs are listed that others can see, and narrowed", async () => {
	const { ada } = await shownPack(service, "seen-one", "One");
	await shownPack(service, "seen-two", "Two");
	await admin(service, "POST", "/packs/seen-two/takedown", { reason: "A" });
	const pack = await launchPack();
	pack.manifest.slug = "seen-by-none";
	await ada.write(pack);
	const slugs = async (query: string) =>
		(await admin(service, "GET", `/packs?q=SEEN-${query}`)).body.data.map(
			({ slug }: { slug: string }) => slug,
		);
	expect(await slugs("")).toEqual(["seen-two", "seen-one"]);
	expect(await slugs("&takenDown=true")).toEqual(["seen-two"]);
	expect(await slugs("&takenDown=false")).toEqual(["seen-one"]);
	expect(await slugs("&limit=1&offset=1")).toEqual(["seen-one"]);
	expect(await slugs("&visibility=private")).toEqual(["seen-by-none"]);
	expect(await slugs("&visibility=public")).toEqual(["seen-two", "seen-one"]);
	expect(await slugs("&visibility=public&takenDown=false")).toEqual([
		"seen-one",
	]);
	const page = await admin(service, "GET", "/packs?q=seen-&limit=1");
	expect(page.body.meta).toEqual({ total: 2, limit: 1, offset: 0 });
	expect(page.headers.get("cache-control")).toBe("no-store");
	expect(await slugs("%25")).toEqual([]);
});

describe("what there is to do nothing about", () => {
	const SOME_ID = "0192f0c0-0000-7000-8000-000000000000";
	beforeAll(async () => {
		const ada = await newAuthor(service);
		const pack = await launchPack();
		pack.manifest.slug = "own-draft";
		await ada.write(pack);
	});

	test.each([
		["GET", "/packs/express", "a seeded pack"],
		["POST", "/packs/express/takedown", "a seeded pack"],
		["POST", "/packs/express/restore", "a seeded pack"],
		["GET", "/packs/own-draft", "a pack that only its author sees"],
		["POST", "/packs/own-draft/takedown", "a pack that only its author sees"],
		["POST", "/packs/own-draft/restore", "a pack that only its author sees"],
		["POST", "/packs/nothing/takedown", "no pack"],
		["POST", `/users/${SOME_ID}/block`, "no user"],
		["POST", `/users/${SOME_ID}/unblock`, "no user"],
		["POST", "/users/nobody/block", "no id"],
	])("%s %s: %s", async (method, path) => {
		const needsReason = /takedown$|\/block$/.test(path);
		const body = needsReason ? { reason: "A" } : undefined;
		expect(await admin(service, method, path, body)).toMatchObject({
			status: 404,
			body: { code: "not_found" },
		});
	});

	test.each([
		[{}, "#/reason"],
		[{ reason: "" }, "#/reason"],
		[{ reason: "  " }, "#/reason"],
		[{ reason: "x".repeat(501) }, "#/reason"],
		[{ reason: 1 }, "#/reason"],
		[{ reason: "A", until: "never" }, "#/until"],
	])("a reason like %j", async (body, pointer) => {
		for (const path of ["/packs/any/takedown", `/users/${SOME_ID}/block`])
			expect(await admin(service, "POST", path, body)).toMatchObject({
				status: 400,
				body: { code: "validation_failed", errors: [{ pointer }] },
			});
	});
});
