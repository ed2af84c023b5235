/** The chat with a provider that works: conversations, what is stored of them, and what a reply rests on. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	test,
} from "bun:test";
import { say, stored, TALKATIVE } from "../../test/chat-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { startLlm, TOKENS } from "../../test/llm-provider.ts";

const llm = startLlm();
const service = await serviceForFile({ ...TALKATIVE, ...llm.settings });
afterAll(() => llm.stop());
beforeEach(() => {
	llm.reply = () => "A reply.";
	llm.before = () => {};
	llm.whole = false;
	llm.newer = false;
	llm.asked = [];
	llm.refused = [];
});

const turn = (body: object) => say(service.front, body);

describe("a conversation", () => {
	test("begins without an id and goes on with it", async () => {
		const began = Date.now();
		const first = await turn({ message: "Hello?", visitorId: "v-goes-on" });
		expect(first).toMatchObject({
			status: 200,
			reply: {
				message: {
					role: "assistant",
					content: "A reply.",
					tokensUsed: TOKENS,
					model: "test-model",
				},
				session: { status: "active", messageCount: 2 },
			},
		});
		const sessionId = first.reply?.sessionId ?? "";
		expect(sessionId).toMatch(/^sess_[A-Za-z0-9_-]{22}$/);
		expect(first.reply?.message.sessionId).toBe(sessionId);
		expect(first.headers.get("cache-control")).toBe("no-store");
		const ends = Date.parse(first.reply?.session.expiresAt ?? "") - began;
		expect(ends / 60_000).toBeGreaterThan(29);
		expect(ends / 60_000).toBeLessThan(32);

		llm.reply = () => "Another.";
		const second = await turn({ message: "And then?", sessionId });
		expect(second.reply).toMatchObject({
			sessionId,
			message: { content: "Another." },
			session: { messageCount: 4 },
		});
		expect(await stored(service, "v-goes-on")).toEqual([
			{ role: "user", content: "Hello?", tokensUsed: null, model: null },
			{
				role: "assistant",
				content: "A reply.",
				tokensUsed: TOKENS,
				model: "test-model",
			},
			{ role: "user", content: "And then?", tokensUsed: null, model: null },
			{
				role: "assistant",
				content: "Another.",
				tokensUsed: TOKENS,
				model: "test-model",
			},
		]);
		const [, ...told] = llm.asked.at(-1)?.messages ?? [];
		expect(told).toEqual([
			{ role: "user", content: "Hello?" },
			{ role: "assistant", content: "A reply." },
			{ role: "user", content: "And then?" },
		]);
		expect(llm.refused).toEqual([]);
	});

	test("is stored before the model is asked", async () => {
		let known: unknown[] = [];
		llm.before = async () => {
			known = await stored(service, "v-before");
		};
		await turn({ message: "Kept?", visitorId: "v-before" });
		expect(known).toMatchObject([{ role: "user", content: "Kept?" }]);
	});

	test("keeps no address, and a hash that needs the server's key", async () => {
		await turn({ message: "Who am I?", visitorId: "v-address" });
		const [row] = await service.content`
			SELECT * FROM chat_sessions WHERE visitor_id = 'v-address'`;
		expect(row?.ip_hash).toMatch(/^[0-9a-f]{32}$/);
		expect(JSON.stringify(row)).not.toContain("127.0.0.1");
		const plain = new Bun.CryptoHasher("sha256").update("127.0.0.1");
		expect(plain.digest("hex")).not.toStartWith(row?.ip_hash);
		const again = await turn({ message: "Who am I?" });
		const [other] = await service.content`
			SELECT ip_hash, visitor_id FROM chat_sessions WHERE id = ${again.reply?.sessionId ?? ""}`;
		expect(other?.ip_hash).toBe(row?.ip_hash);
		expect(other?.visitor_id).toMatch(/^[0-9a-f-]{36}$/);
	});

	test.each([
		["was idle for 30 minutes", "expires_at = now()", "expired"],
		["was ended", "ended_at = now()", "been ended"],
	])("that %s takes no more turns", async (_, change, word) => {
		const first = await turn({ message: "Hello?" });
		const sessionId = first.reply?.sessionId ?? "";
		await service.content.unsafe(
			`UPDATE chat_sessions SET ${change} WHERE id = '${sessionId}'`,
		);
		llm.asked = [];
		const late = await turn({ message: "Still there?", sessionId });
		expect([late.status, late.code]).toEqual([409, "chat_session_ended"]);
		expect(late.text).toContain(word);
		const [row] = await service.content`
			SELECT message_count FROM chat_sessions WHERE id = ${sessionId}`;
		expect(row?.message_count).toBe(2);
		expect(llm.asked).toEqual([]);
	});

	test("is a day long at most", async () => {
		const first = await turn({ message: "Hello?" });
		const sessionId = first.reply?.sessionId ?? "";
		await service.content`
			UPDATE chat_sessions SET created_at = now() - interval '23 hours 50 minutes' WHERE id = ${sessionId}`;
		const last = await turn({ message: "Still there?", sessionId });
		const left = Date.parse(last.reply?.session.expiresAt ?? "") - Date.now();
		expect(left / 60_000).toBeLessThan(10);
		expect(left / 60_000).toBeGreaterThan(5);
	});

	test("that nobody has is a 404", async () => {
		const answer = await turn({
			message: "Hello?",
			sessionId: "sess_AAAAAAAAAAAAAAAAAAAAAA",
		});
		expect([answer.status, answer.code]).toEqual([404, "not_found"]);
	});

	test.each<[string, object, string]>([
		["no message", {}, "#/message"],
		["an empty message", { message: "" }, "#/message"],
		["a message that is too long", { message: "x".repeat(4001) }, "#/message"],
		["an id that is none", { message: "x", sessionId: "1" }, "#/sessionId"],
		["a history of its own", { message: "x", messages: [] }, "#/messages"],
	])("refuses %s", async (_, body, pointer) => {
		const answer = await turn(body);
		expect([answer.status, answer.code]).toEqual([400, "validation_failed"]);
		expect(JSON.parse(answer.text).errors[0].pointer).toBe(pointer);
	});
});

describe("providers differ", () => {
	test("one that does not stream is understood", async () => {
		llm.whole = true;
		const answer = await turn({ message: "Hello?" });
		expect(answer.reply?.message).toMatchObject({
			content: "A reply.",
			tokensUsed: TOKENS,
		});
	});

	test("one with a newer model is asked as it wants, and from then on at once", async () => {
		llm.newer = true;
		for (const message of ["One", "Two"])
			expect((await turn({ message })).status).toBe(200);
		expect(llm.refused).toHaveLength(1);
	});

	test("any characters come through, and what cannot be stored is left out", async () => {
		llm.reply = () => "Zürich 👩🏽‍💻🧑‍🚀 \0 \ud800 end";
		const answer = await turn({ message: "🧵 \n «ß»" });
		expect(answer.reply?.message.content).toBe("Zürich 👩🏽‍💻🧑‍🚀  \ufffd end");
	});
});

describe("a reply rests on", () => {
	const publish = (slug: string, data: object, status = "published") =>
		service.content`
			INSERT INTO content_items (id, type, slug, data, status)
			VALUES (${Bun.randomUUIDv7()}, 'article', ${slug}, ${JSON.stringify(data)}::text::json, ${status})`;
	const shown = async (message: string) => {
		llm.asked = [];
		await turn({ message });
		return llm.asked[0]?.messages[0]?.content ?? "";
	};

	beforeAll(async () => {
		await publish("opening-hours", { text: "The workshop opens at nine." });
		await publish(
			"late-shift",
			{ text: "The workshop draft-canary." },
			"draft",
		);
		await publish(
			"old-hours",
			{ text: "workshop archived-canary" },
			"archived",
		);
		await publish("gone", { text: "workshop deleted-canary" });
		await service.content`
			UPDATE content_items SET deleted_at = now() WHERE slug = 'gone'`;
		await publish("unrelated", { text: "Penguins swim well." });
	});

	test("published items that the question's words find", async () => {
		const told = await shown("When do the workshops open?");
		expect(told).toContain("The workshop opens at nine.");
		expect(told).not.toContain("Penguins");
	});

	test("first those that have the very words", async () => {
		for (const number of [71, 711, 712, 713, 714, 715, 716, 717, 718])
			await publish(`room-${number}`, { text: `Of room ${number}.` });
		expect(await shown("Who is in room 71?")).toContain('"room-71"');
		expect(await shown("Which mushroom?")).not.toContain("room-71");
		expect(await shown("Which rooms?")).toContain("room-71");
	});

	test("nothing that is a draft, archived or deleted", async () => {
		const told = await shown("workshop late shift old hours gone canary");
		expect(told).toContain("opening-hours");
		expect(told).not.toContain("canary");
	});

	test.each(["'' | ! & :*", "the of and", "ﬁ ½ ٣ 你好", "a'b\\c \" -- ;"])(
		"nothing when its words say nothing: %s",
		async (message) => {
			expect((await turn({ message })).status).toBe(200);
		},
	);
});

test("without settings of a language model the chat says so", async () => {
	const bare = await service.another({
		LLM_BASE_URL: "",
		LLM_MODEL: "",
		LLM_API_KEY: "",
	});
	const answer = await say(bare.front, {
		message: "Hello?",
		visitorId: "v-unconfigured",
	});
	expect([answer.status, answer.code]).toEqual([502, "llm_not_configured"]);
	expect(await stored(service, "v-unconfigured")).toEqual([]);
});
