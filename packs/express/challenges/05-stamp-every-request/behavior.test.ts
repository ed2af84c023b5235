import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const ask = await serve();
const get = (path: string) => ask(path, { signal: AbortSignal.timeout(2000) });

test("every answer carries a stamp, and no two are the same", async () => {
	const paths = ["/hello", "/books", "/nothing-here"];
	const answers = await Promise.all(
		Array.from({ length: 30 }, (_, index) => get(paths[index % 3] as string)),
	);
	const stamps = answers.map((answer) => answer.headers.get("x-request-id"));
	expect(stamps).not.toContain(null);
	expect(new Set(stamps).size).toBe(30);
});

test("the routes still answer", async () => {
	const hello = await get("/hello");
	expect(hello.status).toBe(200);
	expect(await hello.json()).toHaveProperty("message");
	expect(await (await get("/books")).json()).toHaveLength(3);
});
