import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();
const get = (path: string) => ask(path, { signal: AbortSignal.timeout(2000) });

test("the route waits for its book, and a missing one is 404", async () => {
	const answer = await get("/books/2");
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual({
		id: "2",
		title: "A Field Guide to Moss",
		genre: "nature",
	});
	const missing = await get("/books/99");
	expect(missing.status).toBe(404);
	expect(await missing.json()).toHaveProperty("error", expect.any(String));
});

test("a rejection is answered with 500 in JSON, and the service stays on its feet", async () => {
	const broken = await get("/books/13");
	expect(broken.status).toBe(500);
	const text = await broken.text();
	expect(JSON.parse(text)).toHaveProperty("error", expect.any(String));
	expect(text).not.toContain("drawer 13 at 10.0.0.7");
	expect((await get("/books/3")).status).toBe(200);
});
