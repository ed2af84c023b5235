/** Signing in an editor or a terminal: a learner's yes in the browser, a code to one address of a list, and a session for whoever holds the verifier. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	type Browser,
	openBrowser,
	present,
} from "../../../test/cookie-browser.ts";
import {
	type SigningIn,
	startSigningIn,
} from "../../../test/sign-in-client.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const REDIRECT = "vscode://treeline.treeline/signed-in/x?windowId=1";
const VERIFIER = "a-verifier-of-a-test-of-43-characters-or-more";
const challengeOf = (verifier: string) =>
	new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");

let at: SigningIn;
beforeAll(async () => {
	at = await startSigningIn();
});
beforeEach(() => at.anew());
afterAll(() => at?.stop());

const begin = (query: Record<string, string> = {}) =>
	at.begin(
		`?${new URLSearchParams({ client: "editor", redirect: REDIRECT, code_challenge: challengeOf(VERIFIER), ...query })}`,
	);

/** The browser at the question whether the editor may be signed in, and the question's ticket. */
async function untilAsked(
	query: Record<string, string> = {},
	browser = openBrowser(),
) {
	const { answer } = await browser.follow(begin(query));
	expect(answer.status).toBe(200);
	const page = await answer.text();
	const [, ticket = ""] = /name="ticket" value="([^"]+)"/.exec(page) ?? [];
	return { browser, page, ticket, answer };
}

test.each([
	["vscode://treeline.treeline/signed-in/x", "VS Code anmelden?"],
	["http://127.0.0.1:4711/done", "Ein Programm auf diesem Rechner anmelden?"],
])("asks in German for %s", async (redirect, heading) => {
	at.provider.person.name = "<b>Robin</b>";
	const { page } = await untilAsked(
		{ redirect },
		openBrowser({ "accept-language": "de-AT,de;q=0.9,en;q=0.1" }),
	);
	expect(page).toContain('<html lang="de"');
	expect(page).toContain(`<h1>${heading}</h1>`);
	expect(page).toContain(
		"möchte das Treeline-Konto von <strong>&lt;b&gt;Robin&lt;/b&gt;</strong> verwenden",
	);
	expect(page).toContain(">Ja, anmelden</button>");
});

const say = (
	browser: Browser,
	ticket: string,
	answer: string,
	headers: Record<string, string> = {},
) =>
	browser.ask(`${at.service.front}/api/auth/consent`, {
		method: "POST",
		headers: present({
			"content-type": "application/x-www-form-urlencoded",
			origin: at.service.front,
			...headers,
		}),
		body: String(new URLSearchParams({ ticket, answer })),
	});

/** A code for the editor, by a learner's yes. */
async function untilCode(query: Record<string, string> = {}): Promise<string> {
	const { browser, ticket } = await untilAsked(query);
	const sent = await say(browser, ticket, "yes");
	const location = new URL(sent.headers.get("location") ?? "");
	return location.searchParams.get("code") ?? "";
}

const exchange = (code: string, verifier = VERIFIER, more: object = {}) =>
	fetch(`${at.service.front}/api/auth/exchange`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"user-agent": "Treeline (VS Code); linux",
		},
		body: JSON.stringify({ code, code_verifier: verifier, ...more }),
	});

async function expectRefused(answer: Response) {
	expect(answer.status).toBe(400);
	expect(answer.headers.getSetCookie()).toEqual([]);
	expect((await answer.json()).code).toBe("code_refused");
}

