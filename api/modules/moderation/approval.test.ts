/** Who shows packs to others (`PUBLISHING`): after a moderator's approval, or authors only; and under which name. */
import { beforeAll, describe, expect, test } from "bun:test";
import { type Author, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { admin, noted, show } from "../../test/moderation-client.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile({
	PUBLISHING: "approval",
	LOG_LEVEL: "info",
});
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

/** A private pack of `author`'s with one challenge; answers its id. */
async function draft(author: Author, slug: string): Promise<string> {
	const pack = await launchPack();
	pack.manifest.slug = slug;
	pack.challenges = pack.challenges.slice(0, 1);
	const [id = ""] = await author.write(pack);
	return id;
}

/** As learners meet it: the status of its page. */
const seen = async (slug: string) =>
	(await fetch(`${service.front}/api/v1/packs/${slug}`)).status;

const own = async (author: Author, slug: string) =>
	(await author.ask("GET", `/author/packs/${slug}`)).body.data;

const queue = async () =>
	(await admin(service, "GET", "/packs?waiting=true")).body.data.map(
		({ slug }: { slug: string }) => slug,
	);

const WAITING = {
	visibility: "private",
	requestedVisibility: "public",
	refusedReason: null,
};
const NOT_ASKED = {
	requestedVisibility: null,
	requestedAt: null,
	refusedReason: null,
};

describe("a pack that has to be approved", () => {
	test("waits unseen until a moderator approves it, and has its author's name then", async () => {
		const ada = await newAuthor(service);
		await draft(ada, "waits");
		const asked = await show(ada, "waits", "public");
		expect(asked).toMatchObject({ status: 200, body: { data: WAITING } });
		expect(asked.body.data.requestedAt).toMatch(/^\d{4}-.*Z$/);
		expect(await seen("waits")).toBe(404);
		expect(await queue()).toEqual(["waits"]);

		const read = await admin(service, "GET", "/packs/waits");
		expect(read.body.data).toMatchObject({
			...WAITING,
			author: "Ada",
			owner: { name: "Ada" },
			challenges: [
				{ title: expect.any(String), debrief: expect.stringMatching(/\S/) },
			],
		});
		const approved = await admin(
			service,
			"POST",
			"/packs/waits/approve",
			undefined,
			{ "if-match": read.headers.get("etag") ?? "" },
		);
		expect(approved).toMatchObject({
			status: 200,
			body: { data: { visibility: "public", author: "Ada", ...NOT_ASKED } },
		});
		await noted(service, "pack approved", { slug: "waits" });
		expect(await seen("waits")).toBe(200);
		expect(await queue()).toEqual([]);
		expect(await admin(service, "POST", "/packs/waits/approve")).toMatchObject({
			status: 409,
			body: { code: "invalid_transition" },
		});
	});

	test("is refused with a reason that its author reads, who asks again", async () => {
		const ada = await newAuthor(service);
		await draft(ada, "refused");
		await show(ada, "refused", "unlisted");
		const reason = "The second challenge has no task.";
		const refused = await admin(service, "POST", "/packs/refused/refuse", {
			reason,
		});
		expect(refused.status).toBe(200);
		await noted(service, "pack refused", { slug: "refused" });
		expect(await own(ada, "refused")).toMatchObject({
			visibility: "private",
			requestedVisibility: "unlisted",
			refusedReason: reason,
		});
		expect(await queue()).toEqual([]);
		expect((await show(ada, "refused", "public")).body.data).toMatchObject(
			WAITING,
		);
		expect(await queue()).toEqual(["refused"]);
		const [row] = await service.sql`
			SELECT action, pack_slug, user_id, reason FROM moderation_actions ORDER BY id DESC LIMIT 1`;
		expect(row).toEqual({
			action: "pack_refused",
			pack_slug: "refused",
			user_id: ada.userId,
			reason,
		});
		await ada.ask("DELETE", "/author/packs/refused");
		expect(await queue()).toEqual([]);
	});

	test("is approved only as the moderator has read it, and each change to it is validated", async () => {
		const ada = await newAuthor(service);
		const id = await draft(ada, "changes");
		await show(ada, "changes", "public");
		const read = await admin(service, "GET", "/packs/changes");
		const faulty = await ada.ask("PATCH", `/author/challenges/${id}`, {
			files: [{ path: "app.js", content: "// nothing" }],
		});
		expect(faulty).toMatchObject({
			status: 400,
			body: { code: "reference_fails" },
		});
		await ada.ask("PATCH", `/author/challenges/${id}`, { title: "Otherwise" });
		const stale = await admin(
			service,
			"POST",
			"/packs/changes/approve",
			undefined,
			{ "if-match": read.headers.get("etag") ?? "" },
		);
		expect(stale.status).toBe(412);
		expect(await seen("changes")).toBe(404);
		expect(
			(await admin(service, "POST", "/packs/changes/approve")).status,
		).toBe(200);
	});

	test("is withdrawn by its author, also by making it private, and kept by other changes", async () => {
		const ada = await newAuthor(service);
		await draft(ada, "kept");
		const { requestedAt } = (await show(ada, "kept", "public")).body.data;
		const renamed = await ada.ask("PATCH", "/author/packs/kept", {
			...(await own(ada, "kept")),
			name: "Renamed",
		});
		expect(renamed.body.data).toMatchObject({ ...WAITING, requestedAt });
		expect((await show(ada, "kept", "public")).body.data).toMatchObject({
			requestedAt,
		});
		const withdrawn = await ada.ask("PATCH", "/author/packs/kept", {
			requestedVisibility: null,
		});
		expect(withdrawn.body.data).toMatchObject(NOT_ASKED);
		expect(await queue()).toEqual([]);

		await show(ada, "kept", "unlisted");
		await admin(service, "POST", "/packs/kept/approve");
		expect((await show(ada, "kept", "public")).body.data).toMatchObject({
			visibility: "unlisted",
			requestedVisibility: "public",
		});
		expect(await seen("kept")).toBe(200);
		expect((await show(ada, "kept", "private")).body.data).toMatchObject({
			visibility: "private",
			...NOT_ASKED,
		});
		expect(await seen("kept")).toBe(404);
	});

	test("that was taken down is not approved", async () => {
		const ada = await newAuthor(service);
		await draft(ada, "down");
		await show(ada, "down", "public");
		await admin(service, "POST", "/packs/down/takedown", { reason: "Spam." });
		expect(await queue()).toEqual([]);
		expect((await admin(service, "POST", "/packs/down/approve")).status).toBe(
			409,
		);
		expect(await seen("down")).toBe(404);
	});

	test("is none of an author whom an administrator named", async () => {
		const ada = await newAuthor(service);
		await draft(ada, "trusted");
		await admin(service, "PUT", `/users/${ada.userId}/role`, {
			role: "author",
		});
		expect((await show(ada, "trusted", "public")).body.data).toMatchObject({
			visibility: "public",
			...NOT_ASKED,
		});
	});
});

