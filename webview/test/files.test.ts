/** A challenge of several files and languages: tabs, jumps between them, and a file that the starter lacks. */
import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { verify } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations } from "./visual-checks.ts";

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

test("files of one's own are added, renamed and deleted, and stay with the draft", async () => {
	const page = await world.open(ADDRESS);
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	const refusal = page.getByRole("alert");
	await page.getByRole("button", { name: "Add a file" }).click();
	for (const [path, reason] of [
		["", "Enter a name."],
		["../helper.js", "The file has to be in the challenge’s folder."],
		["ONE.js", "Some systems cannot tell this name from one.js."],
		["lib/nul.js", "Windows reserves the name nul.js."],
		["one.js/helper.js", "one.js is a file"],
	] as const) {
		await name.fill(path);
		await page.keyboard.press("Enter");
		await refusal.getByText(reason).waitFor();
	}
	expect(await axeViolations(page)).toEqual([]);
	await name.fill("rooms/helper.js");
	await page.keyboard.press("Enter");
	await page
		.getByRole("textbox", { name: "Code of rooms/helper.js" })
		.and(page.locator(":focus"))
		.waitFor();
	await page.keyboard.insertText("async function two() {}");
	// A check of one file does not look for it in another.
	await verify(page);
	await page.getByText("1 of 3 checks pass").first().waitFor();

	await tab(page, "rooms/helper.js").press("F2");
	expect(await name.inputValue()).toBe("rooms/helper.js");
	await page.keyboard.type("lend");
	await page.keyboard.press("Enter");
	const own = tab(page, "rooms/lend.js");
	await own.and(page.locator(":focus")).waitFor();
	await page.reload();
	await own.click();
	await page.getByText("async function two").waitFor();
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "More" }).click();
	await page.getByRole("menuitem", { name: "Download as zip" }).click();
	const archive = unzipSync(await readFile(await (await downloading).path()));
	expect(Object.keys(archive)).toContain("both/rooms/lend.js");
	await page.getByRole("button", { name: "More" }).click();
	await page.getByRole("menuitem", { name: "Compare with starter" }).click();
	await page.getByText("Only in your code now").waitFor();
	await page.keyboard.press("Escape");

	// The starter's files stay.
	await tab(page, "one.js").press("Delete");
	await tab(page, "one.js").press("F2");
	expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
	await own.press("Delete");
	await page.getByText("rooms/lend.js is deleted.").waitFor();
	await tab(page, "three.js").and(page.locator(":focus")).waitFor();
	expect(await page.getByRole("tab").allTextContents()).toEqual([
		"one.js",
		"rooms/two.ts",
		"three.js",
	]);
	await page.reload();
	await page.getByRole("button", { name: "Restore previous code" }).click();
	await own.click();
	await page.getByText("async function two").waitFor();
	// What is typed goes into a file that is there: after a reset, the tab of the one that is gone is not the chosen one.
	await page.getByRole("button", { name: "Reset to starter" }).click();
	await page.getByRole("textbox", { name: "Code of three.js" }).waitFor();
	await own.waitFor({ state: "detached" });
});

