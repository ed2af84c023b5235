import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

/** How many columns a grid has, and its gaps. */
async function grid(
	{ styles }: Awaited<ReturnType<typeof openPage>>,
	selector: string,
) {
	const [one] = await styles(
		selector,
		"display",
		"grid-template-columns",
		"row-gap",
		"column-gap",
	);
	const widths = (one?.["grid-template-columns"] ?? "")
		.split(" ")
		.map((width) => Number.parseFloat(width));
	return { ...one, widths };
}

async function boxes(
	{ page }: Awaited<ReturnType<typeof openPage>>,
	selector: string,
) {
	return page.locator(selector).evaluateAll((all) =>
		all.map((one) => {
			const { left, right, top, width } = one.getBoundingClientRect();
			return { left, right, top, width };
		}),
	);
}

test("the cards stand in as many columns as there is room for", async () => {
	const opened = await openPage("index.html", { width: 1280 });
	for (const [width, columns] of [
		[1280, 5],
		[800, 3],
		[520, 2],
		[300, 1],
	] as const) {
		await opened.resize(width);
		const { display, widths } = await grid(opened, ".cheeses");
		expect(display).toBe("grid");
		expect(widths).toHaveLength(columns);
		const all = widths.reduce((sum, one) => sum + one, 0);
		expect(Math.abs(all + (columns - 1) * 24 - (width - 32))).toBeLessThan(2);
	}
});

test("there are gaps between columns and rows, and no margins", async () => {
	const opened = await openPage();
	expect(await grid(opened, ".cheeses")).toMatchObject({
		"row-gap": "24px",
		"column-gap": "24px",
	});
	for (const margin of await opened.styles(".cheese", "margin-left"))
		expect(margin).toEqual({ "margin-left": "0px" });
});

test("the best one fills a row of its own", async () => {
	const opened = await openPage();
	for (const width of [1280, 800, 520]) {
		await opened.resize(width);
		const [best, second] = await boxes(opened, ".cheese");
		expect(Math.abs((best?.width ?? 0) - (width - 32))).toBeLessThan(2);
		expect(second?.top ?? 0).toBeGreaterThan(best?.top ?? 0);
	}
});

test("the facts stand in two columns, the first as wide as its texts", async () => {
	const opened = await openPage();
	const { display, widths, "column-gap": gap } = await grid(opened, ".facts");
	expect(display).toBe("grid");
	expect(widths).toHaveLength(2);
	expect(widths[0]).toBeLessThan(80);
	expect(widths[1]).toBeGreaterThan(300);
	expect(gap).toBe("16px");
});

test("few cards keep the width of their column", async () => {
	const opened = await openPage();
	const before = (await boxes(opened, ".cheese")).at(-1)?.width ?? 0;
	await opened.page.evaluate(() => {
		const cards = [...document.querySelectorAll(".cheese")];
		for (const card of cards.slice(0, -1)) card.remove();
	});
	const [only] = await boxes(opened, ".cheese");
	expect(Math.abs((only?.width ?? 0) - before)).toBeLessThan(2);
});
