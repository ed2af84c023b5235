import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

interface Parcel {
	code: string;
	town: string;
	grams: number;
	fragile: boolean;
}

const { change, check } = await solution<{
	change(parcel: Parcel, key: keyof Parcel, value: unknown): Parcel;
	check(parcel: Parcel): Partial<Record<keyof Parcel, string>>;
}>("form.ts");

const parcel: Parcel = Object.freeze({
	code: "A1",
	town: "Alm",
	grams: 900,
	fragile: true,
});

test("change returns a changed copy", () => {
	expect(change(parcel, "town", "Bruck")).toEqual({ ...parcel, town: "Bruck" });
	expect(change(parcel, "fragile", false)).toEqual({
		...parcel,
		fragile: false,
	});
	expect(change(parcel, "grams", 900)).not.toBe(parcel);
	expect(parcel.town).toBe("Alm");
});

test("check has a message for each field that is wrong, and for no other", () => {
	const told = (change: Partial<Parcel>) =>
		Object.entries(check({ ...parcel, ...change }))
			.filter(([, text]) => text !== undefined)
			.map(([key, text]) => [key, typeof text])
			.sort();
	expect(told({})).toEqual([]);
	expect(told({ grams: 1, fragile: false })).toEqual([]);
	expect(told({ town: "" })).toEqual([["town", "string"]]);
	expect(told({ grams: 0 })).toEqual([["grams", "string"]]);
	expect(told({ town: "", grams: -5 })).toEqual([
		["grams", "string"],
		["town", "string"],
	]);
});

test("the types follow what they are made from", async () => {
	expect(
		await typeErrors(`
			import { change, check, type Messages } from "./form";
			type Parcel = Parameters<typeof check>[0];
			declare const parcel: Parcel;
			const text: string | undefined = check(change(parcel, "town", "Alm")).town;
			const sack: Messages<{ litres: number }> = { litres: "too many" };
			const none: Messages<{ litres: number }> = {};
			// @ts-expect-error
			change(parcel, "code", "B7");
			// @ts-expect-error
			change(parcel, "grams", "heavy");
			// @ts-expect-error
			change(parcel, "grams", true);
			// @ts-expect-error
			const wrong: Messages<{ litres: number }> = { grams: "too many" };
			// @ts-expect-error
			const number: Messages<{ litres: number }> = { litres: 7 };
			console.log(text, sack, none, wrong, number);
		`),
	).toEqual([]);
});
