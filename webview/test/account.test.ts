/** One's account: where one is signed in, ending that there, by keyboard as well as by hand, and what is said when it cannot be done. */
import { beforeEach, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { button } from "./challenge-page.ts";
import { forThisFile } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

const SESSIONS = "**/api/v1/auth/sessions*";
const PHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const OFFICE =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";

const at = forThisFile(() => openSignInWorld());
let page: Page;
beforeEach(async () => {
	at.anew("Robin Vale");
	page = await enter();
});

/** Signs in on another device, whose page is not looked at. */
async function enterUnseen(userAgent: string): Promise<void> {
	const entered = await at.open(null, { userAgent });
	await entered.request.get(beginAt(at.url, "/account"));
}

/** A browser of its own that signs in and comes to the account. */
async function enter(options?: BrowserContextOptions): Promise<Page> {
	const entered = await at.open(null, options);
	await entered.goto(beginAt(at.url, "/account"));
	await signedInAs(entered, "Robin Vale");
	return entered;
}

const rows = (of = page) => of.getByRole("listitem").allTextContents();
const list = (count: number) =>
	page
		.getByRole("listitem")
		.nth(count - 1)
		.waitFor();
const spoken = (text: string) =>
	page.getByRole("status").getByText(text).waitFor({ state: "attached" });
const signedOut = (of: Page) =>
	of.getByText("You are signed out", { exact: true }).waitFor();
/** Goes by Tab alone to the control with this accessible name. */
async function tabTo(name: RegExp): Promise<void> {
	const wanted = button(page, name).first();
	for (let steps = 0; steps < 40; steps++) {
		if (await wanted.evaluate((it) => it === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`Tab never comes to ${name}`);
}

test("every session is listed, this one first, each by its device", async () => {
	await enterUnseen(PHONE);
	await enterUnseen(OFFICE);
	await page.reload();
	await list(3);
	const [here, ...others] = await rows();
	expect(here).toContain("Chrome on Linux");
	expect(here).toContain("This browser");
	expect(here).toContain("in use now");
	expect(others[0]).toContain("Edge on Windows");
	expect(others[1]).toContain("Safari on iOS");
	for (const row of others) {
		expect(row).toContain("Signed in just now");
		expect(row).toMatch(/ends in [67] days/);
	}
	expect(await checkInAllThemes(page, "account")).toEqual([]);
});

/** The id of the person who is signed in. */
const ownId = async () => {
	const answer = await page.request.get(`${at.url}/api/v1/auth/session`);
	return (await answer.json()).data.user._id as string;
};

/** Gives the learner attempts on two days, and makes them the author of a pack with a dispute of somebody else's. */
async function addPast(): Promise<void> {
	const id = await ownId();
	await at.onDatabase(async (sql) => {
		for (const [days, passed] of [
			[0, true],
			[3, false],
		] as const)
			await sql`
				INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, attempted_at)
				SELECT ${Bun.randomUUIDv7()}, ${id}, c.id, 1, ${passed}, now() - make_interval(days => ${days})
				FROM challenges c WHERE c.slug = 'say-hello-over-http'`;
		const [pack, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
		const slug = `pack-of-${id}`;
		await sql`INSERT INTO users (id, name) VALUES (${other}, 'Kim Ash')`;
		await sql`
			INSERT INTO packs (id, slug, name, description, language, version, author, tags, author_user_id, visibility, challenge_count)
			VALUES (${pack}, ${slug}, 'A Pack', 'Of Robin.', 'javascript', '1.0.0', 'Robin Vale', '{}', ${id}, 'public', 1)`;
		const [challenge] = await sql`
			INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, "order",
				assertions, scaffolded, files, has_scaffold, reference_solution)
			SELECT gen_random_uuid(), ${pack}, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, 1,
				assertions, scaffolded, files, has_scaffold, reference_solution
			FROM challenges WHERE slug = 'say-hello-over-http' AND pack_id <> ${pack} LIMIT 1 RETURNING id`;
		await sql`
			INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files, note)
			VALUES (${Bun.randomUUIDv7()}, ${other}, ${challenge.id}, 1, ${FAILED}, ${FILES}, ${HOSTILE})`;
	});
}

/** Script, a link that runs, and a text that turns the rest of its line around. */
const HOSTILE = `<img src=x onerror="document.title='run'"><script>document.title='run'</script> [a](javascript:alert(1)) \u202Eesrever`;
const FAILED = [{ check: "perFile/app.js/0", message: HOSTILE }];
const FILES = [
	{ path: "<b>app.js</b>", content: `${HOSTILE}\n${"x".repeat(400)}` },
];

test("progress, days of practice and attempts are shown; the author of a pack closes a dispute, by keyboard, whose texts stay texts", async () => {
	await addPast();
	await page.reload();
	await page.getByText(/^1 of \d+ passed$/).waitFor();
	await page.getByText("2 days practised in the last year").waitFor();
	expect(await page.locator(".practised").count()).toBe(2);
	await page.getByText("Latest 2 attempts").press("Enter");
	const history = page.locator(".history li");
	expect(await history.allTextContents()).toEqual([
		expect.stringMatching(/^Say Hello over HTTPPassed/),
		expect.stringMatching(/^Say Hello over HTTPNot passed/),
	]);
	const dispute = page.locator(".pack-dispute");
	await dispute.getByText("1 file").press("Enter");
	expect(await dispute.locator(".dispute-reason").textContent()).toBe(HOSTILE);
	expect(await dispute.locator("figcaption").textContent()).toBe(
		FILES[0]?.path ?? "",
	);
	expect(
		await dispute.locator("img, script, figcaption b, [href^=java]").count(),
	).toBe(0);
	expect(await page.title()).toBe("Your account · Treeline");
	expect(await checkInAllThemes(page, "account-author")).toEqual([]);
	await tabTo(/^Close dispute/);
	await page.keyboard.press("Enter");
	await dispute.getByText(/^Write a reason first/).waitFor();
	const answer = page.getByRole("textbox", { name: "Your answer" });
	await answer.fill("Corrected, thank you.");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await spoken("The dispute is closed.");
	await dispute.getByText("Corrected, thank you.").waitFor();
	expect(await page.locator(":focus").textContent()).toBe(
		"Disputes about your packs",
	);
	const [row] = await at.onDatabase(
		(sql) => sql`
			SELECT d.reason FROM disputes d JOIN challenges c ON c.id = d.challenge_id JOIN packs p ON p.id = c.pack_id
			WHERE p.slug LIKE 'pack-of-%' ORDER BY d.id DESC`,
	);
	expect(row.reason).toBe("Corrected, thank you.");
	await dispute.getByRole("button", { name: "Open again" }).press("Enter");
	await spoken("The dispute is open again.");
});

test("a personal token is made by keyboard, shown once, works, and is revoked; what fails is told and can be tried again", async () => {
	const TOKENS = "**/api/v1/account/tokens*";
	await page.route(TOKENS, (route) => route.fulfill({ status: 500 }));
	await page.reload();
	const failure = page.getByRole("alert");
	await failure.getByText("Your tokens could not be loaded").waitFor();
	await page.unroute(TOKENS);
	await failure.getByRole("button", { name: "Try again" }).press("Enter");
	await page.getByText("You have no tokens.").waitFor();
	await page.getByRole("button", { name: "New token…" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "New token" });
	const name = dialog.getByRole("textbox", { name: "Name" });
	await name.press("Enter");
	await dialog.getByText("Give the token a name.").waitFor();
	await name.fill("Nightly report");
	await dialog.getByRole("checkbox", { name: /^attempt/ }).press("Space");
	await dialog.getByLabel("Expires").selectOption("In 30 days");
	expect(await checkInAllThemes(page, "account-new-token")).toEqual([]);
	await page.context().setOffline(true);
	await name.press("Enter");
	await dialog.getByText("This device is offline.").waitFor();
	await page.context().setOffline(false);
	await name.press("Enter");
	const value = dialog.getByRole("textbox", { name: "Your new token" });
	await value.waitFor();
	const token = await value.inputValue();
	expect(token).toMatch(/^tl_\w{43}$/);
	await dialog.getByText("Copy it now: it is not shown again.").waitFor();
	expect(await checkInAllThemes(page, "account-token-value")).toEqual([]);
	await dialog.getByRole("button", { name: "Copy token" }).press("Enter");
	await page
		.getByRole("status")
		.getByText(/^The token is (copied|selected)/)
		.waitFor({ state: "attached" });
	await dialog.getByRole("button", { name: "Done" }).press("Enter");
	const headers = { authorization: `Bearer ${token}` };
	const packs = () => fetch(`${at.url}/api/v1/packs`, { headers });
	expect((await packs()).status).toBe(200);
	await page.reload();
	const row = page.locator(".token");
	await row.getByText("last used just now").waitFor();
	expect(await row.textContent()).toMatch(
		/^Nightly reportread attempt · created .* · expires in 30 days/,
	);
	expect(await page.content()).not.toContain(token);
	await row
		.getByRole("button", { name: "Revoke… Nightly report" })
		.press("Enter");
	const question = page.getByRole("dialog", { name: "Revoke token" });
	expect(await checkInAllThemes(page, "account-tokens")).toEqual([]);
	await question.getByRole("button", { name: "Revoke token" }).press("Enter");
	await spoken("The token is revoked.");
	await page.getByText("You have no tokens.").waitFor();
	expect(await page.locator(":focus").textContent()).toBe("Personal tokens");
	expect((await packs()).status).toBe(401);
});

test("an app that is connected is listed with the address that it came from, and is revoked like a token", async () => {
	await at.onDatabase(
		(sql) => sql`
			INSERT INTO oauth_grants (id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
			SELECT gen_random_uuid(), user_id, 'client', 'My editor', '127.0.0.1:33418', '{read}', ${at.url}, now() + interval '30 days'
			FROM sessions ORDER BY created_at DESC LIMIT 1`,
	);
	await page.reload();
	const row = page.locator(".token");
	await row.getByText("app, connected from 127.0.0.1:33418").waitFor();
	await row.getByRole("button", { name: "Revoke… My editor" }).press("Enter");
	const question = page.getByRole("dialog", { name: "Revoke token" });
	await question.getByRole("button", { name: "Revoke token" }).press("Enter");
	await page.getByText("You have no tokens.").waitFor();
});

test("one's data is a file, and the account is deleted by its name", async () => {
	const id = await ownId();
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download your data" }).press("Enter");
	const stream = await (await download).createReadStream();
	const { data } = JSON.parse(await new Response(stream as never).text());
	expect(data.profile).toMatchObject({ _id: id, name: "Robin Vale" });
	await page.getByRole("button", { name: "Delete account…" }).press("Enter");
	const dialog = page.getByRole("dialog", { name: "Delete account" });
	const name = dialog.getByRole("textbox", { name: "Type “Robin Vale”" });
	await name.fill("Robin");
	await name.press("Enter");
	await dialog.getByText("That is not the account’s name.").waitFor();
	expect(await checkInAllThemes(page, "account-deletion")).toEqual([]);
	await name.fill("Robin Vale");
	await name.press("Enter");
	await signedOut(page);
	await page.getByText("Your account is deleted.").waitFor();
	const left = await at.onDatabase(
		(sql) => sql`SELECT FROM users WHERE id = ${id}`,
	);
	expect(left).toHaveLength(0);
});

test("one is ended by keyboard: it is spoken, and the focus stays on the list", async () => {
	const phone = await enter({ userAgent: PHONE });
	await page.reload();
	await list(2);
	await tabTo(/End the session of Safari on iOS/);
	await page.keyboard.press("Enter");
	await spoken("The session has ended.");
	await page.getByText("There are no other sessions.").waitFor();
	expect(await rows()).toHaveLength(1);
	expect(await page.locator(":focus").textContent()).toBe("Sessions");
	await phone.reload();
	await phone.getByText("Your session has ended").first().waitFor();
});

test("all others end at once, and this one stays", async () => {
	const others = [
		await enter({ userAgent: PHONE }),
		await enter({ userAgent: OFFICE }),
	];
	await page.reload();
	await list(3);
	await button(page, "End all other sessions").click();
	await spoken("All other sessions have ended.");
	await page.getByText("There are no other sessions.").waitFor();
	expect(await rows()).toHaveLength(1);
	for (const other of others) {
		await other.reload();
		await other.getByText("Your session has ended").first().waitFor();
	}
});

test("signed out everywhere, here too", async () => {
	await enterUnseen(PHONE);
	await page.reload();
	await list(2);
	await button(page, "Sign out everywhere").click();
	await signedOut(page);
	await spoken("You are signed out everywhere.");
	expect(await page.locator(":focus").getAttribute("id")).toBe("content");
	const [left] = await at.onDatabase(
		(sql) => sql`SELECT count(*)::int AS count FROM sessions s
				JOIN provider_accounts p ON p.user_id = s.user_id
				WHERE p.provider_account_id = ${String(at.provider.person.id)}`,
	);
	expect(left.count).toBe(0);
});

test("while it loads it says so, and looks right", async () => {
	// Requests are held by a promise: one may begin only after the text is there.
	let released = Promise.withResolvers<void>();
	await page.route(SESSIONS, async (route) => {
		await released.promise;
		await route.continue();
	});
	await page.reload();
	await page.getByText("Loading sessions…").waitFor();
	released.resolve();
	await list(1);
	// Looking may take longer than the page waits for an answer, so nothing is asked of the page after it.
	released = Promise.withResolvers<void>();
	await page.reload();
	await page.getByText("Loading sessions…").waitFor();
	expect(await checkInAllThemes(page, "account-loading")).toEqual([]);
});

test("what cannot be loaded is told, with a way to try again", async () => {
	await page.route(SESSIONS, (route) => route.fulfill({ status: 500 }));
	await page.reload();
	const alert = page.getByRole("alert");
	await alert.getByText("Your sessions could not be loaded").waitFor();
	expect(await checkInAllThemes(page, "account-failed")).toEqual([]);
	await page.unroute(SESSIONS);
	await alert.getByRole("button", { name: "Try again" }).click();
	await list(1);
});

test("offline, nothing is ended, that is told, and the list stays; online again it works", async () => {
	await enterUnseen(PHONE);
	await page.reload();
	await list(2);
	await page.context().setOffline(true);
	await button(page, /End the session of Safari/).click();
	await page
		.getByText("The session was not ended. This device is offline.")
		.waitFor();
	expect(await rows()).toHaveLength(2);
	expect(await checkInAllThemes(page, "account-offline")).toEqual([]);
	await page.context().setOffline(false);
	await button(page, /End the session of Safari/).click();
	await page.getByText("There are no other sessions.").waitFor();
	expect(await page.getByText("The session was not ended").count()).toBe(0);
});

test("a session that ended meanwhile is told as that, and one that another tab ended as done", async () => {
	await enterUnseen(PHONE);
	await enterUnseen(OFFICE);
	await page.reload();
	await list(3);
	const other = await page.context().newPage();
	await other.goto(`${at.url}/account`);
	await button(other, /End the session of Safari/).click();
	await button(other, /End the session of Safari/).waitFor({
		state: "detached",
	});
	await button(page, /End the session of Safari/).click();
	await button(page, /End the session of Safari/).waitFor({
		state: "detached",
	});
	await button(other, "Sign out everywhere").click();
	await signedOut(other);
	await signedOut(page);
});
