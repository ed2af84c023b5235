import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();

const send = async (method: string, path: string, body?: unknown) => {
	const answer = await ask(path, {
		method,
		signal: AbortSignal.timeout(2000),
		...(body !== undefined && {
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		}),
	});
	const text = await answer.text();
	const isJson = answer.headers.get("content-type")?.includes("json");
	return { status: answer.status, text, body: isJson ? JSON.parse(text) : {} };
};

test("a book is created, read, changed and taken away", async () => {
	const made = await send("POST", "/books", {
		title: "Knots and Splices",
		genre: "travel",
	});
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ title: "Knots and Splices" });
	const path = `/books/${made.body.id}`;
	expect((await send("GET", path)).body).toEqual(made.body);
	expect((await send("GET", "/books")).body).toContainEqual(made.body);
	const changed = await send("PUT", path, { title: "Knots", genre: "craft" });
	expect(changed.status).toBe(200);
	const now = { id: made.body.id, title: "Knots", genre: "craft" };
	expect(changed.body).toEqual(now);
	expect((await send("GET", path)).body).toEqual(now);
	const genre = await send("PUT", path, { genre: "sailing" });
	expect(genre.body).toEqual({ ...now, genre: "sailing" });
	const gone = await send("DELETE", path);
	expect(gone.status).toBe(204);
	expect(gone.text).toBe("");
	expect((await send("GET", "/books")).body).toHaveLength(3);
});

test("a book without a title is 400 with an error, and nothing is added", async () => {
	const refused = await send("POST", "/books", { genre: "travel" });
	expect(refused.status).toBe(400);
	expect(refused.body.error).toBeString();
	expect((await send("GET", "/books")).body).toHaveLength(3);
});

test("what has been taken away is 404, to read, to change and to take away again", async () => {
	expect((await send("DELETE", "/books/2")).status).toBe(204);
	for (const [method, body] of [
		["GET"],
		["PUT", { title: "Moss" }],
		["DELETE"],
	] as const) {
		const answer = await send(method, "/books/2", body);
		expect(answer.status).toBe(404);
		expect(answer.body.error).toBeString();
	}
});
