/** A class with learners and their past, for tests of its screens. */
import type { Page } from "playwright-core";
import { button, dialogGone } from "./challenge-page.ts";
import type { World } from "./harness.ts";

/** Makes a class on the page of someone who is signed in, and comes to it; answers its id and its join link. */
export async function createClass(page: Page, name: string) {
	await button(page, "New class…").press("Enter");
	const dialog = page.getByRole("dialog", { name: "New class" });
	await dialog.getByRole("textbox", { name: "Name" }).fill(name);
	await dialog.getByRole("button", { name: "Create class" }).press("Enter");
	await page.getByRole("heading", { level: 1, name }).waitFor();
	const link = page.getByRole("textbox", { name: "Send this link" });
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	return { id, link: await link.inputValue() };
}

/** Assigns the pack of this name in the class that is open. */
export async function assignPack(page: Page, name: string, due = "") {
	await button(page, "Assign a pack…").press("Enter");
	const dialog = page.getByRole("dialog", { name: "Assign a pack" });
	await dialog.getByRole("searchbox", { name: "Find a pack" }).fill(name);
	await dialog.getByRole("radio", { name }).check();
	if (due) await dialog.getByLabel("Due", { exact: true }).fill(due);
	await dialog.getByRole("button", { name: "Assign pack" }).press("Enter");
	if (due && new Date(due) < new Date())
		await dialog
			.getByRole("button", { name: "Assign pack anyway" })
			.press("Enter");
	await dialogGone(page);
}

/**
 * Adds learners who joined two days ago. Each has a text of one letter a challenge, in order: `p` passed yesterday, `u` passed and not
 * verified by the service, `a` attempted, `-` nothing.
 */
export async function addLearners(
	{ onDatabase }: World,
	classId: string,
	learners: Record<string, string>,
): Promise<void> {
	await onDatabase(async (sql) => {
		for (const [name, states] of Object.entries(learners)) {
			const id = Bun.randomUUIDv7();
			await sql`INSERT INTO users (id, name) VALUES (${id}, ${name})`;
			await sql`
				INSERT INTO class_members (id, class_id, user_id, joined_at)
				VALUES (${Bun.randomUUIDv7()}, ${classId}, ${id}, now() - interval '2 days')`;
			await addAttempts(sql, id, classId, states);
		}
	});
}

/** Gives a member of a class attempts of yesterday at its packs, as {@link addLearners} does. */
export async function addAttempts(
	sql: Bun.SQL,
	userId: string,
	classId: string,
	states: string,
): Promise<void> {
	await sql`
		UPDATE class_members SET joined_at = now() - interval '2 days' WHERE user_id = ${userId} AND class_id = ${classId}`;
	for (const [index, state] of [...states].entries())
		if (state !== "-")
			await sql`
				INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, verified, assertion_results, attempted_at)
				SELECT ${Bun.randomUUIDv7()}, ${userId}, c.id, c.version, ${state !== "a"}, ${state === "p"},
					${state === "a" ? FAILED : null}, now() - interval '1 day'
				FROM class_assignments s JOIN challenges c ON c.pack_id = s.pack_id
				WHERE s.class_id = ${classId} AND c."order" = ${index + 1} AND c.retired_at IS NULL`;
}

/** The first check of `app.js` fails, the second passes. */
const FAILED = {
	passed: false,
	totalAssertions: 2,
	passedAssertions: 1,
	crossFileResults: [],
	fileResults: [
		{
			file: "app.js",
			passed: false,
			results: [
				{ assertion: {}, passed: false, message: "`secretName` is missing" },
				{ assertion: {}, passed: true, message: "" },
			],
		},
	],
};

/** The id of the person who is signed in on the page. */
export async function userIdOf(page: Page, url: string): Promise<string> {
	const answer = await page.request.get(`${url}/api/v1/auth/session`);
	return (await answer.json()).data.user._id;
}