describe("the way there and back", () => {
	test("ends with a session for the editor, and none for the browser", async () => {
		const { browser, page, ticket, answer } = await untilAsked();
		expect(page).toContain("<h1>Sign in VS Code?</h1>");
		expect(page).toContain("<strong>Robin</strong>");
		expect(answer.headers.get("content-security-policy")).toContain(
			"form-action 'self' vscode:;",
		);
		const sent = await say(browser, ticket, "yes");
		expect(sent.status).toBe(303);
		expect(sent.headers.get("cache-control")).toBe("no-store");
		const location = new URL(sent.headers.get("location") ?? "");
		const code = location.searchParams.get("code") ?? "";
		expect(code).toMatch(/^[\w-]{43}$/);
		location.searchParams.delete("code");
		expect(location.href).toBe(REDIRECT);
		expect(browser.cookies(at.service.front).has("JSESSIONID")).toBe(false);

		const exchanged = await exchange(code);
		expect(exchanged.status).toBe(200);
		expect(exchanged.headers.get("cache-control")).toBe("no-store");
		const { data } = await exchanged.json();
		expect(data.user.name).toBe("Robin");
		const [cookie = ""] = exchanged.headers.getSetCookie();
		expect(cookie).toStartWith(`JSESSIONID=${data.session}; Path=/;`);
		const authorization = `Session ${data.session}`;
		expect(await at.session({ authorization })).toMatchObject({
			authenticated: true,
			user: { _id: data.user._id, name: "Robin" },
			expiresAt: data.expiresAt,
		});
	});

	test("the header may change things from anywhere, since no other site can send it", async () => {
		const { data } = await (await exchange(await untilCode())).json();
		const change = (headers: Record<string, string>) =>
			fetch(`${at.service.front}/api/v1/settings`, {
				method: "PATCH",
				headers: {
					"content-type": "application/json",
					origin: "https://elsewhere.example",
					...headers,
				},
				body: JSON.stringify({ darkMode: true }),
			});
		const byHeader = await change({ authorization: `Session ${data.session}` });
		expect(byHeader.status).toBe(200);
		const byCookie = await change({ cookie: `JSESSIONID=${data.session}` });
		expect(byCookie.status).toBe(403);
	});

	test("a no sends an error, and makes nothing", async () => {
		const before = await at.count("sessions");
		const { browser, ticket } = await untilAsked();
		const sent = await say(browser, ticket, "no");
		const location = new URL(sent.headers.get("location") ?? "");
		expect(location.searchParams.get("error")).toBe("access_denied");
		expect(location.searchParams.has("code")).toBe(false);
		expect(await at.count("sessions")).toBe(before);
	});

	test("a provider that says no ends on a page whose way on begins the same again", async () => {
		at.provider.fault = "deny";
		const { answer } = await openBrowser().follow(begin());
		expect(answer.status).toBe(403);
		expect(await answer.text()).toContain(
			`href="/api/auth/signin?client=editor&amp;redirect=${encodeURIComponent(REDIRECT)}`,
		);
	});

	test("hashes are all that is kept", async () => {
		const { browser, ticket } = await untilAsked();
		const asked = await at.service.sql`SELECT * FROM editor_consents`;
		expect(JSON.stringify(asked)).not.toContain(ticket);
		const sent = await say(browser, ticket, "yes");
		const location = new URL(sent.headers.get("location") ?? "");
		const code = location.searchParams.get("code") ?? "";
		const given = await at.service.sql`SELECT * FROM exchange_codes`;
		expect(given).toHaveLength(1);
		expect(JSON.stringify(given)).not.toContain(code);
		await exchange(code);
	});
});

describe("the list of addresses", () => {
	test.each([
		["vscode-insiders://treeline.treeline/signed-in", "VS Code Insiders"],
		["code-oss://treeline.treeline/", "Code - OSS"],
		["cursor://treeline.treeline/a?b=c", "Cursor"],
		[
			"http://127.0.0.1:4711/back?code=old&error=x",
			"a program on this computer",
		],
		[
			"https://vscode.dev/callback?vscode-reqid=1&vscode-scheme=vscode&vscode-authority=treeline.treeline&vscode-path=%2Fsigned-in%2Fx",
			"VS Code for the Web",
		],
	])("%s is on it", async (redirect, client) => {
		const { browser, page, ticket } = await untilAsked({ redirect });
		expect(page).toContain(`<h1>Sign in ${client}?</h1>`);
		const sent = await say(browser, ticket, "yes");
		const location = new URL(sent.headers.get("location") ?? "");
		// What stood there already gives way to what is sent.
		expect(location.searchParams.getAll("code")).toEqual([
			expect.stringMatching(/^[\w-]{43}$/),
		]);
		expect(location.searchParams.has("error")).toBe(false);
	});

	test.each([
		"",
		"https://evil.example/",
		"https://evil.example/callback?vscode-authority=treeline.treeline",
		"https://vscode.dev.evil.example/callback?vscode-authority=treeline.treeline",
		"https://vscode.dev@evil.example/callback?vscode-authority=treeline.treeline",
		"https://vscode.dev:4711/callback?vscode-authority=treeline.treeline",
		"http://vscode.dev/callback?vscode-authority=treeline.treeline",
		"https://vscode.dev/callback?vscode-authority=evil.evil",
		"https://vscode.dev/callback?vscode-authority=evil.evil&vscode-authority=treeline.treeline",
		"https://vscode.dev/callback",
		"https://vscode.dev/evil?vscode-authority=treeline.treeline",
		"http://localhost:4711/",
		"http://127.0.0.1/",
		"http://127.0.0.1:0/",
		"http://127.0.0.1:70000/",
		"http://127.0.0.1:4711@evil.example/",
		"http://me@127.0.0.1:4711/",
		"http://127.0.0.1:4711\\@evil.example/",
		"https://127.0.0.1:4711/",
		"http://127.0.0.1:4711/#a",
		"vscode://evil.evil/",
		"vscode://treeline.treeline.evil/",
		"vscode:treeline.treeline/",
		"VSCODE://treeline.treeline/",
		"constructor://treeline.treeline/",
		"javascript:alert(1)",
		"vscode://treeline.treeline/ a",
		"vscode://treeline.treeline/ä",
		`vscode://treeline.treeline/${"a".repeat(2000)}`,
	])("%j is not", async (redirect) => {
		const answer = await openBrowser().ask(begin({ redirect }));
		expect(answer.status).toBe(400);
		expect(answer.headers.get("location")).toBeNull();
		expect(await answer.text()).not.toContain("evil");
	});

	test.each<Record<string, string>>([
		{ client: "terminal" },
		{ code_challenge: "" },
		{ code_challenge: challengeOf(VERIFIER).slice(1) },
		{ code_challenge: `${challengeOf(VERIFIER)}=` },
		{ code_challenge_method: "plain" },
	])("%j is refused", async (query) => {
		const answer = await openBrowser().ask(begin(query));
		expect(answer.status).toBe(400);
		expect(answer.headers.get("location")).toBeNull();
	});
});

