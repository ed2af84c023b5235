/** Asking a moderator to show a pack of the service, as its author meets it (`PUBLISHING=approval`), and who may show none (`authors`). */
import { expect, test } from "bun:test";
import { addAuthorsPacks } from "./admin-data.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { checkAppearance, checkInAllThemes } from "./visual-checks.ts";

const world = forThisFile(() => openWorld({ PUBLISHING: "approval" }));
const authorsWorld = forThisFile(() => openWorld({ PUBLISHING: "authors" }));

test("an author is told that a moderator approves first, asks, withdraws, asks again, is refused, and asks once more", async () => {
	const { waiting, down, author } = await addAuthorsPacks(world, "ask");
	await world.onDatabase(
		(sql) =>
			sql`UPDATE packs SET requested_visibility = NULL, requested_at = NULL WHERE slug = ${waiting}`,
	);
	const page = await world.open(null);
	await world.signIn(page, "Somebody");
	// The session's account becomes the packs' owner.
	await world.onDatabase(
		(sql) => sql`
			UPDATE packs SET author_user_id = (SELECT id FROM users WHERE name = 'Somebody')
			WHERE author = ${author}`,
	);
	const button = (name: string) =>
		page.getByRole("button", { name, exact: true });
	const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
	await page.goto(`${world.url}/studio/${waiting}`);
	await page.getByText("A moderator approves it first.").waitFor();
	expect(await button("Ask for approval").isDisabled()).toBe(true);
	await choose(/^Public/);
	expect(await checkInAllThemes(page, "studio-ask-for-approval")).toEqual([]);
	await button("Ask for approval").click();

	await button("Withdraw the request").click();
	await button("Ask for approval").waitFor();
	expect(await page.getByRole("radio", { name: /^Private/ }).isChecked()).toBe(
		true,
	);

	await choose(/^Public/);
	await button("Ask for approval").click();
	await button("Withdraw the request").waitFor();
	await page.reload();
	await button("Withdraw the request").waitFor();
	expect(await page.getByRole("radio", { name: /^Public/ }).isChecked()).toBe(
		true,
	);
	await page.goto(`${world.url}/studio`);
	const row = page.getByRole("listitem").filter({ hasText: "waiting pack" });
	await row.getByText("Waiting for approval").waitFor();
	expect(await checkAppearance(page, "studio-packs-waiting")).toEqual([]);

	await world.onDatabase(
		(sql) =>
			sql`UPDATE packs SET refused_reason = 'It has no task.' WHERE slug = ${waiting}`,
	);
	await page.reload();
	await row.getByText("Refused", { exact: true }).waitFor();
	await row.getByRole("link").click();
	await page.getByText("It has no task.").waitFor();
	expect(await button("Withdraw the request").count()).toBe(0);
	expect(await button("Ask for approval").isDisabled()).toBe(true);
	await choose(/^Public/);
	await button("Ask for approval").click();
	await button("Withdraw the request").waitFor();

	await page.goto(`${world.url}/studio`);
	const taken = page.getByRole("listitem").filter({ hasText: "down pack" });
	await taken.getByText("Taken down", { exact: true }).waitFor();
	await page.goto(`${world.url}/studio/${down}`);
	await page.getByText("It advertises a shop.").waitFor();
	await page.getByText("ask a moderator to restore it").waitFor();
	expect(await page.getByRole("radio", { name: /^Public/ }).count()).toBe(0);
	expect(await page.getByText("seen at once").count()).toBe(0);
	expect(await checkInAllThemes(page, "studio-taken-down")).toEqual([]);
	await page.context().close();
});

test("who is no author is told so before, with what publishing refuses, and is offered no wider audience", async () => {
	const { waiting, author } = await addAuthorsPacks(authorsWorld, "role");
	const page = await authorsWorld.open(null);
	await authorsWorld.signIn(page, "Lee");
	await authorsWorld.onDatabase(async (sql) => {
		await sql`UPDATE packs SET requested_visibility = NULL, requested_at = NULL WHERE slug = ${waiting}`;
		await sql`
			UPDATE packs SET author_user_id = (SELECT id FROM users WHERE name = 'Lee')
			WHERE author = ${author}`;
	});
	const audience = (name: RegExp) => page.getByRole("radio", { name });
	await page.goto(`${authorsWorld.url}/studio/${waiting}`);
	await page.getByText(/Ask an administrator to name you an author/).waitFor();
	await page.getByText(/It is refused when a challenge is not/).waitFor();
	expect(await audience(/^Public/).isDisabled()).toBe(true);
	expect(await audience(/^Unlisted/).isDisabled()).toBe(true);
	expect(await audience(/^Private/).isDisabled()).toBe(false);
	expect(await checkInAllThemes(page, "studio-needs-role")).toEqual([]);
	await authorsWorld.onDatabase(
		(sql) => sql`UPDATE users SET role = 'author' WHERE name = 'Lee'`,
	);
	await page.reload();
	await audience(/^Public/).check();
	expect(await page.getByText(/name you an author/).count()).toBe(0);
	await page.context().close();
});
