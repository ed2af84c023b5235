import { expect, test } from "bun:test";
import { solution } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

type Result<T> = { ok: true; value: T } | { ok: false; error: string };

const { parseGrams, orElse, totalGrams } = await solution<{
	parseGrams(text: string): Result<number>;
	orElse<T>(result: Result<T>, fallback: T): T;
	totalGrams(texts: string[]): Result<number>;
}>("result.ts");

test("a text is a weight or an error", () => {
	expect(parseGrams("250")).toEqual({ ok: true, value: 250 });
	expect(parseGrams("0.5")).toEqual({ ok: true, value: 0.5 });
	for (const text of ["heavy", "", "0", "-5", "12 kg"])
		expect(parseGrams(text)).toEqual({
			ok: false,
			error: expect.any(String),
		});
});

test("orElse asks whether the result is ok", () => {
	expect(orElse({ ok: true, value: 7 }, 1)).toBe(7);
	expect(orElse({ ok: true, value: 0 }, 1)).toBe(0);
	expect(orElse<number | null>({ ok: true, value: null }, 1)).toBeNull();
	expect(orElse({ ok: false, error: "none" }, 1)).toBe(1);
});

test("totalGrams adds up, or fails as the first wrong text does", () => {
	expect(totalGrams(["250", "500", "1"])).toEqual({ ok: true, value: 751 });
	expect(totalGrams([])).toEqual({ ok: true, value: 0 });
	expect(totalGrams(["250", "heavy", "-1"])).toEqual(parseGrams("heavy"));
	expect(totalGrams(["-1", "heavy"])).toEqual(parseGrams("-1"));
});

test("the value can be read when ok was asked, and not before", async () => {
	expect(
		await typeErrors(`
			import { orElse, parseGrams, totalGrams } from "./result";
			type Result = ReturnType<typeof parseGrams>;
			const name: string = orElse({ ok: true, value: "Alm" }, "nowhere");
			const result: Result = totalGrams(["1"]);
			const grams: number = result.ok ? result.value : result.error.length;
			// @ts-expect-error
			parseGrams("1").value;
			// @ts-expect-error
			const both: Result = { ok: true, error: "none" };
			// @ts-expect-error
			const other: Result = { ok: true, value: "7" };
			// @ts-expect-error
			orElse(parseGrams("1"), "none").trim();
			console.log(name, grams, both, other);
		`),
	).toEqual([]);
});
