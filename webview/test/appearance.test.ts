/** How the page looks and whether everybody can use it: each screen in each theme through axe, and a picture of it for people. */
import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { ANSWER, CHALLENGE_1, code, verify, write } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import {
	COLOUR_RULES,
	checkAppearance,
	checkInAllThemes,
	keyboardFaults,
	THEMES,
	type Theme,
} from "./visual-checks.ts";

/** What a learner does on a page until there is something to look at. */
type Act = (page: Page) => unknown;

/** Every visit worth a look: its address, and what is looked at in it, one after another. */
const VISITS: [path: string, screens: Record<string, Act>][] = [
	[
		"/",
		{
			catalogue: (page) => page.locator(".card h3").first().waitFor(),
			menu: async (page) => {
				await world.signIn(page, "Robin Vale");
				await page.reload();
				await page.getByRole("button", { name: /Robin Vale/ }).click();
				await page.getByRole("menuitem", { name: "Sign out" }).hover();
			},
			ended: async (page) => {
				await page.context().clearCookies();
				await page.goto(world.url + CHALLENGE_1);
				await page.getByText(/Your session has ended/).waitFor();
				await code(page).waitFor();
			},
		},
	],
	[
		"/packs/express",
		{ pack: (page) => page.locator(".row").first().waitFor() },
	],
	[
		CHALLENGE_1,
		{
			failing: async (page) => {
				await page.getByRole("button", { name: /Show hint 1/ }).click();
				await write(page, ANSWER.replace("app.get", "app.post"));
				await verify(page);
				await page.locator(".check-open").first().waitFor();
			},
			syntax: async (page) => {
				await write(page, ANSWER.replace("express();", "express(;"));
				await verify(page);
				await page.locator(".faults").waitFor();
				await page.keyboard.press("ControlOrMeta+f");
				await page.getByRole("textbox", { name: "Find" }).waitFor();
			},
			passed: async (page) => {
				await write(page, ANSWER);
				await verify(page);
				await page.locator(".passed").waitFor();
				await page.getByRole("button", { name: "Reset to starter" }).click();
				await page.locator(".toast").waitFor();
				await page
					.getByRole("button", { name: "Restore previous code" })
					.click();
				await code(page).focus();
				await verify(page);
				await page.getByText(/checked in/).waitFor();
			},
			fileName: async (page) => {
				const name = page.getByRole("textbox", { name: "Name", exact: true });
				await page.getByRole("button", { name: "Add a file" }).click();
				await name.fill("helper.js");
				await page.keyboard.press("Enter");
				await page.getByRole("tab", { name: "helper.js" }).waitFor();
				await page.getByRole("button", { name: "Rename helper.js" }).click();
				await name.fill("app.js/helper.js");
				await page.keyboard.press("Enter");
				await page.getByRole("alert").waitFor();
			},
			ownFile: async (page) => {
				await page.keyboard.press("Escape");
				await page.getByRole("dialog").waitFor({ state: "detached" });
			},
		},
	],
	[
		"/account",
		{
			signedOut: (page) =>
				page.getByText("You are signed out").waitFor({ state: "visible" }),
		},
	],
	["/no/such/place", { missing: (page) => page.locator("h1").waitFor() }],
];

const world = forThisFile(() => openWorld());

test.each(VISITS)(
	"%s is free of accessibility faults in every theme and at both sizes, whatever is done there",
	async (path, screens) => {
		const page = await world.open(path, THEMES.light);
		for (const [name, act] of Object.entries(screens)) {
			await act(page);
			const found = await checkInAllThemes(page, name);
			expect(found.map((fault) => `${name}, ${fault}`)).toEqual([]);
		}
		await page.context().close();
	},
);

/** Adds a check to a challenge that cannot be evaluated. */
async function addFaultyCheck(route: Route): Promise<void> {
	const response = await route.fetch();
	const body = await response.json();
	body.data.assertions.perFile["app.js"].push({
		type: "codePattern",
		description: "A check without code",
		pattern: "// nothing",
	});
	await route.fulfill({ response, json: body });
}

/** Screens and dialogs, each reached from the one before, with what is pressed to open a dialog. */
const BY_KEYBOARD: [name: string, path: string, act: Act][] = [
	["catalogue", "/", (page) => page.locator(".card h3").first().waitFor()],
	["pack", "/packs/express", (page) => page.locator(".row").first().waitFor()],
	[
		"challenge",
		CHALLENGE_1,
		async (page) => {
			await page.getByRole("button", { name: /Show hint 1/ }).click();
			await write(page, ANSWER.replace("app.get", "app.post"));
			await verify(page);
			await page.locator(".check-open").first().waitFor();
		},
	],
	[
		"shortcuts",
		CHALLENGE_1,
		async (page) => {
			await code(page).waitFor();
			await page.getByRole("banner").getByRole("link").first().focus();
			await page.keyboard.press("?");
			await page.getByRole("dialog").waitFor();
		},
	],
	["settings", "/settings", (page) => page.locator("h1").waitFor()],
	[
		"account",
		"/account",
		(page) => page.getByRole("button", { name: "Delete account…" }).waitFor(),
	],
	["missing", "/no/such/place", (page) => page.locator("h1").waitFor()],
];

