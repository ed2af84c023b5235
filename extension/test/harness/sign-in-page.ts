/** The page of the service on which a learner signs in, and allows an editor to sign in. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";

export type Answer = "Yes, sign in" | "No";

/** Signs in as `name`, answers the question of the page, and closes it. */
export async function goThrough(browser: Page, name: string, answer: Answer) {
	await browser.getByRole("textbox", { name: "Name" }).fill(name);
	await browser.getByRole("button", { name: "Sign in" }).click();
	await browser.getByRole("heading", { name: /Sign in .*\?/ }).waitFor();
	expect(await browser.locator("main").textContent()).toContain(name);
	await browser.getByRole("button", { name: answer }).click();
	await browser.getByText(/close this page/i).waitFor();
	await browser.close();
}
