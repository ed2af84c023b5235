/** Clauses of the specification that are no noun's own: the fields of its records, its defaults and limits, and what its parts share. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { readConfig } from "../config.ts";
import { say } from "./chat-client.ts";
import { editor, newItem, reader } from "./content-client.ts";
import {
	ADMIN_KEY,
	ADMIN_SECRET,
	type Service,
	startService,
} from "./harness.ts";
import { startLlm, type TestLlm } from "./llm-provider.ts";
import { exposition, samplesOf, total } from "./prometheus-metrics.ts";
import { launchPack, seedInto } from "./seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let llm: TestLlm;
let service: Service;
beforeAll(async () => {
	llm = startLlm();
	service = await startService(llm.settings);
	await seedInto(service, await launchPack());
});
afterAll(async () => {
	await service?.stop();
	await llm?.stop();
});

const admin = (path: string) =>
	fetch(`${service.front}/api/v1/admin${path}`, {
		headers: { "x-admin-key": ADMIN_KEY },
	});

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("records of the platform have the specification's fields:", () => {
	const columns = async (table: string) => {
		const rows = await service.sql<{ name: string; type: string }[]>`
			SELECT column_name AS name, udt_name AS type FROM information_schema.columns WHERE table_name = ${table}`;
		return new Map(rows.map(({ name, type }) => [name, type]));
	};

	test.each([
		["users", "id name email image"],
		["provider_accounts", "id user_id provider provider_account_id"],
		[
			"packs",
			"id slug name description language framework version author tags author_user_id visibility created_at updated_at",
		],
		[
			"challenges",
			"id pack_id slug title prompt difficulty tags time_estimate_seconds hints order assertions reference_solution",
		],
		[
			"attempts",
			"id user_id challenge_id passed assertion_results hints_used time_seconds",
		],
		[
			"user_settings",
			"id user_id feedback keybindings dark_mode formatter file_stubs",
		],
	])("%s", async (table, names) => {
		const found = [...(await columns(table)).keys()];
		expect(found).toEqual(expect.arrayContaining(names.split(" ")));
	});

	test("tags and hints are arrays of text", async () => {
		for (const [table, name] of [
			["packs", "tags"],
			["challenges", "tags"],
			["challenges", "hints"],
		] as const)
			expect((await columns(table)).get(name)).toBe("_text");
	});

	test("assertions, results and the reference solution are JSON", async () => {
		for (const [table, name] of [
			["challenges", "assertions"],
			["challenges", "reference_solution"],
			["attempts", "assertion_results"],
			["user_settings", "formatter"],
		] as const)
			expect((await columns(table)).get(name)).toBe("json");
	});

	test("a full-text index covers challenge titles", async () => {
		const [index] = await service.sql<{ made: string }[]>`
			SELECT indexdef AS made FROM pg_indexes WHERE indexname = 'challenges_title_search'`;
		expect(index?.made).toContain("USING gin (title_words)");
	});

	test("the schema's first three migrations are core tables, search and sessions", async () => {
		const rows = await service.sql<{ name: string }[]>`
			SELECT name FROM migrations ORDER BY name LIMIT 3`;
		expect(rows.map(({ name }) => name)).toEqual([
			"001_core.sql",
			"002_search.sql",
			"003_sessions.sql",
		]);
	});
});

describe("records of content have the specification's fields:", () => {
	const ITEM = [
		...["id", "type", "slug", "data", "status", "version", "sortOrder"],
		...["createdAt", "updatedAt"],
	];

	test("an item, whose deletedAt administrators alone are told", async () => {
		const made = await editor(service)("POST", "", newItem());
		expect(made.status).toBe(201);
		const { id, slug } = made.body.data;
		const { data } = await (await admin(`/content/${id}`)).json();
		expect(Object.keys(data).sort()).toEqual(
			[...ITEM, "deletedAt", "publishAt", "unpublishAt"].sort(),
		);
		expect(data).toMatchObject({
			...{ id: expect.any(String), version: 1, sortOrder: 0 },
			...{ createdAt: expect.stringMatching(TIMESTAMP), deletedAt: null },
			updatedAt: expect.stringMatching(TIMESTAMP),
		});
		const shown = await reader(service)(`/project/${slug}`);
		expect(Object.keys(shown.body.data).sort()).toEqual(ITEM.sort());
	});

	test("a type may be any that fits its pattern, and appears in the bundle by itself", async () => {
		const type = "a-type-of-our-own-2";
		const made = await editor(service)("POST", "", newItem({ type }));
		expect(made.status).toBe(201);
		const { body } = await reader(service)("/bundle");
		expect(body.data[type]).toHaveLength(1);
		for (const other of ["Type", "a_type", "a type", ""]) {
			const body = newItem({ type: other });
			expect((await editor(service)("POST", "", body)).status).toBe(400);
			const path = `?type=${encodeURIComponent(other)}`;
			expect((await reader(service)(path)).status).toBe(400);
		}
	});

	test("a status is draft, published or archived", async () => {
		for (const status of ["draft", "published", "archived"]) {
			const made = await editor(service)("POST", "", newItem({ status }));
			expect([status, made.status]).toEqual([status, 201]);
		}
		const other = await editor(service)(
			"POST",
			"",
			newItem({ status: "pending" }),
		);
		expect([other.status, other.body.errors[0].pointer]).toEqual([
			400,
			"#/status",
		]);
	});

	test("an entry of the history", async () => {
		const { body } = await editor(service)("POST", "", newItem());
		const { id } = body.data;
		const { data } = await (await admin(`/content/${id}/history`)).json();
		for (const name of [
			...["id", "contentId", "version", "data", "changeType"],
			...["changedBy", "changeSummary", "createdAt"],
		])
			expect(Object.keys(data[0])).toContain(name);
		expect(data[0]).toMatchObject({
			...{ contentId: id, version: 1, changeType: "created" },
			createdAt: expect.stringMatching(TIMESTAMP),
		});
	});

	test("a message of the chat", async () => {
		const { reply } = await say(service.front, { message: "Hello?" });
		const path = `/chat/sessions/${reply?.sessionId}`;
		const { data } = await (await admin(path)).json();
		expect(data.id).toStartWith("sess_");
		for (const message of data.messages)
			expect(Object.keys(message).sort()).toEqual([
				...["content", "createdAt", "id", "model", "role", "sessionId"],
				"tokensUsed",
			]);
		expect(data.messages).toMatchObject([
			{ role: "user", tokensUsed: null, model: null },
			{ role: "assistant", tokensUsed: expect.any(Number) },
		]);
	});
});

describe("defaults and limits of the specification:", () => {
	test("lists have 50 unless told, and 100 at most", async () => {
		const { cookie } = await service.signIn();
		const [row] = await service.sql<{ id: string }[]>`
			SELECT id FROM challenges LIMIT 1`;
		const made = await editor(service)("POST", "", newItem());
		for (const path of [
			"/packs",
			"/search?q=hello",
			`/challenges/${row?.id}/attempts`,
			"/admin/content",
			`/admin/content/${made.body.data.id}/history`,
			"/admin/chat/sessions",
		]) {
			const list = async (more = "") => {
				const query = more && (path.includes("?") ? `&${more}` : `?${more}`);
				const answer = await fetch(`${service.front}/api/v1${path}${query}`, {
					headers: { cookie, "x-admin-key": ADMIN_KEY },
				});
				const { meta } = await answer.json();
				return [answer.status, meta?.limit, meta?.offset];
			};
			expect([path, await list()]).toEqual([path, [200, 50, 0]]);
			expect([path, await list("limit=100")]).toEqual([path, [200, 100, 0]]);
			expect((await list("limit=101"))[0]).toBe(400);
		}
	});

	test("a content bucket of 60 tokens, 10 a second, and a chat bucket of 5, one in three seconds", async () => {
		const { headers } = await reader(service)("");
		expect(headers.get("ratelimit-policy")).toBe('"content";q=60;w=6');
		const { chatBucket } = readConfig(SET);
		expect(chatBucket).toEqual({ capacity: 5, refillRate: 0.333 });
	});

	test("thirty author writes a minute for a user", async () => {
		const { cookie } = await service.signIn();
		const { manifest } = await launchPack();
		const { challenges: _, ...pack } = manifest;
		const write = (at: number) =>
			fetch(`${service.front}/api/v1/author/packs`, {
				method: "POST",
				headers: { cookie, "content-type": "application/json" },
				body: JSON.stringify({ ...pack, slug: `written-${at}` }),
			});
		// As many as may wait for one another.
		const answers: Response[] = [];
		for (const from of [0, 16]) {
			const numbers = Array.from({ length: from ? 15 : 16 }, (_, at) => at);
			const some = await Promise.all(numbers.map((at) => write(from + at)));
			answers.push(...some);
		}
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(30);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
	});

	test("ports 3000 and 8080, on which the public address and the backend's rest", () => {
		const config = readConfig(SET);
		expect([config.port, config.backendPort]).toEqual([3000, 8080]);
		expect(config.signInShown).toBe(true);
	});

	/** The least that a service needs. */
	const SET = { ADMIN_SECRET, ADMIN_API_KEY: ADMIN_KEY };
});

