/** Addresses, history and the ways a page can be reached. */
import { expect, test } from "bun:test";
import { CHALLENGE_1, code } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";

const world = forThisFile(() => openWorld());

test("a challenge opens by its address, and back leads through pack and catalogue", async () => {
	const page = await world.open("/");
	await page.getByRole("link", { name: /Express/ }).click();
	await page.getByRole("link", { name: /^Start/ }).click();
	await code(page).waitFor();
	expect(new URL(page.url()).pathname).toBe(CHALLENGE_1);
	await page.goBack();
	await page.getByRole("heading", { level: 1, name: /Express/ }).waitFor();
	await page.goBack();
	await page
		.getByRole("heading", { level: 1, name: /Write real code/ })
		.waitFor();
	await page.goForward();
	await page.getByRole("heading", { level: 1, name: /Express/ }).waitFor();
});

test("back returns to where one was", async () => {
	const page = await world.open("/packs/express", {
		viewport: { width: 500, height: 300 },
	});
	const row = page.getByRole("link", { name: "Check In a New Book" });
	await row.scrollIntoViewIfNeeded();
	const before = await page.evaluate(() => window.scrollY);
	expect(before).toBeGreaterThan(50);
	await row.click();
	await page
		.getByRole("heading", { level: 1, name: "Check In a New Book" })
		.waitFor();
	expect(await page.evaluate(() => window.scrollY)).toBe(0);
	await page.goBack();
	await row.waitFor();
	expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(before, -1);
});

test("an unknown address says so and leads home", async () => {
	const page = await world.open("/no/such/place");
	await page.getByRole("heading", { name: "Page not found" }).waitFor();
	await page.getByRole("link", { name: "See all packs" }).click();
	await page.getByRole("link", { name: /Express/ }).waitFor();
});

test.each(["/packs/nowhere", "/packs/express/nothing"])(
	"%s names nothing, and the page says once what and where to go",
	async (path) => {
		const page = await world.open(path);
		const alert = page.getByRole("alert");
		await alert.waitFor();
		expect(await page.getByText(/not found/).count()).toBe(1);
		expect(await alert.textContent()).toMatch(
			/^There is no [^.]+\. The list of packs [^.]+\.[^.]*$/,
		);
		expect(await alert.getByRole("link").count()).toBe(1);
		expect(await alert.getByRole("button", { name: "Try again" }).count()).toBe(
			0,
		);
	},
);

test("storage that the browser refuses costs a note, not the page", async () => {
	const page = await world.open(null);
	await page.addInitScript(() => {
		Object.defineProperty(window, "localStorage", {
			get() {
				throw new DOMException("denied", "SecurityError");
			},
		});
	});
	await page.goto(world.url + CHALLENGE_1);
	await code(page).waitFor();
	await page.getByText(/this browser blocks site data/).waitFor();
});

test("a grammar that cannot be had is told, with a way to try again", async () => {
	const page = await world.open(null);
	await page.route("**/tree-sitter/**", (route) => route.abort());
	await page.goto(world.url + CHALLENGE_1);
	await code(page).focus();
	await page.keyboard.press("ControlOrMeta+Enter");
	const alert = page.getByRole("alert");
	await alert.waitFor();
	expect(await alert.textContent()).toContain("The check could not run");
	await page.unroute("**/tree-sitter/**");
	await alert.getByRole("button", { name: "Try again" }).click();
	await page
		.getByText(/of 6 checks pass/)
		.first()
		.waitFor();
});
