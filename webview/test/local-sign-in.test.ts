/** Signing in on one's own machine, without any set-up; and a page that shows no sign-in at all. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { CHALLENGE_1, code } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { signedInAs } from "./sign-in-harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

const field = (page: Page) => page.getByRole("textbox", { name: "Name" });

/** Signs in by the page's own link, typing `name`. Answers the learner's id. */
async function enter(page: Page, name: string): Promise<string> {
	await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
	await field(page).waitFor();
	// The field has the focus: one types and presses Enter.
	await page.keyboard.type(name);
	await page.keyboard.press("Enter");
	await signedInAs(page, name);
	const answer = await page.request.get(`${world.url}/api/v1/auth/session`);
	return (await answer.json()).data.user._id;
}

test("a name is all it takes, and the same name is the same learner", async () => {
	const page = await world.open("/packs/express");
	const id = await enter(page, "Robin Vale");
	expect(page.url()).toBe(`${world.url}/packs/express`);
	expect(await enter(await world.open("/"), "Robin Vale")).toBe(id);
	expect(await enter(await world.open("/"), "Kim Ash")).not.toBe(id);
});

test("the form looks right to everyone, and says what is wrong with a name", async () => {
	const page = await world.open("/api/auth/signin?returnTo=%2Fpacks%2Fexpress");
	await page.getByRole("heading", { name: "Sign in" }).waitFor();
	await page.getByRole("banner").getByText("Treeline").waitFor();
	expect(await checkInAllThemes(page, "local-sign-in")).toEqual([]);
	await field(page).fill("   ");
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("alert").waitFor();
	expect(await page.getByRole("alert").textContent()).toBe(
		"Enter a name of at most 60 characters.",
	);
	expect(await checkInAllThemes(page, "local-sign-in-refused")).toEqual([]);
	await field(page).fill("Robin Vale");
	await page.getByRole("button", { name: "Sign in" }).click();
	await signedInAs(page, "Robin Vale");
	expect(new URL(page.url()).pathname).toBe("/packs/express");
});

test("the form has the page's colours", async () => {
	const page = await world.open(CHALLENGE_1);
	const colours = (selector: string) =>
		page.locator(selector).evaluate((each) => {
			const { backgroundColor, color } = getComputedStyle(each);
			return { backgroundColor, color };
		});
	// The system's theme, and then one that is chosen against it.
	for (const [colorScheme, chosen] of [
		["light", "System"],
		["dark", "System"],
		["light", "Dark"],
		["dark", "Light"],
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.goto(world.url + CHALLENGE_1);
		await page.locator(".button-primary").waitFor();
		await page.getByTitle(chosen).click();
		const theirs = [await colours("body"), await colours(".button-primary")];
		await page.goto(`${world.url}/api/auth/signin`);
		expect([await colours("body"), await colours("button")]).toEqual(theirs);
	}
});

test("a name is text and nothing else, wherever it is shown", async () => {
	const page = await world.open("/");
	const name = `<b onclick="x">"O'Hara" & Søn 山</b>`;
	await enter(page, name);
	await page.goto(`${world.url}/account`);
	await page.getByText(name, { exact: true }).first().waitFor();
});

test("an editor is let in by a click only, on a page that says which one and whose account", async () => {
	const page = await world.open(null);
	const query = new URLSearchParams({
		client: "editor",
		redirect: "vscode://treeline.treeline/signed-in/x",
		code_challenge: "c".repeat(43),
	});
	await page.goto(`${world.url}/api/auth/signin?${query}`);
	await field(page).fill("Robin Vale");
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Sign in VS Code?" }).waitFor();
	const words = await page.locator("main").textContent();
	expect(words).toContain("the Treeline account of Robin Vale");
	expect(words).toContain("If you did not just start this there");
	expect(await checkInAllThemes(page, "editor-consent")).toEqual([]);
	// The browser itself is not signed in by it.
	await page.goto(world.url);
	await page
		.getByRole("banner")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
});

test("with WEB_PUBLIC_FF_AUTH=false the page shows no sign-in, and the rest works", async () => {
	const closed = await openWorld({ WEB_PUBLIC_FF_AUTH: "false" });
	try {
		const page = await closed.open(CHALLENGE_1);
		await code(page).waitFor();
		const words = page.getByText(/sign(ed)?[ -](in|out)/i);
		expect(await words.count()).toBe(0);
		await page.goto(closed.url);
		await page.getByRole("link", { name: /Express/ }).waitFor();
		expect(await words.count()).toBe(0);
		await page.goto(`${closed.url}/account`);
		await page.getByRole("link", { name: "See all packs" }).waitFor();
		expect(await words.count()).toBe(0);
	} finally {
		await closed.stop();
	}
});
