/** The log: one JSON line for each request, by its route and its id, and nothing in it that a request carries. */
import { expect, test } from "bun:test";
import { until } from "../test/attempts-client.ts";
import { ADMIN_KEY, ADMIN_SECRET, serviceForFile } from "../test/harness.ts";
import { INITIALIZE } from "../test/mcp-clients.ts";
import { launchPack, seed } from "../test/seed-packs.ts";

const service = await serviceForFile({
	LOG_LEVEL: "trace",
	OAUTH_CLIENT_ID: "a-client",
	OAUTH_CLIENT_SECRET: "secret-of-the-client",
	OAUTH_TOKEN_URL: "http://127.0.0.1:9/token",
	OAUTH_AUTHORIZE_URL: "http://127.0.0.1:9/authorize",
	OAUTH_PROFILE_URL: "http://127.0.0.1:9/profile",
});

/** The events of the log so far. */
const events = (): Record<string, unknown>[] =>
	service
		.printed()
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));

/** The access line of the request `id`, once it is there. */
async function lineOf(id: string): Promise<Record<string, unknown>> {
	const find = () =>
		events().filter((e) => e.requestId === id && e.msg === "request");
	await until(() => find().length > 0);
	const [line, ...more] = find();
	expect(more).toEqual([]);
	return line ?? {};
}

test("each request is one line, by the route's pattern and whose session it was", async () => {
	const { cookie, userId } = await service.signIn("Ada");
	const cases: [path: string, init: RequestInit, line: object][] = [
		[
			"/api/v1/packs/no-such-pack",
			{ headers: { cookie } },
			{
				level: "info",
				method: "GET",
				route: "/api/v1/packs/:slug",
				status: 404,
				code: "not_found",
				userId,
			},
		],
		[
			"/api/v1/packs?q=words",
			{},
			{ level: "info", method: "GET", route: "/api/v1/packs", status: 200 },
		],
		[
			"/no/such/place",
			{},
			{ level: "info", route: null, status: 404, code: "not_found" },
		],
		["/api/health/live", {}, { level: "debug", status: 200 }],
	];
	for (const [number, [path, init, line]] of cases.entries()) {
		const id = `log-test-${number}`;
		await fetch(service.front + path, {
			...init,
			headers: { ...init.headers, "x-request-id": id },
		});
		const found = await lineOf(id);
		expect(found).toMatchObject(line);
		expect(found.ms).toBeNumber();
		expect(found.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
	}
});

test("what a request carries is in no line", async () => {
	const { cookie } = await service.signIn("Ada");
	const token = cookie.slice(cookie.indexOf("=") + 1);
	const ask = (path: string, init: RequestInit = {}) =>
		fetch(service.front + path, { redirect: "manual", ...init });
	const begun = await ask("/api/auth/signin?returnTo=/packs");
	const state = new URL(begun.headers.get("location") ?? "").searchParams.get(
		"state",
	);
	expect(state).toBeTruthy();
	const flow = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
	const json = { "content-type": "application/json" };
	await ask("/api/v1/settings", { headers: { cookie } });
	await ask("/api/v1/settings", {
		headers: { authorization: `Session ${token}` },
	});
	await ask("/api/v1/settings", {
		headers: { authorization: "Bearer secret-that-is-wrong" },
	});
	await ask("/api/v1/settings", {
		headers: { "x-admin-key": ADMIN_KEY, "x-admin-secret": ADMIN_SECRET },
	});
	await ask(`/api/auth/callback/idp?code=secret-code&state=${state}`, {
		headers: { cookie: flow },
	});
	await ask("/secret-in-a-path?token=secret-in-a-query");
	await ask("/api/auth/exchange", {
		method: "POST",
		headers: json,
		body: JSON.stringify({
			code: "secret-one-time-code",
			code_verifier: "v".repeat(43),
		}),
	});
	await ask("/api/v1/attempts", {
		method: "POST",
		headers: { ...json, cookie },
		body: '{"secret-in-a-broken-body',
	});
	await seed(service, await launchPack(), {
		"x-admin-secret": "secret-guess-of-an-admin-secret",
	});
	await seed(service, { manifest: "secret-in-a-refused-body" });
	await ask("/api/v1/chat", {
		method: "POST",
		headers: json,
		body: JSON.stringify({ message: "secret-said-to-the-chat" }),
	});
	await ask("/api/metrics", { headers: { "x-admin-key": "secret-guess" } });
	const keyed = { ...json, "x-admin-key": ADMIN_KEY };
	await ask("/api/v1/admin/content", {
		method: "POST",
		headers: { ...keyed, "idempotency-key": "secret-key-of-a-change" },
		body: JSON.stringify({
			type: "note",
			slug: "mine",
			data: { text: "secret-of-a-draft" },
		}),
	});
	const initialized = await ask("/api/mcp", {
		method: "POST",
		headers: keyed,
		body: JSON.stringify(INITIALIZE),
	});
	const mcpSession = initialized.headers.get("mcp-session-id") ?? "";
	expect(mcpSession).not.toBe("");
	await ask("/api/mcp", {
		method: "DELETE",
		headers: { ...keyed, "mcp-session-id": mcpSession },
	});
	await ask("/api/v1/packs", { headers: { "x-request-id": "the-last-one" } });
	await lineOf("the-last-one");

	const printed = service.printed();
	for (const secret of [
		token,
		String(state),
		flow.slice(flow.indexOf("=") + 1),
		ADMIN_KEY,
		ADMIN_SECRET,
		mcpSession,
		"secret-",
		"v".repeat(43),
	])
		expect(printed).not.toContain(secret);
});
