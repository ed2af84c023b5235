/** The settings: each applies at once, is kept in this browser or on the account, and follows the learner to another browser. */

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ACCOUNT_DEFAULTS, DEFAULTS } from "../host/settings.ts";
import {
	ANSWER,
	button,
	CHALLENGE_1,
	code,
	status,
	textBecomes,
	textOf,
	verdict,
	verify,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

const choice = (page: Page, name: string, checked?: boolean) =>
	page.getByRole("radio", { name, ...(checked && { checked }) });
const option = (page: Page, name: string) =>
	page.getByRole("checkbox", { name });
const number = (page: Page, name: string) =>
	page.getByRole("spinbutton", { name });
const stored = async (page: Page) =>
	(await (await page.request.get(`${world.url}/api/v1/settings`)).json()).data;

test("every setting is there, by keyboard too, in every theme, and kept by a reload", async () => {
	const page = await world.open("/");
	await page.getByRole("link", { name: "Settings" }).press("Enter");
	await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
	const controls =
		(await page.getByRole("checkbox").count()) +
		(await page.getByRole("spinbutton").count()) +
		(await page.getByRole("main").getByRole("group").count());
	expect(controls).toBe(Object.keys(DEFAULTS).length);
	expect(await checkInAllThemes(page, "settings")).toEqual([]);
	expect(await button(page, "Reset all settings").isDisabled()).toBe(true);
	await choice(page, "Same as the system").focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.locator("html[data-theme=dark]").waitFor();
	await option(page, "Semicolons").press("Space");
	await number(page, "Tab size").fill("8");
	// What is out of range is not taken, and the field says so.
	await number(page, "Line length").fill("4");
	await number(page, "Line length").press("Tab");
	expect(await number(page, "Line length").inputValue()).toBe("80");
	await page.reload();
	await page.locator("html[data-theme=dark]").waitFor();
	expect(await choice(page, "Dark", true).count()).toBeGreaterThan(0);
	expect(await option(page, "Semicolons").isChecked()).toBe(false);
	expect(await number(page, "Tab size").inputValue()).toBe("8");
	await button(page, "Reset all settings").press("Enter");
	await page.locator("html[data-theme=system]").waitFor();
	expect(await option(page, "Semicolons").isChecked()).toBe(true);
});

test("feedback is as much as one wants", async () => {
	const page = await world.open("/settings");
	await option(page, "Offer hints").uncheck();
	await option(page, "Explain failed checks").uncheck();
	await page.goto(world.url + CHALLENGE_1);
	await write(page, ANSWER.replace("app.get", "app.post"));
	await verify(page);
	const open = page.locator(".check-open");
	const marks = page.locator(".cm-lintRange-warning");
	await open.waitFor();
	await marks.first().waitFor();
	expect(await page.getByText(/hint/i).count()).toBe(0);
	expect(await open.locator(".check-message").textContent()).toMatch(
		/^\s*app\.js, line \d+$/,
	);
	// Another tab changes the settings: this one follows.
	const other = await page.context().newPage();
	await other.goto(`${world.url}/settings`);
	await option(other, "Explain failed checks").check();
	await open.locator(".check-message code").first().waitFor();
	await option(other, "Mark the closest code").uncheck();
	await open.locator(".jump").waitFor({ state: "detached" });
	await marks.first().waitFor({ state: "detached" });
	await option(other, "Show which checks pass").uncheck();
	await open.waitFor({ state: "detached" });
	expect(await page.locator(".check-passed").count()).toBe(0);
	await page.getByText("5 of 6 checks pass").first().waitFor();
	await option(other, "Check as I type").check();
	await write(page, ANSWER);
	await page.getByText("All checks pass").first().waitFor();
});

test("the editor has the learner's keys, indentation and format", async () => {
	const page = await world.open("/settings");
	await choice(page, "Vim").check();
	await page.goto(world.url + CHALLENGE_1);
	await page.locator(".cm-vimMode").waitFor();
	const [, ...rest] = (await textOf(page)).split("\n");
	await code(page).focus();
	await page.keyboard.type("dd");
	await textBecomes(page, rest.join("\n"));
	const other = await page.context().newPage();
	await other.goto(`${world.url}/settings`);
	await choice(other, "Emacs").check();
	await page.locator(".cm-emacsMode").waitFor();
	await choice(other, "Default").check();
	await page.locator(".cm-emacsMode").waitFor({ state: "detached" });
	await option(other, "Format code with Prettier").check();
	await option(other, "Single quotes").check();
	await number(other, "Tab size").fill("4");
	await number(other, "Font size").fill("20");
	await option(other, "Wrap long lines").uncheck();
	await other.close();
	await page.locator(".cm-lineWrapping").waitFor({ state: "detached" });
	await page.waitForFunction(() => {
		const line = document.querySelector(".cm-line");
		return line && getComputedStyle(line).fontSize === "20px";
	});
	const quoted = ANSWER.replaceAll('"', "'");
	const formatted = quoted.replace("  res", "    res");
	await write(page, ANSWER.replaceAll(";", ""));
	await page.keyboard.press("Shift+Alt+KeyF");
	await textBecomes(page, formatted);
	await write(page, "const a = (;");
	await page.keyboard.press("Shift+Alt+KeyF");
	await page.getByText("Your files could not be formatted.").waitFor();
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").first().waitFor();
	await textBecomes(page, ANSWER);
	await page.goto(`${world.url}/settings`);
	await choice(page, "When I save").check();
	await page.goBack();
	await textBecomes(page, ANSWER);
	await code(page).focus();
	await page.keyboard.press("ControlOrMeta+s");
	await textBecomes(page, formatted);
	await page.getByText(/checked in/).waitFor();

	await page.goto(`${world.url}/packs/fastapi/first-reading`);
	await page.getByRole("textbox", { name: "Code of main.py" }).focus();
	const over = async (text: string) => {
		await page.keyboard.press("ControlOrMeta+a");
		await page.keyboard.insertText(text);
	};
	const ruff = "**/ruff_wasm_bg-*";
	await page.route(ruff, (route) => route.abort());
	await over('def a( x ):\n  return   {"a":x}\n');
	await page.keyboard.press("Shift+Alt+KeyF");
	await page.getByText("The formatter could not be loaded.").waitFor();
	await page.unroute(ruff);
	await page.keyboard.press("ControlOrMeta+s");
	await textBecomes(page, "def a(x):\n    return {'a': x}\n");
	await over("x = 1\ndef ä(:\n");
	await page.keyboard.press("Shift+Alt+KeyF");
	await page.getByText(/not be formatted\. Expected a .+ \(2:7\)/).waitFor();
});

/** Presses a key for each character, without waiting for one before the next. */
async function pressEach(page: Page, text: string): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const enter = { key: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
	await Promise.all(
		[...text].map((key) =>
			session.send("Input.dispatchKeyEvent", {
				type: "keyDown",
				...(key === "\n" ? enter : { key, text: key }),
			}),
		),
	);
}

test("ten answers that are typed key by key are what was typed: nothing that the editor inserts is left over", async () => {
	const page = await world.open(null);
	const lines = (text: string) =>
		text
			.trim()
			.split("\n")
			.map((line) => line.trim());
	for (const [pack, count] of [
		["express", 4],
		["react", 3],
		["fastapi", 3],
	] as const) {
		const folder = join(import.meta.dir, "../../packs", pack, "challenges");
		for (const challenge of readdirSync(folder).sort().slice(0, count)) {
			await page.goto(`${world.url}/packs/${pack}/${challenge.slice(3)}`);
			const editor = page.locator(".cm-content");
			await editor.waitFor();
			// Closing brackets have arrived, and the language colours the code.
			await page.locator(".cm-lint-marker, .cm-gutter-lint").first().waitFor();
			await editor.locator("span").first().waitFor();
			const file =
				(await editor.getAttribute("aria-label"))?.replace("Code of ", "") ??
				"";
			const answer = readFileSync(
				join(folder, challenge, "solution", file),
				"utf8",
			);
			await editor.focus();
			await page.keyboard.press("ControlOrMeta+a");
			await page.keyboard.press("Delete");
			// The editor indents.
			await pressEach(page, lines(answer).join("\n"));
			expect([challenge, lines(await textOf(page))]).toEqual([
				challenge,
				lines(answer),
			]);
		}
	}
	await page.context().close();
});

test("what was changed while signed out is merged into the account, and follows to another browser", async () => {
	const page = await world.open("/settings");
	await number(page, "Tab size").fill("8");
	await choice(page, "Dark").last().check();
	await page.getByText("They are kept in this browser.").waitFor();
	await world.signIn(page, "Robin Vale");
	expect(await stored(page)).toEqual({
		_id: null,
		...nested(ACCOUNT_DEFAULTS),
	});
	await page.request.patch(`${world.url}/api/v1/settings`, {
		data: { keybindings: "emacs" },
	});
	await page.reload();
	await page.getByText("They are saved to your account.").waitFor();
	await choice(page, "Emacs", true).waitFor();
	expect(await stored(page)).toMatchObject({
		keybindings: "emacs",
		darkMode: true,
		formatter: { tabSize: 8 },
	});
	const sent = page.waitForResponse(
		(response) => response.request().method() === "PATCH" && response.ok(),
	);
	await option(page, "Offer hints").uncheck();
	await sent;
	expect((await stored(page)).feedback.showHints).toBe(false);
	const second = await world.open(null);
	await second.context().addCookies(await page.context().cookies());
	await second.goto(`${world.url}/settings`);
	await choice(second, "Emacs", true).waitFor();
	await second.locator("html[data-theme=dark]").waitFor();
	expect(await option(second, "Offer hints").isChecked()).toBe(false);
	await button(second, /Robin Vale/).click();
	await second.getByRole("menuitem", { name: "Sign out", exact: true }).click();
	await choice(second, "Default", true).waitFor();
	await second.locator("html[data-theme=system]").waitFor();
});

/** The page's names as the service's members. */
function nested(values: typeof ACCOUNT_DEFAULTS): Record<string, unknown> {
	const all: Record<string, Record<string, unknown> | unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const [group = "", field] = name.split(".");
		all[group] = field ? { ...(all[group] as object), [field]: value } : value;
	}
	return all;
}

