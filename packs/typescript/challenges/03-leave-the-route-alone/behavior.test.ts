import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

interface Stop {
	town: string;
	parcels: number;
}

const { addStop, unload } = await solution<{
	addStop(route: readonly Stop[], stop: Stop): readonly Stop[];
	unload(route: readonly Stop[], town: string): readonly Stop[];
}>("route.ts");

/** Stops that cannot be changed: whoever tries throws. */
const frozen = (...stops: Stop[]) =>
	Object.freeze(stops.map((stop) => Object.freeze(stop)));

const alm = { town: "Alm", parcels: 4 };
const bruck = { town: "Bruck", parcels: 2 };

test("addStop returns a longer copy", () => {
	const route = frozen(alm);
	expect(addStop(route, bruck)).toEqual([alm, bruck]);
	expect(addStop([], bruck)).toEqual([bruck]);
	expect(route).toEqual([alm]);
});

test("unload empties the stops of one town in copies, and keeps the others", () => {
	const route = frozen(alm, bruck, { town: "Alm", parcels: 1 });
	const emptied = unload(route, "Alm");
	expect(emptied).toEqual([
		{ town: "Alm", parcels: 0 },
		bruck,
		{ town: "Alm", parcels: 0 },
	]);
	expect(emptied[1]).toBe(route[1] as Stop);
	expect(route[0]).toEqual(alm);
	expect(unload([], "Alm")).toEqual([]);
});

test("the types keep the route and its stops as they are", async () => {
	expect(
		await typeErrors(`
			import { addStop, unload } from "./route";
			type Stop = Parameters<typeof addStop>[1];
			declare const route: readonly Stop[];
			const longer: readonly Stop[] = addStop(route, { town: "Alm", parcels: 4 });
			const empty: readonly Stop[] = unload(longer, "Alm");
			declare const stop: Stop;
			// @ts-expect-error
			stop.town = "Bruck";
			// @ts-expect-error
			stop.parcels = 1;
			console.log(empty);
		`),
	).toEqual([]);
});
