/** A turn that brings an `Idempotency-Key`: it is had once, however often and in whatever way it is sent. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { say, stored, TALKATIVE } from "../../test/chat-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { startLlm } from "../../test/llm-provider.ts";

const llm = startLlm();
const service = await serviceForFile({ ...TALKATIVE, ...llm.settings });
afterAll(() => llm.stop());
beforeEach(() => {
	llm.reply = () => "A reply.";
	llm.before = () => {};
	llm.fault = null;
	llm.asked = [];
});

const keyed = (key: string, body: object, headers: object = {}) =>
	say(service.front, body, { "idempotency-key": key, ...headers });

const words = async (visitorId: string) =>
	(await stored(service, visitorId)).map(({ content }) => content);

test("a repeat gets the first answer, and is one turn and one call", async () => {
	const body = { message: "Once?", visitorId: "v-once" };
	const first = await keyed("once", body);
	expect(first.headers.get("idempotency-replayed")).toBeNull();
	llm.reply = () => "Another reply.";
	const again = await keyed("once", body);
	expect([again.status, again.text]).toEqual([200, first.text]);
	expect(again.headers.get("idempotency-replayed")).toBe("true");
	expect(again.headers.get("chat-session")).toBe(
		first.headers.get("chat-session") ?? "",
	);
	expect(await words("v-once")).toEqual(["Once?", "A reply."]);
	expect(llm.asked).toHaveLength(1);
	// Another key is another turn.
	expect((await keyed("twice", body)).reply?.message.content).toBe(
		"Another reply.",
	);
	expect(llm.asked).toHaveLength(2);
});

test("a repeat may ask for a stream, which has the whole of it", async () => {
	const body = { message: "Streamed?", visitorId: "v-streamed" };
	const first = await keyed("streamed", body);
	const answer = await fetch(`${service.front}/api/v1/chat`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
			"idempotency-key": "streamed",
		},
		body: JSON.stringify(body),
	});
	expect(answer.headers.get("idempotency-replayed")).toBe("true");
	const events = (await answer.text()).trim().split("\n\n");
	expect(events.map((event) => event.split("\n")[0])).toEqual([
		"event: session",
		"event: delta",
		"event: done",
	]);
	expect(JSON.parse(events[2]?.split("data: ")[1] ?? "")).toEqual(
		JSON.parse(first.text).data,
	);
	expect(llm.asked).toHaveLength(1);
});

test("while the first is at work, a second one is refused", async () => {
	const body = { message: "Busy?", visitorId: "v-busy" };
	const asked = Promise.withResolvers<void>();
	const goes = Promise.withResolvers<void>();
	llm.before = () => {
		asked.resolve();
		return goes.promise;
	};
	const first = keyed("busy", body);
	await asked.promise;
	const second = await keyed("busy", body);
	expect([second.status, second.code]).toEqual([
		409,
		"idempotency_in_progress",
	]);
	goes.resolve();
	expect((await first).status).toBe(200);
	expect((await keyed("busy", body)).text).toBe((await first).text);
	expect(llm.asked).toHaveLength(1);
	expect(await words("v-busy")).toEqual(["Busy?", "A reply."]);
});

test("of eight at once one is had, and the others are told so or get its answer", async () => {
	const body = { message: "Eight?", visitorId: "v-eight" };
	const answers = await Promise.all(
		Array.from({ length: 8 }, () => keyed("eight", body)),
	);
	const had = answers.filter(({ status }) => status === 200);
	expect(new Set(had.map(({ text }) => text)).size).toBe(1);
	for (const { status, code } of answers)
		if (status !== 200)
			expect(["idempotency_in_progress", "rate_limited"]).toContain(code ?? "");
	expect(llm.asked).toHaveLength(1);
	expect(await words("v-eight")).toEqual(["Eight?", "A reply."]);
});

test("another body under the same key is refused", async () => {
	const body = { message: "This", visitorId: "v-this" };
	const { reply } = await keyed("this", body);
	for (const other of [
		{ ...body, message: "That" },
		{ ...body, sessionId: reply?.sessionId },
	]) {
		const refused = await keyed("this", other);
		expect([refused.status, refused.code]).toEqual([
			422,
			"idempotency_key_reused",
		]);
	}
	expect(llm.asked).toHaveLength(1);
	expect(await words("v-this")).toEqual(["This", "A reply."]);
});

test("a malformed key is refused before anything is stored", async () => {
	const refused = await keyed("a key", { message: "x", visitorId: "v-bad" });
	expect([refused.status, refused.code]).toEqual([400, "validation_failed"]);
	expect(JSON.parse(refused.text).errors[0].pointer).toBe(
		"#/header/idempotency-key",
	);
	expect(await words("v-bad")).toEqual([]);
});

test("after a provider failed, the same turn is answered", async () => {
	const body = { message: "Failed?", visitorId: "v-failed" };
	llm.fault = "500";
	const failed = await keyed("failed", body);
	expect([failed.status, failed.code]).toEqual([502, "llm_unavailable"]);
	llm.fault = null;
	const again = await keyed("failed", body);
	expect(again.reply?.message.content).toBe("A reply.");
	expect(again.headers.get("idempotency-replayed")).toBeNull();
	expect(await words("v-failed")).toEqual(["Failed?", "A reply."]);
	expect((await keyed("failed", body)).text).toBe(again.text);
	expect(llm.asked).toHaveLength(2);
});

test("who leaves before the answer gets it with the same key", async () => {
	const body = { message: "Left?", visitorId: "v-left" };
	const asked = Promise.withResolvers<void>();
	const goes = Promise.withResolvers<void>();
	llm.before = () => {
		asked.resolve();
		return goes.promise;
	};
	const leaving = new AbortController();
	const left = fetch(`${service.front}/api/v1/chat`, {
		method: "POST",
		headers: { "content-type": "application/json", "idempotency-key": "left" },
		body: JSON.stringify(body),
		signal: leaving.signal,
	}).catch((error) => error.name);
	await asked.promise;
	leaving.abort();
	expect(await left).toBe("AbortError");
	expect((await keyed("left", body)).code).toBe("idempotency_in_progress");
	goes.resolve();
	await until(async () => (await keyed("left", body)).status === 200);
	expect(llm.asked).toHaveLength(1);
	expect(await words("v-left")).toEqual(["Left?", "A reply."]);
});

test("a turn whose process ended is taken up again, at another process", async () => {
	const body = { message: "Ended?", visitorId: "v-ended" };
	const other = await service.another();
	const asked = Promise.withResolvers<void>();
	llm.before = () => {
		asked.resolve();
		return new Promise(() => {});
	};
	const headers = { "idempotency-key": "ended" };
	const lost = say(other.front, body, headers).catch(() => null);
	await asked.promise;
	await other.end("SIGKILL");
	expect(await lost).toBeNull();
	llm.before = () => {};
	expect((await keyed("ended", body)).code).toBe("idempotency_in_progress");
	await service.content`UPDATE chat_turns SET running_until = now()`;
	expect((await keyed("ended", body)).status).toBe(200);
	expect(await words("v-ended")).toEqual(["Ended?", "A reply."]);
});

test("a first request that comes late neither stores a second reply nor frees the turn", async () => {
	const body = { message: "Late?", visitorId: "v-late" };
	const asked = Promise.withResolvers<void>();
	const goes = Promise.withResolvers<void>();
	llm.before = () => {
		asked.resolve();
		return goes.promise;
	};
	const late = keyed("late", body);
	await asked.promise;
	await service.content`UPDATE chat_turns SET running_until = now()`;
	llm.before = () => {};
	const second = await keyed("late", body);
	expect(second.status).toBe(200);
	goes.resolve();
	expect((await late).code).toBe("idempotency_in_progress");
	expect((await keyed("late", body)).text).toBe(second.text);
	expect(await words("v-late")).toEqual(["Late?", "A reply."]);
});

test("a first request that fails late leaves the turn to the one that has taken it over", async () => {
	const body = { message: "Failing?", visitorId: "v-failing" };
	const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const goes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	llm.before = () => {
		const nth = llm.asked.length - 1;
		asked[nth]?.resolve();
		return goes[nth]?.promise;
	};
	const late = keyed("failing", body);
	await asked[0]?.promise;
	await service.content`UPDATE chat_turns SET running_until = now()`;
	const second = keyed("failing", body);
	await asked[1]?.promise;
	llm.fault = "500";
	goes[0]?.resolve();
	expect((await late).code).toBe("llm_unavailable");
	llm.fault = null;
	expect((await keyed("failing", body)).code).toBe("idempotency_in_progress");
	goes[1]?.resolve();
	expect((await second).status).toBe(200);
	expect(llm.asked).toHaveLength(2);
});

test("a turn that is sent again is answered, not what was said after it", async () => {
	const body = { message: "First?", visitorId: "v-after" };
	llm.fault = "500";
	const failed = await keyed("after", body);
	llm.fault = null;
	const sessionId = failed.headers.get("chat-session") ?? "";
	await say(service.front, {
		message: "Second?",
		visitorId: "v-after",
		sessionId,
	});
	expect((await keyed("after", body)).status).toBe(200);
	const last = (at: number) => llm.asked.at(at)?.messages.at(-1)?.content ?? "";
	expect(last(-2)).toContain("Second?");
	expect(last(-1)).toContain("First?");
	expect(last(-1)).not.toContain("Second?");
});

test("a key is free again after a day", async () => {
	const body = { message: "Old?", visitorId: "v-old" };
	await keyed("old", body);
	await service.content`
		UPDATE chat_turns SET created_at = now() - interval '25 hours'`;
	const other = await keyed("old", { ...body, message: "New?" });
	expect(other.status).toBe(200);
	expect(await words("v-old")).toHaveLength(4);
});
