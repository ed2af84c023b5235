/** Replies as they come: server-sent events from their first piece to their end, or to what comes between. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { createParser } from "eventsource-parser";
import { until } from "../../test/attempts-client.ts";
import { say, stored, TALKATIVE } from "../../test/chat-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { LLM_WORDS, type LlmFault, startLlm } from "../../test/llm-provider.ts";
import { describedAt } from "../../test/openapi/document.ts";
import { departures } from "../../test/openapi/response-deviations.ts";

const llm = startLlm();
const service = await serviceForFile({
	...TALKATIVE,
	...llm.settings,
	CHAT_REQUEST_TIMEOUT_MS: "15000",
});
afterAll(() => llm.stop());
afterEach(() => {
	llm.fault = null;
	llm.reply = () => "A reply.";
});

interface Event {
	name: string;
	// biome-ignore lint/suspicious/noExplicitAny: what it holds is what is tested
	data: any;
}

const ask = (body: object, signal?: AbortSignal) =>
	fetch(`${service.front}/api/v1/chat`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
		},
		body: JSON.stringify(body),
		signal: signal ?? null,
	});

/** All events of an answer; `seen` is told each as it comes. */
async function eventsOf(
	answer: Response,
	seen: (event: Event) => void = () => {},
): Promise<Event[]> {
	const events: Event[] = [];
	const parser = createParser({
		onEvent({ event = "", data }) {
			const one = { name: event, data: JSON.parse(data) };
			events.push(one);
			seen(one);
		},
	});
	const decoder = new TextDecoder();
	for await (const bytes of answer.body ?? [])
		parser.feed(decoder.decode(bytes, { stream: true }));
	return events;
}

const textOf = (events: Event[]) =>
	events
		.filter(({ name }) => name === "delta")
		.map(({ data }) => data.text)
		.join("");

test("a reply comes in pieces, and whole at the end", async () => {
	llm.reply = () => "One two three four five six seven eight nine ten 👩🏽‍💻.";
	const answer = await ask({ message: "Count", visitorId: "v-pieces" });
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toStartWith("text/event-stream");
	expect(answer.headers.get("cache-control")).toBe("no-store");
	expect(answer.headers.get("x-request-id")).toBeTruthy();
	const events = await eventsOf(answer);
	expect(events.map(({ name }) => name).join(" ")).toMatch(
		/^session( delta){2,} done$/,
	);
	const [begun, done] = [events[0]?.data, events.at(-1)?.data];
	expect(begun.session).toMatchObject({ status: "active", messageCount: 1 });
	expect(done).toMatchObject({
		sessionId: begun.sessionId,
		message: { role: "assistant", content: llm.reply([]) },
		session: { messageCount: 2 },
	});
	expect(textOf(events)).toBe(llm.reply([]));
	const [, kept] = await stored(service, "v-pieces");
	expect(kept?.content).toBe(llm.reply([]));
	const next = await say(service.front, {
		message: "And on",
		sessionId: begun.sessionId,
	});
	expect(next.reply?.session.messageCount).toBe(4);
});

test("a reply in pieces is as the API's description has it", async () => {
	const described = await describedAt(`${service.front}/api/openapi.json`);
	const operation = described.operations.find(
		({ path }) => path === "/api/v1/chat",
	);
	if (!operation) throw new Error("the chat is not described");
	const answer = await ask({ message: "Hello?" });
	const { status, headers } = answer;
	const [type = ""] = headers.get("content-type")?.split(";") ?? [];
	const text = await answer.text();
	expect(
		departures(described, operation, { status, headers, type, text }),
	).toEqual([]);
});

/** All events of a reply without an end; what is tried below needs the time that it takes. */
let endless: Promise<Event[]>;

test("pieces come before the model has ended", async () => {
	llm.fault = "drip";
	const answer = await ask({ message: "Drip" });
	const names: string[] = [];
	endless = eventsOf(answer, ({ name }) => names.push(name));
	await until(() => names.filter((name) => name === "delta").length > 3);
	expect(names).not.toContain("error");
});

describe("what fails before the first piece is answered as without a stream", () => {
	test.each<[LlmFault, number, string]>([
		["silence", 504, "llm_timeout"],
		["headers", 504, "llm_timeout"],
		["500", 502, "llm_unavailable"],
		["not-json", 502, "llm_unavailable"],
		["empty", 502, "llm_unavailable"],
	])("%s: %i %s", async (fault, status, code) => {
		llm.fault = fault;
		const answer = await ask({ message: "Hello?" });
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.headers.get("chat-session")).toStartWith("sess_");
		expect(answer.status).toBe(status);
		expect((await answer.json()).code).toBe(code);
		llm.fault = null;
		expect((await ask({ message: "Again" })).status).toBe(200);
	});

	test("a body that is not valid", async () => {
		const answer = await ask({ message: "" });
		expect(answer.status).toBe(400);
		expect((await answer.json()).code).toBe("validation_failed");
	});
});

describe("what fails later is an event, and nothing of the reply is stored", () => {
	test.each<[LlmFault, string]>([
		["reset", "llm_unavailable"],
		["cut", "llm_unavailable"],
		["error-event", "llm_unavailable"],
	])("%s: %s", async (fault, code) => {
		llm.fault = fault;
		llm.reply = () => "word ".repeat(50);
		const visitorId = `v-later-${fault}`;
		const answer = await ask({ message: "Hello?", visitorId });
		expect(answer.status).toBe(200);
		const events = await eventsOf(answer);
		expect(textOf(events)).toStartWith("word word");
		expect(events.at(-1)).toMatchObject({
			name: "error",
			data: {
				code,
				status: 502,
				requestId: answer.headers.get("x-request-id"),
			},
		});
		expect(JSON.stringify(events)).not.toContain(LLM_WORDS);
		expect(await stored(service, visitorId)).toMatchObject([{ role: "user" }]);
		llm.fault = null;
		expect((await ask({ message: "Again" })).status).toBe(200);
	});
});

test("a visitor who leaves in the middle takes the call along, and the provider is not blamed", async () => {
	for (let time = 1; time <= 6; time++) {
		const left = llm.left;
		llm.fault = "drip";
		const leaving = new AbortController();
		const visitorId = `v-leaves-${time}`;
		const answer = await ask({ message: "Bye", visitorId }, leaving.signal);
		const read = eventsOf(answer, ({ name }) => {
			if (name === "delta") leaving.abort();
		}).catch(() => null);
		await read;
		await until(() => llm.left > left);
		expect(await stored(service, visitorId)).toMatchObject([{ role: "user" }]);
	}
	llm.fault = null;
	expect((await ask({ message: "Again" })).status).toBe(200);
	expect(service.printed()).not.toContain("AbortError");
});

test("a reply without an end is ended when its time is up", async () => {
	expect((await endless).at(-1)).toMatchObject({
		name: "error",
		data: { status: 504, code: "llm_timeout" },
	});
});

test("a crash in the middle loses nothing that was said, and the conversation goes on", async () => {
	llm.fault = "drip";
	const answer = await ask({ message: "Before", visitorId: "v-crash" });
	const sessionId = answer.headers.get("chat-session") ?? "";
	await service.kill();
	await eventsOf(answer).catch(() => null);
	llm.fault = null;
	await service.restart();
	const next = await say(service.front, { message: "After", sessionId });
	expect(next.status).toBe(200);
	expect(await stored(service, "v-crash")).toMatchObject([
		{ role: "user", content: "Before" },
		{ role: "user", content: "After" },
		{ role: "assistant", content: "A reply." },
	]);
});
