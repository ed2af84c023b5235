/** Every screen of the page and every state of it that looks different: a new one is a line here. Each is checked in every theme, in both languages, at 320 px and 400 %, and by keyboard. */
import type { Page } from "playwright-core";
import { addAuthorsPacks, signInAs } from "./admin-data.ts";
import {
	ANSWER,
	button,
	CHALLENGE_1,
	code,
	dialogGone,
	stayingCode,
	verify,
	write,
} from "./challenge-page.ts";
import { CLASS_VISITS } from "./class-screens.ts";
import type { World } from "./harness.ts";

/** What a learner does on a page until there is something to look at. */
export type Act = (page: Page, world: World) => unknown;

/** An address, and what is looked at in it, one after another. */
export type Visit = [path: string, screens: Record<string, Act>];

const heading = (page: Page) => page.locator("h1").waitFor();
/** The service answers each read with an error. */
const fails: Act = async (page) => {
	await page.route("**/api/v1/packs/**", (route) =>
		route.fulfill({ status: 503, body: "{}" }),
	);
	await page.reload();
	await page.getByRole("button", { name: "Try again" }).waitFor();
};
const more = (item: string | RegExp) => async (page: Page) => {
	await page.keyboard.press("Escape");
	await button(page, "More").press("Enter");
	// The menu gives its first item the focus once it is drawn.
	await page.locator("[role=menuitem]:focus").waitFor();
	await page.getByRole("menuitem", { name: item }).press("Enter");
	await page.getByRole("dialog").waitFor();
};
const close: Act = async (page) => {
	await page.keyboard.press("Escape");
	await dialogGone(page);
};
const signIn: Act = async (page, world) => {
	await world.signIn(page, "Robin Vale");
	await page.reload();
};

export const VISITS: Visit[] = [
	[
		"/",
		{
			catalogue: (page) => page.locator(".card h3").first().waitFor(),
			packMenu: async (page) => {
				await button(page, "Actions for Express").press("Enter");
				await page.getByRole("menuitem", { name: "Keep offline" }).waitFor();
			},
			menu: async (page, world) => {
				await page.keyboard.press("Escape");
				await signIn(page, world);
				await page.getByRole("button", { name: /Robin Vale/ }).click();
				await page
					.getByRole("menuitem", { name: "Sign out", exact: true })
					.hover();
			},
			ended: async (page, world) => {
				await page.context().clearCookies();
				await page.goto(world.url + CHALLENGE_1);
				await page.getByText(/Your session has ended/).waitFor();
				await code(page).waitFor();
			},
		},
	],
	[
		"/?q=nothing-fits-this",
		{ noPacks: (page) => page.locator(".empty").waitFor() },
	],
	[
		"/packs/express",
		{
			pack: (page) => page.locator(".row").first().waitFor(),
			packFailed: fails,
		},
	],
	["/packs/no-such-pack", { packMissing: heading }],
	[
		"/packs/express/no-such-challenge",
		{ challengeMissing: heading, challengeFailed: fails },
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
			ownFile: close,
			starter: more("Compare with starter"),
			inEditor: async (page, world) => {
				await close(page, world);
				await more("Open in VS Code")(page);
				await stayingCode(page);
			},
			shortcuts: async (page, world) => {
				await close(page, world);
				await more("Keyboard shortcuts")(page);
				await page
					.getByRole("dialog", { name: "Keyboard shortcuts" })
					.waitFor();
			},
			dispute: async (page, world) => {
				await close(page, world);
				await page.getByRole("tab", { name: "app.js" }).click();
				await write(page, ANSWER.replace("app.get", "app.post"));
				await verify(page);
				await button(page, "My solution is right").press("Enter");
				await page.getByRole("dialog").waitFor();
			},
		},
	],
	[
		"/packs/express/look-up-one-book",
		{
			giveUp: async (page, world) => {
				await signIn(page, world);
				await button(page, /Robin Vale/).waitFor();
				await code(page).waitFor();
				await more(/^Give up/)(page);
			},
		},
	],
	[
		"/account",
		{
			signedOut: (page) =>
				page.getByText("You are signed out").waitFor({ state: "visible" }),
			account: async (page, world) => {
				await signIn(page, world);
				await button(page, "Delete account…").waitFor();
			},
		},
	],
	["/settings", { settings: heading }],
	...CLASS_VISITS,
	[
		"/admin",
		{
			adminSignedOut: (page) => page.getByText("You are signed out").waitFor(),
			adminForbidden: async (page, world) => {
				await signIn(page, world);
				await page.getByText("You are not a moderator").waitFor();
			},
			admin: async (page, world) => {
				await addAuthorsPacks(world, "seen");
				await signInAs(page, world, "administrator");
				await page.reload();
				await page.getByText("The service is ready.").waitFor();
			},
			adminPacks: async (page) => {
				await page.getByRole("link", { name: "Packs", exact: true }).click();
				await button(page, /^Take down/)
					.first()
					.waitFor();
			},
			adminReview: async (page) => {
				await button(page, /^Review/)
					.first()
					.press("Enter");
				await page.locator("dialog summary").first().press("Enter");
				await page.getByText("Starter files").waitFor();
			},
			adminReason: async (page, world) => {
				await close(page, world);
				await button(page, /^Take down/)
					.first()
					.press("Enter");
				await page
					.getByRole("dialog")
					.getByRole("button")
					.last()
					.press("Enter");
				await page.getByText("Write a reason first.").waitFor();
			},
			adminUsers: async (page, world) => {
				await close(page, world);
				await page.getByRole("link", { name: "Users" }).click();
				await page
					.getByRole("combobox", { name: /^Role of/ })
					.first()
					.waitFor();
			},
			adminDisputes: async (page) => {
				await page.getByRole("link", { name: "Disputes" }).click();
				await button(page, "Close dispute").first().waitFor();
			},
			adminAudit: async (page, { onDatabase }) => {
				await onDatabase(
					(sql) => sql`
						INSERT INTO moderation_actions (id, action, pack_slug, user_id, reason, key_fingerprint, request_id)
						SELECT gen_random_uuid(), 'pack_taken_down', 'down-seen', id, 'It advertises a shop.', '0123abcd', 'a-request'
						FROM users WHERE name = 'Ash seen'`,
				);
				await page.getByRole("link", { name: "Audit" }).click();
				await page.getByText("Pack “down-seen” taken down").waitFor();
			},
			adminBackups: async (page) => {
				await page.getByRole("link", { name: "Backups" }).click();
				await page.getByText("No folder of backups is set").waitFor();
			},
			adminFailed: async (page) => {
				await page.route("**/api/v1/moderation/**", (route) =>
					route.fulfill({ status: 503, body: "{}" }),
				);
				await page.getByRole("link", { name: "Overview" }).click();
				await button(page, "Try again").waitFor();
			},
		},
	],
	["/no/such/place", { missing: heading }],
];
