/** Signing in with the identity provider, as a browser does it: the real program, a real provider, and whoever would cheat. */
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

describe("signing in", () => {
	test("ends at the page that it was begun on, with a session", async () => {
		const browser = openBrowser({ "user-agent": "A test's browser" });
		const began = await browser.ask(
			at.begin("?returnTo=%2Fpacks%2Fexpress%3Fa%3D1%23b"),
		);
		expect(began.status).toBe(303);
		expect(began.headers.get("cache-control")).toBe("no-store");
		const asked = new URL(began.headers.get("location") ?? "");
		expect(asked.origin + asked.pathname).toBe(
			`${at.provider.origin}/authorize`,
		);
		expect(Object.fromEntries(asked.searchParams)).toEqual({
			response_type: "code",
			client_id: "treeline-test",
			redirect_uri: `${at.service.front}/api/auth/callback/idp`,
			state: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: "S256",
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		});
		const back = await browser.ask(asked.href);
		const ended = await browser.ask(back.headers.get("location") ?? "");
		expect(ended.status).toBe(303);
		expect(ended.headers.get("location")).toBe(
			`${at.service.front}/packs/express?a=1#b`,
		);
		const [cookie = ""] = ended.headers.getSetCookie();
		expect(cookie).toMatch(
			/^JSESSIONID=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
		);
		const who = await at.session({ cookie: cookie.split(";")[0] ?? "" });
		expect(who).toMatchObject({
			authenticated: true,
			user: {
				name: "Robin",
				provider: new URL(at.provider.settings.OAUTH_AUTHORIZE_URL ?? "").host,
				providerAccountId: String(at.provider.person.id),
			},
		});
		const days = (Date.parse(who.expiresAt ?? "") - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(6.9);
		expect(days).toBeLessThan(7.1);
		const token = at.provider.seen.token.at(-1) ?? {};
		expect(token.code_verifier).toMatch(/^[\w.~-]{43,128}$/);
	});

	test("keeps hashes only", async () => {
		const { browser, callback } = await at.untilCallback();
		const state = new URL(callback).searchParams.get("state") ?? "";
		const begun = await at.service.sql`SELECT * FROM sign_ins`;
		const secret =
			browser.cookies(at.service.front).get("treeline-sign-in") ?? "";
		expect(secret).toHaveLength(43);
		for (const text of [state, secret])
			expect(JSON.stringify(begun)).not.toContain(text);
		await browser.ask(callback);
		const token = browser.cookies(at.service.front).get("JSESSIONID") ?? "";
		const stored = await at.service.sql`SELECT * FROM sessions`;
		expect(JSON.stringify(stored)).not.toContain(token);
		const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
		expect(stored.map((row) => row.token_hash)).toContain(hash);
	});

	test("finds the same learner again, by the account's id and by nothing else", async () => {
		const person = { ...at.provider.person, email: "robin@example.org" };
		at.provider.person = person;
		const first = openBrowser();
		await first.follow(at.begin());
		at.provider.person = { ...person, name: "Robin Wood", login: "renamed" };
		const second = openBrowser();
		await second.follow(at.begin());
		// The same e-mail address is no proof of anything.
		at.provider.person = { ...person, id: `another-than-${person.id}` };
		const other = openBrowser();
		await other.follow(at.begin());
		const ids = await Promise.all(
			[first, second, other].map(async (browser) => {
				return (await at.session({ cookie: at.cookie(browser) })).user;
			}),
		);
		expect(ids[1]?._id).toBe(ids[0]?._id ?? "");
		expect(ids[1]?.name).toBe("Robin Wood");
		expect(ids[2]?._id).not.toBe(ids[0]?._id);
		const [account] = await at.service.sql`
			SELECT provider FROM provider_accounts WHERE provider_account_id = ${String(person.id)}`;
		expect(account?.provider).toBe(new URL(at.provider.origin).host);
	});

	test("renames the author of the learner's packs that others can see", async () => {
		const { person } = at.provider;
		const cookie = at.cookie(await at.signedIn());
		const id = (await at.session({ cookie })).user?._id ?? "";
		for (const visibility of ["public", "private"])
			await at.service.sql`
				INSERT INTO packs (id, slug, name, description, language, version, author, author_user_id, visibility)
				VALUES (${Bun.randomUUIDv7()}, ${`${visibility}-of-robin`}, 'A pack', '', 'javascript', '1.0.0', 'Robin', ${id}, ${visibility})`;
		at.provider.person = { ...person, name: "Robin Wood" };
		await at.signedIn();
		const authors = await at.service.sql`
			SELECT visibility, author, revision FROM packs WHERE author_user_id = ${id} ORDER BY visibility`;
		expect([...authors]).toEqual([
			{ visibility: "private", author: "Robin", revision: 1 },
			{ visibility: "public", author: "Robin Wood", revision: 2 },
		]);
	});

	test("makes one learner of fifty first callbacks at once", async () => {
		const before = await at.count("users");
		const begun = await Promise.all(
			Array.from({ length: 50 }, () => at.untilCallback()),
		);
		const ended = await Promise.all(
			begun.map(({ browser, callback }) => browser.ask(callback)),
		);
		expect(ended.map((answer) => answer.status)).toEqual(Array(50).fill(303));
		expect((await at.count("users")) - before).toBe(1);
		const tokens = begun.map(({ browser }) =>
			browser.cookies(at.service.front).get("JSESSIONID"),
		);
		expect(new Set(tokens).size).toBe(50);
	});

	test("two tabs at once both end signed in", async () => {
		const browser = openBrowser();
		const one = await at.untilCallback(browser);
		const two = await at.untilCallback(browser);
		for (const { callback } of [two, one])
			expect((await browser.ask(callback)).status).toBe(303);
	});

	test("does not keep a session that the browser had before", async () => {
		const planted = "a-token-that-someone-else-has-planted-here";
		const fixed = await at.untilCallback();
		fixed.browser.cookies(at.service.front).set("JSESSIONID", planted);
		await fixed.browser.ask(fixed.callback);
		const token = fixed.browser.cookies(at.service.front).get("JSESSIONID");
		expect(token).not.toBe(planted);
		expect(
			(await at.session({ cookie: `JSESSIONID=${planted}` })).authenticated,
		).toBe(false);
		const again = await at.untilCallback(fixed.browser);
		await again.browser.ask(again.callback);
		expect(
			(await at.session({ cookie: `JSESSIONID=${token}` })).authenticated,
		).toBe(false);
	});

	test("is also had under /api/v1/auth", async () => {
		const answer = await openBrowser().ask(
			`${at.service.front}/api/v1/auth/signin`,
		);
		expect(answer.headers.get("location")).toStartWith(at.provider.origin);
	});

	test("is begun at the public address, whatever name it was asked under", async () => {
		const browser = openBrowser();
		const { port } = new URL(at.service.front);
		const ways: { url: string; headers?: Record<string, string> }[] = [
			{ url: `http://127.0.0.1:${port}` },
			{ url: at.service.front, headers: { "x-forwarded-host": "a.example" } },
		];
		for (const { url, headers = {} } of ways) {
			const sent = await browser.ask(
				`${url}/api/auth/signin?returnTo=%2Fpacks%2Fexpress`,
				{ headers },
			);
			expect(sent.status).toBe(303);
			const location = sent.headers.get("location") ?? "";
			expect(location).toStartWith(
				`${at.service.front}/api/auth/signin?returnTo=%2Fpacks%2Fexpress`,
			);
			// A proxy that hides the name makes no circle.
			const next = await browser.ask(location, { headers });
			expect(next.headers.get("location")).toStartWith(at.provider.origin);
		}
	});

	test("takes away what nobody came back for", async () => {
		await at.service.sql`
			INSERT INTO sign_ins (state_hash, browser_hash, code_verifier, return_to, expires_at)
			SELECT 'old' || n, 'b', 'v', '/', now() - interval '2 hours' FROM generate_series(1, 30) n`;
		const old = async () => {
			const [row] = await at.service.sql`
				SELECT count(*)::int AS n FROM sign_ins WHERE state_hash LIKE 'old%'`;
			return row?.n;
		};
		await at.untilCallback();
		expect(await old()).toBe(10);
		await at.untilCallback();
		expect(await old()).toBe(0);
	});
});

describe("returnTo", () => {
	test.each([
		"//evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"https://evil.example",
		"https:evil.example",
		"javascript:alert(1)",
		"evil.example",
		"/\t/evil.example",
		"/.//evil.example",
		"/a/..//evil.example",
		"/%2e//evil.example",
		" //evil.example",
		"/api/auth/signout",
		`/${"a".repeat(2000)}`,
	])("%j is refused", async (returnTo) => {
		const answer = await openBrowser().ask(
			at.begin(`?${new URLSearchParams({ returnTo })}`),
		);
		expect(answer.status).toBe(400);
		expect(answer.headers.get("location")).toBeNull();
		expect(await answer.text()).not.toContain("evil");
	});

	test.each([
		"/",
		"/packs/express/say-hello-over-http",
		"/%2F%2Fevil.example",
		"/packs?q=//a",
	])("%j is kept", async (returnTo) => {
		const { answer } = await openBrowser().follow(
			at.begin(`?${new URLSearchParams({ returnTo })}`),
			{ stop: (address) => address === at.service.front + returnTo },
		);
		expect(answer.headers.get("location")).toBe(at.service.front + returnTo);
	});
});

describe("behind https", () => {
	test("cookies are for https only, and go by the public address", async () => {
		const origin = "https://treeline.example";
		const other = await at.service.another({ FRONTEND_URL: origin });
		at.provider.allow(`${origin}/api/auth/callback/idp`);
		const inner = other.backend;
		const forwarded = { "x-forwarded-host": "treeline.example" };
		const browser = openBrowser(forwarded);
		const began = await browser.ask(`${inner}/api/auth/signin`);
		expect(began.headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^__Host-treeline-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
			),
		]);
		const back = await browser.ask(began.headers.get("location") ?? "");
		const callback = back.headers.get("location") ?? "";
		expect(callback).toStartWith(`${origin}/api/auth/callback/idp?`);
		const ended = await browser.ask(callback.replace(origin, inner));
		expect(ended.headers.get("location")).toBe(`${origin}/`);
		expect(ended.headers.getSetCookie()).toEqual([
			expect.stringMatching(/^JSESSIONID=.*; SameSite=Lax; Secure$/),
		]);
		await other.end("SIGTERM");
	});
});