describe("all parts", () => {
	test("the backend's routes carry no version", async () => {
		const status = async (path: string) =>
			(await fetch(`${service.backend}${path}`)).status;
		expect(await status("/api/packs")).toBe(200);
		expect(await status("/api/v1/packs")).toBe(404);
	});

	test("a body of another media type than application/json is refused", async () => {
		for (const path of ["/admin/content", "/chat", "/attempts", "/settings"]) {
			const { cookie } = await service.signIn();
			const answer = await fetch(`${service.front}/api/v1${path}`, {
				method: path === "/settings" ? "PATCH" : "POST",
				headers: {
					...{ cookie, "x-admin-key": ADMIN_KEY },
					"content-type": "text/plain",
				},
				body: "{}",
			});
			expect([path, answer.status]).toEqual([path, 415]);
		}
	});

	test("what fails on our side is a 500 that tells nothing of it", async () => {
		const { cookie } = await service.signIn();
		await service.sql`ALTER TABLE user_settings RENAME TO elsewhere`;
		const answer = await fetch(`${service.front}/api/v1/settings`, {
			headers: { cookie },
		});
		await service.sql`ALTER TABLE elsewhere RENAME TO user_settings`;
		const { code, detail } = await answer.json();
		expect([answer.status, code]).toEqual([500, "internal"]);
		expect(detail).not.toMatch(/user_settings|relation|SELECT/);
	});

	test("answers say how they may be kept", async () => {
		const read = await reader(service)("");
		expect(read.headers.get("cache-control")).toBe(
			"public, max-age=0, must-revalidate",
		);
		const listed = await admin("/content");
		expect(listed.headers.get("cache-control")).toContain("no-store");
		for (const { headers } of [read, listed])
			expect(headers.get("x-request-id")).toBeTruthy();
	});

	test("another admin key is set by starting anew with it", async () => {
		const next = "the-next-key-of-thirty-two-characters";
		const later = await service.another({ ADMIN_API_KEY: next });
		const status = async (key: string) =>
			(
				await fetch(`${later.front}/api/v1/admin/content`, {
					headers: { "x-admin-key": key },
				})
			).status;
		expect([await status(ADMIN_KEY), await status(next)]).toEqual([401, 200]);
	});

	test("the breaker's state is 0 or 2 in the metrics, and 0 again after a restart", async () => {
		const other = await service.another({ RATE_LIMIT_CAPACITY: "100" });
		const state = async ({ front }: { front: string }) =>
			total(samplesOf(await exposition(front)), "circuit_breaker_state", {});
		expect(await state(other)).toBe(0);
		llm.fault = "500";
		for (let at = 0; at < 5; at++)
			expect((await say(other.front, { message: "Hello?" })).status).toBe(502);
		expect(await state(other)).toBe(2);
		expect((await say(other.front, { message: "Hello?" })).code).toBe(
			"llm_circuit_open",
		);
		llm.fault = null;
		await other.end("SIGTERM");
		const again = await service.another();
		expect(await state(again)).toBe(0);
		expect((await say(again.front, { message: "Hello?" })).status).toBe(200);
	});

	test("an ended session of MCP leaves nothing in the database", async () => {
		const rows = () => service.content`SELECT FROM mcp_sessions`;
		const headers = {
			"x-admin-key": ADMIN_KEY,
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
		};
		const before = (await rows()).length;
		const begun = await fetch(`${service.front}/api/mcp`, {
			method: "POST",
			headers,
			body: JSON.stringify({
				...{ jsonrpc: "2.0", id: 1, method: "initialize" },
				params: {
					protocolVersion: "2025-06-18",
					capabilities: {},
					clientInfo: { name: "a test", version: "1" },
				},
			}),
		});
		await begun.text();
		const session = begun.headers.get("mcp-session-id") ?? "";
		expect((await rows()).length).toBe(before + 1);
		const ended = await fetch(`${service.front}/api/mcp`, {
			method: "DELETE",
			headers: { ...headers, "mcp-session-id": session },
		});
		expect(ended.status).toBe(204);
		expect((await rows()).length).toBe(before);
	});
});
