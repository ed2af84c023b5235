/** Drafts and attempts: after a reset, a restore, a reload, in two tabs, with full storage. Nothing that was typed is lost without a word. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { fillStorage } from "./browser-storage.ts";
import {
	ANSWER,
	button,
	CHALLENGE_1,
	code,
	dialogGone,
	engineReady,
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
const KEY = "treeline:draft:express/say-hello-over-http";

test("a draft of another tab that was not seen is not overwritten for good", async () => {
	const page = await world.open(CHALLENGE_1);
	await write(page, "// mine");
	// A change by this tab itself is not reported to it: as one of another tab that has not arrived yet.
	await page.evaluate((key) => {
		const files = [{ path: "app.js", content: "// theirs" }];
		localStorage.setItem(key, JSON.stringify(files));
	}, KEY);
	await write(page, "// mine, newer");
	await page.getByText(/also changed in another tab/).waitFor();
	await button(page, "Restore previous code").click();
	await textBecomes(page, "// theirs");
	await button(page, "Restore previous code").click();
	await textBecomes(page, "// mine, newer");
	await page.context().close();
});

test("unsaved code does not replace a newer draft that another tab has saved", async () => {
	const page = await world.open(CHALLENGE_1);
	await code(page).waitFor();
	await fillStorage(page);
	const text = `// ${"unsaved ".repeat(100)}`;
	await write(page, text);
	const notice = page.getByText(/storage is full/);
	await notice.waitFor();
	// What was just typed would be newer than the other tab's code: it is stored, as far as that goes.
	await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
	// Both by another tab: it makes room, and saves its code.
	await page.evaluate((key) => {
		for (const name of Object.keys(localStorage))
			if (name.startsWith("of-another-site")) localStorage.removeItem(name);
		const newValue = JSON.stringify([{ path: "app.js", content: "// theirs" }]);
		localStorage.setItem(key, newValue);
		window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
	}, KEY);
	await textBecomes(page, "// theirs");
	await notice.waitFor({ state: "detached" });
	const [draft, quarantined] = await page.evaluate(
		(key) => [
			localStorage.getItem(key),
			localStorage.getItem(key.replace("draft:", "aside:draft:")),
		],
		KEY,
	);
	expect(draft).toContain("// theirs");
	expect(quarantined).toContain(text);
	await page.context().close();
});

test("what a reset replaced can be restored after a reload, in every tab, and then no more", async () => {
	const page = await world.open(CHALLENGE_1);
	const other = await page.context().newPage();
	await other.goto(world.url + CHALLENGE_1);
	await code(other).waitFor();
	await code(page).waitFor();
	const starter = await textOf(page);
	const restore = button(page, "Restore previous code");
	const becomesEnabled = (of: Page, enabled: boolean) =>
		of
			.locator(`button${enabled ? ":enabled" : ":disabled"}`, {
				hasText: "Restore previous code",
			})
			.waitFor();
	await becomesEnabled(page, false);
	await write(page, ANSWER);
	await button(page, "Reset to starter").click();
	await textBecomes(page, starter);
	await becomesEnabled(other, true);
	await page.reload();
	await textBecomes(page, starter);
	await restore.click();
	await textBecomes(page, ANSWER);
	await becomesEnabled(page, false);
	await textBecomes(other, ANSWER);
	await becomesEnabled(other, false);
	await page.locator("button:focus", { hasText: "Reset to starter" }).waitFor();
	await page.reload();
	await textBecomes(page, ANSWER);
	await becomesEnabled(page, false);
});

test("reset and restore say what they did, offer one way back and move no button", async () => {
	const page = await world.open(CHALLENGE_1);
	await code(page).getByText("Answer GET /hello here").waitFor();
	const starter = await textOf(page);
	const places = () =>
		page.locator(".work-actions button").evaluateAll((all) =>
			all.map((each) => {
				const { x, y, width } = each.getBoundingClientRect();
				return [each.textContent, x, y, width];
			}),
		);
	const before = await places();
	const wayBack = button(page, /Undo|Restore/);
	expect(await status(page).textContent()).toBe("Not started");
	expect(await button(page, "Reset to starter").isDisabled()).toBe(true);
	await write(page, ANSWER);
	await textBecomes(page, ANSWER);
	expect(await status(page).textContent()).toBe("In progress");
	await button(page, "Reset to starter").click();
	await page.getByText(/^The starter is back/).waitFor();
	await textBecomes(page, starter);
	await page.locator("button:focus", { hasText: "Restore" }).waitFor();
	// Neither a button nor a check is covered.
	const toast = await page.locator(".toast").boundingBox();
	const actions = await page.locator(".work-actions").boundingBox();
	expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(
		actions?.y ?? 0,
	);
	expect(await wayBack.count()).toBe(1);
	expect(await places()).toEqual(before);
	await wayBack.click();
	await page.getByText("Your previous code is restored.").waitFor();
	await textBecomes(page, ANSWER);
	expect(await places()).toEqual(before);
	await page.reload();
	await textBecomes(page, ANSWER);
});

test("a reload shows the last result, while the code is the one that was verified", async () => {
	const page = await world.open(CHALLENGE_1);
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").waitFor();
	await page.keyboard.type(" ");
	await page.reload();
	await engineReady(page);
	expect(await verdict(page).textContent()).toBe("Checks");
	await write(page, ANSWER);
	await page.reload();
	await page.getByText("All checks pass").waitFor();
	await page.getByText("the result of your last check").waitFor();
	expect(await page.locator("p.unseen[role=status]").textContent()).toBe("");
	await code(page).focus();
	await page.keyboard.type(" ");
	await page.getByText("Edited since this check").waitFor();
});

test("each verified answer is kept, compared and restored, also after a reset and a reload", async () => {
	const page = await world.open(CHALLENGE_1);
	const failing = ANSWER.replace("app.get", "app.post");
	const answers: [string, RegExp][] = [
		[ANSWER.replace("express();", "express(;"), /^Syntax error/],
		[failing, /^5 of 6 checks/],
		[ANSWER, /^All checks/],
	];
	for (const [answer, headline] of answers) {
		await write(page, answer);
		await verify(page);
		await page.getByRole("heading", { name: headline }).waitFor();
	}
	await button(page, "Reset to starter").click();
	await page.reload();
	await code(page).getByText("Answer GET /hello here").waitFor();
	await button(page, "Attempts").press("Enter");
	const dialog = page.getByRole("dialog", { name: "Attempts" });
	const rows = dialog.getByRole("listitem");
	await rows.nth(2).waitFor();
	const states = await rows.locator("> span:nth-child(2)").allTextContents();
	expect(states).toEqual([
		"Passed",
		"Not yet: 5 of 6",
		"Syntax error",
		"Starter",
	]);
	await rows
		.nth(0)
		.getByRole("button", { name: /^Compare/ })
		.press("Enter");
	const before = dialog.getByRole("textbox", { name: "app.js: Attempt of" });
	const now = dialog.getByRole("textbox", { name: "app.js: Your code now" });
	await before
		.locator(".cm-changedLine")
		.getByText(/app\.get/)
		.waitFor();
	await now
		.locator(".cm-changedLine")
		.getByText("Answer GET /hello here")
		.waitFor();
	const left = async (of: typeof now) => (await of.boundingBox())?.x ?? 0;
	expect(await left(before)).toBeLessThan(await left(now));
	expect(await checkInAllThemes(page, "attempts")).toEqual([]);
	await rows
		.nth(0)
		.getByRole("button", { name: /^Restore/ })
		.press("Enter");
	await dialogGone(page);
	await textBecomes(page, ANSWER);
	await page.getByText(/^The code of .+ is restored\.$/).waitFor();
	expect(
		await button(page, "Attempts").evaluate(
			(it) => it === document.activeElement,
		),
	).toBe(true);
	await page.keyboard.press("Enter");
	await rows.nth(0).getByText("Your code as it is now").waitFor();
	await page.keyboard.press("Escape");
	await dialogGone(page);
});

test("a passed answer and its result stay when the page is left at once", async () => {
	const page = await world.open(CHALLENGE_1);
	await write(page, ANSWER);
	await engineReady(page);
	// A database that reads slowly, as on a busy machine.
	await page.evaluate(() => {
		const getAll = IDBIndex.prototype.getAll;
		IDBIndex.prototype.getAll = function (...query) {
			for (let reads = 0; reads < 20_000; reads++) this.count();
			return getAll.apply(this, query);
		};
	});
	await verify(page);
	await page.getByText("All checks pass").waitFor();
	await page.reload();
	await page.getByText("All checks pass").waitFor({ timeout: 20_000 });
	await page.context().close();
});

test("two tabs of one browser keep their status in step", async () => {
	const page = await world.open(CHALLENGE_1);
	const other = await page.context().newPage();
	await other.goto(page.url());
	await code(other).waitFor();
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").waitFor();
	await other.locator(".top-bar .status-passed").waitFor();
});

test("hints come one at a time and stay", async () => {
	const page = await world.open(CHALLENGE_1);
	for (const count of [1, 2]) {
		await button(page, `Show hint ${count} of 4`).click();
		expect(await page.locator(".hints li").count()).toBe(count);
	}
	await page.reload();
	await button(page, "Show hint 3 of 4").waitFor();
	expect(await page.locator(".hints li").count()).toBe(2);
	// Where a check keeps failing, the next one is offered beside the checks, too.
	await engineReady(page);
	const offered = page.locator(".next-hint").getByRole("button");
	for (const count of [1, 2, 3]) {
		expect(await offered.count()).toBe(0);
		await write(page, `${ANSWER.replace("app.get", "app.post")}// ${count}`);
		await verify(page);
		await page.getByText(/checked in/).waitFor();
	}
	await offered.press("Enter");
	await page.locator(".hints li:nth-child(3):focus").waitFor();
	expect(await offered.count()).toBe(0);
});
