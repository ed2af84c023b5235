/** The studio on packs of the service, as an author meets it: signed in, in a browser, with a real service and database. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { forThisFile, openWorld } from "./harness.ts";
import { checkAppearance, checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

const button = (page: Page, name: string | RegExp) =>
	page.getByRole("button", { name });
const pattern = (page: Page) =>
	page.getByRole("textbox", { name: "Pattern", exact: true });
/** What no answer has. */
const OTHER_PATTERN = "export function other(...) {\n  return $_;\n}";
const saved = (page: Page) => page.getByText("Saved", { exact: true });

async function openPacks(name: string): Promise<Page> {
	const page = await world.open(null);
	await world.signIn(page, name);
	await page.goto(`${world.url}/studio`);
	await page.getByRole("heading", { name: "Your packs" }).waitFor();
	return page;
}

/** A pack with one challenge of the template, opened at its checks. */
async function openChallenge(pack: string): Promise<Page> {
	const page = await openPacks("Ada");
	await page.getByLabel("Name").fill(pack);
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: pack, level: 1 }).waitFor();
	await page.getByLabel("A new challenge").fill("Greet Them");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Greet Them" }).click();
	await page.getByRole("heading", { name: "Greet Them", level: 1 }).waitFor();
	return page;
}

/** The challenge as the service has it now. */
const stored = (page: Page, slug: string) =>
	page.evaluate(async (name) => {
		const answer = await fetch(`/api/v1/author/packs/${name}`);
		return (await answer.json()).data.challenges[0];
	}, slug);

const title = async (page: Page, text: string) => {
	await page.getByRole("tab", { name: "Task" }).click();
	await page.getByRole("textbox", { name: "Title" }).fill(text);
};

test("who is signed out learns what the studio is, and returns to it after the sign-in", async () => {
	const page = await world.open("/studio");
	const link = page.getByRole("main").getByRole("link", { name: "Sign in" });
	expect(await link.getAttribute("href")).toContain("returnTo=%2Fstudio");
	expect(await checkInAllThemes(page, "studio-signed-out")).toEqual([]);
	await page.context().close();
});

test("a pack is created, and its challenge saved with its answers; unsaved edits outlast a reload", async () => {
	const page = await openPacks("Ada");
	await page.getByText("You have no packs yet").waitFor();
	expect(await checkInAllThemes(page, "studio-no-packs")).toEqual([]);
	await page.context().close();

	const studio = await openChallenge("First Sums");
	await button(studio, "Check A, another name: fails, as it must").waitFor();
	await pattern(studio).focus();
	await studio.keyboard.press("ControlOrMeta+a");
	await studio.keyboard.insertText(OTHER_PATTERN);
	await button(studio, "Check A, Solution: fails, and must pass").waitFor();
	await studio.getByText("Unsaved edits").waitFor();
	await studio.reload();
	await studio.getByText("Unsaved edits").waitFor();
	await button(studio, "Check A, Solution: fails, and must pass").waitFor();
	await studio.getByRole("tab", { name: "Answers" }).click();
	await button(studio, /another spelling/).click();
	await studio.keyboard.press("ControlOrMeta+s");
	await saved(studio).waitFor();
	const { assertions, cases, version } = await stored(studio, "first-sums");
	expect(assertions.perFile["greet.js"][0].pattern).toBe(OTHER_PATTERN);
	expect(cases.accepted).toHaveLength(1);
	expect(version).toBe(2);
	await studio.goto(`${world.url}/studio`);
	await studio.getByRole("link", { name: "First Sums" }).waitFor();
	expect(await checkAppearance(studio, "studio-own-packs")).toEqual([]);
	await studio.context().close();
});

test("a change from another device is offered where there are unsaved edits, and nothing is overwritten", async () => {
	const page = await openChallenge("Two Devices");
	const address = page.url();
	await title(page, "Mine");
	const other = await page.context().newPage();
	await other.goto(address);
	await title(other, "Theirs");
	await other.keyboard.press("ControlOrMeta+s");
	// It has the same edits kept as the first tab, which are its own by now.
	await saved(other).waitFor();
	await title(page, "Mine again");
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByText("This challenge was changed elsewhere").waitFor();
	expect(await checkAppearance(page, "studio-conflict")).toEqual([]);
	expect((await stored(page, "two-devices")).title).toBe("Theirs");
	await button(page, "Keep my edits").click();
	await page.keyboard.press("ControlOrMeta+s");
	await saved(page).waitFor();
	expect((await stored(page, "two-devices")).title).toBe("Mine again");
	await page.context().close();
});