describe("the question", () => {
	const NOT_BEGUN_HERE = "<h1>This sign-in was not begun here</h1>";

	test("is answered once", async () => {
		const { browser, ticket } = await untilAsked();
		await say(browser, ticket, "no");
		const again = await say(browser, ticket, "yes");
		expect(again.status).toBe(400);
		expect(await again.text()).toContain(NOT_BEGUN_HERE);
	});

	test("is answered by the browser that was asked, and by no other", async () => {
		const { browser, ticket } = await untilAsked();
		const other = await untilAsked();
		for (const stranger of [openBrowser(), other.browser])
			expect((await say(stranger, ticket, "yes")).status).toBe(400);
		expect((await say(browser, ticket, "yes")).status).toBe(303);
	});

	test("waits for ten minutes", async () => {
		const { browser, ticket } = await untilAsked();
		await at.service.sql`UPDATE editor_consents SET expires_at = now()`;
		expect((await say(browser, ticket, "yes")).status).toBe(400);
	});

	test("is not answered by another site, nor in another encoding", async () => {
		const { browser, ticket } = await untilAsked();
		const refusals: [Record<string, string>, number][] = [
			[{ origin: "https://evil.example" }, 403],
			[{ origin: "null" }, 403],
			[{ "sec-fetch-site": "cross-site", origin: "" }, 403],
			[{ "content-type": "application/json" }, 415],
		];
		for (const [headers, status] of refusals) {
			const answer = await say(browser, ticket, "yes", headers);
			expect([headers, answer.status]).toEqual([headers, status]);
		}
		expect((await say(browser, ticket, "yes")).status).toBe(303);
	});

	test("cannot be put into a frame", async () => {
		const { answer } = await untilAsked();
		expect(answer.headers.get("content-security-policy")).toContain(
			"frame-ancestors 'none'",
		);
	});
});

describe("the code", () => {
	test("is good once", async () => {
		const code = await untilCode();
		expect((await exchange(code)).status).toBe(200);
		await expectRefused(await exchange(code));
	});

	test("makes one session of twenty exchanges at once", async () => {
		const code = await untilCode();
		const before = await at.count("sessions");
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => exchange(code)),
		);
		const good = answers.filter(({ status }) => status === 200);
		expect(good).toHaveLength(1);
		expect(await at.count("sessions")).toBe(before + 1);
	});

	test("is nobody's any more once another verifier was tried", async () => {
		const code = await untilCode();
		await expectRefused(await exchange(code, "b".repeat(43)));
		await expectRefused(await exchange(code));
	});

	test("is good for a minute", async () => {
		const code = await untilCode();
		const [row] = await at.service.sql`
			SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM exchange_codes
			ORDER BY expires_at DESC LIMIT 1`;
		expect(row?.seconds).toBeLessThanOrEqual(60);
		await at.service.sql`UPDATE exchange_codes SET expires_at = now()`;
		await expectRefused(await exchange(code));
	});

	test("is no use to a learner who was blocked meanwhile", async () => {
		const code = await untilCode();
		await at.service.sql`UPDATE users SET blocked_at = now()`;
		await expectRefused(await exchange(code));
		await at.service.sql`UPDATE users SET blocked_at = NULL`;
	});

	test.each([
		["a code that nobody gave", "nobodys", VERIFIER, "code_refused"],
		["no code", "", VERIFIER, "validation_failed"],
		["a verifier that is too short", "x", "a".repeat(42), "validation_failed"],
		["a verifier that is too long", "x", "a".repeat(129), "validation_failed"],
		[
			"a verifier of other characters",
			"x",
			"ä".repeat(43),
			"validation_failed",
		],
	])("%s: %s", async (_, code, verifier, problem) => {
		const answer = await exchange(code, verifier);
		expect(answer.status).toBe(400);
		expect((await answer.json()).code).toBe(problem);
	});

	test("the terminal's state, a redirect or anything else is no part of the exchange", async () => {
		const answer = await exchange("x", VERIFIER, { redirect: REDIRECT });
		expect((await answer.json()).code).toBe("validation_failed");
	});
});
