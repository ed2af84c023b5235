/** A learner's way through a challenge, in a real browser against the real service. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import {
	ANSWER,
	button,
	CHALLENGE_1,
	code,
	status,
	stayingCode,
	textBecomes,
	verdict,
	verify,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations, checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

describe("on one page, where each test writes all of the code", () => {
	let page: Page;
	beforeAll(async () => {
		page = await world.open(CHALLENGE_1);
		await code(page).waitFor();
	});
	const checked = () => page.getByText(/^checked in/).waitFor();

	test("a failed check says what was found, speaks it once and leads to the place", async () => {
		expect(await page.locator(".check details").count()).toBe(0);
		await write(page, ANSWER.replace("app.get", "app.post"));
		await button(page, /^Verify/).click();
		await page.getByText("5 of 6 checks pass").first().waitFor();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe(
			"results-heading",
		);
		const message = page.locator(".check-open .check-message");
		expect(await message.count()).toBe(1);
		// The line is named once, by the link.
		const text = (await message.textContent()) ?? "";
		expect(text).toEndWith(" app.js, line 5");
		expect(text.match(/line 5/gi)).toHaveLength(1);
		expect(
			await page.locator("p.unseen[role=status]").last().textContent(),
		).toStartWith("5 of 6 checks pass. Not yet: The app answers GET requests");
		await message.locator(".jump").click();
		expect(
			await page.evaluate(() => document.activeElement?.className),
		).toContain("cm-content");
		expect(await status(page).textContent()).toBe("In progress");
	});

	test("what comes close is marked in the code, with the message on F8 and under the pointer", async () => {
		await write(page, ANSWER.replace("app.get", "app.post"));
		await verify(page);
		const mark = page.locator(".cm-lintRange-warning").first();
		const message = page
			.locator(".cm-tooltip-lint")
			.getByText("is not the method for GET requests");
		await mark.waitFor();
		await page.locator(".cm-lint-marker-warning").waitFor();
		await code(page).focus();
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.press("F8");
		await message.waitFor();
		await page.keyboard.press("Escape");
		await message.waitFor({ state: "detached" });
		await mark.hover();
		await message.waitFor();
		await page.mouse.move(0, 0);
		await message.waitFor({ state: "detached" });
	});

	test("a task tells how its checks are, and leads to them and back", async () => {
		const task = (number: number) => page.locator(`#task-${number} button`);
		await button(page, "Reset to starter").click();
		expect(await task(2).textContent()).toBe("Task 2: 2 checks");
		await write(page, ANSWER.replace("app.get", "app.post"));
		await verify(page);
		await checked();
		expect(await task(1).textContent()).toBe("Task 1: Passed");
		expect(await task(2).textContent()).toBe("Task 2: Not yet: 1 of 2");
		await task(2).press("Enter");
		const focus = page.locator(":focus");
		await focus.getByText("The app answers GET requests").waitFor();
		await focus.getByRole("button", { name: "Task 2" }).press("Enter");
		await focus.getByText("on your app, and nothing else").waitFor();
		await page.keyboard.press("Tab");
		await focus.and(task(2)).waitFor();
		await code(page).focus();
		await page.keyboard.type(" ");
		await task(1).getByText("Task 1: 1 check").waitFor();
	});

	test("an open check has its hint, which opens when asked for", async () => {
		await write(page, ANSWER.replace("app.get", "app.put"));
		await verify(page);
		await checked();
		const hint = page.locator(".check-open details");
		await hint.waitFor();
		expect(await page.locator(".check details").count()).toBe(1);
		await hint.getByText("Hint", { exact: true }).click();
		await hint.getByText(/^Call get on your app with the path/).waitFor();
	});

	test("a result is marked as old once the code changes, and is gone after a reset", async () => {
		await write(page, ANSWER.replace("app.get", "app.delete"));
		await verify(page);
		await checked();
		await page.keyboard.type(" ");
		await page.getByText("Edited since this check").waitFor();
		await page.locator(".check-open .jump").waitFor();
		await button(page, "Reset to starter").click();
		await page.locator(".check-open").waitFor({ state: "detached" });
		expect(await verdict(page).textContent()).toBe("Checks");
		expect(await page.getByText("Edited since this check").count()).toBe(0);
	});

	test("a syntax error withholds the pass and is shown first", async () => {
		await write(page, ANSWER.replace("express();", "express(;"));
		await page.locator(".cm-lintRange-error").first().waitFor();
		await verify(page);
		await page.getByText("The checks run once").waitFor();
		expect(await verdict(page).textContent()).toBe("Syntax error");
		expect(await page.locator(".check-passed").count()).toBe(0);
		expect(await page.locator(".passed").count()).toBe(0);
		expect(await status(page).textContent()).toBe("In progress");
	});

	test("tags typed by hand stay as they are typed", async () => {
		// The language has arrived once it colours the code.
		await code(page).locator("span").first().waitFor();
		await code(page).focus();
		await page.keyboard.press("ControlOrMeta+a");
		const line = "const a = <p>Hi {name}<b></b><br/></p>;";
		await page.keyboard.type(line);
		await textBecomes(page, line);
	});

	test("Escape, then Tab leads out of the editor, from whatever is open in it", async () => {
		const find = page.getByRole("textbox", { name: "Find" });
		const faulty = ANSWER.replace("express();", "express(;");
		await write(page, faulty);
		await page.locator(".cm-lintRange-error").first().waitFor();
		const leave = async () => {
			await page.keyboard.press("Escape");
			await page.keyboard.press("Tab");
			await page.waitForFunction(
				() => document.activeElement?.closest(".cm-editor") === null,
			);
			await code(page).focus();
		};
		const message = page.locator(".cm-tooltip-lint");
		/** Again where a result that arrives just then draws the marks anew, which closes the message. */
		const showMessage = async () => {
			const isShown = () => message.waitFor({ timeout: 10_000 });
			do await page.keyboard.press("F8");
			while (await isShown().catch(() => true));
		};
		await showMessage();
		await page.keyboard.press("Escape");
		await message.waitFor({ state: "detached" });
		await page.keyboard.press("ArrowLeft");
		await showMessage();
		await leave();
		await message.waitFor({ state: "detached" });
		await page.keyboard.press("ControlOrMeta+a");
		await leave();
		// Find and replace arrive when they are first asked for.
		await page.keyboard.press("ControlOrMeta+f");
		await find.waitFor();
		await page.getByRole("checkbox", { name: "Match case" }).waitFor();
		await leave();
		await page.keyboard.press("ControlOrMeta+f");
		await find.waitFor();
		await code(page).focus();
		await leave();
		await textBecomes(page, faulty);
		// Any other key makes Tab indent again.
		await page.keyboard.press("ControlOrMeta+Home");
		await page.keyboard.press("Tab");
		await textBecomes(page, `  ${faulty}`);
	});

	test("text is found and replaced", async () => {
		await write(page, ANSWER);
		await page.keyboard.press("ControlOrMeta+f");
		await page.getByRole("textbox", { name: "Find" }).fill("app");
		await page.getByRole("textbox", { name: "Replace" }).fill("api");
		await button(page, "Replace all").press("Enter");
		await textBecomes(page, ANSWER.replaceAll("app", "api"));
		await page.keyboard.press("Escape");
	});

	test("saving verifies, and the browser does not save the page", async () => {
		await write(page, ANSWER);
		await page.evaluate(() => {
			window.addEventListener("keydown", ({ key, defaultPrevented }) => {
				if (key === "s")
					document.body.dataset.prevented = `${defaultPrevented}`;
			});
		});
		await page.keyboard.press("ControlOrMeta+s");
		await page.getByText("All checks pass").waitFor();
		await page.locator("body[data-prevented=true]").waitFor();
	});

	test("a pass is shown over the code that was checked only", async () => {
		const pass = page.getByText("All checks pass");
		const next = page.locator(".results").getByText("Next challenge");
		await write(page, `${ANSWER}\n`);
		await verify(page);
		await pass.waitFor();
		await next.waitFor();
		// The celebration moves for those who want that.
		const motion = () =>
			page
				.locator(".passed-mark")
				.evaluate((mark) => getComputedStyle(mark).animationName);
		expect(await motion()).toBe("none");
		await page.emulateMedia({ reducedMotion: "no-preference" });
		expect(await motion()).toBe("arrive");
		await page.emulateMedia({ reducedMotion: "reduce" });
		// The pane with the checks has been scrolled down.
		await page.locator(".check").last().scrollIntoViewIfNeeded();
		await verify(page);
		await page.waitForFunction(() => {
			const [pane, headline] = [".results", "#results-heading"].map((each) =>
				document.querySelector(each)?.getBoundingClientRect(),
			);
			return pane && headline && headline.top >= pane.top;
		});
		await page.keyboard.type(" ");
		await pass.waitFor({ state: "detached" });
		await next.waitFor({ state: "detached" });
		expect(await page.locator(".check-passed").count()).toBe(0);
		await page.keyboard.press("Backspace");
		await pass.waitFor();
		await button(page, "Reset to starter").click();
		await pass.waitFor({ state: "detached" });
		await next.waitFor({ state: "detached" });
		await button(page, "Restore previous code").click();
		await pass.waitFor();
		await next.waitFor();
	});

	test("the shortcuts are listed by ?, except where one types, and by a button", async () => {
		const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
		const close = async () => {
			await page.keyboard.press("Escape");
			await list.waitFor({ state: "detached" });
		};
		await page.getByRole("heading", { level: 1 }).focus();
		await page.keyboard.press("?");
		await list.getByText("Go to the next problem").waitFor();
		expect(await checkInAllThemes(page, "shortcuts")).toEqual([]);
		await close();
		await write(page, "// why");
		await page.keyboard.type("?");
		await textBecomes(page, "// why?");
		await button(page, "More").focus();
		await page.keyboard.press("ArrowUp");
		await page
			.locator("[role=menuitem]:focus", { hasText: "Keyboard shortcuts" })
			.press("Enter");
		await list.waitFor();
		await close();
		expect(
			await button(page, "More").evaluate(
				(it) => it === document.activeElement,
			),
		).toBe(true);
	});

	test("the code is compared with the starter and downloaded; formatting that is off leads to its setting", async () => {
		await write(page, ANSWER);
		await button(page, "More").press("ArrowDown");
		const compare = page.locator("[role=menuitem]:focus");
		await compare.getByText("Compare with starter").waitFor();
		expect(await axeViolations(page)).toEqual([]);
		await compare.press("Enter");
		const dialog = page.getByRole("dialog", { name: "Attempts" });
		await dialog
			.getByRole("textbox", { name: "app.js: Starter" })
			.locator(".cm-changedLine")
			.getByText("Answer GET /hello here")
			.waitFor();
		const hide = dialog.locator("button:focus", { hasText: "Hide" });
		await hide.press("Enter");
		await dialog.getByRole("textbox").first().waitFor({ state: "detached" });
		await dialog.getByRole("button", { name: "Close" }).click();
		await button(page, "More").click();
		await page.getByRole("menuitem", { name: "Format files" }).click();
		await page.getByText("The formatter is switched off").waitFor();
		await button(page, "More").click();
		await page.getByRole("menuitem", { name: "Open in VS Code" }).click();
		const inEditor = await stayingCode(page);
		expect(await axeViolations(page)).toEqual([]);
		const downloading = page.waitForEvent("download");
		await button(page, "Download as zip").press("Enter");
		const download = await downloading;
		await inEditor.getByRole("button", { name: "Close" }).click();
		expect(download.suggestedFilename()).toBe("say-hello-over-http.zip");
		const files = unzipSync(await readFile(await download.path()));
		expect(strFromU8(files["say-hello-over-http/app.js"] as Uint8Array)).toBe(
			ANSWER,
		);
		const settings = page.locator(".notice").getByRole("link");
		expect(await settings.getAttribute("href")).toBe("/settings");
	});

	test("a pass offers the next challenge", async () => {
		await write(page, ANSWER);
		await verify(page);
		await page
			.getByRole("link", { name: /Next challenge/ })
			.first()
			.click();
		await page
			.getByRole("heading", { level: 1, name: "Look Up One Book" })
			.waitFor();
		expect(new URL(page.url()).pathname).toBe(
			"/packs/express/look-up-one-book",
		);
		const way = (name: string) =>
			page
				.getByRole("navigation", { name: "Place in the pack" })
				.getByRole("link", { name });
		await way("Next challenge: Check In a New Book").waitFor();
		await way("Previous challenge: Say Hello over HTTP").press("Enter");
		await page.getByText("1 of 10", { exact: true }).waitFor();
		await way("Next challenge: Look Up One Book").press("Enter");
		await page.getByText("2 of 10", { exact: true }).waitFor();
		expect(await page.title()).toStartWith("Look Up One Book");
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe(
			"H1",
		);
	});
});

