import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const BLUE = "rgb(11, 92, 173)";
const GRAY = "rgb(107, 107, 107)";

test("the page has the color of paper", async () => {
	const { styles } = await openPage();
	expect(await styles("body", "background-color")).toEqual([
		{ "background-color": "rgb(255, 250, 240)" },
	]);
});

test("what is blue in a kite is gray in a sold one", async () => {
	const { styles } = await openPage();
	const wanted = [BLUE, GRAY, BLUE];
	for (const selector of ["h2", ".price"])
		expect((await styles(selector, "color")).map(({ color }) => color)).toEqual(
			wanted,
		);
	expect(
		(await styles(".kite", "border-top-color")).map(
			(one) => one["border-top-color"],
		),
	).toEqual(wanted);
});

test("only the links directly in the navigation are in capitals", async () => {
	const { styles } = await openPage();
	const cases = await styles("nav a", "text-transform");
	expect(cases.map((one) => one["text-transform"])).toEqual([
		"uppercase",
		"uppercase",
		"none",
	]);
});

test("there is space between the kites, and none above the first", async () => {
	const { styles } = await openPage();
	const margins = await styles(".kite", "margin-top");
	expect(margins.map((one) => one["margin-top"])).toEqual([
		"0px",
		"24px",
		"24px",
	]);
});

test("the colors follow the custom properties", async () => {
	const { page, styles } = await openPage();
	await page.evaluate(() => {
		document.documentElement.style.setProperty("--wind", "rgb(1, 2, 3)");
		document.documentElement.style.setProperty("--paper", "rgb(4, 5, 6)");
	});
	const [price] = await styles(".price", "color");
	expect(price?.color).toBe("rgb(1, 2, 3)");
	const [body] = await styles("body", "background-color");
	expect(body?.["background-color"]).toBe("rgb(4, 5, 6)");
});
