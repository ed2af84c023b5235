/** How a learner's token is used at MCP: its sessions, its limits, and what it is refused. */
import { describe, expect, test } from "bun:test";
import { hashOf, newToken } from "../../server/session-authentication.ts";
import { until } from "../../test/attempts-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import {
	bearer,
	begun,
	INITIALIZE,
	PING,
	send,
} from "../../test/mcp-clients.ts";
import { WIDE, withTokens } from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);

/** An account of its own for each test, whose requests are counted. */
const newLearner = async () =>
	withTokens(service, await service.signIn("Lea Learner"));

/** A request of a session that `headers` begin. */
const inSession = async (headers: Record<string, string>) => {
	const given = { "x-admin-key": null, ...headers };
	const id = await begun(service.front, given);
	return (body: unknown, more: Record<string, string | null> = {}) =>
		send(service.front, body, { ...given, "mcp-session-id": id, ...more });
};

const rpc = (method: string, params: object = {}) => ({
	...{ jsonrpc: "2.0", id: 7, method },
	params,
});

test("a call that needs another scope is answered 403 with the scope's name", async () => {
	const { tokens } = await newLearner();
	const ask = await inSession(bearer(tokens.read));
	const answer = await ask(
		rpc("tools/call", { name: "attempt_record", arguments: {} }),
	);
	expect(answer.status).toBe(403);
	expect(answer.headers.get("www-authenticate")).toMatch(
		/^Bearer .*error="insufficient_scope", scope="attempt"/,
	);
	expect(await answer.json()).toMatchObject({
		error: { data: { code: "scope_missing" } },
	});
});

describe("a session is its token's", () => {
	test("and does not exist for another of the same learner, another learner and an administrator", async () => {
		const [lea, other] = [await newLearner(), await newLearner()];
		const ask = await inSession(bearer(lea.tokens.all));
		expect((await ask(PING)).status).toBe(200);
		const strangers = [
			bearer(lea.tokens.read),
			bearer(other.tokens.all),
			{ authorization: null, "x-admin-key": ADMIN_KEY },
		];
		for (const headers of strangers)
			expect((await ask(PING, headers)).status).toBe(404);
		const admins = await begun(service.front);
		const there = { "x-admin-key": null, "mcp-session-id": admins };
		const answer = await send(service.front, PING, {
			...bearer(lea.tokens.all),
			...there,
		});
		expect(answer.status).toBe(404);
		expect((await ask(PING)).status).toBe(200);
	});

	test("goes on at another process", async () => {
		const { tokens } = await newLearner();
		const given = { "x-admin-key": null, ...bearer(tokens.all) };
		const id = await begun(service.front, given);
		const other = await service.another();
		const list = await send(other.front, rpc("tools/list"), {
			...given,
			"mcp-session-id": id,
		});
		const { result } = (await list.json()) as { result: { tools: object[] } };
		expect(result.tools).toHaveLength(9);
	});

	test("and an account has 20 at most, of all of its tokens", async () => {
		const { userId, tokens } = await newLearner();
		const first = await inSession(bearer(tokens.read));
		const last = await inSession(bearer(tokens.all));
		for (let more = 0; more < 19; more++) await inSession(bearer(tokens.all));
		expect((await first(PING)).status).toBe(404);
		expect((await last(PING)).status).toBe(200);
		const rows =
			await service.content`SELECT FROM mcp_sessions WHERE user_id = ${userId}`;
		expect(rows).toHaveLength(20);
	});
});

