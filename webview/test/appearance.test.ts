/** How the page looks and whether everybody can use it: each screen in each theme through axe, and a picture of it for people. */
import { expect, test } from "bun:test";
import type { Page, Route as Request } from "playwright-core";
import { type Route, routeOf } from "../app/router.ts";
import { ANSWER, CHALLENGE_1, verify, write } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { VISITS } from "./screens.ts";
import {
	COLOUR_RULES,
	checkAppearance,
	checkInAllThemes,
	keyboardFaults,
	THEMES,
	type Theme,
} from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

test.each(VISITS)(
	"%s is free of accessibility faults in every theme and at both sizes, and reached by keyboard, whatever is done there",
	async (path, screens) => {
		const page = await world.open(path, THEMES.light);
		for (const [name, act] of Object.entries(screens)) {
			await act(page, world);
			const found = [
				...(await checkInAllThemes(page, name)),
				...(await keyboardFaults(page)),
			];
			expect(found.map((fault) => `${name}, ${fault}`)).toEqual([]);
		}
		await page.context().close();
	},
);

test("the table has every screen", () => {
	const known = VISITS.map(([path]) => routeOf(path).screen);
	// The studio has a page and tests of its own.
	const all: Record<Exclude<Route["screen"], "studio">, true> = {
		catalogue: true,
		account: true,
		settings: true,
		classes: true,
		join: true,
		admin: true,
		pack: true,
		challenge: true,
		"not-found": true,
	};
	expect(
		Object.keys(all).filter((each) => !known.includes(each as never)),
	).toEqual([]);
});

/** Adds a check to a challenge that cannot be evaluated. */
async function addFaultyCheck(route: Request): Promise<void> {
	const response = await route.fetch();
	const body = await response.json();
	body.data.assertions.perFile["app.js"].push({
		type: "codePattern",
		description: "A check without code",
		pattern: "// nothing",
	});
	await route.fulfill({ response, json: body });
}

/** The German page: what is shown, and how it is looked at there. */
const GERMAN: [name: string, path: string, act: (page: Page) => unknown][] = [
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
				.getByText("Zu ( in Zeile 6 fehlt )", { exact: true })
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
		await act?.(page, world);
		expect(
			await checkAppearance(page, `${name}-loaded-${theme}`, COLOUR_RULES),
		).toEqual([]);
		await page.context().close();
	},
);
