/** Every way in which a sign-in fails ends on a page that says what to do, and changes nothing. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { until } from "../../../test/attempts-client.ts";
import { openBrowser } from "../../../test/cookie-browser.ts";
import { startService } from "../../../test/harness.ts";
import {
	PROVIDER_WORDS,
	type ProviderFault,
	startIdentityProvider,
} from "../../../test/identity-provider.ts";
import {
	type SigningIn,
	startSigningIn,
} from "../../../test/sign-in-client.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let at: SigningIn;
beforeAll(async () => {
	at = await startSigningIn();
});
beforeEach(() => at.anew());
afterAll(() => at?.stop());

describe("what does not work out", () => {
	/** A page for people, with the way on; a problem for programs; nothing of what the provider said in either. */
	async function expectFailure(
		answer: Response,
		status: number,
		heading: string,
		again = "/api/auth/signin",
	) {
		expect(answer.status).toBe(status);
		expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("content-security-policy")).toStartWith(
			"default-src 'none'; style-src 'sha256-",
		);
		const page = await answer.text();
		expect(page.match(/<h1>(.*)<\/h1>/g)).toEqual([`<h1>${heading}</h1>`]);
		expect(page).toContain(`href="${Bun.escapeHTML(again)}"`);
		expect(page).toContain('href="/"');
		expect(page).not.toMatch(/<script|https?:\/\//);
		for (const secret of [PROVIDER_WORDS, "bad_verification_code"])
			expect(page).not.toContain(secret);
	}

	test.each([
		[
			"de",
			"de",
			"Du wurdest nicht angemeldet",
			"Aufgaben gehen auch ohne Konto",
		],
		[
			"fr, de-CH;q=0.8, en;q=0.5",
			"de",
			"Du wurdest nicht angemeldet",
			"Zurück zu Treeline",
		],
		["de;q=0.4, en-GB", "en", "You were not signed in", "Back to Treeline"],
		[
			"fr;q=0.9, *;q=0.5, de;q=0",
			"en",
			"You were not signed in",
			"Back to Treeline",
		],
		["", "en", "You were not signed in", "Try again"],
	])(
		"for Accept-Language “%s” the page is in “%s”",
		async (accepted, language, heading, words) => {
			at.provider.fault = "deny";
			const browser = openBrowser({ "accept-language": accepted });
			const { answer } = await browser.follow(at.begin());
			expect(answer.headers.get("vary")?.toLowerCase()).toContain(
				"accept-language",
			);
			expect(answer.headers.get("content-language")).toBe(language);
			const page = await answer.text();
			expect(page).toContain(`<html lang="${language}"`);
			expect(page).toContain(`<h1>${heading}</h1>`);
			expect(page).toContain(words);
		},
	);

	test("what other parts refuse is explained in German by its code, and to programs in English", async () => {
		const browser = openBrowser({ "accept-language": "de" });
		const address = `${at.service.front}/api/auth/signin?returnTo=%2F&client=editor`;
		const page = await (await browser.ask(address)).text();
		expect(page).toContain('<html lang="de"');
		expect(page).toContain("<h1>Ungültige Anfrage</h1>");
		const program = await fetch(address, {
			headers: { "accept-language": "de" },
		});
		expect((await program.json()).title).toBe("Validation failed");
	});

	const NOT_AS_IT_SHOULD = "The sign-in service did not answer as it should";
	test.each<[ProviderFault, number, string]>([
		["deny", 403, "You were not signed in"],
		["authorize-error", 502, NOT_AS_IT_SHOULD],
		["token-error-200", 502, NOT_AS_IT_SHOULD],
		["token-error-400", 502, NOT_AS_IT_SHOULD],
		["token-500", 502, NOT_AS_IT_SHOULD],
		["token-not-json", 502, NOT_AS_IT_SHOULD],
		["token-not-object", 502, NOT_AS_IT_SHOULD],
		["token-missing", 502, NOT_AS_IT_SHOULD],
		["token-wrong-type", 502, NOT_AS_IT_SHOULD],
		["token-redirect", 502, NOT_AS_IT_SHOULD],
		["profile-401", 502, NOT_AS_IT_SHOULD],
		["profile-500", 502, NOT_AS_IT_SHOULD],
		["profile-not-json", 502, NOT_AS_IT_SHOULD],
		["profile-empty", 502, NOT_AS_IT_SHOULD],
		["profile-huge", 502, NOT_AS_IT_SHOULD],
		["profile-unsafe-id", 502, NOT_AS_IT_SHOULD],
		["profile-redirect", 502, NOT_AS_IT_SHOULD],
	])("%s: %i", async (fault, status, heading) => {
		const before = [await at.count("users"), await at.count("sessions")];
		at.provider.fault = fault;
		const browser = openBrowser();
		const { answer } = await browser.follow(
			at.begin("?returnTo=%2Fpacks%2Freact"),
		);
		await expectFailure(
			answer,
			status,
			heading,
			"/api/auth/signin?returnTo=%2Fpacks%2Freact",
		);
		expect(browser.cookies(at.service.front).has("JSESSIONID")).toBe(false);
		expect([await at.count("users"), await at.count("sessions")]).toEqual(
			before,
		);
	});

	test("a provider that never answers, or never ends: 504", async () => {
		// What the provider may take, too: a little, for it is waited for.
		const other = await at.service.another({ REQUEST_TIMEOUT_MS: "2500" });
		at.provider.allow(`${other.front}/api/auth/callback/idp`);
		const faults: ProviderFault[] = [
			"token-silence",
			"token-drip",
			"profile-silence",
			"profile-drip",
		];
		const { seen } = at.provider;
		const signIns = [];
		for (const fault of faults) {
			at.provider.fault = fault;
			const before = seen.authorize.length;
			signIns.push(openBrowser().follow(`${other.front}/api/auth/signin`));
			await until(() => seen.authorize.length > before);
		}
		for (const { answer } of await Promise.all(signIns))
			await expectFailure(
				answer,
				504,
				"The sign-in service did not answer in time",
				"/api/auth/signin?returnTo=%2F",
			);
		await other.end("SIGTERM");
	});

	test("a provider that is not there: 502", async () => {
		const gone = startIdentityProvider();
		const other = await at.service.another(gone.settings);
		gone.allow(`${other.front}/api/auth/callback/idp`);
		const browser = openBrowser();
		const { way } = await browser.follow(`${other.front}/api/auth/signin`, {
			stop: (location) => location.includes("/api/auth/callback/idp"),
		});
		await gone.stop();
		const answer = await browser.ask(way.at(-1) ?? "");
		await expectFailure(
			answer,
			502,
			NOT_AS_IT_SHOULD,
			"/api/auth/signin?returnTo=%2F",
		);
		await other.end("SIGTERM");
		await until(() =>
			other.printed().includes("the token endpoint cannot be reached"),
		);
		expect(other.printed()).not.toContain(gone.settings.OAUTH_CLIENT_SECRET);
	});

	const NOT_BEGUN_HERE = "This sign-in was not begun here";
	test("a callback that is used again", async () => {
		const { browser, callback } = await at.untilCallback();
		await browser.ask(callback);
		await expectFailure(await browser.ask(callback), 400, NOT_BEGUN_HERE);
	});

	test("a callback in another browser, which leaves the first one its own", async () => {
		const { browser, callback } = await at.untilCallback();
		const stranger = openBrowser();
		await expectFailure(await stranger.ask(callback), 400, NOT_BEGUN_HERE);
		const begun = await at.untilCallback();
		await expectFailure(await begun.browser.ask(callback), 400, NOT_BEGUN_HERE);
		expect((await browser.ask(callback)).status).toBe(303);
	});

	test.each([
		["no state", "?code=x"],
		["a state of nobody's", "?code=x&state=nobodys"],
		["nothing at all", ""],
	])("%s", async (_, query) => {
		const { browser } = await at.untilCallback();
		await expectFailure(
			await browser.ask(`${at.service.front}/api/auth/callback/idp${query}`),
			400,
			NOT_BEGUN_HERE,
		);
	});

	test("an answer of another issuer, and one without a code", async () => {
		for (const change of [
			(url: URL) => url.searchParams.set("iss", "https://evil.example"),
			(url: URL) => url.searchParams.delete("code"),
		]) {
			const { browser, callback } = await at.untilCallback();
			const url = new URL(callback);
			change(url);
			await expectFailure(
				await browser.ask(url.href),
				502,
				NOT_AS_IT_SHOULD,
				"/api/auth/signin?returnTo=%2F",
			);
		}
	});

	test("an own issuer is fine", async () => {
		const { browser, callback } = await at.untilCallback();
		const iss = encodeURIComponent(at.provider.origin);
		expect((await browser.ask(`${callback}&iss=${iss}`)).status).toBe(303);
	});

	test("a code of another sign-in", async () => {
		const one = await at.untilCallback();
		const two = await at.untilCallback();
		const mixed = new URL(one.callback);
		mixed.searchParams.set(
			"code",
			new URL(two.callback).searchParams.get("code") ?? "",
		);
		await expectFailure(
			await one.browser.ask(mixed.href),
			502,
			NOT_AS_IT_SHOULD,
			"/api/auth/signin?returnTo=%2F",
		);
	});

	test("a sign-in that took too long", async () => {
		const { browser, callback } = await at.untilCallback();
		await at.service.sql`
			UPDATE sign_ins SET expires_at = now() - interval '1 second'`;
		await expectFailure(
			await browser.ask(callback),
			400,
			"The sign-in took too long",
			"/api/auth/signin?returnTo=%2F",
		);
	});

	test("a blocked learner", async () => {
		const cookie = at.cookie(await at.signedIn());
		const { user } = await at.session({ cookie });
		await at.service
			.sql`UPDATE users SET blocked_at = now() WHERE id = ${user?._id ?? ""}`;
		expect((await at.session({ cookie })).authenticated).toBe(false);
		const before = await at.count("sessions");
		const { answer } = await openBrowser().follow(at.begin());
		await expectFailure(
			answer,
			403,
			"This account is blocked",
			"/api/auth/signin?returnTo=%2F",
		);
		expect(await at.count("sessions")).toBe(before);
	});

	test("a program gets the problem", async () => {
		const answer = await fetch(
			`${at.service.front}/api/auth/callback/idp?code=x`,
			{
				headers: { accept: "application/json" },
			},
		);
		expect(answer.status).toBe(400);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect((await answer.json()).code).toBe("sign_in_mismatch");
	});
});

