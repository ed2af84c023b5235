import { beforeAll, describe, expect, test } from "bun:test";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

const get = async (path: string, headers: Record<string, string> = {}) => {
	const answer = await fetch(service.front + path, { headers });
	return { answer, body: await answer.json() };
};

describe("packs", () => {
	test("are listed with their counts, for everyone", async () => {
		const { answer, body } = await get("/api/v1/packs");
		expect(answer.status).toBe(200);
		expect(body.meta).toMatchObject({ total: 1, limit: 50, offset: 0 });
		expect(body.meta.tags).toContain("express");
		expect(body.data[0]).toMatchObject({
			slug: "express",
			framework: "express",
			visibility: "public",
			challengeCount: 3,
		});
		expect(body.data[0]).not.toHaveProperty("passedCount");
		expect(body.data[0].createdAt).toMatch(/^\d{4}-.*T.*\.\d{3}Z$/);
	});

	test.each([
		["language=javascript&tag=http&tag=rest", 1],
		["language=python", 0],
		["difficulty=beginner&q=LENDING", 1],
		["difficulty=advanced", 0],
		["q=library+lend", 1],
		["q=ending", 0],
		["q=%26", 0],
		["tag=express&tag=absent", 0],
		["tag=http&tag=http", 1],
		["tag=http&tag=rest&tag=express&tag=http", 1],
		["tag=http&tag=rest&tag=absent", 0],
		["framework=Express", 1],
		["unknown=ignored", 1],
	])("are narrowed by %s", async (query, total) => {
		const { body } = await get(`/api/v1/packs?${query}`);
		expect(body.meta.total).toBe(total);
		expect(body.data).toHaveLength(total);
	});

	test.each([
		["limit=0", "limit"],
		["limit=101", "limit"],
		["limit=1.5", "limit"],
		["limit=ten", "limit"],
		["offset=-1", "offset"],
		["difficulty=hard", "difficulty"],
	])("refuse %s and name it", async (query, name) => {
		const { answer, body } = await get(`/api/v1/packs?${query}`);
		expect(answer.status).toBe(400);
		expect(body).toMatchObject({ code: "validation_failed", status: 400 });
		expect(body.errors[0].pointer).toBe(`#/query/${name}`);
	});

	test("lend their tags to the list only while they stand in it", async () => {
		const tags = async () => (await get("/api/v1/packs")).body.meta.tags;
		const own = await tags();
		const set = (columns: object) => service.sql`
			UPDATE packs SET ${service.sql(columns as { visibility: string })}`;
		await set({ visibility: "unlisted", tags: ["other"] });
		expect(await tags()).toEqual([]);
		await set({ visibility: "public" });
		expect(await tags()).toEqual(["other"]);
		await set({ tags: own, retired_at: new Date().toISOString() });
		expect(await tags()).toEqual([]);
		await set({ retired_at: null });
		expect(await tags()).toEqual(own);
	});

	test("open with their challenges in order", async () => {
		const { body } = await get("/api/v1/packs/express");
		const rows = body.data.challenges;
		expect(rows.map((row: { order: number }) => row.order)).toEqual([1, 2, 3]);
		expect(rows[0]).toMatchObject({
			slug: "say-hello-over-http",
			title: "Say Hello over HTTP",
			difficulty: "beginner",
			status: null,
		});
	});
});

