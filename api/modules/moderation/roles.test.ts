/** Who may moderate: accounts with the role, by a session from this site, and nobody else; administrators give roles. */
import { beforeAll, describe, expect, test } from "bun:test";
import { asking } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import {
	admin,
	FINGERPRINT,
	noted,
	shownPack,
} from "../../test/moderation-client.ts";
import { inOffice } from "../../test/openapi/fixtures.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile({ LOG_LEVEL: "info" });
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

interface Account {
	userId: string;
	cookie: string;
}

/** Asks by a session, at the front. */
const as = (
	{ cookie }: Account,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
) =>
	asking(service, method, `/moderation${path}`, body, { cookie, ...headers });

const roleOf = async ({ cookie }: Account): Promise<string> => {
	const answer = await fetch(`${service.front}/api/auth/session`, {
		headers: { cookie },
	});
	return (await answer.json()).data.user.role;
};

const officer = (
	role: "author" | "moderator" | "administrator",
	name: string = role,
) => inOffice(service, role, name);

describe("a role", () => {
	test("is learner at first, is given with the admin secret and by administrators, and counts from the next request on", async () => {
		const [maud, robin] = [
			await service.signIn("Maud"),
			await service.signIn("Robin"),
		];
		expect(await roleOf(maud)).toBe("learner");
		expect((await as(maud, "GET", "/users")).status).toBe(403);
		const named = await admin(service, "PUT", `/users/${maud.userId}/role`, {
			role: "administrator",
		});
		expect(named).toMatchObject({
			status: 200,
			body: { data: { _id: maud.userId, role: "administrator" } },
		});
		await noted(service, "role changed", {
			_id: maud.userId,
			role: "administrator",
			key: FINGERPRINT,
		});
		expect(await roleOf(maud)).toBe("administrator");
		const given = await as(maud, "PUT", `/users/${robin.userId}/role`, {
			role: "moderator",
		});
		expect(given.body.data).toMatchObject({ role: "moderator" });
		await noted(service, "role changed", {
			_id: robin.userId,
			role: "moderator",
			actor: maud.userId,
		});
		expect(
			(await as(robin, "GET", "/users?role=moderator")).body,
		).toMatchObject({
			data: [{ _id: robin.userId, name: "Robin", role: "moderator" }],
		});
		await as(maud, "PUT", `/users/${robin.userId}/role`, { role: "learner" });
		expect((await as(robin, "GET", "/users")).status).toBe(403);
	});

	test("is nobody's own to change, and only administrators give one", async () => {
		const [maud, mo] = [
			await officer("administrator"),
			await officer("moderator"),
		];
		const own = await as(maud, "PUT", `/users/${maud.userId}/role`, {
			role: "learner",
		});
		expect(own).toMatchObject({
			status: 403,
			body: { detail: expect.stringContaining("your own account") },
		});
		expect(await roleOf(maud)).toBe("administrator");
		const other = await as(mo, "PUT", `/users/${maud.userId}/role`, {
			role: "learner",
		});
		expect(other).toMatchObject({
			status: 403,
			body: {
				code: "forbidden",
				detail: expect.stringContaining("Only admin"),
			},
		});
		const unknown = await as(maud, "PUT", `/users/${mo.userId}/role`, {
			role: "emperor",
		});
		expect(unknown).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: "#/role" }] },
		});
	});
});

