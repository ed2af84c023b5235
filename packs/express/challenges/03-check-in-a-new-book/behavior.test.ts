import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();

const post = (body: string) =>
	ask("/books", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body,
	});
const books = async () =>
	(await (await ask("/books")).json()) as { id: string; title: string }[];

test("a book is created with an id of its own and stands on the shelf", async () => {
	const answer = await post('{ "title": "Knots and Splices" }');
	expect(answer.status).toBe(201);
	const book = (await answer.json()) as { id: string; title: string };
	expect(book.title).toBe("Knots and Splices");
	const next = await (await post('{ "title": "The Baker\'s Alibi" }')).json();
	const copy = await post('{ "id": "1", "title": "Knots and Splices" }');
	expect(copy.status).toBe(201);
	const shelf = await books();
	expect(shelf).toContainEqual(book);
	expect(shelf).toContainEqual(next);
	expect(shelf).toContainEqual(await copy.json());
	expect(shelf).toHaveLength(6);
	expect(new Set(shelf.map(({ id }) => String(id))).size).toBe(6);
});

test("a body without a title is 400 with an error, and nothing is added", async () => {
	const before = await books();
	const answer = await post('{ "genre": "travel" }');
	expect(answer.status).toBe(400);
	expect(await answer.json()).toHaveProperty("error", expect.any(String));
	expect(await books()).toEqual(before);
});

test("a body that is not JSON is 400", async () => {
	expect((await post('{ "title": ')).status).toBe(400);
});