test("where only authors publish, others write and do not show", async () => {
	const strict = await service.another({ PUBLISHING: "authors" });
	const [ada, ben] = [
		await newAuthor({ ...service, front: strict.front }),
		await newAuthor({ ...service, front: strict.front }, "Ben"),
	];
	await admin(service, "PUT", `/users/${ada.userId}/role`, { role: "author" });
	await draft(ada, "authored");
	await draft(ben, "unauthored");
	expect((await show(ada, "authored", "public")).status).toBe(200);
	for (const visibility of ["public", "unlisted"])
		expect(await show(ben, "unauthored", visibility)).toMatchObject({
			status: 403,
			body: {
				code: "forbidden",
				detail: expect.stringContaining("named authors"),
			},
		});
	// What is shown already stays its author's to change and to hide.
	await admin(service, "PUT", `/users/${ada.userId}/role`, { role: "learner" });
	expect(
		(await ada.ask("PATCH", "/author/packs/authored", { name: "Better" }))
			.status,
	).toBe(200);
	expect((await show(ada, "authored", "unlisted")).status).toBe(200);
	expect((await show(ada, "authored", "public")).status).toBe(403);
});

test("a pack that others see names its account as author, whatever it says", async () => {
	const open = await service.another({ PUBLISHING: "anyone" });
	const ada = await newAuthor({ ...service, front: open.front });
	await draft(ada, "named");
	expect((await own(ada, "named")).author).not.toBe("Ada");
	const authorOf = async () =>
		(await (await fetch(`${open.front}/api/v1/packs/named`)).json()).data
			.author;
	await show(ada, "named", "public");
	expect(await authorOf()).toBe("Ada");
	const claimed = await ada.ask("PATCH", "/author/packs/named", {
		author: "The Treeline team",
	});
	expect(claimed).toMatchObject({
		status: 200,
		body: { data: { author: "Ada" } },
	});
	expect(await authorOf()).toBe("Ada");
	const seeded = await fetch(`${open.front}/api/v1/packs/express`);
	expect((await seeded.json()).data.author).toBe(
		(await launchPack()).manifest.author,
	);
});