describe("on a small screen", () => {
	let page: Page;
	beforeAll(async () => {
		page = await world.open(CHALLENGE_1, {
			viewport: { width: 390, height: 664 },
		});
		await code(page).waitFor();
	});

	test.each([
		["the button", (page: Page) => button(page, /^Verify/).click()],
		["the keyboard", verify],
	])("a check that fails after %s is in sight", async (way, ask) => {
		const answer = ANSWER.replace("export default app;", `// ${way}`);
		await page.evaluate(() => window.scrollTo(0, 0));
		await write(page, answer);
		await ask(page);
		await page.getByText(/^checked in/).waitFor();
		await page.waitForFunction(() => {
			const check = document.querySelector(".check-open .check-message");
			const actions = document.querySelector(".work-actions");
			if (!check || !actions) return false;
			const { top, bottom } = check.getBoundingClientRect();
			const covered = actions.getBoundingClientRect();
			const free = covered.bottom <= top || covered.top >= bottom;
			return top >= 0 && bottom <= innerHeight && free;
		});
	});

	test("task, code and checks are one button away from each other", async () => {
		const inSight = (selector: string) =>
			page.waitForFunction((of) => {
				const top = document.querySelector(of)?.getBoundingClientRect().top;
				return top !== undefined && top >= 0 && top < innerHeight / 2;
			}, selector);
		const part = (name: string) =>
			page.getByRole("navigation", { name: /^Parts/ }).getByText(name);
		await part("Code").click();
		await inSight(".cm-content");
		expect(
			await code(page).evaluate((it) => it === document.activeElement),
		).toBe(true);
		await part("Checks").click();
		await inSight("#results-heading");
		await part("Task").click();
		await inSight("h1");
	});

	test("long lines wrap", async () => {
		await write(page, `// ${"word ".repeat(40)}`);
		expect(
			await page
				.locator(".cm-scroller")
				.evaluate((each) => each.scrollWidth - each.clientWidth),
		).toBe(0);
	});
});
