/** What a learner does on a challenge, in the words of the page: found by role and name, as assistive technology finds it. */
import type { Locator, Page } from "playwright-core";

export const CHALLENGE_1 = "/packs/express/say-hello-over-http";

export const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Good morning" });
});

export default app;
`;

export const code = (page: Page) =>
	page.getByRole("textbox", { name: /^Code (of|von) app\.js$/ });
export const verdict = (page: Page) => page.locator("#results-heading");
export const status = (page: Page) => page.locator(".top-bar .status");
export const button = (page: Page, name: string | RegExp) =>
	page.getByRole("button", { name });

/** Waits until the dialog is gone: one that has closed stays hidden in the page until it is told, and what opens it does nothing meanwhile. */
export const dialogGone = (page: Page) =>
	page.locator("dialog").waitFor({ state: "detached" });

/** Types `text` over all that the editor holds. The editor's own help (closing brackets, indenting) is undone by selecting. */
export async function write(page: Page, text: string): Promise<void> {
	await code(page).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.insertText(text);
}

export async function verify(page: Page): Promise<void> {
	await page.keyboard.press("ControlOrMeta+Enter");
}

/** The editor's whole text. */
export function textOf(page: Page): Promise<string> {
	return page
		.locator(".cm-line")
		.allTextContents()
		.then((lines) => lines.join("\n"));
}

/** Until the worker and the grammars of this challenge are here. */
export async function engineReady(page: Page): Promise<void> {
	await page.waitForFunction(
		() => performance.getEntriesByName("treeline:warm-up").length > 0,
	);
}

/** Waits until the editor shows exactly `text`; otherwise says what it shows instead. */
export async function textBecomes(page: Page, text: string): Promise<void> {
	await page
		.waitForFunction((wanted) => {
			const lines = [...document.querySelectorAll(".cm-line")];
			return lines.map((line) => line.textContent).join("\n") === wanted;
		}, text)
		.catch(async (error) => {
			const shown = JSON.stringify(await textOf(page));
			throw new Error(`the editor shows ${shown}`, { cause: error });
		});
}

/** The dialog that leads to VS Code while signed out, after code was written: it says that the code stays here. */
export async function stayingCode(page: Page): Promise<Locator> {
	const dialog = page.getByRole("dialog", { name: "Open in VS Code" });
	await dialog.getByText("Your code stays in this browser").waitFor();
	await dialog.getByRole("link", { name: "Sign in" }).waitFor();
	await dialog
		.getByRole("link", { name: "Open with the starter" })
		.and(
			page.locator(
				'[href="vscode://treeline.treeline/challenge/express/say-hello-over-http"]',
			),
		)
		.waitFor();
	return dialog;
}