describe("a challenge", () => {
	test("opens by its slugs and by its id, without its reference", async () => {
		const bySlug = await get(
			"/api/v1/packs/express/challenges/look-up-one-book",
		);
		expect(bySlug.answer.status).toBe(200);
		const challenge = bySlug.body.data;
		const byId = await get(`/api/v1/challenges/${challenge._id}`);
		expect(byId.body.data).toEqual(challenge);
		expect(challenge).toMatchObject({
			packSlug: "express",
			order: 2,
			version: 1,
			scaffolded: true,
			status: null,
			debrief: null,
			previous: { slug: "say-hello-over-http" },
			next: { slug: "check-in-a-new-book" },
		});
		expect(challenge.files[0].content).toContain("Answer GET /books/:id here");
		const [, authored] = (await launchPack()).challenges;
		const [reference = [], start = []] = [
			authored?.files,
			authored?.scaffold,
		].map((files) => files?.[0]?.content.split("\n") ?? []);
		const solution = reference.filter(
			(line) => line.length > 20 && !start.includes(line),
		);
		expect(solution.length).toBeGreaterThan(2);
		const text = JSON.stringify(challenge);
		for (const line of solution)
			expect(text).not.toContain(JSON.stringify(line.trim()).slice(1, -1));
	});

	test("has no neighbour at the ends", async () => {
		const first = await get(
			"/api/v1/packs/express/challenges/say-hello-over-http",
		);
		const last = await get(
			"/api/v1/packs/express/challenges/check-in-a-new-book",
		);
		expect(first.body.data.previous).toBeNull();
		expect(last.body.data.next).toBeNull();
	});

	test("shows a learner's status, the pack's progress and, once passed, the debrief", async () => {
		const { cookie } = await service.signIn();
		const path = "/api/v1/packs/express/challenges/say-hello-over-http";
		const { data } = (await get(path, { cookie })).body;
		expect(data.status).toBe("not_started");
		const attempt = (passed: boolean) =>
			fetch(`${service.front}/api/v1/attempts`, {
				method: "POST",
				headers: { cookie, "content-type": "application/json" },
				body: JSON.stringify({ challengeId: data._id, passed }),
			});
		await attempt(false);
		expect((await get(path, { cookie })).body.data.status).toBe("attempted");
		await attempt(true);
		const passed = (await get(path, { cookie })).body.data;
		expect(passed.status).toBe("passed");
		expect(passed.debrief).toContain("smallest complete Express program");
		const pack = (await get("/api/v1/packs/express", { cookie })).body.data;
		expect(pack.passedCount).toBe(1);
		expect(pack.challenges[0].status).toBe("passed");
		expect(pack.challenges[1].status).toBe("not_started");
	});
});

describe("what is not there", () => {
	test.each([
		"/api/v1/packs/nothing",
		"/api/v1/packs/express/challenges/nothing",
		"/api/v1/challenges/not-a-uuid",
		"/api/v1/challenges/0192f0c0-0000-7000-8000-000000000000",
		"/api/v1/nothing",
		"/api/v1/admin/packs/seed",
		"/api/admin/packs/seed",
		"/api/v1/admin/moderation/packs",
		"/api/admin/moderation/users",
	])("%s is a 404 problem", async (path) => {
		const { answer, body } = await get(path);
		expect(answer.status).toBe(404);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(body).toMatchObject({ code: "not_found", status: 404 });
		expect(body.requestId).toBe(answer.headers.get("x-request-id"));
	});

	test("a wrong method is a 405 that names the right ones", async () => {
		const answer = await fetch(`${service.backend}/api/packs`, {
			method: "DELETE",
		});
		expect(answer.status).toBe(405);
		expect(answer.headers.get("allow")).toBe("GET, HEAD");
		expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
	});

	test("a host of two letters reaches the same routes", async () => {
		const { answer } = await get("/api/v1/packs", { host: "db" });
		expect(answer.status).toBe(200);
	});
});

test("every answer carries a request id, the client's own when it is harmless", async () => {
	const kept = await get("/api/v1/packs", { "x-request-id": "trace-12345678" });
	expect(kept.answer.headers.get("x-request-id")).toBe("trace-12345678");
	const made = await get("/api/v1/packs", { "x-request-id": "<script>" });
	expect(made.answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

/** No identifier or time of a response holds it by chance. */
const ACCOUNT = "account-4711";

test("the session says who is signed in", async () => {
	const out = await get("/api/v1/auth/session");
	expect(out.body.data).toEqual({
		authenticated: false,
		user: null,
		expiresAt: null,
		blockedReason: null,
		signInAvailable: false,
	});
	const { cookie, userId } = await service.signIn("Ada");
	const signedIn = await get("/api/auth/session", {
		cookie: `theme=dark; ${cookie}`,
	});
	expect(signedIn.body.data).toMatchObject({
		authenticated: true,
		user: { _id: userId, name: "Ada", image: null, provider: null },
	});
	await service.sql`
		INSERT INTO provider_accounts (id, user_id, provider, provider_account_id)
		VALUES (${Bun.randomUUIDv7()}, ${userId}, 'github.com', ${ACCOUNT})`;
	const own = await get("/api/v1/auth/session", { cookie });
	expect(own.body.data.user).toEqual({
		...{ _id: userId, name: "Ada", image: null, role: "learner" },
		...{ provider: "github.com", providerAccountId: ACCOUNT },
	});
	const other = await service.signIn("Bo");
	for (const headers of [{ cookie: "" }, { cookie: other.cookie }])
		expect(
			JSON.stringify((await get("/api/v1/auth/session", headers)).body),
		).not.toContain(ACCOUNT);
});

test("health answers in its own words", async () => {
	expect((await get("/api/health/live")).body).toEqual({ status: "ok" });
	expect((await get("/api/health/ready")).body).toEqual({
		status: "ready",
		checks: { database: "ok" },
	});
});