/** Chromium's entry of what has moved, which TypeScript does not know. */
type LayoutShift = PerformanceEntry & { sources: { node: Node | null }[] };

describe("checking as one types", () => {
	const checkOnType = (page: Page) => option(page, "Check as I type");

	test("is off at first; switched on, results follow each pause, and a reload keeps the choice", async () => {
		const page = await world.open(CHALLENGE_1);
		await code(page).waitFor();
		expect(await checkOnType(page).isChecked()).toBe(false);
		await checkOnType(page).check();
		await page
			.getByText(/^\d of 6 checks pass/)
			.first()
			.waitFor();
		await write(page, ANSWER.replace("export default app;", ""));
		await page.getByText("5 of 6 checks pass").first().waitFor();
		expect(
			await code(page).evaluate((it) => it === document.activeElement),
		).toBe(true);
		// Half a statement: the results before it stay.
		await page.keyboard.press("ControlOrMeta+End");
		await page.keyboard.type("export default (");
		await page.locator(".tab-faulty").waitFor();
		expect(await verdict(page).textContent()).toBe("5 of 6 checks pass");
		await page.keyboard.press("Backspace");
		await page.keyboard.type("app;");
		await page.getByText("All checks pass").first().waitFor();
		expect(await status(page).textContent()).toBe("Passed");
		await page.reload();
		await checkOnType(page).waitFor();
		expect(await checkOnType(page).isChecked()).toBe(true);
		await page.context().close();
	});

	/** Where the headline, each check and the state of each task stand. */
	const places = (page: Page) =>
		page.evaluate(() => {
			const all = document.querySelectorAll(
				"#results-heading, .check, .task-state",
			);
			return [...all].map((each) => {
				const { x, y, height } = each.getBoundingClientRect();
				return [x, y, height];
			});
		});

	test("nothing moves while one types, whatever the checks find; messages follow when one stops", async () => {
		const page = await world.open(null);
		// Pauses are as long as this test says, on a busy machine, too.
		await page.clock.install();
		await page.goto(world.url + CHALLENGE_1);
		await code(page).waitFor();
		await checkOnType(page).check();
		await write(page, ANSWER.replace("export default app;\n", ""));
		const missing = page.locator(".check-open .check-message");
		await verdict(page).getByText("5 of 6 checks pass").waitFor();
		await missing.getByText("export default").waitFor();
		// What the starter lacked has given its room away.
		await page.waitForFunction(() => !document.querySelector(".held"));
		await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
		await page.evaluate(() => {
			const shifts: string[] = [];
			Object.assign(window, { shifts });
			new PerformanceObserver((list) => {
				for (const each of list.getEntries() as LayoutShift[])
					for (const { node } of each.sources) {
						const element = node?.parentElement?.closest("[class]");
						// Text after the cursor makes room for what is typed, and a new word is put into its frame.
						if (!element?.closest(".cm-editor, .task-state"))
							shifts.push(`${element?.className}: ${node?.textContent}`);
					}
			}).observe({ type: "layout-shift" });
		});
		const before = await places(page);
		/** Types, then pauses for the checks until they have found `headline`. */
		const type = async (text: string, headline: string) => {
			for (const key of text) {
				await page.keyboard.press(key);
				await page.clock.runFor(50);
			}
			await page.clock.runFor(500);
			await verdict(page).getByText(headline, { exact: true }).waitFor();
			await page.clock.runFor(100);
			expect(await places(page)).toEqual(before);
		};
		await page.keyboard.press("ControlOrMeta+End");
		await type("export default app;", "All checks pass");
		expect(await page.locator(".passed").count()).toBe(0);
		await type(" // done", "All checks pass");
		await page.keyboard.press("ControlOrMeta+Home");
		for (let line = 1; line < 5; line++) await page.keyboard.press("ArrowDown");
		for (let column = 1; column < 16; column++)
			await page.keyboard.press("ArrowRight");
		await type("/to/every/reader/of/the/library/now", "5 of 6 checks pass");
		expect(
			await page.evaluate(() => (window as { shifts?: string[] }).shifts),
		).toEqual([]);
		expect(await missing.count()).toBe(0);
		await page.clock.runFor(1_500);
		await missing.getByText("/hello").first().waitFor();
		await page.context().close();
	});
});
