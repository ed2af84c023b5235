/**
 * The session protocol (specification, "POST /api/mcp rules" and its states; contract, section 8), by hand and by the SDK's own client:
 * a session is begun, used, found again by other processes and after a crash, and ended.
 */
import { describe, expect, test } from "bun:test";
import { ADMIN_KEY, serviceForFile } from "../../../test/harness.ts";
import {
	begun,
	connected,
	INITIALIZE,
	PING,
	send,
} from "../../../test/mcp-clients.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";

const service = await serviceForFile({ ADMIN_API_KEY_READONLY: READ_ONLY });

describe("a session", () => {
	test("begins with initialize, is used with its id and ends with DELETE", async () => {
		const { front } = service;
		const first = await send(front, INITIALIZE);
		const id = first.headers.get("mcp-session-id") ?? "";
		expect(first.status).toBe(200);
		expect(first.headers.get("content-type")).toBe("application/json");
		expect(await first.json()).toMatchObject({
			jsonrpc: "2.0",
			id: 1,
			result: {
				protocolVersion: "2025-11-25",
				serverInfo: { name: "treeline" },
			},
		});
		const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
		const session = { "mcp-session-id": id };
		expect((await send(front, initialized, session)).status).toBe(202);
		const ping = await send(front, PING, session);
		expect(await ping.json()).toEqual({ jsonrpc: "2.0", id: 2, result: {} });

		const end = await send(front, undefined, session, "DELETE");
		expect(end.status).toBe(204);
		expect(await end.text()).toBe("");
		for (const method of ["POST", "GET", "DELETE"]) {
			const body = method === "POST" ? PING : undefined;
			const after = await send(front, body, session, method);
			expect(after.status).toBe(404);
			expect(await after.json()).toMatchObject({ error: { code: -32001 } });
		}
	});

	test("is offered no log messages, since none are sent", async () => {
		const { client } = await connected(service.front);
		expect(client.getServerCapabilities()).not.toHaveProperty("logging");
		await client.close();
		const session = { "mcp-session-id": await begun(service.front) };
		const setLevel = {
			jsonrpc: "2.0",
			id: 3,
			method: "logging/setLevel",
			params: { level: "error" },
		};
		const refused = await send(service.front, setLevel, session);
		expect(await refused.json()).toMatchObject({ error: { code: -32601 } });
	});

	test("keeps what was answered only where the client can go on after it: in a stream", async () => {
		const session = { "mcp-session-id": await begun(service.front) };
		const idHash = new Bun.CryptoHasher("sha256")
			.update(session["mcp-session-id"])
			.digest("hex");
		const kept = async () =>
			(
				await service.content`
					SELECT FROM mcp_events WHERE session_id_hash = ${idHash}`
			).length;
		const list = { jsonrpc: "2.0", id: 4, method: "tools/list" };
		for (const body of [PING, list])
			expect((await send(service.front, body, session)).status).toBe(200);
		expect(await kept()).toBe(0);
		const accept = "application/json, text/event-stream";
		const stream = await send(service.front, list, { ...session, accept });
		expect(await stream.text()).toContain("id: ");
		expect(await kept()).toBeGreaterThan(0);
	});

	test("is stored without what opens it", async () => {
		const id = await begun(service.front);
		const rows = await service.content`SELECT * FROM mcp_sessions`;
		expect(rows.length).toBeGreaterThan(0);
		expect(JSON.stringify(rows)).not.toContain(id);
	});

	test("is answered in one document to who accepts JSON or anything, in a stream to who asks for one", async () => {
		const { front } = service;
		const session = { "mcp-session-id": await begun(front) };
		const typeFor = async (accept: string | null) => {
			const answer = await send(front, PING, { ...session, accept });
			await answer.text();
			return answer.headers.get("content-type");
		};
		expect(await typeFor(null)).toBe("application/json");
		expect(await typeFor("*/*")).toBe("application/json");
		expect(await typeFor("application/json")).toBe("application/json");
		expect(await typeFor("application/json, text/event-stream")).toBe(
			"text/event-stream",
		);
	});

	test("refuses with 406 who accepts neither JSON nor a stream", async () => {
		const { front } = service;
		const session = { "mcp-session-id": await begun(front) };
		const answer = await send(front, PING, { ...session, accept: "text/html" });
		expect(answer.status).toBe(406);
		const { jsonrpc, error } = await answer.json();
		expect([jsonrpc, typeof error.message]).toEqual(["2.0", "string"]);
	});

	test("is nobody else's", async () => {
		const session = { "mcp-session-id": await begun(service.front) };
		const other = { ...session, "x-admin-key": READ_ONLY };
		expect((await send(service.front, PING, other)).status).toBe(404);
		const end = await send(service.front, undefined, other, "DELETE");
		expect(end.status).toBe(404);
		expect((await send(service.front, PING, session)).status).toBe(200);
	});

	test("is over after a day without a request", async () => {
		const id = await begun(service.front);
		const session = { "mcp-session-id": id };
		const hash = new Bun.CryptoHasher("sha256").update(id).digest("hex");
		await service.content`
			UPDATE mcp_sessions SET last_seen_at = now() - interval '25 hours' WHERE id_hash = ${hash}`;
		expect((await send(service.front, PING, session)).status).toBe(404);
	});

	test("makes room for a thousand others of its key, and no more", async () => {
		const oldest = await begun(service.front, { "x-admin-key": READ_ONLY });
		const hash = new Bun.CryptoHasher("sha256").update(oldest).digest("hex");
		const [row] = await service.content<{ key: string }[]>`
			SELECT key_fingerprint AS key FROM mcp_sessions WHERE id_hash = ${hash}`;
		await service.content`
			INSERT INTO mcp_sessions (id_hash, key_fingerprint, initialize_body, last_seen_at)
			SELECT 'made-' || n, ${row?.key ?? ""}, '{}', now() + make_interval(secs => n)
			FROM generate_series(1, 998) n`;
		const session = { "mcp-session-id": oldest, "x-admin-key": READ_ONLY };
		const kept = async () =>
			(
				await service.content`
					SELECT FROM mcp_sessions WHERE id_hash = ${hash}`
			).length;
		await begun(service.front, { "x-admin-key": READ_ONLY });
		expect(await kept()).toBe(1);
		await begun(service.front, { "x-admin-key": READ_ONLY });
		expect(await kept()).toBe(0);
		expect((await send(service.front, PING, session)).status).toBe(404);
	});

	test("goes on after a crash, and at another process", async () => {
		const { client, transport } = await connected(service.front);
		const tools = await client.listTools();
		const session = { "mcp-session-id": transport.sessionId ?? "" };
		const other = await service.another();
		// The first requests of a process load the SDK together.
		const first = await Promise.all(
			[PING, INITIALIZE, PING, INITIALIZE].map((body, id) =>
				send(other.front, { ...body, id }, body === PING ? session : {}),
			),
		);
		expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		await service.kill();
		await service.restart();
		const list = { jsonrpc: "2.0", id: 3, method: "tools/list" };
		for (const front of [service.front, other.front]) {
			const answer = await send(front, list, session);
			expect(answer.status).toBe(200);
			const { result } = (await answer.json()) as {
				result: typeof tools;
			};
			expect(result.tools.map(({ name }) => name)).toEqual(
				tools.tools.map(({ name }) => name),
			);
		}
		const end = await send(other.front, undefined, session, "DELETE");
		expect(end.status).toBe(204);
		expect((await send(service.front, PING, session)).status).toBe(404);
	});
});

