/** Drafts in two tabs, and in a browser whose storage is full: nothing that was typed is lost without a word. */
import { expect, test } from "bun:test";
import { fillStorage } from "./browser-storage.ts";
import {
	button,
	CHALLENGE_1,
	code,
	textBecomes,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";

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
