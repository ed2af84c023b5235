/** Drafts in two tabs, and in a browser whose storage is full: nothing that was typed is lost without a word. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
	button,
	CHALLENGE_1,
	code,
	textBecomes,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());
const KEY = "treeline:draft:express/say-hello-over-http";

async function twoTabs(): Promise<[Page, Page]> {
	const one = await world.open(CHALLENGE_1);
	const other = await one.context().newPage();
	await other.goto(world.url + CHALLENGE_1);
	await Promise.all([code(one).waitFor(), code(other).waitFor()]);
	return [one, other];
}

test("what one tab changes, another shows, and says so", async () => {
	const [one, other] = await twoTabs();
	await write(one, "// of the first tab");
	await textBecomes(other, "// of the first tab");
	await other.getByText(/changed in another tab/).waitFor();
	expect(await axeViolations(other)).toEqual([]);
	expect(await one.getByText(/in another tab/).count()).toBe(0);
	await write(other, "// of the second tab");
	await textBecomes(one, "// of the second tab");
	await one.context().close();
});

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

/** Leaves no room in the storage of the browser, as other sites' data may. */
const fillStorage = (page: Page) =>
	page.evaluate(() => {
		for (let size = 4_000_000; size >= 1; ) {
			try {
				localStorage.setItem(`of-another-site-${size}`, "x".repeat(size));
				if (size === 1) break;
			} catch {}
			size = Math.floor(size / 2);
		}
	});

test("with full storage one notice says what to do, the tab asks before it closes, and room saves the code", async () => {
	const page = await world.open(CHALLENGE_1);
	await code(page).waitFor();
	await fillStorage(page);
	const text = `// ${"kept ".repeat(100)}`;
	await write(page, text);
	const notice = page.getByText(/storage is full/);
	await notice.waitFor();
	expect(await notice.count()).toBe(1);
	expect(await axeViolations(page)).toEqual([]);

	const asked = page.waitForEvent("dialog");
	await page.evaluate(() => setTimeout(() => location.reload()));
	const dialog = await asked;
	expect(dialog.type()).toBe("beforeunload");
	await dialog.dismiss();
	await textBecomes(page, text);

	await page.evaluate(() => {
		for (const key of Object.keys(localStorage))
			if (key.startsWith("of-another-site")) localStorage.removeItem(key);
		document.dispatchEvent(new Event("visibilitychange"));
	});
	await notice.waitFor({ state: "detached" });
	await page.reload();
	await textBecomes(page, text);
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
