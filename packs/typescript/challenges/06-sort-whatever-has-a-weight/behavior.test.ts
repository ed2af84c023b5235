import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { heaviest, pluck } = await solution<{
	heaviest<T extends { grams: number }>(items: T[]): T | undefined;
	pluck<T, K extends keyof T>(items: T[], key: K): T[K][];
}>("sorting.ts");

const parcels = [
	{ code: "A1", grams: 900 },
	{ code: "B7", grams: 1200 },
	{ code: "C3", grams: 0 },
];

test("heaviest returns the item with the most grams", () => {
	const given = structuredClone(parcels);
	expect(heaviest(given)).toEqual({ code: "B7", grams: 1200 });
	expect(heaviest(given)).toBe(given[1]);
	expect(given).toEqual(parcels);
	expect(heaviest([{ grams: 3 }, { grams: 2 }])).toEqual({ grams: 3 });
	expect(heaviest([{ grams: 0 }])).toEqual({ grams: 0 });
	expect(heaviest([])).toBeUndefined();
});

test("pluck returns what stands under the key", () => {
	expect(pluck(parcels, "code")).toEqual(["A1", "B7", "C3"]);
	expect(pluck(parcels, "grams")).toEqual([900, 1200, 0]);
	expect(pluck([] as { town: string }[], "town")).toEqual([]);
});

test("both keep the types of what they are given", async () => {
	expect(
		await typeErrors(`
			import { heaviest, pluck } from "./sorting";
			const parcels = [{ code: "A1", grams: 900 }];
			const code: string | undefined = heaviest(parcels)?.code;
			const codes: string[] = pluck(parcels, "code");
			const grams: number[] = pluck(parcels, "grams");
			// @ts-expect-error
			heaviest([{ pages: 3 }]);
			// @ts-expect-error
			pluck(parcels, "town");
			// @ts-expect-error
			const wrong: number[] = pluck(parcels, "code");
			// @ts-expect-error
			heaviest(parcels)?.town;
			console.log(code, codes, grams, wrong);
		`),
	).toEqual([]);
});
