/** Conversations as administrators see and end them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { conversation, say, TALKATIVE } from "../../test/chat-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import { startLlm } from "../../test/llm-provider.ts";

const READ_ONLY = "a-key-for-tests-that-may-only-read-things";
const PATH = "/api/v1/admin/chat/sessions";

const llm = startLlm();
const service = await serviceForFile({
	...TALKATIVE,
	...llm.settings,
	ADMIN_API_KEY_READONLY: READ_ONLY,
	ADMIN_API_KEY_READONLY_CHAT: "true",
});
afterAll(() => llm.stop());

const ask = async (path: string, method = "GET", key = ADMIN_KEY) => {
	const answer = await fetch(`${service.front}${PATH}${path}`, {
		method,
		headers: { "x-admin-key": key },
	});
	const body = await answer.json();
	return { status: answer.status, headers: answer.headers, ...body };
};

const alter = (id: string, change: string) =>
	service.content.unsafe(
		`UPDATE chat_sessions SET ${change} WHERE id = '${id}'`,
	);

describe("the list", () => {
	const ids: Record<string, string> = {};
	beforeAll(async () => {
		await service.content`DELETE FROM chat_sessions`;
		for (const [name, change] of [
			["oldest", "last_active_at = now() - interval '9 minutes'"],
			[
				"expired",
				"expires_at = now(), last_active_at = now() - interval '8 minutes'",
			],
			[
				"ended",
				"ended_at = now(), last_active_at = now() - interval '7 minutes'",
			],
			[
				"ended and expired",
				"ended_at = now(), expires_at = now(), last_active_at = now() - interval '6 minutes'",
			],
			["newest", "last_active_at = now()"],
		] as const) {
			ids[name] = await conversation(service, name);
			await alter(ids[name], change);
		}
	});

	test.each([
		["", ["newest", "ended and expired", "ended", "expired", "oldest"], 5],
		["?status=active", ["newest", "oldest"], 2],
		["?status=expired", ["expired"], 1],
		["?status=ended", ["ended and expired", "ended"], 2],
		["?limit=1&offset=1", ["ended and expired"], 5],
		["?status=active&limit=1&offset=1", ["oldest"], 2],
		["?offset=9", [], 5],
	])("%s", async (query, visitors, total) => {
		const { status, data, meta, headers } = await ask(query);
		expect(status).toBe(200);
		expect(data.map((one: { visitorId: string }) => one.visitorId)).toEqual(
			visitors,
		);
		expect(meta.total).toBe(total);
		expect(headers.get("cache-control")).toBe("no-store");
	});

	test("has the specification's fields", async () => {
		const { data } = await ask("?status=expired");
		expect(Object.keys(data[0])).toEqual([
			"id",
			"visitorId",
			"ipHash",
			"userAgent",
			"messageCount",
			"status",
			"createdAt",
			"lastActiveAt",
			"expiresAt",
		]);
		expect(data[0]).toMatchObject({ status: "expired", messageCount: 1 });
	});

	test.each(["?status=over", "?limit=0", "?limit=101", "?offset=-1"])(
		"refuses %s",
		async (query) => {
			const { status, code } = await ask(query);
			expect([status, code]).toEqual([400, "validation_failed"]);
		},
	);
});

test("one is read with all that was said, in its order", async () => {
	const first = await say(service.front, { message: "One" });
	const id = first.reply?.sessionId ?? "";
	await say(service.front, { message: "Two", sessionId: id });
	const { data } = await ask(`/${id}`);
	expect(data).toMatchObject({ id, status: "active", messageCount: 4 });
	expect(
		data.messages.map((one: { role: string; content: string }) => [
			one.role,
			one.content,
		]),
	).toEqual([
		["user", "One"],
		["assistant", "A reply."],
		["user", "Two"],
		["assistant", "A reply."],
	]);
	expect(data.messages[1]).toEqual(first.reply?.message);
});

test("one that is ended takes no more turns, stays to be read, and can be ended again", async () => {
	const id = await conversation(service);
	const ended = await ask(`/${id}`, "DELETE");
	expect(ended).toMatchObject({ status: 200, data: { id, status: "ended" } });
	const again = await ask(`/${id}`, "DELETE");
	expect(again).toMatchObject({ status: 200, data: ended.data });
	expect((await ask(`/${id}`)).data.messages).toHaveLength(1);
	const late = await say(service.front, { message: "More", sessionId: id });
	expect([late.status, late.code]).toEqual([409, "chat_session_ended"]);
});

describe.each(["GET", "DELETE"])("%s", (method) => {
	test.each<[string, number, string]>([
		["sess_AAAAAAAAAAAAAAAAAAAAAA", 404, "not_found"],
		["sess_", 404, "not_found"],
		["sess_'; DROP TABLE chat_sessions; --", 404, "not_found"],
		["0197f2a4-7c1e-7f43-9d0a-3c1b5e8f2a60", 400, "validation_failed"],
		["SESS_AAAAAAAAAAAAAAAAAAAAAA", 400, "validation_failed"],
	])("of %s is a %i %s", async (id, status, code) => {
		const answer = await ask(`/${encodeURIComponent(id)}`, method);
		expect([answer.status, answer.code]).toEqual([status, code]);
	});
});

test("an address keeps its hash when the first admin key is replaced, and has another with another secret", async () => {
	const hashAt = async (settings: Record<string, string>) => {
		const program = await service.another(settings);
		const { reply } = await say(program.front, { message: "One" });
		await program.end("SIGTERM");
		return (await ask(`/${reply?.sessionId}`)).data.ipHash;
	};
	const IP_HASH_SECRET = "a-secret-for-addresses-of-32-characters";
	const first = await hashAt({ IP_HASH_SECRET });
	const ADMIN_API_KEY = `the-next-key-of-32-characters-or-more,${ADMIN_KEY}`;
	expect(await hashAt({ IP_HASH_SECRET, ADMIN_API_KEY })).toBe(first);
	expect(await hashAt({ IP_HASH_SECRET: `${IP_HASH_SECRET}-2` })).not.toBe(
		first,
	);
});

test("a key that may only read reads, and ends nothing", async () => {
	const id = await conversation(service);
	expect((await ask("", "GET", READ_ONLY)).status).toBe(200);
	expect((await ask(`/${id}`, "GET", READ_ONLY)).status).toBe(200);
	const refused = await ask(`/${id}`, "DELETE", READ_ONLY);
	expect([refused.status, refused.code]).toEqual([403, "forbidden"]);
	expect((await ask(`/${id}`)).data.status).toBe("active");
});

test("a read-only key reads conversations only where the settings allow it", async () => {
	const apart = await service.another({ ADMIN_API_KEY_READONLY_CHAT: "" });
	const ask = (path: string, key: string) =>
		fetch(`${apart.front}${path}`, { headers: { "x-admin-key": key } });
	for (const path of [PATH, `${PATH}/sess_${"a".repeat(22)}`]) {
		const refused = await ask(path, READ_ONLY);
		expect(refused.status).toBe(403);
		expect((await refused.json()).code).toBe("forbidden");
	}
	expect((await ask(PATH, ADMIN_KEY)).status).toBe(200);
	const content = await ask("/api/v1/admin/content", READ_ONLY);
	expect(content.status).toBe(200);
	await apart.end("SIGTERM");
});

test("a conversation is removed thirty days after its end, or as the settings say, with all that was said", async () => {
	const stored = async (days: number, ended: boolean) => {
		const id = `sess_${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`;
		const before = (days: number) =>
			new Date(Date.now() - days * 86_400_000).toISOString();
		const then = before(days);
		const end = before(days - 0.5);
		await service.content`
			INSERT INTO chat_sessions (id, visitor_id, ip_hash, created_at, last_active_at, ended_at, expires_at)
			VALUES (${id}, 'visitor', 'hash', ${then}, ${then}, ${ended ? then : null}, ${ended ? end : then})`;
		await service.content`
			INSERT INTO chat_messages (id, session_id, position, role, content)
			VALUES (${crypto.randomUUID()}, ${id}, 1, 'user', 'Where do I begin?')`;
		return id;
	};
	const left = async (ids: string[]) => {
		const rows = await service.content<{ id: string }[]>`
			SELECT s.id FROM chat_sessions s JOIN chat_messages m ON m.session_id = s.id WHERE s.id = ANY(${ids})`;
		return rows.map(({ id }) => id).sort();
	};
	const [old, ended, recent, fresh] = [
		await stored(31, false),
		await stored(30.25, true),
		await stored(29, false),
		await stored(5, false),
	];
	const all = [old, ended, recent, fresh];
	const first = await service.another();
	await until(async () => (await left(all)).length <= 2);
	expect(await left(all)).toEqual([recent, fresh].sort());
	await first.end("SIGTERM");
	const second = await service.another({ CHAT_RETENTION_DAYS: "7" });
	await until(async () => (await left(all)).length <= 1);
	expect(await left(all)).toEqual([fresh]);
	await second.end("SIGTERM");
});
