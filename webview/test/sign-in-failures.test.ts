/** Every way in which a sign-in fails, in a real browser: a page that says what happened and what to do, and whose way on works. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ProviderFault } from "@treeline/api/test/identity-provider";
import type { Page } from "playwright-core";
import { forThisFile, openWorld } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";
import { axeViolations, checkInAllThemes } from "./visual-checks.ts";

// The shortest time in which a busy machine still does what has to be done within it.
const at = forThisFile(() => openSignInWorld({ REQUEST_TIMEOUT_MS: "20000" }));
let page: Page;
/** A sign-in at a provider that never answers, under way while the other tests run: waiting for the limit takes longest here. */
let unanswered: { page: Page; loaded: Promise<unknown> };
beforeAll(async () => {
	const waiting = await at.open(null);
	at.provider.fault = "token-silence";
	const sentBack = waiting.waitForRequest(/\/api\/auth\/callback\//);
	const loaded = waiting.goto(beginAt(at.url));
	unanswered = { page: waiting, loaded };
	await Promise.race([sentBack, loaded]);
});
beforeEach(async () => {
	at.anew("Robin");
	page = await at.open(null);
});

/**
 * The page names what happened, says `step` as what to do, tells nothing of the provider, and can be used by everyone. These pages
 * differ in their sentences alone, so one of them is looked at in every theme and at every size.
 */
async function expectFailure(heading: string, step: RegExp) {
	await page.getByRole("heading", { level: 1, name: heading }).waitFor();
	expect(await page.title()).toBe(`${heading} – Treeline`);
	const text = (await page.locator("main").textContent()) ?? "";
	expect(text).toMatch(step);
	expect(text).not.toContain("internal words");
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Tab");
	expect(await page.locator(":focus").textContent()).toBe("Try again");
}

/** By the page's own link, once nothing stands in the way any more. */
async function expectWayOn(path: string) {
	at.provider.fault = null;
	await page.keyboard.press("Enter");
	await signedInAs(page, "Robin");
	expect(new URL(page.url()).pathname).toBe(path);
}

async function expectNobody() {
	const answer = await page.request.get(`${at.url}/api/v1/auth/session`);
	expect((await answer.json()).data.authenticated).toBe(false);
}

const NOT_AS_IT_SHOULD = "The sign-in service did not answer as it should";
const NOT_BEGUN_HERE = "This sign-in was not begun here";

describe("the provider", () => {
	test.each<[ProviderFault, string, RegExp]>([
		["deny", "You were not signed in", /try again and allow it/],
		["authorize-error", NOT_AS_IT_SHOULD, /try again in a minute/],
		// What GitHub answers for a code that is wrong or late.
		["token-error-200", NOT_AS_IT_SHOULD, /try again in a minute/],
		["token-500", NOT_AS_IT_SHOULD, /try again in a minute/],
		["profile-500", NOT_AS_IT_SHOULD, /try again in a minute/],
	])("%s", async (fault, heading, step) => {
		at.provider.fault = fault;
		await page.goto(beginAt(at.url));
		await expectFailure(heading, step);
		await expectNobody();
		await expectWayOn("/packs/express");
	});

	test("a failure looks right in every theme and at both sizes", async () => {
		at.provider.fault = "deny";
		await page.goto(beginAt(at.url));
		await page
			.getByRole("heading", { name: "You were not signed in" })
			.waitFor();
		expect(await checkInAllThemes(page, "sign-in-failed")).toEqual([]);
	});

	test("asked in person, and refused in person", async () => {
		at.provider.asks = true;
		await page.goto(beginAt(at.url));
		await page.getByRole("button", { name: "Cancel" }).click();
		await page
			.getByRole("heading", { name: "You were not signed in" })
			.waitFor();
		await page.getByRole("link", { name: "Try again" }).click();
		await page.getByRole("button", { name: "Authorize" }).click();
		await signedInAs(page, "Robin");
	});

	test("a code whose time is over", async () => {
		const callback = await at.untilCallback(page);
		const code = new URL(callback).searchParams.get("code") ?? "";
		// Whoever shows it first uses it up, also in vain.
		const used = await fetch(`${at.provider.origin}/token`, {
			method: "POST",
			body: new URLSearchParams({ code }),
		});
		expect(used.status).toBe(401);
		await page.goto(callback);
		await expectFailure(NOT_AS_IT_SHOULD, /try again/);
		await expectNobody();
		await expectWayOn("/packs/express");
	});

	test("token-silence", async () => {
		page = unanswered.page;
		await unanswered.loaded;
		await expectFailure(
			"The sign-in service did not answer in time",
			/try again in a minute/,
		);
		await expectNobody();
		await expectWayOn("/packs/express");
	});
});

describe("the way back", () => {
	test("taken twice: the replay changes nothing", async () => {
		const callback = await at.untilCallback(page);
		await page.goto(callback);
		await signedInAs(page, "Robin");
		await page.goto(callback);
		await expectFailure(NOT_BEGUN_HERE, /start over/);
		await page.getByRole("link", { name: "Back to Treeline" }).click();
		await signedInAs(page, "Robin");
	});

	test("of a sign-in that another browser began", async () => {
		const victim = await at.open(null);
		const callback = await at.untilCallback(page);
		const mine = page;
		page = victim;
		// One that never began anything, and one that did.
		await page.goto(callback);
		await expectFailure(NOT_BEGUN_HERE, /start over/);
		await at.untilCallback(page);
		await page.goto(callback);
		await expectFailure(NOT_BEGUN_HERE, /start over/);
		await expectNobody();
		await expectWayOn("/");
		// It is still good where it belongs.
		await mine.goto(callback);
		await signedInAs(mine, "Robin");
	});

	test("more than ten minutes late", async () => {
		const callback = await at.untilCallback(page);
		await at.onDatabase((sql) => sql`UPDATE sign_ins SET expires_at = now()`);
		await page.goto(callback);
		await expectFailure(
			"The sign-in took too long",
			/Start over; nothing was lost/,
		);
		await expectNobody();
		await expectWayOn("/packs/express");
	});

	test("of a learner who is blocked here", async () => {
		await page.goto(beginAt(at.url));
		await signedInAs(page, "Robin");
		await at.onDatabase((sql) => sql`UPDATE users SET blocked_at = now()`);
		await page.goto(beginAt(at.url));
		await expectFailure("This account is blocked", /Ask them/);
		await expectNobody();
		await at.onDatabase((sql) => sql`UPDATE users SET blocked_at = NULL`);
		await expectWayOn("/packs/express");
	});
});

test("an account that is blocked later on: the page says so and why as it opens, and lets the learner sign out", async () => {
	await page.goto(beginAt(at.url));
	await signedInAs(page, "Robin");
	await at.onDatabase(
		(sql) =>
			sql`UPDATE users SET blocked_at = now(), blocked_reason = 'Spam in prompts.'`,
	);
	await page.reload();
	const notice = page
		.getByRole("status")
		.getByText(/blocked this account. Their reason: Spam in prompts. Ask them/);
	await notice.waitFor();
	expect(await page.getByRole("link", { name: "Sign in" }).count()).toBe(0);
	await page.goto(`${at.url}/account`);
	await page.getByText("This account is blocked").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page
		.getByRole("button", { name: "Sign out", exact: true })
		.first()
		.click();
	await page.getByRole("link", { name: "Sign in" }).first().waitFor();
	expect(await notice.count()).toBe(0);
	await at.onDatabase(
		(sql) => sql`UPDATE users SET blocked_at = NULL, blocked_reason = NULL`,
	);
});

test("a provider that is down", async () => {
	const callback = await at.untilCallback(page);
	await at.provider.stop();
	await page.goto(callback);
	await expectFailure(NOT_AS_IT_SHOULD, /try again in a minute/);
	await expectNobody();
});

test("no provider at all: the page shows no sign-in, whoever asks for it is told who can help, and the rest works on", async () => {
	// Reached from elsewhere, it is no machine of one's own, whose word would do.
	const world = await openWorld({ HOST: "0.0.0.0" });
	try {
		page = await world.open("/packs/express");
		await page
			.getByRole("link", { name: /Say Hello/ })
			.first()
			.waitFor();
		await page.getByText("Finding out").waitFor({ state: "detached" });
		expect(await page.getByText(/sign(ed)?[ -](in|out)/i).count()).toBe(0);
		await page.goto(`${world.url}/account`);
		await page
			.getByRole("heading", { name: /no page here|not found/i })
			.waitFor();
		await page.goto(`${world.url}/api/auth/signin`);
		await expectFailure(
			"Sign-in is not set up here",
			/OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET/,
		);
		await page.getByRole("link", { name: "Back to Treeline" }).click();
		await page.getByRole("link", { name: /Express/ }).waitFor();
	} finally {
		await world.stop();
	}
});