test("from the task, the code is two keys back", async () => {
	const page = await world.open(ADDRESS);
	const editor = page.getByRole("textbox", { name: "Code of one.js" });
	await editor.waitFor();
	const part = (name: string) =>
		page.getByRole("button", { name, exact: true }).and(page.locator(":focus"));
	await page.getByRole("heading", { level: 1 }).focus();
	await page.keyboard.press("Shift+Tab");
	await part("Checks").waitFor();
	await page.keyboard.press("Shift+Tab");
	const { top } = await part("Code").evaluate((it) =>
		it.getBoundingClientRect(),
	);
	expect(top).toBeGreaterThan(0);
	await page.keyboard.press("Enter");
	await editor.and(page.locator(":focus")).waitFor();
	await page.context().close();
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

test("a challenge that changes under a draft keeps it, says what changed, and offers the new starter", async () => {
	const page = await world.open(ADDRESS);
	const text = page.getByRole("textbox", { name: "Code of one.js" });
	await text.focus();
	await page.context().setOffline(true);
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.insertText("let mine;");
	await world.seed(twoRooms("function third() {}\n", "Another task"));
	await page.context().setOffline(false);
	const news = page.getByText(
		"This challenge has changed since you began it: the task, the starter (rooms/two.ts). Your code is kept.",
	);
	for (let visit = 0; visit < 2; visit++) {
		await page.reload();
		await news.waitFor();
		await page.getByText("let mine;").waitFor();
	}
	expect(await axeViolations(page)).toEqual([]);
	await page
		.getByRole("button", { name: "Use the new starter" })
		.press("Enter");
	await news.waitFor({ state: "detached" });
	await tab(page, "rooms/two.ts").click();
	await page.getByText("function third").waitFor();
	await page.getByRole("button", { name: "Restore previous code" }).click();
	await tab(page, "one.js").click();
	await page.getByText("let mine;").waitFor();
	await page.reload();
	await page.getByText("let mine;").waitFor();
	expect(await news.count()).toBe(0);
	await page.getByRole("button", { name: "Reset to starter" }).click();
});

/** What would run, load, restyle or mislead in a page that took it for more than text. */
const HOSTILE = [
	"<script>window.attacked = 1</script>",
	'<img src="https://elsewhere.example/x" onerror="window.attacked = 2">',
	'<svg onload="window.attacked = 3"><style>body { display: none }</style></svg>',
	'<b style="position: fixed; inset: 0">covered</b>',
	"\u202egnorw\u202c",
].join(" ");
/** For fields of few characters. */
const SHORT = '<script>attacked=5</script><img src="" onerror="attacked=6">';

test("texts of a hostile pack stay text, and nothing breaks the policy, which allows no inline style", async () => {
	const pack = twoRooms(
		`// ${HOSTILE}\n/* ${"x".repeat(30_000)} */\n`,
		`${HOSTILE}\n\n[a link](javascript:window.attacked=4) ![x](https://elsewhere.example/y)\n\n| a | b |\n| :-: | --: |\n| ${HOSTILE} | c |\n`,
	);
	const [challenge] = pack.challenges;
	Object.assign(pack.manifest, {
		...{ slug: "hostile", name: `Hostile ${SHORT}` },
		...{ description: HOSTILE, author: SHORT, tags: ["<b>tag</b>"] },
	});
	Object.assign(challenge ?? {}, {
		...{ title: `Title ${SHORT}`, hints: [HOSTILE], tags: ["<i>"] },
	});
	for (const [check] of Object.values(challenge?.assertions.perFile ?? {}))
		Object.assign(check ?? {}, { description: HOSTILE, hint: HOSTILE });
	await world.seed(pack);
	const page = await world.open(null);
	await page.addInitScript(() => {
		const found: string[] = [];
		Object.assign(window, { violations: found });
		document.addEventListener("securitypolicyviolation", (event) =>
			found.push(`${event.violatedDirective} ${event.blockedURI}`),
		);
	});
	const isHarmless = async () =>
		expect(
			await page.evaluate(() => [
				(window as { violations?: string[] }).violations,
				(window as { attacked?: number }).attacked ?? null,
				document.querySelectorAll(
					"img, main script, style, [onerror], [onload], [href^=javascript]",
				).length,
			]),
		).toEqual([[], null, 0]);
	const answer = await page.goto(`${world.url}/packs/hostile`);
	const policy = (await answer?.headerValue("content-security-policy")) ?? "";
	expect(policy.split("; ")).toContain("style-src 'self'");
	expect(policy).not.toContain("unsafe-inline");
	expect(policy).toContain("require-trusted-types-for 'script'");
	await page.getByText("<script>window.attacked").first().waitFor();
	await isHarmless();
	await page.goto(`${world.url}/packs/hostile/both`);
	await tab(page, "rooms/two.ts").click();
	await page.getByRole("textbox", { name: "Code of rooms/two.ts" }).focus();
	// Everything that the editor draws has its own styles.
	await page.keyboard.press("ControlOrMeta+f");
	await page.locator(".cm-panel").first().waitFor();
	await page.keyboard.press("Escape");
	// Typed over a selection, a browser would keep the colour of what was there.
	await tab(page, "one.js").click();
	await page.getByRole("textbox", { name: "Code of one.js" }).focus();
	await page.getByText("async function one").waitFor();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type("(");
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.insertText("const one = 1;\n");
	await page.getByText("const one = 1;").waitFor();
	await verify(page);
	await page.locator(".check-open").first().waitFor();
	await page.getByRole("button", { name: /hint/i }).first().click();
	await page.getByRole("button", { name: "Attempts" }).click();
	await page
		.getByRole("button", { name: /^Compare/ })
		.last()
		.click();
	await page.locator(".cm-mergeView, .comparison-file").first().waitFor();
	const drawn = await page.evaluate(() => ({
		// CodeMirror's own style, and the page's theme of it.
		display: getComputedStyle(
			document.querySelector(".cm-scroller") as HTMLElement,
		).display,
		aligned: getComputedStyle(
			document.querySelector(".prose td + td") as HTMLElement,
		).textAlign,
	}));
	expect(drawn).toEqual({ display: "flex", aligned: "right" });
	await isHarmless();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "My solution is right" }).click();
	const form = page.getByRole("dialog", { name: "My solution is right" });
	await form.getByText("one.js, rooms/two.ts").waitFor();
	await isHarmless();
	await page.keyboard.press("Escape");
	await page.evaluate(() => {
		document.documentElement.dataset.language = "de";
		dispatchEvent(new Event("languagechange"));
	});
	await page
		.getByRole("button", { name: "Meine Lösung ist richtig" })
		.waitFor();
	await isHarmless();
	await page.getByRole("link", { name: /^Hostile/ }).click();
	await page.getByRole("heading", { level: 1, name: /^Hostile/ }).waitFor();
	await isHarmless();
});

async function verifyFrom(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^Verify/ }).click();
	await page.getByText("1 of 3 checks pass").first().waitFor();
}

test("a reload keeps the chosen file, and the focus on its tab", async () => {
	const page = await world.open("/packs/react/two-panes-one-source-of-truth");
	const tab = page.getByRole("tab", { name: "SearchBox.tsx" });
	await page.getByRole("tab", { name: "Kitchen.tsx" }).focus();
	await page.keyboard.press("ArrowRight");
	await page.reload();
	await page.getByRole("textbox", { name: "Code of SearchBox.tsx" }).waitFor();
	expect(await tab.evaluate((each) => each === document.activeElement)).toBe(
		true,
	);
});
