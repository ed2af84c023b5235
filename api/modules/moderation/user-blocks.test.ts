/** A user who is blocked is nobody until they are let in again, and is told so by the API and on the way in; what was theirs stays. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { openBrowser } from "../../test/cookie-browser.ts";
import {
	admin,
	FINGERPRINT,
	noted,
	shownPack,
} from "../../test/moderation-client.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";
import { type SigningIn, startSigningIn } from "../../test/sign-in-client.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let at: SigningIn;
beforeAll(async () => {
	at = await startSigningIn({
		CONTENT_RATE_LIMIT_CAPACITY: "10000",
		LOG_LEVEL: "info",
	});
	await seedInto(at.service, await launchPack());
});
afterAll(() => at.stop());

describe("a user who is blocked", () => {
	test("is nobody from then on, is told so by the API and on the way in, and signs in again when let in", async () => {
		at.anew();
		const browser = await at.signedIn();
		const cookie = at.cookie(browser);
		const { user } = await at.session({ cookie });
		const id = user?._id ?? "";
		const ask = async (method: string, path: string, body?: unknown) => {
			const answer = await fetch(`${at.service.front}${path}`, {
				method,
				headers: {
					cookie,
					...(body !== undefined && { "content-type": "application/json" }),
				},
				body: JSON.stringify(body),
			});
			return { status: answer.status, body: await answer.json() };
		};
		const writes = [
			["PATCH", "/api/v1/settings", { darkMode: true }],
			["POST", "/api/v1/attempts", { challengeId: id, passed: true }],
			["POST", "/api/v1/attempts/import", { attempts: [] }],
			["POST", "/api/v1/author/packs", {}],
			["GET", "/api/v1/author/packs", undefined],
			["GET", "/api/v1/settings", undefined],
			["GET", "/api/auth/sessions", undefined],
		] as const;
		const blocked = await admin(
			at.service,
			"POST",
			`/users/${id}/block`,
			{ reason: "Spam in prompts." },
			{ "x-request-id": "blocked-just-here" },
		);
		expect(blocked).toMatchObject({
			status: 200,
			body: { data: { _id: id, blockedReason: "Spam in prompts." } },
		});
		await noted(at.service, "user blocked", {
			_id: id,
			key: FINGERPRINT,
			requestId: "blocked-just-here",
		});

		expect(await at.session({ cookie })).toEqual({
			authenticated: false,
			user: null,
			expiresAt: null,
			blockedReason: "Spam in prompts.",
			signInAvailable: true,
		});
		expect(await at.session({})).toMatchObject({ blockedReason: null });
		for (const [method, path, body] of writes)
			expect([path, await ask(method, path, body)]).toMatchObject([
				path,
				{
					status: 403,
					body: {
						code: "account_blocked",
						detail: expect.stringContaining("Their reason: Spam in prompts."),
					},
				},
			]);
		// What is public stays so, as for anyone.
		expect(await ask("GET", "/api/v1/packs/express")).toMatchObject({
			status: 200,
			body: { data: { challenges: [{ status: null }, {}, {}] } },
		});
		const { answer } = await openBrowser().follow(at.begin());
		expect(answer.status).toBe(403);
		const page = await answer.text();
		expect(page).toContain("<h1>This account is blocked</h1>");
		expect(page).toContain("Their reason: Spam in prompts.");

		const listed = await admin(at.service, "GET", "/users?blocked=true");
		expect(listed.body.data).toMatchObject([{ _id: id, name: "Robin" }]);

		const freed = await admin(at.service, "POST", `/users/${id}/unblock`);
		expect(freed.body.data).toMatchObject({
			blockedAt: null,
			blockedReason: null,
		});
		await noted(at.service, "user unblocked", { _id: id, key: FINGERPRINT });
		// The session from before is over; a new sign-in makes a new one.
		expect(await ask("GET", "/api/v1/settings")).toMatchObject({
			status: 401,
			body: { code: "session_expired" },
		});
		const fresh = at.cookie(await at.signedIn());
		expect((await at.session({ cookie: fresh })).user).toMatchObject({
			_id: id,
		});
	});

	test("keeps what was theirs: their packs and attempts stay", async () => {
		const { ada, robin, id } = await shownPack(at.service, "stays", "Stays");
		await robin.ask("POST", "/attempts", { challengeId: id, passed: true });
		for (const { userId } of [ada, robin])
			await admin(at.service, "POST", `/users/${userId}/block`, {
				reason: "A",
			});
		expect((await fetch(`${at.service.front}/api/v1/packs/stays`)).status).toBe(
			200,
		);
		const { body } = await admin(at.service, "GET", "/packs/stays");
		expect(body.data.owner).toEqual({
			_id: ada.userId,
			name: "Ada",
			blocked: true,
		});
		const [row] = await at.service.sql`
			SELECT count(*)::int AS n FROM attempts WHERE user_id = ${robin.userId}`;
		expect(row?.n).toBe(1);
	});

	test("is found by name, with how many packs they have", async () => {
		const { ada } = await shownPack(at.service, "counted", "Counted");
		await at.service.sql`
			UPDATE users SET name = 'Zoë Zephyr' WHERE id = ${ada.userId}`;
		const { body } = await admin(at.service, "GET", "/users?q=zEPH");
		expect(body).toMatchObject({
			data: [{ _id: ada.userId, name: "Zoë Zephyr", packCount: 1 }],
			meta: { total: 1 },
		});
		expect(body.data[0]).not.toHaveProperty("email");
		expect(
			(await admin(at.service, "GET", "/users?q=%25%5F")).body.meta.total,
		).toBe(0);
	});
});
