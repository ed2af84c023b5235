import { expect, test } from "bun:test";
import { serve } from "../../../behavior/server.ts";

const get = await serve();

const ids = async (path: string) => {
	const answer = await get(path);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toContain("application/json");
	return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
};

test("a genre narrows the list to its books", async () => {
	expect(await ids("/books?genre=travel")).toEqual(["3", "4"]);
	expect(await ids("/books?genre=mystery")).toEqual(["1", "5"]);
	expect(await ids("/books?genre=poetry")).toEqual([]);
	expect(await ids("/books?genre=myst")).toEqual([]);
});

test("a limit cuts the list, alone or after a genre; without wishes all books are sent", async () => {
	expect(await ids("/books?limit=2")).toEqual(["1", "2"]);
	expect(await ids("/books?genre=travel&limit=1")).toEqual(["3"]);
	expect(await ids("/books")).toEqual(["1", "2", "3", "4", "5"]);
});
