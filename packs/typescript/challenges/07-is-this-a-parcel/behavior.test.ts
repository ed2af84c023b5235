import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { isParcel, parcelsOf } = await solution<{
	isParcel(value: unknown): boolean;
	parcelsOf(values: unknown[]): unknown[];
}>("guards.ts");

const parcel = { code: "A1", grams: 900 };

test("a parcel is an object with a code and a weight", () => {
	expect(isParcel(parcel)).toBe(true);
	expect(isParcel({ code: "", grams: 0 })).toBe(true);
	expect(isParcel({ ...parcel, town: "Alm" })).toBe(true);
	for (const other of [
		null,
		undefined,
		7,
		"A1",
		true,
		{},
		{ code: "A1" },
		{ grams: 900 },
		{ code: 7, grams: 900 },
		{ code: "A1", grams: "900" },
		{ code: null, grams: null },
	])
		expect(isParcel(other)).toBe(false);
});

test("parcelsOf keeps the parcels", () => {
	const other = { code: "B7", grams: 0 };
	expect(parcelsOf([7, parcel, null, { code: "A1" }, other])).toEqual([
		parcel,
		other,
	]);
	expect(parcelsOf([])).toEqual([]);
});

test("isParcel narrows what it is given", async () => {
	expect(
		await typeErrors(`
			import { isParcel, parcelsOf } from "./guards";
			declare const value: unknown;
			declare const values: unknown[];
			if (isParcel(value)) {
				const code: string = value.code;
				const grams: number = value.grams;
				console.log(code, grams);
			}
			const codes: string[] = parcelsOf(values).map((parcel) => parcel.code);
			// @ts-expect-error
			parcelsOf(values)[0].town;
			console.log(codes);
		`),
	).toEqual([]);
});