describe("refused, in JSON-RPC's words:", () => {
	const CASES: [string, number, () => Promise<Response>][] = [
		["no key", 401, () => send(service.front, PING, { "x-admin-key": null })],
		[
			"a wrong key",
			401,
			() => send(service.front, PING, { "x-admin-key": "guessed" }),
		],
		["no session", 400, () => send(service.front, PING)],
		[
			"no session to listen to",
			400,
			() => send(service.front, undefined, {}, "GET"),
		],
		[
			"an unknown session",
			404,
			() => send(service.front, PING, { "mcp-session-id": "unknown" }),
		],
		["what is no JSON", 400, () => send(service.front, "{")],
		[
			"another media type",
			415,
			() => send(service.front, PING, { "content-type": "text/plain" }),
		],
		[
			"a body over 100 kb",
			413,
			() =>
				send(service.front, { ...PING, params: { x: "x".repeat(102_400) } }),
		],
		[
			"another site's page",
			403,
			() => send(service.front, PING, { origin: "https://evil.example" }),
		],
		[
			"another name for this place",
			403,
			() => send(service.front, PING, { host: "evil.example" }),
		],
	];
	for (const [name, status, ask] of CASES)
		test(name, async () => {
			const answer = await ask();
			expect(answer.status).toBe(status);
			expect(answer.headers.get("content-type")).toStartWith(
				"application/json",
			);
			expect(await answer.json()).toMatchObject({
				jsonrpc: "2.0",
				id: null,
				error: { code: expect.any(Number), message: expect.any(String) },
			});
		});

	test("nothing, to a page of the site's own", async () => {
		const origin = service.front;
		const answer = await send(service.front, INITIALIZE, { origin });
		expect(answer.status).toBe(200);
	});
});

