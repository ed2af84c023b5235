/** The chat when its database goes away, and when its readers are slow: what was said stays said, and the provider is not blamed. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { say, stored, TALKATIVE } from "../../test/chat-client.ts";
import { type Line, lineTo } from "../../test/disconnectable-database.ts";
import {
	freshDatabase,
	type Program,
	startProgram,
} from "../../test/harness.ts";
import { startLlm, type TestLlm } from "../../test/llm-provider.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let llm: TestLlm;
let line: Line;
let program: Program;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
	llm = startLlm();
	database = await freshDatabase(true);
	line = await lineTo(database.env);
	program = await startProgram({
		...database.env,
		...line.env,
		...llm.settings,
		...TALKATIVE,
	});
});
afterAll(async () => {
	await program.end("SIGKILL");
	await Promise.all([database.sql.end(), database.content.end(), llm.stop()]);
});
beforeEach(() => {
	llm.before = () => {};
	llm.reply = () => "A reply.";
});

const turn = (visitorId: string, more: object = {}) =>
	say(program.front, { message: `Says ${visitorId}`, visitorId, ...more });

/** Until the program has its database again. */
const back = () => until(async () => (await turn("v-back")).status === 200);

// Before the database is cut off the first time: a connection that was being made then fails its statements ten seconds later.
test("readers that do not read keep nothing up, and the provider is not blamed", async () => {
	llm.reply = () => "word ".repeat(12_000);
	const unread = [];
	for (let time = 1; time <= 6; time++) {
		const visitorId = `v-unread-${time}`;
		unread.push(
			await fetch(`${program.front}/api/v1/chat`, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					accept: "text/event-stream",
				},
				body: JSON.stringify({ message: "Hello?", visitorId }),
			}),
		);
		await until(async () => (await stored(database, visitorId)).length === 2);
	}
	llm.reply = () => "A reply.";
	expect((await turn("v-read")).status).toBe(200);
	for (const answer of unread)
		expect(await answer.text()).toContain("event: done");
});

test("without its database it asks nobody, and takes nothing", async () => {
	await line.cut();
	llm.asked = [];
	const answer = await turn("v-without");
	expect([answer.status, answer.code]).toEqual([503, "database_unavailable"]);
	expect(llm.asked).toEqual([]);
	await line.mend();
	await back();
	expect(await stored(database, "v-without")).toEqual([]);
});

test("what was said is kept when the database goes while the model replies, and the model is not blamed", async () => {
	for (let time = 1; time <= 6; time++) {
		llm.before = () => line.cut();
		const answer = await turn(`v-while-${time}`);
		expect([answer.status, answer.code]).toEqual([503, "database_unavailable"]);
		const sessionId = answer.headers.get("chat-session") ?? "";
		llm.before = () => {};
		await line.mend();
		await back();
		const next = await turn("v-next", { sessionId });
		expect(next.reply?.session.messageCount).toBe(3);
		expect(await stored(database, `v-while-${time}`)).toMatchObject([
			{ role: "user", content: `Says v-while-${time}` },
			{ role: "user", content: "Says v-next" },
			{ role: "assistant" },
		]);
	}
});

test("a reply in pieces that cannot be stored ends with the problem", async () => {
	llm.before = () => line.cut();
	llm.reply = () => "word ".repeat(50);
	const answer = await fetch(`${program.front}/api/v1/chat`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
		},
		body: JSON.stringify({ message: "Hello?" }),
	});
	const text = await answer.text();
	expect(text).toContain("event: delta");
	expect(text.slice(text.lastIndexOf("event:"))).toStartWith("event: error");
	expect(text).toContain("database_unavailable");
	llm.before = () => {};
	await line.mend();
	await back();
});
