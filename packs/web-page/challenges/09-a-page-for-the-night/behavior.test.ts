import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

test("the links are a column in a narrow window, and a row from 40rem on", async () => {
	const { styles, resize } = await openPage("index.html", { width: 639 });
	expect(await styles(".links", "display", "flex-direction")).toEqual([
		{ display: "flex", "flex-direction": "column" },
	]);
	await resize(640);
	expect(await styles(".links", "display", "flex-direction")).toEqual([
		{ display: "flex", "flex-direction": "row" },
	]);
});

test("the night has one column in a narrow window, and two from 40rem on", async () => {
	const { styles, resize } = await openPage("index.html", { width: 639 });
	const columns = async () => {
		const [night] = await styles(".night", "grid-template-columns");
		return (night?.["grid-template-columns"] ?? "")
			.split(" ")
			.map((width) => Number.parseFloat(width));
	};
	expect(await columns()).toHaveLength(1);
	await resize(1000);
	const [first = 0, second = 0, ...more] = await columns();
	expect(more).toEqual([]);
	expect(Math.abs(first / second - 2)).toBeLessThan(0.05);
});

test("the page is light, and dark for those who prefer it", async () => {
	for (const [colorScheme, page, ink] of [
		["light", "rgb(255, 255, 255)", "rgb(27, 31, 42)"],
		["dark", "rgb(16, 20, 31)", "rgb(232, 236, 245)"],
	] as const) {
		const { styles } = await openPage("index.html", { colorScheme });
		expect(await styles("body", "background-color", "color")).toEqual([
			{ "background-color": page, color: ink },
		]);
	}
});

test("the star twinkles, and stands still for those who prefer it", async () => {
	for (const [reducedMotion, name] of [
		["no-preference", "twinkle"],
		["reduce", "none"],
	] as const) {
		const { styles } = await openPage("index.html", { reducedMotion });
		expect(await styles(".star", "animation-name", "display")).toEqual([
			{ "animation-name": name, display: "inline-block" },
		]);
	}
});