test("edits are kept where the service cannot be reached, and where the session has ended", async () => {
	const page = await openChallenge("Kept Edits");
	await title(page, "Kept");
	const route = "**/api/v1/author/challenges/*";
	await page.route(route, (each) => each.abort());
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByText("Your edits were not saved").waitFor();
	await page.unroute(route);
	const cookies = await page.context().cookies();
	await page.context().clearCookies();
	await button(page, "Try again").click();
	await page
		.getByRole("alert")
		.getByRole("link", { name: "Sign in" })
		.waitFor();
	await page.context().addCookies(cookies);
	await page.reload();
	await page.getByText("Unsaved edits").waitFor();
	await page.keyboard.press("ControlOrMeta+s");
	await saved(page).waitFor();
	expect((await stored(page, "kept-edits")).title).toBe("Kept");
	await page.context().close();
});

test("selected lines become a check, checks are proposed, and a fault leads to its place", async () => {
	const page = await openChallenge("Made Checks");
	await page.getByRole("tab", { name: "Code" }).click();
	await page.getByRole("textbox", { name: "Solution: greet.js" }).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.getByText("lines 1 to").waitFor();
	await button(page, "Make a check of the selection").click();
	await button(page, /^Check B, Solution: passes, as it must/).waitFor();
	await button(page, "Propose checks").click();
	await page.getByText(/every accepted answer (have|and)/).waitFor();
	await page.getByRole("link", { name: "Made Checks" }).click();
	await page.getByText("Unsaved edits").waitFor();
	await button(page, "Validate the pack").click();
	expect(await checkAppearance(page, "studio-validated")).toEqual([]);
	const faults = page.locator(".studio-findings");
	await faults
		.getByText("2 hints")
		.or(faults.getByText("template"))
		.first()
		.waitFor();
	await faults.getByRole("link", { name: "greet-them" }).first().click();
	await page.getByRole("heading", { name: "Greet Them", level: 1 }).waitFor();
	await page.context().close();
});

test("a finding about the description leads to its field; the details are saved and offered where they were changed elsewhere", async () => {
	const page = await openChallenge("No Words Yet");
	await page.getByRole("link", { name: "No Words Yet" }).click();
	await button(page, "Validate the pack").click();
	await page
		.locator(".studio-findings li", { hasText: "`description` still" })
		.or(page.locator(".studio-findings li", { hasText: "description still" }))
		.getByRole("link")
		.click();
	const field = page.getByLabel("Description");
	expect(await field.evaluate((one) => one === document.activeElement)).toBe(
		true,
	);
	await field.fill("What words are for.");
	await page.getByLabel("Tags, with commas between").fill("words, ,first ones");
	await page.reload();
	await page.getByText("Unsaved edits").waitFor();
	expect(await field.inputValue()).toBe("What words are for.");
	expect(await checkInAllThemes(page, "studio-pack-details")).toEqual([]);
	await field.press("ControlOrMeta+s");
	await page.locator(".lead", { hasText: "What words are for." }).waitFor();
	await page.getByText("words · first ones").waitFor();

	await button(page, /^Edit name/).click();
	await page.getByLabel("Name", { exact: true }).fill("Words");
	const other = await page.context().newPage();
	await other.goto(page.url());
	// It has the edits of the first tab; this is another change of the same fields.
	await other.getByLabel("Name", { exact: true }).fill("Other Words");
	await button(other, /^Save/).click();
	await other.getByRole("heading", { name: "Other Words", level: 1 }).waitFor();
	await button(page, /^Save/).click();
	await page.getByText("This pack was changed elsewhere").waitFor();
	await button(page, "Keep my edits").click();
	await button(page, /^Save/).click();
	await page
		.getByRole("heading", { name: "Words", exact: true, level: 1 })
		.waitFor();
	const { name, description, tags } = await page.evaluate(
		async () =>
			(await (await fetch("/api/v1/author/packs/no-words-yet")).json()).data,
	);
	expect({ name, description, tags }).toEqual({
		name: "Words",
		description: "What words are for.",
		tags: ["words", "first ones"],
	});
	await page.context().close();
});

test("who reads German reads findings in German", async () => {
	const page = await world.open(null, { locale: "de-DE" });
	await world.signIn(page, "Dora");
	await page.goto(`${world.url}/studio`);
	await page.getByRole("textbox", { name: "Name" }).fill("Erste Summen");
	await page.keyboard.press("Enter");
	await page.getByLabel("Eine neue Aufgabe").fill("Greet Them");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Greet Them" }).waitFor();
	await button(page, "Paket validieren").click();
	const findings = page.locator(".studio-findings");
	await findings.getByText("hat noch den Text der Vorlage").first().waitFor();
	await findings.getByText("füge falsche Lösungen hinzu").waitFor();
	expect(await findings.getByText("still has the text").count()).toBe(0);
	expect(await checkAppearance(page, "studio-findings-de")).toEqual([]);
	await page.context().close();
});

