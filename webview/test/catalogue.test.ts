/** The first screen: its demo, and the list of packs. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ANSWER, CHALLENGE_1, verify, write } from "./challenge-page.ts";
import { addPacks, forThisFile, openWorld, packCount } from "./harness.ts";
import { axeViolations, checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

describe("the demo", () => {
	const editor = (page: Page) =>
		page.getByRole("textbox", { name: "Code of greet.js" });
	const results = (page: Page) => page.locator(".demo").ariaSnapshot();
	const engineRan = (page: Page) =>
		page.waitForFunction(() =>
			performance
				.getEntriesByType("resource")
				.some(({ name }) => name.endsWith("tree-sitter-javascript.wasm")),
		);

	test.each([
		[
			"English",
			"en-GB",
			"Code of greet.js",
			/never has/,
			/is not complete yet/,
		],
		["German", "de-DE", "Code von greet.js", /fehlt/, /noch nicht vollständig/],
	])(
		"shows what the engine says before the engine is loaded, and the same after it, in %s",
		async (_, locale, name, note, incomplete) => {
			const page = await world.open("/", { locale });
			const editor = page.getByRole("textbox", { name });
			await page.locator(".card h3").first().waitFor();
			const before = await results(page);
			const requested = await page.evaluate(() =>
				performance.getEntriesByType("resource").map(({ name }) => name),
			);
			expect(requested.filter((url) => /worker|wasm/.test(url))).toEqual([]);
			await page.locator("#demo-note").getByText(note).waitFor();
			await editor.focus();
			await engineRan(page);
			// A change and back: the engine has answered once the note has changed and is as before.
			await page.keyboard.type("/");
			await page.getByText(incomplete).waitFor();
			await page.keyboard.press("Backspace");
			await page.getByText(note).waitFor();
			expect(await results(page)).toBe(before);
			await page.context().close();
		},
	);

	test("says that its checks could not be loaded, and keeps what was typed", async () => {
		const page = await world.open("/");
		await page.route("**/tree-sitter/**", (route) => route.abort());
		await editor(page).fill("if (true) {");
		await page.keyboard.press("Enter");
		await page.keyboard.type("go();");
		await page.keyboard.press("Enter");
		expect(await editor(page).inputValue()).toBe("if (true) {\n  go();\n  ");
		await editor(page).fill("export const greet = (name) => name;");
		const failure = /The checks could not be loaded/;
		await page.locator("#demo-note").getByText(failure).waitFor();
		await page.locator("p[role=status]").last().getByText(failure).waitFor();
		expect(await editor(page).inputValue()).toContain("(name) => name");
		await page.context().close();
	});
});

test("while the packs load there are places for them, which say so", async () => {
	const page = await world.open(null);
	const { promise, resolve: answer } = Promise.withResolvers<void>();
	await page.route("**/api/v1/packs?*", async (route) => {
		await promise;
		await route.continue();
	});
	await page.goto(world.url);
	await page.getByRole("status").getByText("Loading packs").waitFor();
	expect(await page.locator(".card.ghost").count()).toBe(3);
	expect(await axeViolations(page)).toEqual([]);
	answer();
	await page.getByText(`${packCount} packs`, { exact: true }).waitFor();
	expect(await page.locator(".ghost").count()).toBe(0);
	await page.context().close();
});

test("few packs need no filters: words find challenges by title and task, without the service those of this browser", async () => {
	const page = await world.open("/");
	const search = page.getByRole("searchbox", { name: "Search" });
	const hits = page.getByRole("list", { name: "Challenges found" });
	const link = (name: string) =>
		hits.getByRole("link", { name, exact: true }).waitFor();
	await search.waitFor();
	expect(await page.getByRole("combobox").count()).toBe(0);
	await search.fill("look up");
	await link("Look Up One Book");
	await page
		.locator("p[role=status]")
		.last()
		.getByText(/^\d packs?, \d+ challenges?$/)
		.waitFor();
	// Words of a task.
	await search.fill("keeps getting 404");
	await link("Say Hello over HTTP");
	expect(await page.getByRole("combobox").count()).toBe(0);
	expect(await checkInAllThemes(page, "challenges-found")).toEqual([]);
	await search.fill("zebra crossing");
	await page.getByText("No challenge has these words").waitFor();
	const searches = ({ searchParams }: URL) => searchParams.has("q");
	await page.route(searches, (route) =>
		route.fulfill({ status: 400, body: "{}" }),
	);
	await search.fill("greeting");
	await page.getByText("The challenges could not be searched").waitFor();
	await page.unroute(searches);
	await page.route(searches, (route) =>
		route.fulfill({ status: 503, body: "" }),
	);
	await search.fill("keeps getting");
	await page.getByText("The service cannot be reached").waitFor();
	await link("Say Hello over HTTP");
	await hits.getByRole("link").first().press("Enter");
	await page
		.getByRole("heading", { level: 1 })
		.getByText("Say Hello")
		.waitFor();
	await page.context().close();
});

