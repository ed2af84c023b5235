/** Classes as a teacher and a learner use them: from the first class to the file of results, and out again. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, dialogGone } from "./challenge-page.ts";
import {
	addAttempts,
	addLearners,
	assignPack,
	createClass,
	userIdOf,
} from "./class-world.ts";
import { forThisFile } from "./harness.ts";
import { beginAt, openSignInWorld, signedInAs } from "./sign-in-harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

const at = forThisFile(() => openSignInWorld());

/** A browser of its own, whose person is signed in and at the classes. */
async function enter(name: string): Promise<Page> {
	at.anew(name);
	const page = await at.open(null);
	await page.goto(beginAt(at.url, "/classes"));
	await signedInAs(page, name);
	return page;
}

const spoken = (page: Page, text: string) =>
	page.getByRole("status").getByText(text).waitFor({ state: "attached" });
const focused = (page: Page) => page.locator(":focus").textContent();
const confirm = async (page: Page, action: string) => {
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: action }).press("Enter");
	await dialogGone(page);
};

test("a teacher makes a class and assigns a pack; a learner is told what is shared, signs in, comes back and joins; the teacher sees progress by learner and by check, and downloads it", async () => {
	const teacher = await enter("Ada Fir");
	await button(teacher, /Ada Fir/).press("Enter");
	await teacher.getByRole("menuitem", { name: "Classes" }).press("Enter");
	await teacher.getByText("You do not teach a class yet.").waitFor();
	const { id, link } = await createClass(teacher, "Web basics");
	expect(link).toStartWith(`${at.url}/join/`);
	await button(teacher, "Copy link").press("Enter");
	await teacher
		.getByRole("status")
		.getByText(/^The link is (copied|selected)/)
		.waitFor({ state: "attached" });
	await assignPack(teacher, "Express", "2026-01-05T12:00");
	await teacher.getByText(/due .*Jan.* 5.* 12:00/).waitFor();

	at.anew("Kim Ash");
	const learner = await at.open(null);
	await learner.goto(link);
	await learner.getByText("Web basics").waitFor();
	const shown = await learner.locator("main").textContent();
	for (const told of [
		"Taught by Ada Fir",
		"your name, as it is shown here",
		"which checks your latest attempt passes",
		"not your code",
	])
		expect(shown).toContain(told);
	expect(await checkInAllThemes(learner, "join-signed-out")).toEqual([]);
	await learner.getByRole("link", { name: "Sign in to join" }).press("Enter");
	await signedInAs(learner, "Kim Ash");
	expect(learner.url()).toBe(link);
	await button(learner, "Join the class as Kim Ash").press("Enter");
	await spoken(learner, "You are in the class Web basics now.");
	expect(await focused(learner)).toBe("Web basics");
	await learner.getByText("0 of 10 passed").waitFor();
	await learner.getByText("Overdue").waitFor();

	const userId = await userIdOf(learner, at.url);
	await at.onDatabase((sql) => addAttempts(sql, userId, id, "pua"));
	await learner.reload();
	await learner.getByText("2 of 10 passed").waitFor();
	await learner.getByText("As your teacher sees it").press("Enter");
	const own = learner.locator(".own-results li");
	await own.first().waitFor();
	expect((await own.allTextContents()).slice(0, 4)).toEqual([
		expect.stringMatching(/^Passed late .*1 attempt.*Say Hello over HTTP/),
		expect.stringMatching(
			/^Passed late .*not verified by the service.*Look Up/,
		),
		expect.stringMatching(/^In progress · 1 attempt.*Check In/),
		expect.stringMatching(/^Not started.*Narrow/),
	]);
	await own.nth(2).getByText("Checks of your latest attempt").press("Enter");
	const ownChecks = own.nth(2).locator(".class-checks > li");
	await ownChecks.first().waitFor();
	expect((await ownChecks.allTextContents()).slice(0, 2)).toEqual([
		expect.stringMatching(/Does not pass$/),
		expect.stringMatching(/Passes$/),
	]);
	expect(await learner.locator("main").textContent()).not.toContain(
		"secretName",
	);
	await learner.getByRole("link", { name: "Treeline" }).click();
	const assigned = learner.getByRole("list", { name: "Assigned to you" });
	await assigned.waitFor();
	expect(await assigned.textContent()).toMatch(
		/^Express.*Web basics · due .*Jan.* 5.* · Overdue2 of 10 passed$/,
	);
	expect(await checkInAllThemes(learner, "assigned")).toEqual([]);
	await assigned.getByRole("link").press("Enter");
	await learner.getByText("Assigned by Web basics").waitFor();
	expect(
		await learner.getByText(/^Assigned by Web basics · due/).textContent(),
	).toMatch(/Jan.* 5.* · Overdue$/);

	await teacher.reload();
	const row = teacher.getByRole("row", { name: /Kim Ash/ });
	await row.waitFor();
	expect((await row.getByRole("cell").allTextContents()).slice(0, 5)).toEqual([
		"2 of 10Overdue",
		expect.stringMatching(/^Passed late .* · 1 attempt/),
		expect.stringMatching(/^Passed late .* · not verified by the service/),
		expect.stringMatching(/^In progress · 1 attempt/),
		"Not started",
	]);
	await teacher.getByText(/^due .* · Past due$/).waitFor();
	expect(
		await teacher.locator(".progress-titles li").nth(2).textContent(),
	).toBe("Check In a New Book");
	// The link was of the visit in which it was made.
	await teacher.getByText(/It is shown only when it is made/).waitFor();
	await teacher.getByRole("button", { name: /^3\. / }).press("Enter");
	const dialog = teacher.getByRole("dialog", { name: "Check In a New Book" });
	await dialog.getByText("1 learner is at it").waitFor();
	const checks = dialog.locator(".class-checks > li");
	await checks.first().getByText("fails for 1 learner").press("Enter");
	expect(await checks.first().textContent()).toContain("Kim Ash");
	expect(await checks.nth(1).textContent()).toContain("fails for nobody");
	expect(await dialog.textContent()).not.toContain("secretName");
	await teacher.keyboard.press("Escape");
	const download = teacher.waitForEvent("download");
	await teacher.getByRole("link", { name: "Download as CSV" }).press("Enter");
	expect((await download).suggestedFilename()).toBe("progress-express.csv");
	const stream = await (await download).createReadStream();
	expect(await new Response(stream as never).text()).toMatch(
		/\r\nKim Ash,[^,]+,2,10,[^,]+,passed late,passed late \(not verified\),in progress,not started,/,
	);
});

