import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();

const answerTo = async (path: string, method = "GET") => {
	const answer = await ask(path, {
		method,
		signal: AbortSignal.timeout(2000),
	});
	const text = await answer.text();
	expect(answer.headers.get("content-type")).toContain("application/json");
	return { status: answer.status, text, body: JSON.parse(text) };
};

test("a LibraryError keeps its status and its message", async () => {
	const lent = await answerTo("/books/1/loan", "POST");
	expect(lent.status).toBe(409);
	expect(lent.body).toEqual({ error: "This book is on loan" });
	const missing = await answerTo("/books/99");
	expect(missing.status).toBe(404);
	expect(missing.body).toEqual({ error: "No such book" });
	expect((await answerTo("/books/99/loan", "POST")).status).toBe(404);
	expect((await answerTo("/books/2")).status).toBe(200);
});

test("any other error is 500, and nothing of it is told", async () => {
	const broken = await answerTo("/catalogue");
	expect(broken.status).toBe(500);
	expect(broken.body.error).toBeString();
	expect(broken.text).not.toContain("drawer");
	expect(broken.text).not.toContain("app.js");
});

test("a path that no route knows is 404 with an error in JSON", async () => {
	const lost = await answerTo("/cellar");
	expect(lost.status).toBe(404);
	expect(lost.body.error).toBeString();
});
