import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { PRICES, localPrice, parcelPrice } = await solution<{
	PRICES: object;
	localPrice(count: number): number;
	parcelPrice(zone: "region" | "abroad"): number;
}>("prices.ts");

test("there is a price for each zone", () => {
	expect(PRICES).toEqual({
		local: 100,
		region: { letter: 120, parcel: 450 },
		abroad: { letter: 200, parcel: 1900 },
	});
});

test("both functions read the prices", () => {
	expect([0, 1, 3].map(localPrice)).toEqual([0, 100, 300]);
	expect(parcelPrice("region")).toBe(450);
	expect(parcelPrice("abroad")).toBe(1900);
});

test("PRICES keeps the type of each entry", async () => {
	expect(
		await typeErrors(`
			import { localPrice, parcelPrice, PRICES } from "./prices";
			const local: number = PRICES.local;
			const letter: number = PRICES.abroad.letter;
			const price: number = localPrice(2) + parcelPrice("region");
			// @ts-expect-error
			parcelPrice("local");
			// @ts-expect-error
			parcelPrice("moon");
			// @ts-expect-error
			console.log(PRICES.moon);
			console.log(local, letter, price);
		`),
	).toEqual([]);
});
