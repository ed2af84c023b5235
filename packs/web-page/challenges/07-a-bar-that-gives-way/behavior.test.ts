import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

/** Where the elements of a selector are, rounded to whole pixels. */
async function boxes(
	{ page }: Awaited<ReturnType<typeof openPage>>,
	selector: string,
) {
	return page.locator(selector).evaluateAll((all) =>
		all.map((one) => {
			const { left, right, top, bottom } = one.getBoundingClientRect();
			return {
				left: Math.round(left),
				right: Math.round(right),
				middle: Math.round((top + bottom) / 2),
				top: Math.round(top),
			};
		}),
	);
}

test("the bar is one line with gaps, aligned at its middle, in a wide window", async () => {
	const opened = await openPage("index.html", { width: 1200 });
	const parts = await boxes(opened, ".bar > *");
	const middle = parts[0]?.middle ?? 0;
	for (const part of parts)
		expect(Math.abs(part.middle - middle)).toBeLessThanOrEqual(1);
	const [bar] = await opened.styles(".bar", "align-items");
	expect(bar).toEqual({ "align-items": "center" });
	const gaps = parts
		.slice(1, -1)
		.map((part, index) => part.left - (parts[index]?.right ?? 0));
	for (const gap of gaps) expect(Math.abs(gap - 16)).toBeLessThanOrEqual(1);
	expect(parts.at(-1)?.right).toBe(1200 - 16);
});

test("it goes on in another line in a narrow window, and nothing runs out of it", async () => {
	const opened = await openPage("index.html", { width: 320 });
	const tops = new Set((await boxes(opened, ".bar > *")).map(({ top }) => top));
	expect(tops.size).toBeGreaterThan(1);
	for (const { right } of await boxes(opened, ".bar > *"))
		expect(right).toBeLessThanOrEqual(320);
	const [bar] = await opened.styles(".bar", "row-gap", "column-gap");
	expect(bar).toEqual({ "row-gap": "16px", "column-gap": "16px" });
});

test("the name does not shrink", async () => {
	const { styles } = await openPage();
	expect(await styles(".name", "flex-shrink")).toEqual([
		{ "flex-shrink": "0" },
	]);
});

test("the steps reach from edge to edge", async () => {
	const opened = await openPage("index.html", { width: 1200 });
	const [first, second, third] = await boxes(opened, ".steps > li");
	expect(first?.left).toBe(16);
	expect(second?.top).toBe(first?.top ?? Number.NaN);
	expect(third?.right).toBe(1200 - 16);
	const before = (second?.left ?? 0) - (first?.right ?? 0);
	const after = (third?.left ?? 0) - (second?.right ?? 0);
	expect(Math.abs(before - after)).toBeLessThanOrEqual(2);
});
