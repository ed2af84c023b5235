import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

const { ZONES, placeOf } = await solution<{
	ZONES: readonly string[];
	placeOf(zone: string): number;
}>("zones.ts");

test("the list has the three zones in their order", () => {
	expect([...ZONES]).toEqual(["local", "region", "abroad"]);
});

test("each zone has its place", () => {
	expect(["local", "region", "abroad"].map(placeOf)).toEqual([0, 1, 2]);
});

test("Zone allows the three zones and nothing else", async () => {
	expect(
		await typeErrors(`
			import { placeOf, ZONES, type Zone } from "./zones";
			const zones: Zone[] = ["local", "region", "abroad", ...ZONES];
			const place: number = placeOf(zones[0]!);
			// @ts-expect-error
			placeOf("moon");
			// @ts-expect-error
			const other: Zone = "moon";
			console.log(place, other);
		`),
	).toEqual([]);
});
