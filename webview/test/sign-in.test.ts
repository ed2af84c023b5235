/** Signing in at an identity provider, in a real browser: who is signed in, what they bring along, and signing out. */
import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
	ANSWER,
	button,
	CHALLENGE_1,
	code,
	dialogGone,
	engineReady,
	status,
	textBecomes,
	verify,
	write,
} from "./challenge-page.ts";
import { forThisFile } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";
import { axeViolations, checkAppearance } from "./visual-checks.ts";

const at = forThisFile(() => openSignInWorld());
beforeEach(() => at.anew("Robin Vale"));

const signIn = (page: Page) =>
	page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
const signOut = async (page: Page) => {
	await button(page, /Signed in as/).click();
	await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
	await page
		.getByRole("banner")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
};
/** The cookie of the session. */
const session = async (page: Page) =>
	(await page.context().cookies(at.url)).find(
		({ name }) => name === "JSESSIONID",
	);
const passed = (page: Page, count: number) =>
	page.getByText(`${count} of 10 passed`).waitFor();

async function pass(page: Page): Promise<void> {
	await engineReady(page);
	await write(page, ANSWER);
	await verify(page);
	await page.getByText("All checks pass").waitFor();
}

test("what was done before comes along by the import, and is there on another device", async () => {
	const page = await at.open(CHALLENGE_1);
	await code(page).waitFor();
	await write(page, ANSWER.replace("app.get", "app.post"));
	await verify(page);
	await page
		.getByText(/5 of 6 checks pass/)
		.first()
		.waitFor();
	await pass(page);

	at.provider.asks = true;
	await signIn(page);
	// The browser is at the provider, whose page it is.
	await page.getByRole("button", { name: "Authorize" }).waitFor();
	expect(new URL(page.url()).origin).toBe(at.provider.origin);
	const imported = page.waitForResponse(/\/attempts\/import$/);
	await page.getByRole("button", { name: "Authorize" }).click();
	const told = await (await imported).json();
	expect(
		told.data.map(
			(each: { attempt: { passed: boolean } }) => each.attempt.passed,
		),
	).toEqual([false, true]);

	await signedInAs(page, "Robin Vale");
	expect(page.url()).toBe(at.url + CHALLENGE_1);
	await page
		.locator(".notice-success")
		.getByText("2 attempts from this browser were added")
		.waitFor();
	expect(await status(page).textContent()).toBe("Passed");
	await button(page, "Attempts").click();
	const attempts = page.getByRole("dialog").getByRole("listitem");
	await attempts.getByText("Your code as it is now").waitFor();
	// And the starter.
	expect(await attempts.count()).toBe(3);
	await page.keyboard.press("Escape");
	await signOut(page);
	await button(page, "Attempts").click();
	await page.getByText("There are no attempts yet").waitFor();

	at.provider.asks = false;
	const elsewhere = await at.open("/packs/express");
	await passed(elsewhere, 0);
	await signIn(elsewhere);
	await signedInAs(elsewhere, "Robin Vale");
	expect(new URL(elsewhere.url()).pathname).toBe("/packs/express");
	await passed(elsewhere, 1);

	// The code is there, too, with its result and with every attempt.
	await elsewhere.goto(at.url + CHALLENGE_1);
	await textBecomes(elsewhere, ANSWER);
	await elsewhere.getByText(/^This is your code of .+, from your/).waitFor();
	await elsewhere.getByText("All checks pass").waitFor();
	await button(elsewhere, "Attempts").click();
	const rows = elsewhere.getByRole("dialog").getByRole("listitem");
	await rows.nth(1).waitFor();
	const states = await rows.locator("> span:nth-child(2)").allTextContents();
	expect(states).toEqual(["Passed", "Not yet", "Starter"]);
	await button(elsewhere, /^Compare the attempt/)
		.last()
		.click();
	await elsewhere
		.locator(".cm-changedLine")
		.getByText(/app\.post/)
		.waitFor();
	await button(elsewhere, /^Restore the attempt/)
		.last()
		.click();
	await textBecomes(elsewhere, ANSWER.replace("app.get", "app.post"));
	await elsewhere.getByText("5 of 6 checks pass").first().waitFor();
	// What is reset stays so, and attempts of the account that cannot be loaded are told.
	await button(elsewhere, "Reset to starter").click();
	await elsewhere.route("**/api/v1/challenges/*/attempts*", (route) =>
		route.fulfill({ status: 503 }),
	);
	await elsewhere.reload();
	await engineReady(elsewhere);
	await code(elsewhere).getByText("Answer GET /hello here").waitFor();
	await button(elsewhere, "Attempts").click();
	await elsewhere
		.getByRole("alert")
		.getByText(/^Attempts of your account could not be loaded/)
		.waitFor();
	// It is passed all the same.
	await elsewhere.goto(at.url);
	await elsewhere
		.getByRole("link", { name: "Continue Look Up One Book" })
		.waitFor();
});

