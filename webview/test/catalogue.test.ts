/** The first screen: its demo, and the list of packs. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations, THEMES } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

describe("the demo", () => {
	const editor = (page: Page) =>
		page.getByRole("textbox", { name: "Code of greet.js" });
	const results = (page: Page) => page.locator(".demo").ariaSnapshot();
	const engineRan = (page: Page) =>
		page.waitForFunction(() =>
			performance
				.getEntriesByType("resource")
				.some(({ name }) => name.endsWith("tree-sitter-javascript.wasm")),
		);

	test("shows what the engine says before the engine is loaded, and the same after it", async () => {
		const page = await world.open("/");
		await page.locator(".card h3").first().waitFor();
		const before = await results(page);
		const requested = await page.evaluate(() =>
			performance.getEntriesByType("resource").map(({ name }) => name),
		);
		expect(requested.filter((url) => /worker|wasm/.test(url))).toEqual([]);
		await editor(page).focus();
		await engineRan(page);
		// A change and back: the engine has answered once the note has changed and is as before.
		await page.keyboard.type("/");
		await page.getByText(/Line \d+ is not complete yet/).waitFor();
		await page.keyboard.press("Backspace");
		await page.getByText(/never has/).waitFor();
		expect(await results(page)).toBe(before);
		await page.context().close();
	});

	test("turns green as one types, says so once, and moves nothing", async () => {
		const page = await world.open("/");
		const place = () => page.locator("#packs-heading").boundingBox();
		await page.locator(".card h3").first().waitFor();
		const before = await place();
		// By keyboard alone: the editor is reached by Tab, and Tab leaves it.
		while (
			!(await editor(page).evaluate((it) => it === document.activeElement))
		)
			await page.keyboard.press("Tab");
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.type("export ");
		const announced = page.locator("p[role=status]").last();
		await announced.getByText(/^2 of 3 checks pass/).waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("End");
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.type(" + name");
		await announced.getByText("All 3 checks pass.").waitFor();
		await page.getByText(/All checks pass, in \d+ ms/).waitFor();
		expect(await page.locator(".demo-passed").count()).toBe(3);
		expect(await place()).toEqual(before);
		await page.keyboard.press("Tab");
		expect(
			await editor(page).evaluate((it) => it === document.activeElement),
		).toBe(false);
		for (const theme of [THEMES.light, THEMES.dark, THEMES.contrast]) {
			await page.emulateMedia(theme);
			expect(await axeViolations(page)).toEqual([]);
		}
		await page.context().close();
	});

	test("says that its checks could not be loaded, and keeps what was typed", async () => {
		const page = await world.open("/");
		await page.route("**/tree-sitter/**", (route) => route.abort());
		await editor(page).fill("export const greet = (name) => name;");
		await page.getByText(/The checks could not be loaded/).waitFor();
		expect(await editor(page).inputValue()).toContain("(name) => name");
		await page.context().close();
	});
});
