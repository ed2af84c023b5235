/** A learner's first days in one real browser, by keyboard alone: everything goes wrong once, and nothing that was typed is lost. */
import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import {
	attemptsSent,
	fillStorage,
	freeStorage,
	storedForOffline,
} from "./browser-storage.ts";
import {
	ANSWER,
	CHALLENGE_1,
	code,
	status,
	textBecomes,
	verify,
	write,
} from "./challenge-page.ts";
import { addPacks, forThisFile, openWorld, packCount } from "./harness.ts";
import { signedInAs } from "./sign-in-harness.ts";
import { axeViolations, checkInAllThemes, THEMES } from "./visual-checks.ts";

const world = forThisFile(async () => {
	const opened = await openWorld();
	await addPacks(opened, 2000 - packCount);
	return opened;
});

/** The answer as hands type it: the editor closes brackets and indents by itself. */
const KEYS = [
	`import express from "express";\n\nconst app = express();\n\n`,
	`app.get("/hello", (req, res) => {\nres.json({ message: "Good morning" });`,
	["ArrowDown", "End"],
	`;\n\nexport default app;\n`,
];
const EVENING = ANSWER.replace("Good morning", "Good evening");
const NIGHT = ANSWER.replace("Good morning", "Good night");
const NAME = "Robin Vale";

