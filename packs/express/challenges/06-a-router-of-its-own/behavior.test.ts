import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();
const get = (path: string) => ask(path, { signal: AbortSignal.timeout(2000) });

test("the list of books is answered at the mount", async () => {
	const answer = await get("/books");
	expect(answer.status).toBe(200);
	const books = (await answer.json()) as { id: string }[];
	expect(books.map(({ id }) => id)).toEqual(["1", "2", "3"]);
});

test("one book is answered below the mount", async () => {
	const answer = await get("/books/3");
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual({
		id: "3",
		title: "Small Boats, Long Rivers",
		genre: "travel",
	});
});

test("an unknown id is 404 in JSON, and the router answers nowhere else", async () => {
	const answer = await get("/books/99");
	expect(answer.status).toBe(404);
	expect(await answer.json()).toHaveProperty("error", expect.any(String));
	expect((await get("/3")).status).toBe(404);
	expect((await get("/")).status).toBe(404);
});