test("a read-only key sees the tools that read, and calls no other", async () => {
	const [full, reading] = await Promise.all([
		connected(service.front, ADMIN_KEY),
		connected(service.front, READ_ONLY),
	]);
	const { tools } = await full.client.listTools();
	// Conversations are for keys that the settings name (api/modules/mcp/tools/content-tools.test.ts).
	const readers = tools.filter(
		({ name, annotations }) =>
			annotations?.readOnlyHint && !name.startsWith("chat_"),
	);
	const { tools: seen } = await reading.client.listTools();
	expect(seen).toEqual(readers);
	for (const { name, annotations } of tools) {
		if (annotations?.readOnlyHint) continue;
		const call = reading.client.callTool({ name, arguments: {} });
		await expect(call).rejects.toThrow("There is no tool");
	}
	await Promise.all([full.client.close(), reading.client.close()]);
});

describe("a request that cannot be answered", () => {
	test.each([
		["clientInfo", { clientInfo: undefined }],
		["clientInfo.version", { clientInfo: { name: "test" } }],
		["capabilities", { capabilities: undefined }],
		["protocolVersion", { protocolVersion: 7 }],
	])("says that an initialize request lacks %s", async (name, change) => {
		const params = { ...INITIALIZE.params, ...change };
		const answer = await send(service.front, { ...INITIALIZE, params });
		expect(answer.status).toBe(400);
		const { error } = await answer.json();
		expect(error.code).toBe(-32602);
		expect(error.message).toContain(`params.${name}`);
	});

	test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
		"is a JSON-RPC error by %s, whatever the client accepts",
		async (method) => {
			for (const accept of ["text/html", "application/problem+json", "*/*"])
				for (const [body, key] of [
					[PING, ADMIN_KEY],
					["{", ADMIN_KEY],
					[PING, "another-key"],
				]) {
					const answer = await send(
						service.front,
						method === "GET" ? undefined : body,
						{ accept, "x-admin-key": key as string },
						method,
					);
					expect(answer.status).toBeGreaterThanOrEqual(400);
					expect(answer.headers.get("content-type")).toStartWith(
						"application/json",
					);
					expect(await answer.json()).toMatchObject({
						jsonrpc: "2.0",
						id: null,
						error: { code: expect.any(Number), message: expect.any(String) },
					});
					if (answer.status === 405)
						expect(answer.headers.get("allow")).toContain("POST");
				}
		},
	);
});
