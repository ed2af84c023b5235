/** Apps that know nothing but OAuth come in: discovery, registration, sign-in, consent, tokens and their refresh, by the SDK's own client. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	Client as ModernClient,
	StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { hashOf } from "../../../server/session-authentication.ts";
import { openBrowser } from "../../../test/cookie-browser.ts";
import { bearer, INITIALIZE, PING, send } from "../../../test/mcp-clients.ts";
import {
	answerConsent,
	appOf,
	openClient,
	openTransport,
	REDIRECT,
	stepsOf,
} from "../../../test/oauth-clients.ts";
import { launchPack, seedInto } from "../../../test/seed-packs.ts";
import { startSigningIn } from "../../../test/sign-in-client.ts";

setDefaultTimeout(180_000);
const signing = await startSigningIn();
const { service } = signing;
const { front, sql } = service;
await seedInto(service, await launchPack());
afterAll(() => signing.stop());

const read = async (path: string) => (await fetch(front + path)).json();

describe("what is offered", () => {
	test("is told by a request without a credential, and leads to all that a client needs", async () => {
		const answer = await send(front, INITIALIZE, { "x-admin-key": null });
		expect(answer.status).toBe(401);
		const challenge = answer.headers.get("www-authenticate") ?? "";
		expect(challenge).toBe(
			`Bearer realm="treeline", resource_metadata="${front}/.well-known/oauth-protected-resource/api/mcp", scope="read attempt", AdminKey realm="admin"`,
		);
		const resource = await read(
			"/.well-known/oauth-protected-resource/api/mcp",
		);
		expect(resource).toMatchObject({
			resource: `${front}/api/mcp`,
			authorization_servers: [front],
			scopes_supported: ["read", "attempt"],
		});
		expect(await read("/.well-known/oauth-protected-resource")).toEqual(
			resource,
		);
		expect(await read("/.well-known/oauth-authorization-server")).toMatchObject(
			{
				issuer: front,
				authorization_endpoint: `${front}/api/auth/oauth/authorize`,
				token_endpoint: `${front}/api/auth/oauth/token`,
				registration_endpoint: `${front}/api/auth/oauth/register`,
				code_challenge_methods_supported: ["S256"],
				token_endpoint_auth_methods_supported: ["none"],
				authorization_response_iss_parameter_supported: true,
				client_id_metadata_document_supported: true,
			},
		);
	});

	test("is not told to a client with a wrong administrator's key", async () => {
		const answer = await send(front, INITIALIZE, { "x-admin-key": "wrong" });
		expect(answer.headers.get("www-authenticate")).toBe(
			'AdminKey realm="admin"',
		);
	});
});

test("the SDK's client registers, is allowed in after a sign-in, refreshes, and is refused once it is revoked", async () => {
	signing.anew();
	const app = appOf();
	await expect(openClient(front, app)).rejects.toThrow("Unauthorized");
	const asked = new URL(app.address).searchParams;
	expect(asked.get("scope")).toBe("read attempt");
	expect(asked.get("resource")).toBe(`${front}/api/mcp`);

	const browser = openBrowser();
	const { back, page } = await answerConsent(browser, front, app.address);
	expect(page).toContain("Connect Test app?");
	expect(page).toContain("<strong>127.0.0.1:33418</strong>");
	expect(page).toContain("Record attempts in your name");
	expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
	expect(back.searchParams.get("iss")).toBe(front);
	expect(back.searchParams.get("state")).toBe("state-of-the-app");

	await openTransport(front, app).finishAuth(
		back.searchParams.get("code") ?? "",
	);
	const { client, transport } = await openClient(front, app);
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name)).toContain("attempt_record");
	expect(tools.map(({ name }) => name)).not.toContain("pack_seed");
	const progress = await client.callTool({
		name: "progress_get",
		arguments: {},
	});
	expect(progress.structuredContent).toEqual({ packs: [], recent: [] });

	// It expires, and the client gets another, in the same session.
	const before = app.kept.get("tokens") as unknown as { access_token: string };
	await sql`UPDATE oauth_tokens SET expires_at = now() WHERE token_hash = ${hashOf(before.access_token)}`;
	const { sessionId } = transport;
	expect((await client.listTools()).tools).toHaveLength(tools.length);
	expect(transport.sessionId).toBe(sessionId);
	const after = app.kept.get("tokens") as unknown as { access_token: string };
	expect(after.access_token).not.toBe(before.access_token);

	const cookie = signing.cookie(browser);
	const account = async (method: string, id = "") =>
		fetch(`${front}/api/v1/account/tokens${id}`, {
			method,
			headers: { cookie },
		});
	const { data } = await (await account("GET")).json();
	expect(data).toMatchObject([
		{
			...{ name: "Test app", redirectHost: "127.0.0.1:33418" },
			...{ scopes: ["read", "attempt"], lastUsedAt: expect.any(String) },
		},
	]);
	expect((await account("DELETE", `/${data[0]._id}`)).status).toBe(204);
	await expect(client.listTools()).rejects.toThrow();
	const { body } = await stepsOf(front, browser).refresh(
		(app.kept.get("client") as unknown as { client_id: string }).client_id,
		(app.kept.get("tokens") as unknown as { refresh_token: string })
			?.refresh_token ?? "tlr_none",
	);
	expect(body.error).toBe("invalid_grant");
	await client.close();
});

test("the SDK's client of 2026-07-28 comes in, too, and finds the issuer to be the right one", async () => {
	signing.anew();
	const app = appOf();
	const open = () =>
		new ModernTransport(new URL(`${front}/api/mcp`), {
			authProvider: app as never,
		});
	const client = () =>
		new ModernClient(
			{ name: "test", version: "1.0.0" },
			{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
		);
	await expect(client().connect(open())).rejects.toThrow();
	const { back } = await answerConsent(openBrowser(), front, app.address);
	const forged = new URLSearchParams(back.searchParams);
	forged.set("iss", "https://evil.example");
	await expect(open().finishAuth(forged)).rejects.toThrow();
	await open().finishAuth(back.searchParams);
	const allowed = client();
	await allowed.connect(open());
	expect((await allowed.listTools()).tools.map(({ name }) => name)).toContain(
		"attempt_record",
	);
	await allowed.close();
});

test("a refusal is told to the app, and nothing is granted", async () => {
	signing.anew();
	const browser = openBrowser();
	const steps = stepsOf(front, browser);
	const { id } = await steps.register();
	const { back } = await answerConsent(browser, front, steps.address(id), "no");
	expect(Object.fromEntries(back.searchParams)).toEqual({
		...{ error: "access_denied", state: "abc", iss: front },
	});
});

test("a token has the scopes that were asked for, and works at MCP only", async () => {
	signing.anew();
	const steps = stepsOf(front, openBrowser());
	const { id } = await steps.register();
	const code = await steps.code(id, { scope: "read openid" });
	const { body } = await steps.exchange(id, code);
	expect(body).toMatchObject({
		token_type: "Bearer",
		expires_in: 3600,
		scope: "read",
	});
	const headers = bearer(body.access_token);
	const call = {
		method: "tools/call",
		params: { name: "attempt_record", arguments: {} },
	};
	const begun = await send(front, INITIALIZE, {
		"x-admin-key": null,
		...headers,
	});
	const refused = await send(
		front,
		{ jsonrpc: "2.0", id: 1, ...call },
		{
			...{ "x-admin-key": null, ...headers },
			"mcp-session-id": begun.headers.get("mcp-session-id"),
		},
	);
	expect(refused.status).toBe(403);
	expect(refused.headers.get("www-authenticate")).toMatch(
		/error="insufficient_scope", scope="attempt", resource_metadata="/,
	);
	for (const [method, path] of [
		["GET", "/settings"],
		["GET", "/account/tokens"],
		["POST", "/attempts"],
	] as const) {
		const answer = await fetch(`${front}/api/v1${path}`, { method, headers });
		expect(answer.status).toBe(401);
	}
});

test("a session goes on with the grant's next token, and not with another grant's", async () => {
	signing.anew();
	const steps = stepsOf(front, openBrowser());
	const { id } = await steps.register();
	const grant = async () =>
		(await steps.exchange(id, await steps.code(id))).body;
	const [one, other] = [await grant(), await grant()];
	const asked = (token: string, session: string | null, body: unknown = PING) =>
		send(front, body, {
			...{ "x-admin-key": null, ...bearer(token) },
			"mcp-session-id": session,
		});
	const begun = await asked(one.access_token, null, INITIALIZE);
	const session = begun.headers.get("mcp-session-id");
	const { body: next } = await steps.refresh(id, one.refresh_token);
	expect((await asked(next.access_token, session)).status).toBe(200);
	expect((await asked(other.access_token, session)).status).toBe(404);
});

test("the app revokes its own grant", async () => {
	signing.anew();
	const steps = stepsOf(front, openBrowser());
	const [{ id }, { id: stranger }] = [
		await steps.register(),
		await steps.register(),
	];
	const { body } = await steps.exchange(id, await steps.code(id));
	const token = body.refresh_token;
	expect(
		(await steps.form("revoke", { token, client_id: stranger })).status,
	).toBe(200);
	const { status, body: next } = await steps.refresh(id, token);
	expect(status).toBe(200);
	const ended = await steps.form("revoke", {
		token: next.access_token,
		client_id: id,
	});
	expect(ended.status).toBe(200);
	expect((await steps.refresh(id, next.refresh_token)).body.error).toBe(
		"invalid_grant",
	);
});

test("an account has 20 apps at most, and blocking it ends what they may do", async () => {
	signing.anew();
	const browser = openBrowser();
	const steps = stepsOf(front, browser);
	const { id } = await steps.register();
	const first = (await steps.exchange(id, await steps.code(id))).body;
	let last = first;
	for (let more = 0; more < 20; more++)
		last = (await steps.exchange(id, await steps.code(id))).body;
	const ask = (token: string) =>
		send(front, INITIALIZE, { "x-admin-key": null, ...bearer(token) });
	expect((await ask(first.access_token)).status).toBe(401);
	expect((await ask(last.access_token)).status).toBe(200);
	const { user } = await signing.session({ cookie: signing.cookie(browser) });
	await sql`UPDATE users SET blocked_at = now(), blocked_reason = 'Spam' WHERE id = ${user?._id ?? ""}`;
	expect((await ask(last.access_token)).status).toBe(403);
	expect((await steps.refresh(id, last.refresh_token)).body.error).toBe(
		"invalid_grant",
	);
	const shown = await browser.ask(steps.address(id));
	expect(shown.status).toBe(403);
});

test("asks in German who reads German, and shows names as text", async () => {
	signing.anew();
	const browser = await signing.signedIn({ "accept-language": "de" });
	const steps = stepsOf(front, browser);
	const { id } = await steps.register({ client_name: "My <Editor>" });
	const page = await (await browser.ask(steps.address(id))).text();
	expect(page).toContain('<html lang="de"');
	expect(page).toContain("<h1>My &lt;Editor&gt; verbinden?</h1>");
	expect(page).toContain(
		"<strong>My &lt;Editor&gt;</strong> möchte das Treeline-Konto",
	);
	expect(page).toContain("<li>Pakete, Aufgaben und Hinweise sehen");
	expect(page).toContain(">Verbinden</button>");
});
