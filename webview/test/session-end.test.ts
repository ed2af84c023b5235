/** A session that ends while a learner works: nothing typed is lost, the page says what to do, and doing it brings everything home. */
import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
	ANSWER,
	CHALLENGE_1,
	code,
	engineReady,
	status,
	textBecomes,
	verify,
	write,
} from "./challenge-page.ts";
import { addLearners, createClass } from "./class-world.ts";
import { forThisFile } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

const ENDED = /Your session has ended, Robin Vale/;

const at = forThisFile(() => openSignInWorld());
let page: Page;
beforeEach(async () => {
	at.anew("Robin Vale");
	page = await at.open(null);
	await page.goto(beginAt(at.url, CHALLENGE_1));
	await signedInAs(page, "Robin Vale");
	await engineReady(page);
});

const endSessions = () =>
	at.onDatabase((sql) => sql`UPDATE sessions SET expires_at = now()`);
const attempts = () =>
	at.onDatabase(async (sql) => {
		const [{ count }] = await sql`
			SELECT count(*)::int AS count FROM attempts WHERE user_id = (
				SELECT user_id FROM provider_accounts WHERE provider_account_id = ${String(at.provider.person.id)})`;
		return count as number;
	});

test("whoever else signs in after a session has ended sees nothing of it, and sends nothing of it", async () => {
	const robin = at.provider.person;
	await write(page, ANSWER);
	await endSessions();
	await verify(page);
	await page.getByText(ENDED).waitFor();
	at.anew("Kim Ash");
	await page.getByRole("link", { name: "Sign in again" }).click();
	await signedInAs(page, "Kim Ash");
	await code(page).waitFor();
	await page.getByText("Answer GET /hello here").waitFor();
	expect(await status(page).textContent()).not.toBe("Passed");
	expect(await attempts()).toBe(0);
	at.provider.person = robin;
	await page.goto(beginAt(at.url, CHALLENGE_1));
	await signedInAs(page, "Robin Vale");
	await textBecomes(page, ANSWER);
});

test("ended elsewhere, it is noticed as soon as the learner comes back to the tab", async () => {
	await write(page, ANSWER);
	await endSessions();
	// The tab is asked anew when it is seen again; a browser without a screen has to be told that.
	await page.evaluate(() =>
		document.dispatchEvent(new Event("visibilitychange")),
	);
	await page.getByText(ENDED).waitFor();
	await textBecomes(page, ANSWER);
	// On a computer that others use, the learner may rather leave than sign in again.
	await page
		.getByRole("status")
		.getByRole("button", { name: "Sign out" })
		.click();
	await page
		.getByRole("banner")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
	await page.getByText("Answer GET /hello here").waitFor();
});

/** All that the browser stores of people, as text: records, and the database of attempts. */
const storedWork = (of: Page) =>
	of.evaluate(async () => {
		const request = indexedDB.open("treeline");
		const attempts = await new Promise<unknown>((resolve, reject) => {
			request.onerror = () => reject(request.error);
			request.onsuccess = () => {
				const all = request.result
					.transaction("attempts")
					.objectStore("attempts")
					.getAll();
				all.onsuccess = () => resolve(all.result);
			};
		});
		return JSON.stringify([attempts, { ...localStorage }]);
	});

/** A second tab of the browser, at a challenge with code of its own. */
async function openSecondTab(): Promise<Page> {
	const other = await page.context().newPage();
	await other.goto(`${at.url}/packs/express/look-up-one-book`);
	await signedInAs(other, "Robin Vale");
	await engineReady(other);
	await write(other, "// typed in the second tab");
	await other.waitForFunction(() =>
		Object.values(localStorage).some((text) => text.includes("second tab")),
	);
	return other;
}

const accountMenu = async (item: string) => {
	await page.getByRole("button", { name: /Signed in as/ }).press("Enter");
	await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
};

/** Nothing of the learner is in the browser, neither now nor after its tabs are used and closed. */
async function expectNoWork(other: Page, name: string): Promise<void> {
	await other
		.getByRole("banner")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
	await other.getByText("second tab").waitFor({ state: "detached" });
	await other.goto(at.url);
	await page.waitForFunction(
		() => !Object.keys(localStorage).some((key) => key.includes(":of:")),
	);
	const work = await storedWork(page);
	for (const mine of ["Good morning", "second tab", name])
		expect(work).not.toContain(mine);
}

test("signing out of a computer that others use removes the learner's work from every tab, after a warning of what is not sent", async () => {
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").waitFor();
	const other = await openSecondTab();
	expect(await storedWork(page)).toContain("Good morning");
	const item = "Sign out and remove my work…";
	const dialog = page.getByRole("dialog", {
		name: "Sign out and remove your work",
	});
	// Its code is loaded when it is first opened.
	await accountMenu(item);
	await dialog.getByText("All of your attempts and drafts are on").waitFor();
	await page.keyboard.press("Escape");
	await page.context().setOffline(true);
	await write(page, `${ANSWER}// offline`);
	await verify(page);
	await accountMenu(item);
	await dialog.getByText("They are lost if you go on").waitFor();
	expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
		"1 attempt",
		expect.stringMatching(/^changes to the code of \d challenges?$/),
	]);
	await page.keyboard.press("Escape");
	await page.context().setOffline(false);
	await accountMenu(item);
	await dialog.getByText("All of your attempts and drafts are on").waitFor();
	await dialog
		.getByRole("button", { name: "Sign out and remove" })
		.press("Enter");
	await page.getByText("your work is removed from this browser").waitFor();
	expect(await page.locator(":focus").getAttribute("id")).toBe("content");
	await expectNoWork(other, "Robin Vale");
	await page.goto(beginAt(at.url, CHALLENGE_1));
	await signedInAs(page, "Robin Vale");
	await textBecomes(page, `${ANSWER}// offline`);
});

test("a deleted account leaves nothing in the browser, in any tab; before, it says which classes end", async () => {
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").waitFor();
	const other = await openSecondTab();
	await page.goto(`${at.url}/classes`);
	const { id } = await createClass(page, "Web basics");
	await addLearners(at, id, { Kim: "", Lou: "" });
	await page.goto(`${at.url}/account`);
	await page.getByRole("button", { name: "Delete account…" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Delete account" });
	await dialog.getByText("Web basics: 2 learners").waitFor();
	const text = await dialog.textContent();
	for (const lost of [
		"the class that you teach, with the memberships of 2 learners",
		"your drafts and your disputes",
		"personal tokens",
	])
		expect(text).toContain(lost);
	expect(await checkInAllThemes(page, "account-deletion-teacher")).toEqual([]);
	await dialog.getByRole("textbox").fill("Robin Vale");
	await page.keyboard.press("Enter");
	await page.getByText("Your account is deleted.").waitFor();
	expect(await page.locator(":focus").getAttribute("id")).toBe("content");
	await expectNoWork(other, "Robin Vale");
});
