/** What a hostile or a broken OAuth client does: each is refused, sends nobody anywhere, and leaves no token that works. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hashOf } from "../../../server/session-authentication.ts";
import { type Browser, openBrowser } from "../../../test/cookie-browser.ts";
import {
	answerConsent,
	REDIRECT,
	stepsOf,
} from "../../../test/oauth-clients.ts";
import { startSigningIn } from "../../../test/sign-in-client.ts";

setDefaultTimeout(180_000);
const signing = await startSigningIn();
const { front, sql } = signing.service;
afterAll(() => signing.stop());

async function signedIn() {
	signing.anew();
	const browser = await signing.signedIn();
	return { browser, steps: stepsOf(front, browser) };
}
type Steps = ReturnType<typeof stepsOf>;

describe("a registration is refused", () => {
	const REDIRECTS: [what: string, uris: unknown][] = [
		["without addresses", []],
		["with a text for a list", REDIRECT],
		["with http elsewhere than on this computer", ["http://app.example/back"]],
		[
			"with http at a name that only begins like localhost",
			["http://localhost.app.example/"],
		],
		["with a scheme of an app", ["myapp://callback"]],
		["with a script", ["javascript:alert(1)"]],
		["with a fragment", ["https://app.example/back#here"]],
		["with a name and a password", ["https://user:secret@app.example/"]],
		["with a line break", ["https://app.example/\nback"]],
		["with a path that is none", ["/back"]],
		["with eleven addresses", Array(11).fill(REDIRECT)],
	];
	test.each(REDIRECTS)("%s", async (_, uris) => {
		const { steps } = await signedIn();
		const { status, body } = await steps.register({ redirect_uris: uris });
		expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
	});

	test("that is no JSON", async () => {
		const answer = await fetch(`${front}/api/auth/oauth/register`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: "{",
		});
		expect([answer.status, (await answer.json()).error]).toEqual([
			400,
			"invalid_request",
		]);
	});
});

test("a name is shown as one line of text", async () => {
	const { browser, steps } = await signedIn();
	const { id } = await steps.register({
		client_name: `<b>Evil</b>\u202E\n${"x".repeat(100)}`,
	});
	const page = await (await browser.ask(steps.address(id))).text();
	expect(page).toContain(`&lt;b&gt;Evil&lt;/b&gt; ${"x".repeat(48)}<`);
});

describe("nobody is sent anywhere", () => {
	const LINKS: [what: string, query: Record<string, string | null>][] = [
		["without a client", { client_id: null }],
		["for a client that is not known", { client_id: "client_unknown" }],
		["for a client whose id is no text", { client_id: "\0" }],
		["without an address", { redirect_uri: null }],
		["to another address", { redirect_uri: "https://evil.example/" }],
		["to another path", { redirect_uri: "https://app.example/other" }],
		["to a longer path", { redirect_uri: "https://app.example/back/more" }],
		[
			"to the same address with a query",
			{ redirect_uri: "https://app.example/back?to=evil" },
		],
		[
			"to another spelling of the address",
			{ redirect_uri: "https://APP.example/back" },
		],
		["to another port", { redirect_uri: "https://app.example:444/back" }],
		[
			"to a host in a name",
			{ redirect_uri: "http://127.0.0.1:1@evil.example/callback" },
		],
		[
			"to another path of this computer",
			{ redirect_uri: "http://127.0.0.1:33418/other" },
		],
		[
			"to another name of this computer",
			{ redirect_uri: "http://localhost:33418/callback" },
		],
		["with a challenge that is none", { code_challenge: "short" }],
		["with the method plain", { code_challenge_method: "plain" }],
		["without a method", { code_challenge_method: null }],
		["without a challenge", { code_challenge: null }],
		["for another type of response", { response_type: "token" }],
		["for another resource", { resource: "https://mcp.example/" }],
		["for no scope that there is", { scope: "admin" }],
		["with a state without end", { state: "x".repeat(2000) }],
	];
	const APP = "https://app.example/back";

	test.each(LINKS)("%s", async (_, query) => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register({ redirect_uris: [APP, REDIRECT] });
		const address = steps.address(id, { redirect_uri: APP, ...query });
		for (const who of [browser, openBrowser()]) {
			const answer = await who.ask(address);
			expect(answer.status).toBe(400);
			expect(answer.headers.get("location")).toBeNull();
			const page = await answer.text();
			expect(page).not.toContain('name="ticket"');
			expect(page).not.toContain('href="https://evil.example');
		}
	});

	test("and the page says so, with one way back to Treeline and none to begin again", async () => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register({ redirect_uris: [APP] });
		const link = steps.address(id, { redirect_uri: "https://evil.example/" });
		const page = await (await browser.ask(link)).text();
		expect(page).toContain("<h1>The app could not be connected</h1>");
		expect(page.match(/<a /g)).toHaveLength(1);
		expect(page).toContain('href="/">Back to Treeline</a>');
		const program = await fetch(link);
		expect(await program.json()).toMatchObject({
			code: "validation_failed",
			title: "Validation failed",
		});
	});

	test("by a parameter that is given twice", async () => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register({ redirect_uris: [APP] });
		const address = steps.address(id, { redirect_uri: APP });
		for (const more of [
			"&client_id=other",
			`&redirect_uri=${APP}`,
			"&scope=read",
		])
			expect((await browser.ask(address + more)).status).toBe(400);
	});

	test("but to a program on their own computer, at any port, which is told what is wrong", async () => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register();
		const address = steps.address(id, {
			...{ redirect_uri: "http://127.0.0.1:50000/callback", scope: "admin" },
		});
		const answer = await browser.ask(address);
		expect(answer.status).toBe(303);
		const back = new URL(answer.headers.get("location") ?? "");
		expect(back.host).toBe("127.0.0.1:50000");
		expect(back.searchParams.get("error")).toBe("invalid_scope");
		expect(back.searchParams.get("iss")).toBe(front);
	});
});

describe("consent", () => {
	const post = (
		browser: Browser,
		ticket: string,
		headers: Record<string, string>,
	) =>
		browser.ask(`${front}/api/auth/oauth/consent`, {
			method: "POST",
			headers,
			body: new URLSearchParams({ ticket, answer: "yes" }),
		});
	const ticketIn = async (browser: Browser, steps: Steps) => {
		const { id } = await steps.register();
		const page = await (await browser.ask(steps.address(id))).text();
		return /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
	};

	test("is the learner's own, once, and not for other sites' pages", async () => {
		const { browser, steps } = await signedIn();
		const { browser: stranger } = await signedIn();
		const ticket = await ticketIn(browser, steps);
		const foreign = {
			origin: "https://evil.example",
			"sec-fetch-site": "cross-site",
		};
		expect((await post(browser, ticket, foreign)).status).toBe(403);
		const own = { origin: front };
		expect((await post(stranger, ticket, own)).status).toBe(400);
		expect((await post(openBrowser(), ticket, own)).status).toBe(400);
		expect((await post(browser, ticket, own)).status).toBe(303);
		expect((await post(browser, ticket, own)).status).toBe(400);
	});

	test("is asked for within ten minutes", async () => {
		const { browser, steps } = await signedIn();
		const ticket = await ticketIn(browser, steps);
		await sql`UPDATE oauth_authorizations SET expires_at = now() WHERE secret_hash = ${hashOf(ticket)}`;
		expect((await post(browser, ticket, { origin: front })).status).toBe(400);
	});

	test("cannot be framed, and posts to this site and the app only", async () => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register();
		const { headers } = await browser.ask(steps.address(id));
		const policy = headers.get("content-security-policy") ?? "";
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toContain("form-action 'self' http://127.0.0.1:33418;");
	});

	test("is no code: its ticket gets no token", async () => {
		const { browser, steps } = await signedIn();
		const { id } = await steps.register();
		const page = await (await browser.ask(steps.address(id))).text();
		const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
		expect((await steps.exchange(id, ticket)).body.error).toBe("invalid_grant");
	});
});

test("no secret is stored, and the account's export has none", async () => {
	const { browser, steps } = await signedIn();
	const { id } = await steps.register();
	const code = await steps.code(id);
	const { body } = await steps.exchange(id, code);
	for (const table of ["oauth_authorizations", "oauth_tokens", "oauth_grants"])
		for (const secret of [code, body.access_token, body.refresh_token])
			expect(
				await sql`SELECT FROM ${sql(table)} t WHERE position(${secret} IN to_json(t)::text) > 0`,
			).toHaveLength(0);
	const answer = await browser.ask(`${front}/api/v1/account/export`);
	const text = await answer.text();
	expect(text).toContain("Test app");
	expect(text).not.toMatch(/tl[ar]_[0-9A-Za-z]{43}/);
});

test("a link to consent survives the sign-in, and no other path of the API does", async () => {
	const { steps } = await signedIn();
	const { id } = await steps.register();
	const { page } = await answerConsent(
		openBrowser(),
		front,
		steps.address(id),
		"no",
	);
	expect(page).toContain("Connect Test app?");
	for (const returnTo of [
		"/api/auth/oauth/consent?x",
		"/api/auth/oauth/authorize/../consent?x",
		"/api/auth/signout?/api/auth/oauth/authorize?",
	]) {
		const query = new URLSearchParams({ returnTo });
		const answer = await openBrowser().ask(`${front}/api/auth/signin?${query}`);
		expect(answer.status).toBe(400);
	}
});
