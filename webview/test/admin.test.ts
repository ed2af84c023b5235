/** The administration as moderators and administrators use it, by keyboard as well as by hand, and what everyone else meets there. */
import { afterAll, expect, test } from "bun:test";
import { copyFile, mkdtemp, rename, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { addAuthorsPacks, signInAs } from "./admin-data.ts";
import { button, dialogGone } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import {
	checkAppearance,
	checkInAllThemes,
	keyboardFaults,
} from "./visual-checks.ts";

const backups = await mkdtemp(join(tmpdir(), "treeline-page-backups-"));
afterAll(() => rm(backups, { recursive: true, force: true }));
const world = forThisFile(() =>
	openWorld({ PUBLISHING: "approval", BACKUP_DIR: backups }),
);

let made = 0;
const mark = () => `no-${++made}`;

/** A page of the administration, signed in with this role. */
async function open(
	path: string,
	role: "learner" | "moderator" | "administrator",
	name = `${role} ${++made}`,
): Promise<Page> {
	const page = await world.open(null);
	await signInAs(page, world, role, name);
	await page.goto(world.url + path);
	return page;
}

const heading = (page: Page, name: string) =>
	page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const row = (page: Page, name: string | RegExp) =>
	page.getByRole("listitem").filter({ hasText: name });
const spoken = (page: Page, text: string) =>
	page.getByRole("status").getByText(text).waitFor({ state: "attached" });
/** What is focused is the list's count: what was pressed may be gone. */
const countIsFocused = (page: Page) =>
	page.locator("p[tabindex='-1']:focus").waitFor();

test("a moderator comes by the menu, reviews a pack that waits and approves it, and then it is shown", async () => {
	const { waiting } = await addAuthorsPacks(world, mark());
	const page = await open("/", "moderator", "Mo One");
	await button(page, /Mo One/).press("Enter");
	await page.getByRole("menuitem", { name: "Administration" }).press("Enter");
	await heading(page, "Overview");
	expect(await page.title()).toBe("Overview · Administration · Treeline");
	await page.getByText("The service is ready.").waitFor();
	await page.getByRole("link", { name: /waits? for approval/ }).click();
	await heading(page, "Packs");
	const anonymous = await world.open(null);
	const shown = async () =>
		(
			await anonymous.request.get(`${world.url}/api/v1/packs/${waiting}`)
		).status();
	expect(await shown()).toBe(404);
	await row(page, waiting)
		.getByRole("button", { name: /Review/ })
		.press("Enter");
	const dialog = page.getByRole("dialog");
	await dialog
		.getByText("Its author asks for the visibility “Public”.")
		.waitFor();
	await dialog.getByText("Say Hello Over HTTP").click();
	await dialog.getByText("Starter files").waitFor();
	await dialog.getByRole("heading", { name: "What to build" }).waitFor();
	expect(await dialog.getByText("`").count()).toBe(0);
	expect(await checkAppearance(page, "admin-review")).toEqual([]);
	await dialog.getByRole("button", { name: "Approve" }).press("Enter");
	await dialogGone(page);
	await spoken(page, "The pack is approved.");
	await page.getByText("No pack waits for approval.").waitFor();
	expect(await page.locator(":focus").textContent()).toBe(
		"No pack waits for approval.",
	);
	// The focus reads it: it is not announced as well.
	expect(
		await page.getByRole("status").getByText("No pack waits").count(),
	).toBe(0);
	await countIsFocused(page);
	expect(await row(page, waiting).count()).toBe(0);
	expect(await shown()).toBe(200);
});

test("a pack that was changed after it was read is not approved, and one is refused with a reason", async () => {
	const { waiting } = await addAuthorsPacks(world, mark());
	const page = await open(
		`/admin/packs?show=waiting&q=${waiting}`,
		"moderator",
	);
	await button(page, /Review/).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Approve" }).waitFor();
	await world.onDatabase(
		(sql) =>
			sql`UPDATE packs SET revision = revision + 1 WHERE slug = ${waiting}`,
	);
	await dialog.getByRole("button", { name: "Approve" }).click();
	await dialog
		.getByRole("alert")
		.getByText(
			"The pack was changed since you read it, and is not approved. Close this and look at it again.",
		)
		.waitFor();
	await dialog.getByRole("button", { name: "Refuse" }).click();
	await dialog.getByRole("alert").getByText("Write a reason first.").waitFor();
	await dialog.getByRole("textbox", { name: /Reason/ }).fill("It has no task.");
	await dialog.getByRole("button", { name: "Refuse" }).click();
	await spoken(page, "The pack is refused.");
	const [pack] = await world.onDatabase(
		(sql) =>
			sql`SELECT visibility, refused_reason FROM packs WHERE slug = ${waiting}`,
	);
	expect(pack).toEqual({
		visibility: "private",
		refused_reason: "It has no task.",
	});
});

test("a pack is found, taken down with a reason by keyboard, and restored; the audit tells who did it", async () => {
	const { shown, author } = await addAuthorsPacks(world, mark());
	const page = await open("/admin/packs", "moderator", "Mo Two");
	const search = page.getByRole("searchbox", { name: /Name or address/ });
	await search.fill(shown);
	await search.press("Enter");
	await page.getByText("1 entry").waitFor();
	expect(new URL(page.url()).search).toBe(`?q=${shown}`);
	const own = row(page, shown);
	expect(await own.textContent()).toContain(`by ${author}`);
	await own.getByRole("button", { name: /Take down/ }).press("Enter");
	await page.locator("dialog:modal").waitFor();
	await page
		.getByRole("dialog")
		.getByText(/^Only its author sees “The shown pack/)
		.waitFor();
	await page.keyboard.press("Tab");
	await page.locator("dialog textarea:focus, dialog input:focus").waitFor();
	await page.keyboard.type("It advertises a shop.");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await spoken(page, "The pack is taken down.");
	await countIsFocused(page);
	await own.getByText("Reason: It advertises a shop.").waitFor();
	await own.getByRole("button", { name: /Restore/ }).press("Enter");
	await spoken(page, "The pack is restored.");
	await own.getByText("Public", { exact: true }).waitFor();

	await page.getByRole("link", { name: "Audit" }).click();
	await heading(page, "Audit");
	const actions = page.getByRole("listitem");
	await actions.filter({ hasText: `Pack “${shown}” restored` }).waitFor();
	expect(
		await actions
			.filter({ hasText: `Pack “${shown}” taken down` })
			.first()
			.textContent(),
	).toMatch(/Reason: It advertises a shop\..*by Mo Two/);
});

test("an administrator gives a role, blocks and unblocks; a moderator gives none and blocks no moderator", async () => {
	const name = `Uma ${mark()}`;
	await open("/", "learner", name);
	const page = await open(
		`/admin/users?q=${name}`,
		"administrator",
		"Admin One",
	);
	const role = page.getByRole("combobox", { name: `Role of ${name}` });
	await role.selectOption("Moderator");
	const roleDialog = page.getByRole("dialog");
	await roleDialog.getByText(`${name} becomes: Moderator.`).waitFor();
	expect([
		...(await checkInAllThemes(page, "adminRole")),
		...(await keyboardFaults(page)),
	]).toEqual([]);
	await page.keyboard.press("Escape");
	await dialogGone(page);
	expect(await role.inputValue()).toBe("learner");
	const roleIs = async () =>
		(
			await world.onDatabase(
				(sql) => sql`SELECT role FROM users WHERE name = ${name}`,
			)
		)[0].role;
	expect(await roleIs()).toBe("learner");
	await role.selectOption("Moderator");
	await roleDialog.getByRole("button", { name: "Change the role" }).click();
	await spoken(page, `The role of ${name} is now: Moderator`);
	await countIsFocused(page);
	expect(await roleIs()).toBe("moderator");

	const moderator = await open(`/admin/users?q=${name}`, "moderator");
	await row(moderator, name).getByText("Moderator", { exact: true }).waitFor();
	expect(await moderator.getByRole("main").getByRole("combobox").count()).toBe(
		1,
	);
	expect(await row(moderator, name).getByRole("button").count()).toBe(0);

	await button(page, /^Block/).click();
	await page.getByRole("textbox", { name: /Reason/ }).fill("Spam.");
	await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
	await spoken(page, `${name} is blocked.`);
	await row(page, name).getByText("Reason: Spam.").waitFor();
	await button(page, /^Unblock/).click();
	await spoken(page, `${name} is unblocked.`);

	// One's own account is nobody's to change here.
	await page.goto(`${world.url}/admin/users?q=Admin One`);
	await row(page, "Admin One").getByText("This is you").waitFor();
	expect(await row(page, "Admin One").getByRole("button").count()).toBe(0);
});

test("a dispute at any pack is closed with a reason, and leads to who sent it", async () => {
	const { shown } = await addAuthorsPacks(world, mark());
	const page = await open("/admin", "moderator");
	await page.getByRole("link", { name: /open dispute/ }).click();
	await heading(page, "Disputes");
	const dispute = page.locator(".admin-rows > li").filter({ hasText: shown });
	await dispute.getByRole("textbox").fill("You are right.");
	await dispute.getByRole("button", { name: "Close dispute" }).press("Enter");
	await spoken(page, "The dispute is closed.");
	await countIsFocused(page);
	expect(await dispute.count()).toBe(0);
	await page.getByRole("combobox", { name: "Show" }).selectOption("Closed");
	await dispute.getByText("You are right.").waitFor();
	await dispute.getByRole("link", { name: "Who sent it" }).click();
	await heading(page, "Users");
	await page.getByText("1 entry").waitFor();
});

test("those without a role and those who are signed out are told whom it is for, and find no link to it", async () => {
	const learner = await open("/admin", "learner", "Lou Learner");
	await learner.getByText("You are not a moderator").waitFor();
	expect(await learner.getByRole("navigation").count()).toBe(0);
	await button(learner, /Lou Learner/).click();
	expect(
		await learner.getByRole("menuitem", { name: "Administration" }).count(),
	).toBe(0);
	const anonymous = await world.open("/admin/users");
	const signIn = anonymous
		.getByRole("main")
		.getByRole("link", { name: "Sign in" });
	expect(await signIn.getAttribute("href")).toContain("%2Fadmin%2Fusers");
	const nowhere = await world.open("/admin/nowhere");
	await nowhere.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("a list that cannot be read says why and is tried again; a role that was taken away ends the administration", async () => {
	const page = await open("/admin", "moderator", "Mo Three");
	await page.getByText("The service is ready.").waitFor();
	await page.route("**/api/v1/moderation/users*", (route) => route.abort());
	await page.getByRole("link", { name: "Users" }).click();
	await page.getByText("The list could not be loaded").waitFor();
	await page.unroute("**/api/v1/moderation/users*");
	await button(page, "Try again").press("Enter");
	await page.getByText(/\d entr(y|ies)/).waitFor();
	await world.onDatabase(
		(sql) => sql`UPDATE users SET role = 'learner' WHERE name = 'Mo Three'`,
	);
	await page.getByRole("link", { name: "Packs" }).click();
	await page.getByText("You are not a moderator").waitFor();
});

/** Backs up the program that runs, as its operator does. */
async function backUp(name: string): Promise<void> {
	const command = join(import.meta.dir, "../../api/backup/backup.ts");
	const child = Bun.spawn([process.execPath, command, join(backups, name)], {
		env: { ...process.env, DATA_DIR: world.dataDir },
		stderr: "pipe",
	});
	const said = await new Response(child.stderr).text();
	if ((await child.exited) !== 0) throw new Error(said);
}

test("an administrator sees which backups there are, whether they are whole and how one is restored", async () => {
	const page = await open("/admin", "administrator", "Bo Backup");
	await page.getByRole("link", { name: "Backups" }).click();
	await heading(page, "Backups");
	await page.getByText("There is no backup yet.").waitFor();

	await backUp("2026-11-28.tar");
	await copyFile(
		join(backups, "2026-11-28.tar"),
		join(backups, "cut-short.tar"),
	);
	await truncate(join(backups, "cut-short.tar"), 5000);
	await backUp("2026-11-29.tar");
	await page.reload();
	await page.getByText("3 entries").waitFor();
	const names = page.locator(".admin-row h2 > span:first-child");
	expect((await names.allInnerTexts())[0]).toBe("2026-11-29.tar");
	// The newest is checked without being asked.
	await row(page, "2026-11-29.tar")
		.getByText(/^Every checksum is right\. Treeline \d/)
		.waitFor();
	await row(page, "2026-11-28.tar").getByText("not checked yet").waitFor();
	await button(page, "Check the file cut-short.tar").press("Enter");
	await row(page, "cut-short.tar").getByText("Unusable").waitFor();
	await spoken(page, "cut-short.tar cannot be restored.");
	await row(page, "cut-short.tar")
		.getByText(/cannot be used/)
		.waitFor();
	await page
		.getByText(
			`DATA_DIR=.data-restored npm run restore -- ${backups}/2026-11-29.tar --dry-run`,
		)
		.waitFor();
	expect([
		...(await checkInAllThemes(page, "adminBackupList")),
		...(await keyboardFaults(page)),
	]).toEqual([]);

	await page.route("**/moderation/backups/2026-11-28.tar", (route) =>
		route.abort(),
	);
	await button(page, "Check the file 2026-11-28.tar").click();
	await row(page, "2026-11-28.tar").getByRole("alert").waitFor();
	await page.unroute("**/moderation/backups/2026-11-28.tar");
	await button(page, "Check the file 2026-11-28.tar").click();
	await row(page, "2026-11-28.tar").getByText("Whole").waitFor();

	await rename(backups, `${backups}-away`);
	await page.reload();
	await page.getByText("The folder of backups cannot be read").waitFor();
	await rename(`${backups}-away`, backups);
	await button(page, "Try again").press("Enter");
	await page.getByText("3 entries").waitFor();
});

test("the command restores the newest whole backup, else the newest that is not checked, and none where all are unusable", async () => {
	const page = await open("/", "administrator");
	const backup = (name: string, status: string | null) => ({
		name,
		bytes: 5000,
		modifiedAt: "2026-11-29T10:00:00.000Z",
		check: status && {
			status,
			treeline: status === "restorable" ? "0.1.0" : null,
			fault: status === "unusable" ? "It is cut short." : null,
		},
	});
	let rows = [
		backup("c.tar", "unusable"),
		backup("b.tar", null),
		backup("a.tar", "restorable"),
	];
	await page.route("**/moderation/backups?*", (route) =>
		route.fulfill({
			json: {
				data: rows,
				meta: { total: rows.length, folder: "/b", fault: null },
			},
		}),
	);
	await page.goto(`${world.url}/admin/backups`);
	const commands = page.locator(".admin-command");
	await commands.first().waitFor();
	expect(await commands.first().textContent()).toContain("/b/a.tar --dry-run");
	rows = [backup("c.tar", "unusable"), backup("b.tar", null)];
	await page.reload();
	await commands.first().waitFor();
	expect(await commands.first().textContent()).toContain("/b/b.tar --dry-run");
	// The check of the last one finds it unusable, too.
	await page.route("**/moderation/backups/b.tar", (route) =>
		route.fulfill({ json: { data: backup("b.tar", "unusable") } }),
	);
	await button(page, "Check the file b.tar").click();
	await page.getByText("None of these files can be restored.").waitFor();
	expect(await commands.count()).toBe(0);
});

test("empty lists say that nothing is there yet, and that nothing was found after a search", async () => {
	const page = await open("/", "moderator");
	await page.route(/moderation\/(packs|disputes)\?/, (route) =>
		route.fulfill({ json: { data: [], meta: { total: 0 } } }),
	);
	await page.goto(`${world.url}/admin/packs`);
	await page.getByText(/^No packs yet\./).waitFor();
	await page.goto(`${world.url}/admin/packs?q=nothing`);
	await page.getByText(/^There is no such pack\./).waitFor();
	await page.goto(`${world.url}/admin/disputes`);
	await page.getByText("No disputes wait for an answer.").waitFor();
	await page.goto(`${world.url}/admin/disputes?show=closed`);
	await page.getByText("There is no such dispute.").waitFor();
});

test("a moderator is shown no backups", async () => {
	const page = await open("/admin/backups", "moderator");
	await page.getByText("You are not an administrator").waitFor();
	expect(await page.getByRole("link", { name: "Backups" }).count()).toBe(0);
});