test("challenges are added, ordered, renamed and deleted; the pack is published and deleted", async () => {
	const page = await openChallenge("Whole Life");
	await page.getByRole("link", { name: "Whole Life" }).click();
	await page.getByLabel("A new challenge").fill("Part Again");
	await page.keyboard.press("Enter");
	await button(page, "Move up: Part Again").click();
	const rows = page.locator(".studio-list h2");
	await rows.first().getByText("Part Again").waitFor();
	expect((await stored(page, "whole-life")).title).toBe("Part Again");
	await button(page, "Rename: Part Again").click();
	await page.getByLabel("Its name in addresses and files").fill("parting");
	await page.keyboard.press("Enter");
	await page.locator('a[href="/studio/whole-life/parting"]').waitFor();

	await page.getByRole("radio", { name: /^Public/ }).check();
	expect(await checkInAllThemes(page, "studio-server-pack")).toEqual([]);
	await button(page, "Publish").click();
	await button(page, "Change who sees it").waitFor();
	const learner = await world.open("/packs/whole-life/greet-them");
	await learner.getByRole("heading", { name: "Greet Them" }).waitFor();
	await learner.context().close();

	await button(page, "Delete: Part Again").click();
	await button(page, "Delete the challenge").click();
	await page.getByRole("link", { name: "Part Again" }).waitFor({
		state: "detached",
	});
	await button(page, "Delete the pack…").click();
	await button(page, "Delete the pack").last().click();
	await page
		.getByText("You have no packs yet")
		.or(page.locator(".studio-list"))
		.waitFor();
	expect(await page.getByRole("link", { name: "Whole Life" }).count()).toBe(0);
	await page.context().close();
});

test("another author's pack and a missing challenge say what to do", async () => {
	const page = await openChallenge("Hers Alone");
	await page.goto(`${world.url}/studio/hers-alone/no-such-one`);
	await page.getByText('The pack has no challenge "no-such-one".').waitFor();
	const other = await openPacks("Robin");
	await other.goto(`${world.url}/studio/hers-alone`);
	await other.getByRole("alert").waitFor();
	expect(await checkAppearance(other, "studio-no-such-pack")).toEqual([]);
	await other.context().close();
	await page.context().close();
});

test("a pack is exported as an archive, and imported again under another address", async () => {
	const page = await openChallenge("There And Back");
	await page.getByRole("link", { name: "There And Back" }).click();
	const downloading = page.waitForEvent("download");
	await button(page, "Export as .zip").click();
	const path = await (await downloading).path();
	await page.goto(`${world.url}/studio`);
	const file = page.getByLabel(/^An archive/);
	await file.setInputFiles({
		name: "notes.zip",
		mimeType: "application/zip",
		buffer: Buffer.from("PK no archive"),
	});
	await page.getByText('"notes.zip" cannot be imported').waitFor();
	await file.setInputFiles(path);
	await page.getByText("There And Back: 1 challenge").waitFor();
	expect(await checkAppearance(page, "studio-import")).toEqual([]);
	await button(page, "Import").click();
	await page.getByText(/is taken/).waitFor();
	await page.getByLabel("Its name in addresses").fill("and-back");
	await button(page, "Import").click();
	await page.getByRole("link", { name: "Greet Them" }).waitFor();
	const [before, after] = [
		await stored(page, "there-and-back"),
		await stored(page, "and-back"),
	];
	expect({ ...after, _id: before._id }).toEqual(before);
	await page.context().close();
});

test("the author sees what learners missed, and takes a disputed answer as a case", async () => {
	const page = await openChallenge("Met By Learners");
	const address = page.url();
	await page.getByRole("tab", { name: "Learners" }).click();
	await page.getByText("Shown once 10 learners have tried").waitFor();
	const { _id: id } = await stored(page, "met-by-learners");
	await world.onDatabase(async (sql) => {
		const files = [{ path: "greet.js", content: "export default 1;\n" }];
		await sql`
			INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files, note)
			SELECT gen_random_uuid(), id, ${id}, 1, ${[{ check: "perFile/greet.js/0", message: "No." }]}::json, ${files}::json, 'It greets.'
			FROM users LIMIT 1`;
		for (let count = 0; count < 10; count++) {
			const userId = Bun.randomUUIDv7();
			const results = {
				fileResults: [{ file: "greet.js", results: [{ passed: count > 3 }] }],
				crossFileResults: [],
			};
			await sql`INSERT INTO users (id, name) VALUES (${userId}, 'Someone')`;
			await sql`
				INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, verified, assertion_results)
				VALUES (gen_random_uuid(), ${userId}, ${id}, 1, ${count > 3}, true, ${results}::json)`;
		}
	});
	await page.goto(address);
	await page.getByRole("tab", { name: "Learners" }).click();
	await page.getByRole("cell", { name: "4", exact: true }).waitFor();
	await page.getByText("Missed: A").waitFor();
	expect(await checkInAllThemes(page, "studio-learners")).toEqual([]);
	await button(page, "Add as a wrong answer").click();
	await button(page, /It greets\./).waitFor();
	await page.keyboard.press("ControlOrMeta+s");
	await saved(page).waitFor();
	const { cases } = await stored(page, "met-by-learners");
	expect(cases.rejected.at(-1)).toMatchObject({
		name: "It greets.",
		caughtBy: "perFile/greet.js/0",
	});
	await page.context().close();
});
