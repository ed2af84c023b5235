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
import { forThisFile } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";

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
