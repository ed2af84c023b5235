import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const get = await serve();

test("each id is answered with its whole book in JSON", async () => {
	const answer = await get("/books/2");
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toContain("application/json");
	expect(await answer.json()).toEqual({
		id: "2",
		title: "A Field Guide to Moss",
		genre: "nature",
	});
	expect(await (await get("/books/3")).json()).toHaveProperty(
		"title",
		"Small Boats, Long Rivers",
	);
	// The first one stands at place 0.
	expect(await (await get("/books/1")).json()).toHaveProperty(
		"title",
		"The Lighthouse Keeper",
	);
});

test("an id without a book is 404 with an error in JSON", async () => {
	const answer = await get("/books/99");
	expect(answer.status).toBe(404);
	expect(answer.headers.get("content-type")).toContain("application/json");
	expect(await answer.json()).toHaveProperty("error", expect.any(String));
});
