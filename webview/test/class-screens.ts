/** The classes' screens and their states that look different, for the table of all screens. */
import type { Page } from "playwright-core";
import { button, dialogGone } from "./challenge-page.ts";
import {
	addAttempts,
	addLearners,
	assignPack,
	createClass,
	userIdOf,
} from "./class-world.ts";
import type { World } from "./harness.ts";

type Act = (page: Page, world: World) => unknown;

/** A name that nobody breaks for the page. */
const LONG = "Maximiliane-Charlotte".repeat(4);

const close = async (page: Page) => {
	await page.keyboard.press("Escape");
	await dialogGone(page);
};
let link = "";
let id = "";

export const CLASS_VISITS: [path: string, screens: Record<string, Act>][] = [
	[
		"/classes",
		{
			classesSignedOut: (page) =>
				page.getByText("You are signed out").waitFor(),
			classes: async (page, world) => {
				await world.signIn(page, "Robin Vale");
				await page.reload();
				await page.getByText("You do not teach a class yet.").waitFor();
			},
			newClass: async (page) => {
				await button(page, "New class…").press("Enter");
				await page.getByRole("textbox", { name: "Name" }).press("Enter");
				await page.getByText("Give the class a name.").waitFor();
			},
			emptyClass: async (page) => {
				await close(page);
				({ id, link } = await createClass(page, "Web basics, group B"));
			},
			assign: async (page) => {
				await button(page, "Assign a pack…").press("Enter");
				await page.getByRole("radio").first().waitFor();
			},
			class: async (page, world) => {
				await close(page);
				await assignPack(page, "Express", "2026-01-05T12:00");
				await addLearners(world, id, {
					"Kim Ash": "ppppp",
					Robin: "pua-a",
					[LONG]: "---",
				});
				await page.reload();
				await page.getByRole("table").waitFor();
			},
			checks: async (page) => {
				await page.getByRole("button", { name: /^3\. / }).press("Enter");
				await page.getByText("fails for 1 learner").first().press("Enter");
			},
			removal: async (page) => {
				await close(page);
				await button(page, "Remove… Robin").press("Enter");
				await page.getByRole("dialog").waitFor();
			},
			join: async (page, world) => {
				await page.context().clearCookies();
				await world.signIn(page, "Ada Fir");
				await page.goto(link);
				await button(page, "Join the class as Ada Fir").waitFor();
			},
			joined: async (page, world) => {
				await button(page, "Join the class as Ada Fir").press("Enter");
				await button(page, "Leave class…").waitFor();
				const userId = await userIdOf(page, world.url);
				await world.onDatabase((sql) => addAttempts(sql, userId, id, "pa"));
				await page.reload();
				await page.getByText("As your teacher sees it").press("Enter");
				await page.locator(".own-results li").first().waitFor();
			},
		},
	],
	[
		`/join/${"x".repeat(43)}`,
		{
			noInvitation: (page) =>
				page
					.getByRole("heading", { name: "This link does not work" })
					.waitFor(),
		},
	],
];
