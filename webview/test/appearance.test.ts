/** How the page looks and whether everybody can use it: each screen in each theme through axe, and a picture of it for people. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ANSWER, CHALLENGE_1, code, verify, write } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import {
	checkAppearance,
	checkInAllThemes,
	THEMES,
	type Theme,
} from "./visual-checks.ts";

/** Every screen worth a look, and how a learner gets there. */
const SCREENS: Record<string, [path: string, arrive: (page: Page) => unknown]> =
	{
		catalogue: ["/", (page) => page.locator(".card h3").first().waitFor()],
		pack: ["/packs/express", (page) => page.locator(".row").first().waitFor()],
		failing: [
			CHALLENGE_1,
			async (page) => {
				await page.getByRole("button", { name: /Show hint 1/ }).click();
				await write(page, ANSWER.replace("app.get", "app.post"));
				await verify(page);
				await page.locator(".check-open").first().waitFor();
			},
		],
		syntax: [
			CHALLENGE_1,
			async (page) => {
				await write(page, ANSWER.replace("express();", "express(;"));
				await verify(page);
				await page.locator(".faults").waitFor();
			},
		],
		passed: [
			CHALLENGE_1,
			async (page) => {
				await write(page, ANSWER);
				await verify(page);
				await page.locator(".passed").waitFor();
				await page.getByRole("button", { name: "Reset to starter" }).click();
				await page.locator(".toast").waitFor();
				await page.getByRole("button", { name: "Undo" }).click();
				await code(page).focus();
				await verify(page);
				await page.getByText(/checked in/).waitFor();
			},
		],
		menu: [
			"/",
			async (page) => {
				await world.signIn(page, "Robin Vale");
				await page.reload();
				await page.getByRole("button", { name: /Robin Vale/ }).click();
				await page.getByRole("menuitem", { name: "Sign out" }).hover();
			},
		],
		ended: [
			"/",
			async (page) => {
				await world.signIn(page, "Robin Vale");
				await page.reload();
				await page.getByRole("button", { name: /Robin Vale/ }).waitFor();
				await page.context().clearCookies();
				await page.goto(world.url + CHALLENGE_1);
				await page.getByText(/Your session has ended/).waitFor();
				await code(page).waitFor();
			},
		],
		signedOut: [
			"/account",
			(page) =>
				page.getByText("You are signed out").waitFor({ state: "visible" }),
		],
		missing: ["/no/such/place", (page) => page.locator("h1").waitFor()],
	};

const world = forThisFile(() => openWorld());

test.each(Object.entries(SCREENS))(
	"%s is free of accessibility faults in every theme and at both sizes",
	async (screen, [path, arrive]) => {
		const page = await world.open(path, THEMES.light);
		await arrive(page);
		expect(await checkInAllThemes(page, screen)).toEqual([]);
		await page.context().close();
	},
);

/** What is drawn by the page's own styles and what the editor draws, each loaded in a theme rather than changed to it. */
const LOADED = ["catalogue", "failing"];
const loadedCases = (Object.keys(THEMES) as Theme[])
	.filter((theme) => theme !== "light")
	.flatMap((theme) => LOADED.map((screen): [string, Theme] => [screen, theme]));

test.each(loadedCases)(
	"%s that is loaded in %s is free of accessibility faults at both sizes",
	async (screen, theme) => {
		const [path, arrive] = SCREENS[screen] ?? ["/", () => null];
		const page = await world.open(path, THEMES[theme]);
		await arrive(page);
		expect(await checkAppearance(page, `${screen}-loaded-${theme}`)).toEqual(
			[],
		);
		await page.context().close();
	},
);
