import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const { page, accessible } = await openPage();
const field = (name: string) => page.locator(`form input[name="${name}"]`);
const isValid = async (name: string, value: string) => {
	await field(name).fill(value);
	return field(name).evaluate((input: HTMLInputElement) =>
		input.checkValidity(),
	);
};

test("each field has its label as a name", async () => {
	const nodes = await accessible();
	const named = nodes.filter(({ role }) => /textbox|spinbutton/.test(role));
	expect(named.map(({ name }) => name).sort()).toEqual([
		"Mail address",
		"Phone",
		"Places",
		"Your name",
	]);
	for (const [name, text] of [
		["name", "Your name"],
		["email", "Mail address"],
		["phone", "Phone"],
		["places", "Places"],
	] as const)
		expect(
			await page.getByLabel(text, { exact: true }).getAttribute("name"),
		).toBe(name);
});

test("what must be filled in, and what a field takes", async () => {
	expect(await isValid("name", "")).toBe(false);
	expect(await isValid("name", "Ada")).toBe(true);
	expect(await isValid("email", "")).toBe(false);
	expect(await isValid("email", "ada")).toBe(false);
	expect(await isValid("email", "ada@example.org")).toBe(true);
	expect(await isValid("phone", "")).toBe(true);
	expect(await isValid("phone", "+44 20 79460000")).toBe(true);
	for (const [places, valid] of [
		["", false],
		["0", false],
		["1", true],
		["1.5", false],
		["4", true],
		["5", false],
	] as const)
		expect(await isValid("places", places)).toBe(valid);
});

test("browsers know what to fill in, and with which keyboard", async () => {
	for (const [name, autocomplete, type] of [
		["name", "name", "text"],
		["email", "email", "email"],
		["phone", "tel", "tel"],
	] as const)
		expect(
			await field(name).evaluate((input: HTMLInputElement) => [
				input.autocomplete,
				input.type,
			]),
		).toEqual([autocomplete, type]);
});

test("the button sends the form", async () => {
	const buttons = await accessible("button");
	expect(buttons.map(({ name }) => name)).toEqual(["Sign up"]);
	for (const [name, value] of [
		["name", "Ada"],
		["email", "ada@example.org"],
		["places", "2"],
	] as const)
		await field(name).fill(value);
	expect(
		await page
			.getByRole("button")
			.evaluate((button: HTMLButtonElement) => [
				button.tagName,
				button.type,
				button.form?.getAttribute("action"),
				button.form?.checkValidity(),
			]),
	).toEqual(["BUTTON", "submit", "/sign-up", true]);
});