test("every action is reached by keyboard, with a visible focus, on every screen", async () => {
	const page = await world.open(null, THEMES.light);
	await world.signIn(page, "Robin Vale");
	const faults: string[] = [];
	for (const [name, path, act] of BY_KEYBOARD) {
		await page.goto(world.url + path);
		await act(page);
		const found = await keyboardFaults(page);
		faults.push(...found.map((fault) => `${name}: ${fault}`));
	}
	expect(faults).toEqual([]);
	await page.context().close();
});

/** The German page: what is shown, and how it is looked at there. */
const GERMAN: [name: string, path: string, act: Act][] = [
	[
		"katalog",
		"/",
		(page) =>
			page
				.getByRole("heading", {
					name: "Schreib echten Code. Geprüft in Millisekunden.",
				})
				.and(page.locator(":root:lang(de) *"))
				.waitFor(),
	],
	[
		"syntaxfehler",
		CHALLENGE_1,
		async (page) => {
			await write(page, ANSWER.replace("});", "}"));
			await verify(page);
			await page
				.getByText("Zu ( in Zeile 6 scheint ) zu fehlen", { exact: true })
				.waitFor();
		},
	],
	[
		"aufgabe",
		CHALLENGE_1,
		async (page) => {
			await page.getByRole("button", { name: /Hinweis 1 von/ }).click();
			await write(page, ANSWER.replace("message", "massage"));
			await verify(page);
			await page
				.getByRole("heading", { name: "5 von 7 Prüfungen bestanden" })
				.waitFor();
			expect(
				await page.locator(".check-message > span").allInnerTexts(),
			).toEqual([
				"massage sieht aus wie message; korrigiere die Schreibweise",
				"Der Fehler liegt nicht in deinem Code, sondern in dieser Prüfung: Ihr Muster ist leer; wer sie geschrieben hat, sollte den erwarteten Code hineinschreiben",
			]);
			const description = page.locator(".check-open .check-text");
			expect(await description.first().getAttribute("lang")).toBe("en");
		},
	],
	[
		"einstellungen",
		"/settings",
		(page) =>
			page.getByRole("heading", { level: 1, name: "Einstellungen" }).waitFor(),
	],
];

test("a German browser is shown the page in German, free of accessibility faults down to 320 px", async () => {
	const page = await world.open(null, { ...THEMES.light, locale: "de-AT" });
	await page.route("**/api/v1/packs/express/challenges/*", addFaultyCheck);
	for (const [name, path, act] of GERMAN) {
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.goto(world.url + path);
		await act(page);
		expect(await checkAppearance(page, name)).toEqual([]);
		await page.setViewportSize({ width: 320, height: 800 });
		const width = await page.evaluate(
			() => document.documentElement.scrollWidth,
		);
		expect({ name, width }).toEqual({ name, width: 320 });
	}
	// The settings' choice is above the browser's, applies at once, keeps the focus, and is kept.
	const german = page.getByRole("radio", { name: "Deutsch" });
	await page.getByRole("radio", { name: "Wie der Browser" }).focus();
	await page.keyboard.press("ArrowDown");
	await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
	expect(await page.title()).toBe("Settings · Treeline");
	await page
		.locator("html[lang=en] input[type=radio]:focus")
		.waitFor({ state: "attached", timeout: 20_000 });
	await page.reload();
	await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
	await german.check();
	await page.getByRole("link", { name: "Zum Inhalt springen" }).waitFor();
	await page.getByRole("button", { name: "Alle Einstellungen zurück" }).click();
	await page.locator("html[lang=de]").waitFor();
	expect(
		await page.getByRole("radio", { name: "Wie der Browser" }).isChecked(),
	).toBe(true);
	await page.context().close();
});

/** What is drawn by the page's own styles and what the editor draws, each loaded in a theme rather than changed to it. */
const LOADED = VISITS.filter(([path]) => path === "/" || path === CHALLENGE_1);
const loadedCases = (Object.keys(THEMES) as Theme[])
	.filter((theme) => theme !== "light")
	.flatMap((theme) =>
		LOADED.map(([path, screens]) => ({ theme, path, screens })),
	);

test.each(loadedCases)(
	"$path that is loaded in $theme has readable colours at both sizes",
	async ({ theme, path, screens }) => {
		const page = await world.open(path, THEMES[theme]);
		const [name = "", act] = Object.entries(screens)[0] ?? [];
		await act?.(page);
		expect(
			await checkAppearance(page, `${name}-loaded-${theme}`, COLOUR_RULES),
		).toEqual([]);
		await page.context().close();
	},
);