test("nothing is pushed to learners, and nothing that they were answered is stored", async () => {
	const { userId, tokens } = await newLearner();
	const ask = await inSession(bearer(tokens.all));
	const stream = { accept: "text/event-stream, application/json" };
	for (const method of ["tools/list", "resources/list"])
		await (await ask(rpc(method), stream)).text();
	const subscribed = await ask(
		rpc("resources/subscribe", { uri: "content://bundle" }),
	);
	expect(await subscribed.json()).toMatchObject({ error: { code: -32601 } });
	const given = { "x-admin-key": null, ...bearer(tokens.all), ...stream };
	const listening = await send(service.front, undefined, given, "GET");
	expect([listening.status, listening.headers.get("allow")]).toEqual([
		405,
		"DELETE, POST",
	]);
	const modern = await send(
		service.front,
		rpc("subscriptions/listen", {
			...{ notifications: { resourcesListChanged: true } },
			_meta: {
				"io.modelcontextprotocol/protocolVersion": "2026-07-28",
				"io.modelcontextprotocol/clientCapabilities": {},
				"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
			},
		}),
		{
			...given,
			"mcp-protocol-version": "2026-07-28",
			"mcp-method": "subscriptions/listen",
		},
	);
	expect(modern.status).toBe(404);
	expect(await modern.json()).toMatchObject({ id: 7, error: { code: -32601 } });

	// An administrator's session is told of the new item; the learner's is not.
	const admins = await begun(service.front);
	const created = await fetch(`${service.front}/api/v1/admin/content`, {
		method: "POST",
		headers: { "x-admin-key": ADMIN_KEY, "content-type": "application/json" },
		body: JSON.stringify({ type: "note", slug: "a-draft", data: {} }),
	});
	expect(created.status).toBe(201);
	await until(
		async () => (await eventsOf(sql`s.id_hash = ${hashOf(admins)}`)) > 0,
	);
	expect(await eventsOf(sql`s.user_id = ${userId}`)).toBe(0);
});

const { content: sql } = service;
const eventsOf = async (which: ReturnType<typeof sql>) =>
	(
		await sql`SELECT FROM mcp_events e JOIN mcp_sessions s ON s.id_hash = e.session_id_hash WHERE ${which}`
	).length;

describe("a token is refused", () => {
	/** What is wrong with it, what is answered, and how the token comes to be so. */
	const REFUSALS: [
		what: string,
		expected: [status: number, code: string],
		token: () => Promise<string>,
	][] = [
		["that is none", [401, "token_invalid"], async () => "tl_nonsense"],
		["that never was", [401, "token_invalid"], async () => newToken()],
		[
			"that was revoked",
			[401, "token_invalid"],
			async () => {
				const { userId, tokens } = await newLearner();
				await service.sql`DELETE FROM personal_tokens WHERE user_id = ${userId}`;
				return tokens.all;
			},
		],
		[
			"that has expired",
			[401, "token_invalid"],
			async () => {
				const { userId, tokens } = await newLearner();
				await service.sql`UPDATE personal_tokens SET expires_at = now() WHERE user_id = ${userId}`;
				return tokens.all;
			},
		],
		[
			"whose account is blocked",
			[403, "account_blocked"],
			async () => {
				const { userId, tokens } = await newLearner();
				await service.sql`
					UPDATE users SET blocked_at = now(), blocked_reason = 'Spam' WHERE id = ${userId}`;
				return tokens.all;
			},
		],
		[
			"that does not read",
			[403, "scope_missing"],
			async () => {
				const { userId, tokens } = await newLearner();
				await service.sql`UPDATE personal_tokens SET scopes = '{attempt}' WHERE user_id = ${userId}`;
				return tokens.all;
			},
		],
	];

	test.each(REFUSALS)("%s", async (_, [status, code], token) => {
		const headers = { "x-admin-key": null, ...bearer(await token()) };
		for (const method of ["POST", "GET", "DELETE"]) {
			const body = method === "POST" ? INITIALIZE : undefined;
			const answer = await send(service.front, body, headers, method);
			expect(answer.status).toBe(status);
			expect(answer.headers.get("www-authenticate") !== null).toBe(
				code !== "account_blocked",
			);
			expect(await answer.json()).toMatchObject({ error: { data: { code } } });
		}
	});

	test("in the header of administrators' keys", async () => {
		const { tokens } = await newLearner();
		const answer = await send(service.front, INITIALIZE, {
			"x-admin-key": tokens.all,
		});
		expect(answer.status).toBe(401);
	});
});

test("an account has 120 messages a minute, whichever of its tokens sends them", async () => {
	const [lea, other] = [await newLearner(), await newLearner()];
	const ask = await inSession(bearer(lea.tokens.all));
	for (let sent = 1; sent < 120; sent++)
		expect((await ask(PING)).status).toBe(200);
	const refused = await ask(PING, bearer(lea.tokens.read));
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await refused.json()).toMatchObject({
		error: { data: { code: "rate_limited" } },
	});
	expect((await (await inSession(bearer(other.tokens.all)))(PING)).status).toBe(
		200,
	);
	expect((await send(service.front, INITIALIZE)).status).toBe(200);
});