test("a learner leaves: the teacher sees nothing more; a learner is removed, a link renewed and closed, a class renamed and deleted", async () => {
	const teacher = await enter("Ada Fir");
	await teacher
		.context()
		.grantPermissions(["clipboard-read", "clipboard-write"]);
	await teacher.clock.install();
	const { id, link } = await createClass(teacher, "Evening group");
	const clipboard = () =>
		teacher.evaluate(() => navigator.clipboard.readText());
	await assignPack(teacher, "Express");
	await addLearners(at, id, { Robin: "p" });
	const learner = await enter("Kim Ash");
	await learner.goto(link);
	await button(learner, "Join the class as Kim Ash").click();
	await button(learner, "Leave class…").press("Enter");
	await confirm(learner, "Leave class");
	await spoken(learner, "You have left the class.");
	await learner.getByText("You have not joined a class yet.").waitFor();

	await teacher.reload();
	await button(teacher, "Remove… Robin").press("Enter");
	await confirm(teacher, "Remove learner");
	await spoken(teacher, "The learner is removed.");
	expect(await focused(teacher)).toBe("Learners");
	await teacher.getByText("Send the join link to your learners.").waitFor();

	await button(teacher, "New link…").press("Enter");
	await confirm(teacher, "Make a new link");
	const field = teacher.getByRole("textbox", { name: "Send this link" });
	await field.waitFor();
	const copied = await field.inputValue();
	expect(copied).not.toBe(link);
	await button(teacher, "Copy link").press("Enter");
	await button(teacher, "Copied").waitFor();
	expect(await clipboard()).toBe(copied);
	await button(teacher, "New link…").press("Enter");
	await confirm(teacher, "Make a new link");
	await teacher.waitForFunction(
		(old) =>
			document.querySelector<HTMLInputElement>(".join-link input")?.value !==
			old,
		copied,
	);
	expect(await teacher.locator(".join-link button").textContent()).toBe(
		"Copy link",
	);
	const next = await field.inputValue();
	await button(teacher, "Copy link").press("Enter");
	await button(teacher, "Copied").waitFor();
	expect(await clipboard()).toBe(next);
	await teacher.clock.runFor(10_000);
	await button(teacher, "Copy link").waitFor();
	const shows = async (address: string, heading: string) => {
		await learner.goto(address);
		await learner.getByRole("heading", { level: 1, name: heading }).waitFor();
	};
	await shows(link, "This link does not work");
	await shows(next, "Join a class");
	await button(teacher, "Close link…").press("Enter");
	await confirm(teacher, "Close link");
	await teacher.getByText("The class is closed: nobody can join.").waitFor();
	await shows(next, "This link does not work");
	await button(teacher, "Make a link").press("Enter");
	await field.waitFor();

	await button(teacher, "Dates… Express").press("Enter");
	const dates = teacher.getByRole("dialog", { name: "Dates" });
	await dates.getByLabel("Opens", { exact: true }).fill("2126-02-01T08:00");
	await dates.getByLabel("Due", { exact: true }).fill("2126-01-01T08:00");
	await dates.getByRole("button", { name: "Save" }).press("Enter");
	await dates.getByText("has to be after the opening").waitFor();
	const due = dates.getByLabel("Due", { exact: true });
	expect(
		await due.evaluate((field) => [
			field.getAttribute("aria-invalid"),
			(field.getAttribute("aria-describedby") ?? "")
				.split(" ")
				.some((id) =>
					document
						.getElementById(id)
						?.textContent.includes("after the opening"),
				),
			field === document.activeElement,
		]),
	).toEqual(["true", true, true]);
	await dates.getByLabel("Due", { exact: true }).fill("2126-03-01T08:00");
	await dates.getByRole("button", { name: "Save" }).press("Enter");
	await teacher.getByText(/opens Feb.*2126.* · due Mar.*2126/).waitFor();
	await button(teacher, "Dates… Express").press("Enter");
	await dates.getByLabel("Opens", { exact: true }).fill("");
	await dates.getByLabel("Due", { exact: true }).fill("2026-01-05T12:00");
	await dates.getByRole("button", { name: "Save" }).press("Enter");
	await dates
		.getByRole("alert")
		.getByText(/^This due date has passed/)
		.waitFor();
	expect(await checkInAllThemes(teacher, "class-past-due")).toEqual([]);
	await dates.getByLabel("Due", { exact: true }).fill("2026-01-06T12:00");
	expect(await dates.getByRole("alert").count()).toBe(0);
	await dates.getByRole("button", { name: "Save", exact: true }).press("Enter");
	await dates.getByRole("button", { name: "Save anyway" }).press("Enter");
	await teacher.getByText(/due Jan 6, 2026/).waitFor();
	// The dates of the class are written alike, by the reader's own habits.
	await teacher.addInitScript(() =>
		Object.defineProperty(navigator, "languages", { value: ["en-GB"] }),
	);
	await teacher.reload();
	await teacher.getByText(/due 6 Jan 2026, 12:00 · Past due$/).waitFor();
	await button(teacher, "Assign a pack…").press("Enter");
	const choosing = teacher.getByRole("dialog", { name: "Assign a pack" });
	await choosing
		.getByRole("searchbox", { name: "Find a pack" })
		.fill("Lending Library");
	await choosing.getByText(/^“Express.*” is assigned already\.$/).waitFor();
	await choosing.getByRole("button", { name: "Close" }).press("Enter");
	await dialogGone(teacher);
	const takeDown = (reason: string | null) =>
		at.onDatabase(
			(sql) => sql`
				UPDATE packs SET taken_down_reason = ${reason}, taken_down_at = CASE WHEN ${reason !== null} THEN now() END
				WHERE slug = 'express'`,
		);
	await takeDown("Spam.");
	await teacher.reload();
	await teacher.getByText("A moderator took it down").waitFor();
	await button(teacher, "Remove… Express").waitFor();
	await takeDown(null);
	await teacher.reload();
	await button(teacher, "Remove… Express").press("Enter");
	await confirm(teacher, "Remove assignment");
	await teacher.getByText("No pack is assigned yet.").waitFor();
	expect(await focused(teacher)).toBe("Assignments");

	await button(teacher, "Rename…").press("Enter");
	const renaming = teacher.getByRole("dialog", { name: "Rename class" });
	await renaming.getByRole("textbox", { name: "Name" }).fill("Morning group");
	await teacher.keyboard.press("Enter");
	await teacher
		.getByRole("heading", { level: 1, name: "Morning group" })
		.waitFor();
	await button(teacher, "Delete class…").press("Enter");
	await confirm(teacher, "Delete class");
	await spoken(teacher, "The class is deleted.");
	await teacher.getByText("You do not teach a class yet.").waitFor();
	await teacher.goto(`${at.url}/classes/${id}`);
	await teacher.getByRole("heading", { name: "Class not found" }).waitFor();
});

