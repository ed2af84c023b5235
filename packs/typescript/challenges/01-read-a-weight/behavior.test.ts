import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { toGrams, gramsOf } = await solution<{
	toGrams(weight: number | string): number;
	gramsOf(item: { pages: number } | { grams: number }): number;
}>("weight.ts");

test("a number is in grams, a text in kilograms", () => {
	expect(toGrams(250)).toBe(250);
	expect(toGrams(0)).toBe(0);
	expect(toGrams("2")).toBe(2000);
	expect(toGrams("1.5")).toBe(1500);
});

test("a parcel has its weight, a letter that of its pages", () => {
	expect(gramsOf({ grams: 900 })).toBe(900);
	expect(gramsOf({ grams: 0 })).toBe(0);
	expect(gramsOf({ pages: 3 })).toBe(15);
	expect(gramsOf({ pages: 1 })).toBe(5);
});

test("the types allow what the task names and nothing else", async () => {
	expect(
		await typeErrors(`
			import { gramsOf, toGrams } from "./weight";
			declare const weight: number | string;
			declare const item: Parameters<typeof gramsOf>[0];
			const sum: number = toGrams(weight) + gramsOf(item);
			// @ts-expect-error
			toGrams(true);
			// @ts-expect-error
			gramsOf("letter");
			console.log(sum);
		`),
	).toEqual([]);
});
