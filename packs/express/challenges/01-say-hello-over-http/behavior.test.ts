import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const get = await serve();

test("GET /hello answers 200 with a message in JSON", async () => {
	const answer = await get("/hello");
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toContain("application/json");
	const { message } = (await answer.json()) as { message: unknown };
	expect(message).toBeString();
	expect(message).not.toBe("");
});

test("nothing else is answered: an unknown path and another method are 404", async () => {
	expect((await get("/nothing-here")).status).toBe(404);
	expect((await get("/hello", { method: "POST" })).status).toBe(404);
});
