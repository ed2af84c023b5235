import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const { page, accessible, focusOrder } = await openPage();
const nodes = await accessible();
const radios = nodes.filter(({ role }) => role === "radio");

test("the question is the name of the group, which has the three choices alone", () => {
	expect(radios.map(({ name }) => name)).toEqual([
		"City bike",
		"Cargo bike",
		"Tandem",
	]);
	for (const { inside } of radios)
		expect(inside).toContain("group Which bike?");
	const height = nodes.find(({ role }) => role === "spinbutton");
	expect(height?.name).toBe("Your height in cm");
	expect(height?.inside).not.toContain("group Which bike?");
});

test("one bike is chosen, at the beginning the first", async () => {
	const chosen = () =>
		page
			.locator("form")
			.evaluate((form: HTMLFormElement) =>
				new FormData(form).getAll("bike").map(String),
			);
	expect(await chosen()).toEqual(["city"]);
	await page.getByLabel("Tandem").check();
	expect(await chosen()).toEqual(["tandem"]);
	await page.getByLabel("Cargo bike").check();
	expect(await chosen()).toEqual(["cargo"]);
	const stops = await focusOrder();
	expect(stops.filter(({ field }) => field === "bike")).toHaveLength(1);
});

test("the help and the error are read with the field", () => {
	const height = nodes.find(({ role }) => role === "spinbutton");
	expect(height?.description).toContain("We set the saddle for you.");
	expect(height?.description).toContain(
		"Please give a height from 120 to 210.",
	);
	expect(height?.properties.invalid).toBe("true");
});

test("one button sends the form", async () => {
	const typeOf = (name: string) =>
		page
			.getByRole("button", { name })
			.evaluate((button: HTMLButtonElement) => button.type);
	expect(await typeOf("Book")).toBe("submit");
	expect(await typeOf("Which bike fits me?")).toBe("button");
});
