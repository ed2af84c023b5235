/** A challenge of several files and languages: tabs, jumps between them, and a file that the starter lacks. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { verify } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";

const ADDRESS = "/packs/two-rooms/both";

const world = forThisFile(async () => {
	const opened = await openWorld();
	await opened.seed(twoRooms("\n\nfunction two() {}\n"));
	return opened;
});

/** The pack, with this starter in the second room. */
function twoRooms(two: string, prompt = "Make both.") {
	const check = (name: string) => ({
		type: "functionDeclaration",
		name,
		async: true,
		description: `\`${name}\` is an async function.`,
	});
	return {
		manifest: {
			name: "Two Rooms",
			slug: "two-rooms",
			description: "A pack of one challenge with files in two languages.",
			language: "javascript",
			version: "1.0.0",
			author: "Tests",
			tags: [],
			challenges: ["challenges/both.json"],
		},
		challenges: [
			{
				slug: "both",
				title: "Both Rooms",
				prompt,
				difficulty: "beginner",
				tags: [],
				timeEstimateSeconds: 60,
				scaffolded: true,
				files: [
					{ path: "one.js", content: "async function one() {}\n" },
					{ path: "rooms/two.ts", content: "async function two() {}\n" },
					{ path: "three.js", content: "async function three() {}\n" },
				],
				scaffold: [
					{ path: "one.js", content: "async function one() {}\n" },
					{ path: "rooms/two.ts", content: two },
				],
				hints: [],
				assertions: {
					perFile: {
						"one.js": [check("one")],
						"rooms/two.ts": [check("two")],
						"three.js": [check("three")],
					},
				},
			},
		],
	};
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const chosen = (page: Page) =>
	page.getByRole("tab", { selected: true }).textContent();

test("tabs are moved through with arrow keys, and each shows its file", async () => {
	const page = await world.open(ADDRESS);
	await tab(page, "one.js").focus();
	await page.keyboard.press("ArrowRight");
	expect(await chosen(page)).toBe("rooms/two.ts");
	await page.getByRole("textbox", { name: "Code of rooms/two.ts" }).waitFor();
	await page.keyboard.press("End");
	expect(await chosen(page)).toBe("three.js");
	await page.keyboard.press("ArrowRight");
	expect(await chosen(page)).toBe("one.js");
});

test("a failed check leads to its place in another file", async () => {
	const page = await world.open(ADDRESS);
	await verifyFrom(page);
	await page.locator(".jump", { hasText: "rooms/two.ts, line 3" }).click();
	expect(await chosen(page)).toBe("rooms/two.ts");
	expect(
		await page.locator(".cm-lineNumbers .cm-activeLineGutter").textContent(),
	).toBe("3");
	await page.keyboard.press("Home");
	await page.keyboard.type("async ");
	await verify(page);
	await page.getByText("2 of 3 checks pass").first().waitFor();
});

test("a file that checks name and the starter lacks is there, empty", async () => {
	const page = await world.open(ADDRESS);
	await tab(page, "three.js").click();
	await page.getByRole("textbox", { name: "Code of three.js" }).focus();
	await page.keyboard.insertText("async function three() {}");
	await verify(page);
	await page.getByText("2 of 3 checks pass").first().waitFor();
	await page.reload();
	await tab(page, "three.js").click();
	await page.getByText("async function three").waitFor();
});

test("the border between the panes moves by keyboard", async () => {
	const page = await world.open(ADDRESS);
	const border = page.getByRole("separator");
	await border.focus();
	const before = Number(await border.getAttribute("aria-valuenow"));
	await page.keyboard.press("ArrowRight");
	expect(Number(await border.getAttribute("aria-valuenow"))).toBeGreaterThan(
		before,
	);
});

test("a version that arrives while one is there begins the work anew, editor and all", async () => {
	const page = await world.open(ADDRESS);
	await tab(page, "rooms/two.ts").click();
	await page.getByText("function two").waitFor();
	await page.getByRole("link", { name: "Two Rooms" }).click();
	await page.getByRole("link", { name: "Both Rooms" }).first().waitFor();
	await world.seed(
		twoRooms("function second() {}\n", "Make both anew &mdash; &copy;"),
	);
	await page.goBack();
	// The version before may be there until then.
	await page.getByText("Make both anew — ©").waitFor();
	await tab(page, "rooms/two.ts").click();
	await page.getByText("function second").waitFor();
	// What the new work finds reaches the editor: the room was entered anew, not only its bench.
	await page.getByRole("textbox", { name: "Code of rooms/two.ts" }).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.insertText("let x = (;\n");
	await page.locator(".cm-lintRange-error").first().waitFor();
	await page.getByRole("button", { name: "Reset to starter" }).click();
	await page.getByText("function second").waitFor();
});

async function verifyFrom(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^Verify/ }).click();
	await page.getByText("1 of 3 checks pass").first().waitFor();
}
