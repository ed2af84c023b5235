import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";
import { solution } from "../../../behavior/solution.ts";

const ask = await serve();
const enter = (headers: Record<string, string> = {}) =>
	ask("/backroom", { headers, signal: AbortSignal.timeout(2000) });

// A guard that goes on after a refusal makes the route answer a second time; visitors see only the first.
const { default: app } = await solution<{
	default: { response: { send: (...body: unknown[]) => unknown } };
}>("app.js");
const send = app.response.send;
const answered = new Map<unknown, number>();
app.response.send = function (...body) {
	// `send` of an object calls `json`, which calls `send` with its text.
	if (typeof body[0] !== "object")
		answered.set(this, (answered.get(this) ?? 0) + 1);
	return send.apply(this, body);
};

const refusal = async (answer: Response, status: number) => {
	expect(answer.status).toBe(status);
	expect(await answer.json()).toHaveProperty("error", expect.any(String));
	expect([...answered.values()].at(-1)).toBe(1);
};

test("without a key the back room is 401, once, and the books stay open", async () => {
	await refusal(await enter(), 401);
	expect((await ask("/books")).status).toBe(200);
});

test("a wrong key is 403, once", async () => {
	await refusal(await enter({ "X-Library-Key": "candle" }), 403);
	await refusal(await enter({ "X-Library-Key": "lantern2" }), 403);
	await refusal(await enter({ "X-Library-Key": "lan" }), 403);
});

test("the right key opens the door, and the guard says no more", async () => {
	const answer = await enter({ "X-Library-Key": "lantern" });
	expect(answer.status).toBe(200);
	expect(await answer.json()).toHaveProperty("0.title", "The Founder's Diary");
	expect([...answered.values()].at(-1)).toBe(1);
});