describe("without a provider", () => {
	test("sign-in says so, and nothing else suffers", async () => {
		const other = await startService();
		const page = await openBrowser().ask(`${other.front}/api/auth/signin`);
		expect(page.status).toBe(503);
		expect(await page.text()).toContain("<h1>Sign-in is not set up here</h1>");
		const problem = await fetch(`${other.front}/api/auth/signin`);
		expect(problem.status).toBe(503);
		expect((await problem.json()).code).toBe("sign_in_not_configured");
		expect((await fetch(`${other.front}/dev-idp/authorize`)).status).toBe(404);
		const session = await fetch(`${other.front}/api/v1/auth/session`);
		expect((await session.json()).data).toMatchObject({
			authenticated: false,
			signInAvailable: false,
		});
		await other.stop();
	});
});

test("one address begins so many sign-ins, then it is told when to go on, and no further row is written", async () => {
	const limited = await startSigningIn({
		TRUSTED_PROXIES: "127.0.0.1",
		SIGN_IN_RATE_LIMIT_CAPACITY: "3",
		SIGN_IN_RATE_LIMIT_REFILL_RATE: "0.001",
	});
	const begin = (address: string, headers: Record<string, string> = {}) =>
		openBrowser({ "x-forwarded-for": address, ...headers }).ask(
			limited.begin(),
		);
	for (let count = 0; count < 3; count++)
		expect((await begin("198.51.100.1")).status).toBe(303);
	const page = await begin("198.51.100.1");
	expect(page.status).toBe(429);
	expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(page.headers.get("ratelimit-policy")).toBe('"sign-ins";q=3;w=3000');
	expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(500);
	expect(await page.text()).toContain("<h1>Too many requests</h1>");
	const program = await begin("198.51.100.1", { accept: "application/json" });
	expect((await program.json()).code).toBe("rate_limited");
	expect(await limited.count("sign_ins")).toBe(3);
	expect((await begin("198.51.100.2")).status).toBe(303);
	await limited.stop();
});