test("what cannot be loaded or done is told, with a way to try again", async () => {
	const page = await enter("Ada Fir");
	const CLASSES = "**/api/v1/classes*";
	await page.route(CLASSES, (route) => route.fulfill({ status: 500 }));
	await page.reload();
	const alert = page.getByRole("alert");
	await alert.getByText("Your classes could not be loaded").waitFor();
	expect(await checkInAllThemes(page, "classes-failed")).toEqual([]);
	await page.unroute(CLASSES);
	await alert.getByRole("button", { name: "Try again" }).press("Enter");
	await page.getByText("You do not teach a class yet.").waitFor();
	await button(page, "New class…").press("Enter");
	const name = page.getByRole("textbox", { name: "Name" });
	await name.fill("Offline");
	await page.context().setOffline(true);
	await name.press("Enter");
	await alert.getByText("This device is offline.").waitFor();
	await page.context().setOffline(false);
	await name.press("Enter");
	await page.getByRole("heading", { level: 1, name: "Offline" }).waitFor();
	await assignPack(page, "Express");
	await page.getByText("Nobody has joined yet.").first().waitFor();
	const PROGRESS = "**/progress";
	await page.route(PROGRESS, (route) => route.fulfill({ status: 503 }));
	await page.reload();
	await alert.getByText("The progress could not be loaded").waitFor();
	await page.unroute(PROGRESS);
	await alert.getByRole("button", { name: "Try again" }).press("Enter");
	await page.getByRole("link", { name: "Download as CSV" }).waitFor();
	await button(page, "Close link…").press("Enter");
	await page.context().setOffline(true);
	await page
		.getByRole("dialog")
		.getByRole("button", { name: "Close link" })
		.press("Enter");
	await alert.getByText("This device is offline.").waitFor();
	await page.context().setOffline(false);
});

test("a name that is markup stays text", async () => {
	const name = `<img src=x onerror="document.title='run'">`;
	const page = await enter(name);
	const { id } = await createClass(page, name);
	await assignPack(page, "Express");
	await addLearners(at, id, { [name]: "p" });
	await page.reload();
	await page.getByRole("row", { name }).waitFor();
	expect(await page.locator("main img").count()).toBe(0);
	expect(await page.title()).toBe(`${name} · Treeline`);
});
