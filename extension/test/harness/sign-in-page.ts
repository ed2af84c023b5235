/** Signing in from a window: the editor leaves for the service's page, on which a learner signs in and allows the editor to. */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { until } from "./deadline.ts";
import type { Workbench } from "./workbench.ts";

export type Answer = "Yes, sign in" | "No";

/** A button of the dialog that stands in the way. */
export const dialogButton = ({ page }: Workbench, name: string): Locator =>
	page.locator(".monaco-dialog-box").getByRole("button", { name, exact: true });

/** Begins to sign in; the browser's page that this opens. */
export async function leaveForBrowser(workbench: Workbench): Promise<Page> {
	const opened = workbench.page.context().waitForEvent("page");
	// It asks before it opens a site that it does not know.
	const open = dialogButton(workbench, "Open");
	await until(async () => {
		await workbench.run("Treeline: Sign In…");
		// The palette may lose a click while its list is filled anew; then nothing has begun.
		return Promise.race([
			opened.then(() => true),
			open.waitFor({ timeout: 60_000 }).then(
				() => true,
				() => false,
			),
		]);
	});
	await Promise.race([opened, open.click()]);
	return opened;
}

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

/** Signs out, and confirms it. */
export async function signOut(workbench: Workbench, name: string) {
	await workbench.run("Treeline: Sign Out");
	await workbench.page
		.locator(".notification-list-item", { hasText: "Sign out of Treeline" })
		.first()
		.getByRole("button", { name: "Sign Out", exact: true })
		.click();
	await workbench.page
		.locator(".statusbar-item", { hasText: name })
		.waitFor({ state: "detached" });
}