describe("a moderator", () => {
	test("takes a pack down and restores it by a session, and is named in the audit", async () => {
		const { robin } = await shownPack(service, "by-session", "By session");
		const mo = await officer("moderator", "Mo Moderator");
		const down = await as(
			mo,
			"POST",
			"/packs/by-session/takedown",
			{ reason: "It advertises." },
			{ "x-request-id": "by-session-1" },
		);
		expect(down).toMatchObject({
			status: 200,
			body: { data: { takenDownReason: "It advertises." } },
		});
		expect(down.headers.get("cache-control")).toBe("no-store");
		expect((await robin.ask("GET", "/packs/by-session")).status).toBe(404);
		expect((await as(mo, "POST", "/packs/by-session/restore")).status).toBe(
			200,
		);
		const { body } = await as(mo, "GET", "/actions?limit=2");
		expect(body.data).toMatchObject([
			{ action: "pack_restored", packSlug: "by-session", reason: null },
			{
				action: "pack_taken_down",
				packSlug: "by-session",
				userName: "Ada",
				reason: "It advertises.",
				role: null,
				actorId: mo.userId,
				actorName: "Mo Moderator",
				keyFingerprint: null,
				requestId: "by-session-1",
			},
		]);
		expect(body.meta).toMatchObject({ limit: 2, offset: 0 });
	});

	test.each([
		["learner", 200],
		["author", 200],
		["moderator", 403],
		["administrator", 403],
	] as const)("who blocks a %s gets a %i", async (role, status) => {
		const mo = await officer("moderator");
		const target =
			role === "learner" ? await service.signIn() : await officer(role);
		for (const [path, body] of [
			["block", { reason: "Spam." }],
			["unblock", undefined],
		] as const)
			expect(
				(await as(mo, "POST", `/users/${target.userId}/${path}`, body)).status,
			).toBe(status);
	});

	test("does not restore an own pack that was taken down", async () => {
		const { ada, robin } = await shownPack(service, "own", "Own pack");
		await admin(service, "PUT", `/users/${ada.userId}/role`, {
			role: "moderator",
		});
		await admin(service, "POST", "/packs/own/takedown", { reason: "Spam." });
		expect(await as(ada, "POST", "/packs/own/restore")).toMatchObject({
			status: 403,
			body: { detail: expect.stringContaining("your own pack") },
		});
		expect((await robin.ask("GET", "/packs/own")).status).toBe(404);
	});

	test("is blocked by an administrator, and is nobody then; nobody blocks themselves", async () => {
		const [maud, mo] = [
			await officer("administrator"),
			await officer("moderator"),
		];
		const block = { reason: "Gone." };
		expect(
			(await as(maud, "POST", `/users/${maud.userId}/block`, block)).status,
		).toBe(403);
		expect(
			(await as(maud, "POST", `/users/${mo.userId}/block`, block)).status,
		).toBe(200);
		expect(await as(mo, "GET", "/packs")).toMatchObject({
			status: 403,
			body: { code: "account_blocked" },
		});
	});

	test.each([
		["another site", { "sec-fetch-site": "cross-site" }],
		["another origin", { origin: "https://elsewhere.example" }],
	])("is not made to act by %s", async (_, headers) => {
		const mo = await officer("moderator");
		const target = await service.signIn();
		const path = `/users/${target.userId}/block`;
		for (const base of [
			`${service.front}/api/v1`,
			`${service.backend}/api/admin`,
		]) {
			const answer = await fetch(`${base}/moderation${path}`, {
				method: "POST",
				headers: {
					cookie: mo.cookie,
					"content-type": "application/json",
					...headers,
				},
				body: JSON.stringify({ reason: "Spam." }),
			});
			expect((await answer.json()).code).toBe("origin_rejected");
		}
		const [row] = await service.sql`
			SELECT blocked_at FROM users WHERE id = ${target.userId}`;
		expect(row?.blocked_at).toBeNull();
	});

	test("is let in by the secret where a request presents both, and never by it at the front", async () => {
		const learner = await service.signIn();
		const both = await admin(service, "GET", "/users", undefined, {
			cookie: learner.cookie,
		});
		expect(both.status).toBe(200);
		const wrong = await admin(service, "GET", "/users", undefined, {
			cookie: (await officer("moderator")).cookie,
			"x-admin-secret": "wrong",
		});
		expect(wrong).toMatchObject({
			status: 401,
			body: { code: "admin_key_invalid" },
		});
		const front = await as(
			{ userId: "", cookie: "" },
			"GET",
			"/users",
			undefined,
			{
				"x-admin-secret": "a-secret-for-tests-of-32-characters-or-more",
			},
		);
		expect(front).toMatchObject({
			status: 401,
			body: { code: "session_missing" },
		});
	});

	test("sees what waits and what the limits are, and finds disputes by their state", async () => {
		const { ada, robin, id } = await shownPack(service, "disputed", "Disputed");
		const sent = await robin.ask("POST", `/challenges/${id}/disputes`, {
			files: [{ path: "app.js", content: "// right" }],
			failed: [{ check: null, message: "A syntax error." }],
		});
		expect(sent.status).toBe(201);
		const mo = await officer("moderator");
		expect((await as(mo, "GET", "/overview")).body.data).toEqual({
			waitingPacks: 0,
			openDisputes: 1,
			publishing: "anyone",
			authorQuotas: { packs: 100, bytes: 50_000_000 },
			classQuotas: { classes: 50, members: 500 },
			attemptFileBytes: 50_000_000,
			limitsPerMinute: expect.objectContaining({ attempts: 10, author: 30 }),
			languageModel: { state: "unset", model: null, fault: null },
			missingRights: [],
		});
		const found = async (status: string) =>
			(await as(mo, "GET", `/disputes?status=${status}&pack=disputed`)).body
				.meta.total;
		expect([await found("open"), await found("closed")]).toEqual([1, 0]);
		const closed = await as(mo, "PATCH", `/disputes/${sent.body.data._id}`, {
			status: "closed",
			reason: "The task asks for it.",
		});
		expect(closed.status).toBe(200);
		expect([await found("open"), await found("closed")]).toEqual([0, 1]);
		const [action] = await service.sql`
			SELECT action, actor_id FROM moderation_actions ORDER BY id DESC LIMIT 1`;
		expect(action).toEqual({
			action: "dispute_closed",
			actor_id: mo.userId,
		});
		expect((await as(ada, "GET", "/overview")).status).toBe(403);
	});
});
