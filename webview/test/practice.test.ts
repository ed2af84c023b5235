/** Challenges that are due again, on the first screen. */
import { expect, test } from "bun:test";
import cases from "@treeline/packs/practice/cases";
import type { Page } from "playwright-core";
import { ANSWER, code, verdict, verify, write } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations, checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());
const due = (page: Page) => page.getByRole("list", { name: "Due again" });
const titles = (page: Page) => page.locator(".due-title").allTextContents();

/** Gives the browser the cases' attempts, as the page keeps its own. */
const keepAttempts = (page: Page) =>
	page.evaluate(async (attempts) => {
		const request = indexedDB.open("treeline");
		await new Promise((resolve) => {
			request.onsuccess = resolve;
		});
		const transaction = request.result.transaction("attempts", "readwrite");
		for (const [challenge, each] of Object.entries(attempts)) {
			localStorage.setItem(
				`treeline:progress:${challenge}`,
				JSON.stringify({ status: "passed", hintsShown: 0, seconds: 0 }),
			);
			for (const attempt of each)
				transaction.objectStore("attempts").put({
					...attempt,
					id: crypto.randomUUID(),
					owner: "",
					challenge,
					files: [{ path: "app.js", content: "" }],
				});
		}
		await new Promise((resolve) => {
			transaction.oncomplete = resolve;
		});
		request.result.close();
	}, cases.attempts);

test("are those of the attempts that this browser keeps, the longest due first, and leave once they are passed anew", async () => {
	const page = await world.open(null);
	await page.clock.setFixedTime(cases.now);
	await page.goto(`${world.url}/packs/express/say-hello-over-http`);
	await write(page, ANSWER.replace("/hello", "/hullo"));
	await verify(page);
	// The page has made its database by then.
	await verdict(page).getByText("checks pass").waitFor();
	await page.goto(world.url);
	await page.getByRole("heading", { name: "Packs" }).waitFor();
	expect(await due(page).count()).toBe(0);

	await keepAttempts(page);
	await page.reload();
	await due(page).waitFor();
	expect(await titles(page)).toEqual(cases.due.map(({ title }) => title));
	expect(await checkInAllThemes(page, "practice")).toEqual([]);
	expect(await axeViolations(page)).toEqual([]);

	await page.getByRole("button", { name: "Practise Look Up One Book" }).click();
	await code(page).waitFor();
	expect(await page.locator("h1").textContent()).toContain("Look Up One Book");
	await page.goBack();
	await page
		.getByRole("button", { name: "Practise Say Hello over HTTP" })
		.click();
	await page
		.locator("button:enabled", { hasText: "Restore previous code" })
		.waitFor();
	await write(page, ANSWER);
	await verify(page);
	await verdict(page).getByText("All checks pass").waitFor();
	await page.goto(world.url);
	await due(page).waitFor();
	expect(await titles(page)).toEqual(
		cases.due.slice(1).map(({ title }) => title),
	);
	await page.context().close();
});
