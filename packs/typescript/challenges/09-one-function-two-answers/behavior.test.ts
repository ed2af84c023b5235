import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { track } = await solution<{
	track(what: string | string[]): unknown;
}>("track.ts");

const a = { code: "A1", delivered: true };
const b = { code: "B7", delivered: false };

test("one code gives one status", () => {
	expect(track("A1")).toEqual(a);
	expect(track("B7")).toEqual(b);
});

test("a list of codes gives the list of their statuses", () => {
	expect(track(["B7", "A1"])).toEqual([b, a]);
	expect(track(["A1"])).toEqual([a]);
	expect(track([])).toEqual([]);
});

test("callers see what they get", async () => {
	expect(
		await typeErrors(`
			import { track } from "./track";
			const delivered: boolean = track("A1").delivered;
			const codes: string[] = track(["A1", "B7"]).map((status) => status.code);
			// @ts-expect-error
			track("A1").length;
			// @ts-expect-error
			track(["A1"]).delivered;
			// @ts-expect-error
			track(7);
			console.log(delivered, codes);
		`),
	).toEqual([]);
});