test("from the first visit on", async () => {
	const page = await world.open("/", { serviceWorkers: "allow" });
	const tabTo = (wanted: Locator) => pressTabUntil(page, wanted);
	const link = (name: string | RegExp) =>
		page.getByRole("link", { name }).first();
	const passes = () => page.getByText("All checks pass").first().waitFor();
	const reload = async () => {
		await page.reload();
		await code(page).waitFor();
	};

	await step(
		"the demo turns green as one types, and moves nothing",
		async () => {
			await page.getByText("1–24 of 2,000 packs", { exact: true }).waitFor();
			const place = () => page.locator("#packs-heading").boundingBox();
			const before = await place();
			await tabTo(page.getByRole("textbox", { name: "Code of greet.js" }));
			await page.keyboard.press("ControlOrMeta+Home");
			await page.keyboard.type("export ");
			const announced = page.locator("p[role=status]").last();
			await announced.getByText(/^2 of 3 checks pass/).waitFor();
			for (const key of ["ArrowDown", "End", "ArrowLeft"])
				await page.keyboard.press(key);
			await page.keyboard.type(" + name");
			await announced.getByText("All 3 checks pass.").waitFor();
			await page.getByText(/All checks pass, in \d+ ms/).waitFor();
			expect(await page.locator(".demo-passed").count()).toBe(3);
			expect(await place()).toEqual(before);
			for (const theme of [THEMES.dark, THEMES.contrast, THEMES.light]) {
				await page.emulateMedia(theme);
				expect(await axeViolations(page)).toEqual([]);
			}
		},
	);

	await step("a challenge is solved key by key, and is kept", async () => {
		await tabTo(link(/^Express/));
		await page.keyboard.press("Enter");
		await tabTo(link(/^Start/));
		await page.keyboard.press("Enter");
		await tabTo(code(page));
		await page.keyboard.press("ControlOrMeta+a");
		for (const keys of KEYS)
			if (typeof keys === "string") await page.keyboard.type(keys);
			else for (const key of keys) await page.keyboard.press(key);
		await textBecomes(page, ANSWER);
		await verify(page);
		await passes();
		expect(await status(page).textContent()).toBe("Passed");
		expect(
			await code(page).evaluate((it) => it === document.activeElement),
		).toBe(true);
		await reload();
		await textBecomes(page, ANSWER);
		expect(await status(page).textContent()).toBe("Passed");
	});

	await step(
		"F6 leads from part to part, and close to the next challenge",
		async () => {
			await passes();
			await code(page).focus();
			const focused = page.locator(":focus");
			await page.keyboard.press("F6");
			expect(await focused.textContent()).toBe("All checks pass");
			for (const _ of ["check as I type", "next challenge"])
				await page.keyboard.press("Tab");
			expect(await focused.textContent()).toStartWith("Next challenge");
			const parts = { F6: [], "Shift+F6": [] } as Record<string, string[]>;
			for (const [key, names] of Object.entries(parts))
				for (let presses = 0; presses < 3; presses++) {
					await page.keyboard.press(key);
					const name = await focused.getAttribute("aria-label");
					names.push(name ?? (await focused.textContent()) ?? "");
				}
			expect(parts).toEqual({
				F6: ["Say Hello over HTTP", "Code of app.js", "All checks pass"],
				"Shift+F6": [
					"Code of app.js",
					"Say Hello over HTTP",
					"All checks pass",
				],
			});
		},
	);

	await step("without a network all of it goes on", async () => {
		const pack = "/api/v1/packs/express";
		await storedForOffline(
			page,
			...["/", "/api/v1/packs", pack],
			`${pack}/challenges/say-hello-over-http`,
			`${pack}/challenges/look-up-one-book`,
			"/tree-sitter/tree-sitter-javascript.wasm",
		);
		await page.context().setOffline(true);
		await page.getByText(/You are offline/).waitFor();
		expect(await axeViolations(page)).toEqual([]);
		await reload();
		await write(page, EVENING);
		await verify(page);
		await passes();
		await reload();
		await textBecomes(page, EVENING);
		await page.goto(world.url);
		await link(/^FastAPI/).waitFor();
		await tabTo(link("Continue Look Up One Book"));
		await page.keyboard.press("Enter");
		await page
			.getByRole("heading", { level: 1, name: "Look Up One Book" })
			.waitFor();
		await page.context().setOffline(false);
		await page.getByText(/You are offline/).waitFor({ state: "detached" });
	});

	await step("two tabs show one text and one status", async () => {
		await page.goto(world.url + CHALLENGE_1);
		await code(page).waitFor();
		const other = await page.context().newPage();
		await other.goto(world.url + CHALLENGE_1);
		await code(other).waitFor();
		await write(page, "// of the first tab");
		await textBecomes(other, "// of the first tab");
		await other.getByText(/changed in another tab/).waitFor();
		expect(await axeViolations(other)).toEqual([]);
		expect(await page.getByText(/in another tab/).count()).toBe(0);
		await write(other, NIGHT);
		await textBecomes(page, NIGHT);
		await other.close();
	});

	const signIn = async (name: string) => {
		await tabTo(link(name));
		await page.keyboard.press("Enter");
		// The page takes the focus when it is drawn: a key before that would go nowhere.
		await page
			.getByRole("textbox", { name: "Name" })
			.and(page.locator(":focus"))
			.waitFor();
		await page.keyboard.type(NAME);
		await page.keyboard.press("Enter");
		await signedInAs(page, NAME);
		await code(page).waitFor();
	};
	const attempts = () =>
		world.onDatabase(async (sql) => {
			const [{ count }] = await sql`
				SELECT count(*)::int AS count FROM attempts a JOIN users u ON u.id = a.user_id
				WHERE u.name = ${NAME}`;
			return count as number;
		});

	await step("signing in brings all of it along", async () => {
		await reload();
		await signIn("Sign in");
		await page
			.getByText("2 attempts from this browser were added")
			.waitFor({ state: "attached" });
		await textBecomes(page, NIGHT);
		expect(await attempts()).toBe(2);
	});

	await step("a session that expires costs nothing", async () => {
		await world.onDatabase(
			(sql) => sql`UPDATE sessions SET expires_at = now()`,
		);
		await code(page).focus();
		await verify(page);
		const notice = page.getByText(/Your session has ended, Robin Vale/);
		await notice.waitFor();
		const text = await notice.textContent();
		expect(text).toContain("Sign in again to continue");
		expect(text).toContain("Your code is saved in this browser");
		expect(text).toContain("1 result not synced yet");
		await passes();
		expect(await checkInAllThemes(page, "session-ended")).toEqual([]);
		await write(page, EVENING);
		await reload();
		await notice.waitFor();
		await textBecomes(page, EVENING);
		expect(await status(page).textContent()).toBe("Passed");
		expect(await attempts()).toBe(2);
		await signIn("Sign in again");
		expect(page.url()).toBe(world.url + CHALLENGE_1);
		await textBecomes(page, EVENING);
		await attemptsSent(page);
		expect(await attempts()).toBe(3);
		await page.getByText(/not synced yet/).waitFor({ state: "detached" });
	});

	await step("the service is down, and results wait for it", async () => {
		await world.pull();
		try {
			await code(page).focus();
			await verify(page);
			await passes();
			await page.getByText(/1 result not synced yet/).waitFor();
			expect(await status(page).textContent()).toBe("Passed");
		} finally {
			await world.plug();
		}
		await reload();
		await attemptsSent(page);
		expect(await attempts()).toBe(4);
		await page.getByText(/not synced yet/).waitFor({ state: "detached" });
	});

	await step(
		"storage that is full is told, the tab asks before it closes, and room saves the code",
		async () => {
			await fillStorage(page);
			const text = `// ${"kept ".repeat(100)}`;
			await write(page, text);
			const notice = page.getByText(/storage is full/);
			await notice.waitFor();
			expect(await notice.count()).toBe(1);
			expect(await axeViolations(page)).toEqual([]);
			const asked = page.waitForEvent("dialog");
			await page.evaluate(() => setTimeout(() => location.reload()));
			const dialog = await asked;
			expect(dialog.type()).toBe("beforeunload");
			await dialog.dismiss();
			await textBecomes(page, text);
			await freeStorage(page);
			await notice.waitFor({ state: "detached" });
			await reload();
			await textBecomes(page, text);
		},
	);
});

/** Goes by Tab alone to what is `wanted`. */
async function pressTabUntil(page: Page, wanted: Locator): Promise<void> {
	await wanted.waitFor();
	while (!(await wanted.evaluate((it) => it === document.activeElement)))
		await page.keyboard.press("Tab");
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		throw new Error(`It is not so that ${name}: ${error}`, { cause: error });
	}
}
