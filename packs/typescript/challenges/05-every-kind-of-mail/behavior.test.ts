import { expect, test } from "bun:test";
import { solution, solutionText } from "../../../behavior/solution.ts";
import { typeErrors } from "../../../behavior/types.ts";

type Mail =
	| { kind: "postcard" }
	| { kind: "letter"; pages: number }
	| { kind: "parcel"; grams: number };

const { priceOf } = await solution<{ priceOf(mail: Mail): number }>("mail.ts");

test("each kind has its price", () => {
	expect(priceOf({ kind: "postcard" })).toBe(60);
	expect(priceOf({ kind: "letter", pages: 1 })).toBe(80);
	expect(priceOf({ kind: "letter", pages: 3 })).toBe(240);
	expect(priceOf({ kind: "parcel", grams: 900 })).toBe(1300);
	expect(priceOf({ kind: "parcel", grams: 0 })).toBe(400);
});

test("Mail allows each kind with what belongs to it", async () => {
	expect(
		await typeErrors(`
			import { priceOf } from "./mail";
			const price: number = priceOf({ kind: "postcard" })
				+ priceOf({ kind: "letter", pages: 2 })
				+ priceOf({ kind: "parcel", grams: 900 });
			// @ts-expect-error
			priceOf({ kind: "letter" });
			// @ts-expect-error
			priceOf({ kind: "postcard", pages: 1 });
			// @ts-expect-error
			priceOf({ kind: "letter", grams: 20 });
			// @ts-expect-error
			priceOf({ kind: "bag" });
			console.log(price);
		`),
	).toEqual([]);
});

test("a fourth kind does not compile", async () => {
	const text = await solutionText("mail.ts");
	const more = text.replace(
		/\btype Mail\b\s*=\s*\|?/,
		(start) => `${start} { kind: "bag" } |`,
	);
	expect(await typeErrors(text)).toEqual([]);
	expect(more).not.toBe(text);
	expect(await typeErrors(more)).not.toEqual([]);
});