describe("with 2,000 packs and more", () => {
	const ADDED = 1997;
	const total = (ADDED + packCount).toLocaleString("en");
	const names = (page: Page) => page.locator(".card h3").allTextContents();
	const range = (page: Page, text: string) =>
		page.locator(".catalogue-head").getByText(text, { exact: true }).waitFor();

	beforeAll(async () => {
		await addPacks(world, ADDED);
	});

	test("pages lead through the list, and the address keeps the page", async () => {
		const page = await world.open("/");
		await range(page, `1–24 of ${total} packs`);
		expect(await page.locator(".card").count()).toBe(24);
		await page.getByRole("link", { name: "Next page" }).press("Enter");
		await range(page, `25–48 of ${total} packs`);
		await page.waitForFunction(
			() => document.activeElement?.id === "packs-heading",
		);
		expect(new URL(page.url()).search).toBe("?page=2");
		const second = await names(page);
		await page.reload();
		await range(page, `25–48 of ${total} packs`);
		expect(await names(page)).toEqual(second);
		await page.getByRole("link", { name: "Previous page" }).click();
		await range(page, `1–24 of ${total} packs`);
		await page.goto(`${world.url}/?page=84`);
		await range(page, `1,993–${total} of ${total} packs`);
		expect(await page.getByRole("link", { name: "Next page" }).count()).toBe(0);
		await page.goto(`${world.url}/?page=999`);
		await page.locator(".empty-title").waitFor();
		expect(await page.locator(".empty-title").textContent()).toBe(
			"No packs on this page",
		);
		expect(await page.locator(".catalogue-head .facts").count()).toBe(0);
		await page.getByRole("link", { name: "Previous page" }).click();
		await range(page, `1,993–${total} of ${total} packs`);
		await page.context().close();
	});

	test("search and filters are in the address, and are announced", async () => {
		const page = await world.open("/?page=3");
		await range(page, `49–72 of ${total} packs`);
		// A pause after the space: the search of the first word keeps the space in the field.
		const search = page.getByRole("searchbox", { name: "Search" });
		await search.fill("topic ");
		await range(page, "1–24 of 1,997 packs");
		await search.pressSequentially("199");
		await range(page, "9 packs");
		await page.locator("p[role=status]").last().getByText("9 packs").waitFor();
		await page
			.getByRole("combobox", { name: "Language" })
			.selectOption("Python");
		await range(page, "4 packs");
		await page
			.getByRole("combobox", { name: "Difficulty" })
			.selectOption("Beginner");
		await page.getByText("No packs found").waitFor();
		await page.getByRole("combobox", { name: "Difficulty" }).selectOption("");
		await page.getByRole("combobox", { name: "Tag" }).selectOption("topic-1");
		await range(page, "2 packs");
		expect(new URL(page.url()).search).toBe(
			"?q=topic+199&language=python&tag=topic-1",
		);
		await page.reload();
		await range(page, "2 packs");
		expect(await names(page)).toEqual(["Pack 1990", "Pack 1996"]);
		expect(await checkInAllThemes(page, "catalogue-filtered")).toEqual([]);
		await search.fill("nothing of this");
		await page.getByText("No packs found").waitFor();
		await page.getByRole("button", { name: "Clear filters" }).press("Enter");
		await range(page, `1–24 of ${total} packs`);
		expect(await page.evaluate(() => document.activeElement?.id)).toBe(
			"packs-heading",
		);
		await page
			.getByRole("combobox", { name: "Framework" })
			.selectOption("FastAPI");
		await range(page, "1 pack");
		expect(await names(page)).toEqual(["FastAPI: Run a Weather Station"]);
		expect(new URL(page.url()).search).toBe("?framework=fastapi");
		await page.getByRole("button", { name: "Clear filters" }).press("Enter");
		await range(page, `1–24 of ${total} packs`);
		// Without the service, the packs that the browser has are searched.
		await page.route(
			({ searchParams }) => searchParams.has("q"),
			(route) => route.fulfill({ status: 503, body: "" }),
		);
		await search.fill("lending");
		await page.getByText("The service cannot be reached").waitFor();
		await page.context().close();
	});

	test("progress is a filter, and the last challenge is one link away", async () => {
		const page = await world.open(CHALLENGE_1);
		await write(page, ANSWER);
		await verify(page);
		await page.getByText("All checks pass").waitFor();
		await page.getByRole("link", { name: /^Express: Open/ }).waitFor();
		await page.goto(`${world.url}/?state=in-progress`);
		await range(page, "1 pack");
		expect(await names(page)).toEqual(["Express: Open a Lending Library"]);
		expect(await page.locator(".continue").textContent()).toEndWith(
			"Express: Open a Lending Library",
		);
		await page.getByRole("link", { name: "Continue Look Up One Book" }).click();
		await page
			.getByRole("heading", { level: 1, name: "Look Up One Book" })
			.waitFor();
		await page.context().close();
	});
});