test("a solution that the checks refuse reaches the maintainers once: after the sign-in, when the service is back, and within the limit", async () => {
	const page = await at.open(CHALLENGE_1);
	await engineReady(page);
	const open = button(page, "My solution is right");
	const dialog = page.getByRole("dialog", { name: "My solution is right" });
	// Closing is told a moment after the key.
	const leave = async () => {
		await page.keyboard.press("Escape");
		await dialogGone(page);
	};
	const send = async (text: string) => {
		await open.press("Enter");
		await dialog.getByRole("button", { name: "Send" }).press("Enter");
		await dialog.getByText(text).waitFor();
		// It is read aloud: the focus is on it.
		const focused = page.locator("dialog p:focus");
		expect(await focused.textContent()).toStartWith(text);
	};
	const refuse = async (answer: string) => {
		await write(page, answer);
		await verify(page);
		await open.waitFor();
	};
	const stored = () =>
		at.onDatabase(
			(sql) => sql`SELECT note, failed, files FROM disputes ORDER BY id`,
		);
	expect(await open.count()).toBe(0);
	const posts = ANSWER.replace("app.get", "app.post");
	await refuse(posts);
	await open.press("Enter");
	await dialog.getByText("The check that does not pass:").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	const note = dialog.getByRole("textbox", { name: /^Why is it right/ });
	await note.fill("A POST will do.");
	await dialog.getByText("15 of 1000 characters").waitFor();
	await leave();
	expect(await page.locator(".dispute-open:focus").count()).toBe(1);
	await send("Saved. It is sent as soon as you sign in.");
	expect(await stored()).toHaveLength(0);
	// The session is known while the browser's database opens: the result is shown all the same.
	await page.route("**/auth/session", async (each) => {
		await Bun.sleep(500);
		await each.continue();
	});
	await page.addInitScript(() =>
		Object.defineProperty(IDBOpenDBRequest.prototype, "onsuccess", {
			set(handle: (event: Event) => void) {
				this.addEventListener("success", (event: Event) =>
					setTimeout(() => handle.call(this, event), 1000),
				);
			},
		}),
	);
	await dialog.getByRole("link", { name: "Sign in" }).press("Enter");
	await signedInAs(page, "Robin Vale");
	const news = page.locator(".notice-success");
	await news.getByText("Your dispute was sent").waitFor();
	expect(await stored()).toEqual([
		{
			note: "A POST will do.",
			failed: [
				{
					check: expect.stringMatching(/^perFile\/app\.js\/\d$/),
					message: expect.stringMatching(/\w/),
				},
			],
			files: [{ path: "app.js", content: posts }],
		},
	]);

	const route = "**/api/v1/challenges/*/disputes";
	await page.route(route, (each) => each.abort());
	await send("Saved. It is sent when the service can be");
	await leave();
	await page.unroute(route);
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await news.getByText("Your 2 disputes").waitFor();
	expect(await stored()).toHaveLength(2);
	await refuse(posts.replace("/hello", "/greet"));
	await send("Sent. Thank you");
	await leave();
	await open.press("Enter");
	await dialog.getByText("Sent. Thank you").waitFor();
	await leave();
	const own = page.getByRole("region", { name: /^Your disputes/ });
	const unanswered = own.getByText("Open: the maintainers have not");
	await unanswered.nth(2).waitFor();
	await at.onDatabase(
		(sql) => sql`
			UPDATE disputes SET closed_at = now(), reason = '<b>The task</b> asks for a GET.'
			WHERE note IS NOT NULL`,
	);
	await page.reload();
	await own.getByText("<b>The task</b> asks for a GET.").waitFor();
	expect(await unanswered.count()).toBe(2);
	expect(await axeViolations(page)).toEqual([]);
	await engineReady(page);
	await at.onDatabase(
		(sql) => sql`
			INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files)
			SELECT gen_random_uuid(), user_id, challenge_id, 1, failed, files
			FROM disputes, generate_series(1, 3)`,
	);
	await refuse(posts.replace("/hello", "/bye"));
	await send("You have sent 10 solutions in the last 24 hours.");
});

test("signing out ends the session and puts what is the learner's out of sight", async () => {
	const page = await at.open("/packs/express");
	await signIn(page);
	await signedInAs(page, "Robin Vale");
	await page.goto(at.url + CHALLENGE_1);
	await pass(page);
	await page.getByText("What you have learnt").waitFor();
	const cookie = await session(page);
	expect(cookie).toMatchObject({
		httpOnly: true,
		sameSite: "Lax",
	});
	await page.goto(`${at.url}/packs/express`);
	await passed(page, 1);
	await signOut(page);
	await page
		.getByText(/^You are signed out. Your progress .+ stay in this browser/)
		.waitFor();
	await passed(page, 0);
	expect(await page.locator(":focus").getAttribute("id")).toBe("content");
	expect(await session(page)).toBeUndefined();
	// Whoever has kept the cookie has kept nothing.
	const kept = await fetch(`${at.url}/api/v1/auth/session`, {
		headers: { cookie: `JSESSIONID=${cookie?.value}` },
	});
	expect((await kept.json()).data.authenticated).toBe(false);

	at.anew("Kim Ash");
	await signIn(page);
	await signedInAs(page, "Kim Ash");
	await passed(page, 0);
});

