import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const RING = {
	"outline-style": "solid",
	"outline-width": "3px",
	"outline-color": "rgb(179, 38, 30)",
	"outline-offset": "2px",
};

test("the keyboard's focus is seen on links and buttons", async () => {
	const { page, styles } = await openPage();
	for (const selector of [".day", ".day", ".day", ".book", ".book"]) {
		await page.keyboard.press("Tab");
		expect(
			await styles(
				`${selector}:focus`,
				"outline-style",
				"outline-width",
				"outline-color",
				"outline-offset",
			),
		).toEqual([RING]);
	}
});

test("a click on a button shows no outline", async () => {
	const { page, styles } = await openPage();
	await page.locator(".book").first().click();
	expect(await styles(".book:focus", "outline-style")).toEqual([
		{ "outline-style": "none" },
	]);
});

test("the current day, and no other, has a border and bold text", async () => {
	const { styles } = await openPage();
	const days = await styles(
		".day",
		"border-bottom-width",
		"border-bottom-style",
		"border-bottom-color",
		"font-weight",
	);
	expect(days[1]).toMatchObject({
		"border-bottom-width": "3px",
		"border-bottom-style": "solid",
		"border-bottom-color": "rgb(26, 63, 176)",
	});
	expect(Number(days[1]?.["font-weight"])).toBeGreaterThanOrEqual(600);
	for (const day of [days[0], days[2]])
		expect(day).toMatchObject({
			"border-bottom-style": "none",
			"font-weight": "400",
		});
});

test("under the pointer, a button that can be pressed gets darker", async () => {
	const { page, styles } = await openPage();
	const colors = async () =>
		(await styles(".book", "background-color")).map(
			(one) => one["background-color"],
		);
	const [BLUE, DARK, GRAY] = [
		"rgb(26, 63, 176)",
		"rgb(16, 42, 122)",
		"rgb(224, 224, 224)",
	];
	expect(await colors()).toEqual([BLUE, GRAY, BLUE]);
	await page.locator(".book").first().hover();
	expect(await colors()).toEqual([DARK, GRAY, BLUE]);
	await page.locator(".book").nth(1).hover({ force: true });
	expect(await colors()).toEqual([BLUE, GRAY, BLUE]);
});

test("a taken room can be read, and looks taken", async () => {
	const { styles } = await openPage();
	expect(await styles(".book:disabled", "color", "cursor")).toEqual([
		{ color: "rgb(74, 74, 74)", cursor: "not-allowed" },
	]);
});