test("with front and backend apart, the front passes the callback on to the backend, and its cookie to the browser", async () => {
	const origin = "https://apart.example";
	const log = { LOG_LEVEL: "info" };
	const backend = await at.service.another({
		...{ SERVE: "backend", FRONTEND_URL: origin, ...log },
	});
	const front = await at.service.another({
		...{ SERVE: "front", BACKEND_URL: backend.backend, ...log },
		// What only the backend needs.
		...{ OAUTH_CLIENT_ID: "", OAUTH_CLIENT_SECRET: "" },
	});
	const path = "/api/auth/callback/idp";
	at.provider.allow(origin + path);
	const browser = openBrowser();
	/** Goes where an answer leads; to the public address by the front, which is behind it. */
	const next = (answer: Response) =>
		browser.ask(
			answer.headers.get("location")?.replace(origin, front.front) ?? "",
		);
	// Begun under another name, it is begun again at the public one.
	const begun = await browser.ask(`${front.front}/api/auth/signin`);
	const back = await next(await next(begun));
	expect(back.headers.get("location")).toStartWith(`${origin + path}?`);
	const ended = await next(back);
	expect([ended.status, ended.headers.get("location")]).toEqual([
		303,
		`${origin}/`,
	]);
	expect(ended.headers.getSetCookie()).toEqual([
		expect.stringMatching(/^JSESSIONID=[\w-]{43}; .*; Secure$/),
	]);
	// Each line of the log is one request.
	await until(() =>
		backend
			.printed()
			.split("\n")
			.some((line) => line.includes(path) && line.includes("303")),
	);
	const cookie = `JSESSIONID=${browser.cookies(front.front).get("JSESSIONID")}`;
	const answer = await fetch(`${front.front}/api/v1/auth/session`, {
		headers: { cookie },
	});
	expect((await answer.json()).data).toMatchObject({
		authenticated: true,
		user: { providerAccountId: String(at.provider.person.id) },
	});
	await Promise.all([front, backend].map((one) => one.end("SIGKILL")));
});