test("tabs of one browser follow each other in and out", async () => {
	const page = await at.open(null);
	const other = await page.context().newPage();
	await other.goto(`${at.url}/packs/express`);
	await page.goto(beginAt(at.url));
	await signedInAs(page, "Robin Vale");
	await signedInAs(other, "Robin Vale");
	await signOut(page);
	await other
		.getByRole("banner")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
});

test("a draft follows to another device, also one that was typed offline; changed on both, both are kept and one is chosen", async () => {
	const drafts = "**/api/v1/drafts/*";
	const sent = (page: Page, method = "PUT") =>
		page.waitForResponse(
			(answer) =>
				answer.request().method() === method &&
				answer.url().includes("/drafts/") &&
				answer.ok(),
		);
	const open = async () => {
		const page = await at.open(CHALLENGE_1);
		await code(page).waitFor();
		await signIn(page);
		await signedInAs(page, "Robin Vale");
		await code(page).waitFor();
		return page;
	};
	const edit = async (page: Page, text: string) => {
		const stored = sent(page);
		await write(page, text);
		await stored;
	};
	const failsOffline = (page: Page) =>
		page.waitForEvent("requestfailed", (one) => one.url().includes("/drafts/"));
	const isBack = (page: Page) =>
		page.evaluate(() => window.dispatchEvent(new Event("online")));
	const one = await open();
	await edit(one, "// on the first");
	const other = await open();
	await textBecomes(other, "// on the first");
	await other.getByText(/^This is your code of .+, from your/).waitFor();
	await edit(other, "// on the second");
	await button(other, "More").press("Enter");
	await other.getByRole("menuitem", { name: "Open in VS Code" }).press("Enter");
	await other.getByText(/^Your code is on your account\./).waitFor();
	await other.keyboard.press("Escape");

	await one.route(drafts, (route) => route.abort());
	const failed = failsOffline(one);
	await write(one, "// typed offline");
	await failed;
	await one.unroute(drafts);
	await isBack(one);
	await one.getByText(/^Your code was also changed on another/).waitFor();
	expect(await checkAppearance(one, "draft-conflict")).toEqual([]);
	const compare = button(one, "Compare and choose");
	const dialog = one.getByRole("dialog", { name: /^Which code/ });
	await compare.press("Enter");
	await dialog.locator(".comparison").getByText("on the second").waitFor();
	expect(await checkAppearance(one, "draft-choice")).toEqual([]);
	await one.keyboard.press("Escape");
	await dialogGone(one);
	await compare.press("Enter");
	await dialog
		.getByRole("button", { name: "Use the code of the other device" })
		.press("Enter");
	await textBecomes(one, "// on the second");
	expect(await compare.count()).toBe(0);
	const restored = sent(one);
	await button(one, "Restore previous code").click();
	await textBecomes(one, "// typed offline");
	await restored;
	await isBack(other);
	await textBecomes(other, "// typed offline");
	await button(other, "Restore previous code")
		.and(other.locator(":enabled"))
		.waitFor();

	// The other way round: the code here stays.
	await other.route(drafts, (route) => route.abort());
	const failedToo = failsOffline(other);
	await write(other, "// kept here");
	await failedToo;
	await edit(one, "// of the first, newer");
	await other.unroute(drafts);
	await isBack(other);
	await other.getByText(/^You have newer code/).waitFor();
	await button(other, "Compare and choose").press("Enter");
	const kept = sent(other);
	await button(other, "Keep the code here").press("Enter");
	await kept;
	await textBecomes(other, "// kept here");
	await isBack(one);
	await textBecomes(one, "// kept here");

	// What could not be sent is sent from wherever the learner is next.
	await one.route(drafts, (route) => route.abort());
	const failedAgain = failsOffline(one);
	await write(one, "// sent later");
	await failedAgain;
	// Not by the page that is left, either.
	await one.goto(`${at.url}/packs/express`);
	const later = sent(one);
	await one.unroute(drafts);
	await isBack(one);
	await later;
	await isBack(other);
	await textBecomes(other, "// sent later");
	const deleted = sent(other, "DELETE");
	await button(other, "Reset to starter").click();
	await deleted;
	await signOut(other);
	await code(other).getByText("Answer GET /hello here").waitFor();
});
