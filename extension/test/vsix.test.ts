/** The package that learners install, driven through a real window by keyboard. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import manifest from "../package.json";
import { builtExtension } from "./build.ts";
import { TEST_DEADLINE_MS, waitFor } from "./harness/deadline.ts";
import { ANSWER, TITLE } from "./harness/hello-challenge.ts";
import { savePanelState } from "./harness/panel-state.ts";
import type { Theme } from "./harness/settings.ts";
import { setTheme } from "./harness/theme.ts";
import { Workbench } from "./harness/workbench.ts";
import { declareLinkScenes, declareSearchScenes } from "./link-scenes.ts";
import { declareStudioScenes } from "./studio-scenes.ts";

/** What passes, with the starter's first line. */
let workbench: Workbench;

beforeAll(async () => {
	const { vsix } = await builtExtension();
	// Not the default folder: a reloaded window has to start the extension all the same.
	workbench = await Workbench.open({
		vsix,
		workspace: join(import.meta.dir, "fixtures/workspace"),
		settings: {
			"treeline.folder": "katas",
			// Nothing listens there: the packs that the extension carries are all there is.
			"treeline.server": "http://127.0.0.1:9",
			// Otherwise VS Code asks before each deep link.
			"extensions.confirmedUriHandlerExtensionIds": ["treeline.treeline"],
		},
	});
}, TEST_DEADLINE_MS);
afterAll(() => workbench?.close(), TEST_DEADLINE_MS);

/** A test that leaves a picture of the window when it fails. */
function scene(title: string, body: () => Promise<void>): void {
	test(
		title,
		() =>
			body().catch(async (error) => {
				await workbench.picture(title.replaceAll(/\W+/g, "-"));
				throw error;
			}),
		TEST_DEADLINE_MS,
	);
}

/** Waits for this headline over the checks. */
const verdict = (text: string) =>
	workbench.panel.locator("#results-heading", { hasText: text }).waitFor();

/** The status bar item with this text. */
const checksItem = (text: string) =>
	workbench.page.locator(".statusbar-item").getByText(text, { exact: true });

/** The number on the view's icon. */
const badge = () =>
	workbench.page.locator(
		`.activitybar .action-item:has([aria-label^="${manifest.displayName}"]) .badge-content`,
	);

const debrief = () => workbench.panel.getByText("What you have learnt");

const panelStands = () =>
	workbench.panel.getByRole("heading", { name: TITLE }).waitFor();

/** The mark of the Test Explorer beside a line where a check failed. */
const failedInMargin = () =>
	workbench.page
		.locator(".editor-instance .codicon-testing-failed-icon")
		.first();

/** The challenge's line in the view, when it has this status. */
const row = (status: string) =>
	workbench.tree.locator(
		`.monaco-list-row[aria-label*="${TITLE}"][aria-label*="${status}"]`,
	);

test("the package and what starts with it stay within their sizes", async () => {
	const { folder, vsix } = await builtExtension();
	for (const name of ["extension.cjs", "extension.browser.cjs"])
		expect(Bun.file(join(folder, "dist", name)).size).toBeLessThan(150 * 1024);
	expect(Bun.file(vsix).size).toBeLessThan(4 * 1024 * 1024);
});

/** How often a pointer has been pressed since `countPresses`. */
interface Presses {
	pointerPresses: number;
}

/** Counts from now on how often a pointer is pressed in the window, until it is reloaded. */
const countPresses = () =>
	workbench.page.evaluate(() => {
		const counter = globalThis as unknown as Presses;
		counter.pointerPresses = 0;
		const count = () => {
			counter.pointerPresses++;
		};
		addEventListener("pointerdown", count, true);
	});
const pointerPresses = () =>
	workbench.page.evaluate(
		() => (globalThis as unknown as Presses).pointerPresses,
	);

// From here to the pass everything is done by keyboard.
scene("the view lists packs and their challenges", async () => {
	workbench.keyboardOnly = true;
	await countPresses();
	await workbench.openView(manifest.displayName);
	const levels = (await workbench.rows()).map(({ level }) => level);
	expect(levels).toContain(1);
	expect(levels).toContain(2);
});

/** Opens the walkthrough until its steps are these, marked where they are complete, and closes it. */
async function walkthroughHas(...expected: string[]): Promise<void> {
	await workbench.run("Welcome: Open Walkthrough...");
	await workbench.pick("Get Started with Treeline");
	const steps = workbench.page.locator(".getting-started-step");
	await steps.first().waitFor();
	const names = () =>
		steps.evaluateAll((all) =>
			all.map((step) => {
				const name = step.getAttribute("data-step-id")?.split("#").at(-1);
				const complete = step.getAttribute("aria-checked") === "true";
				return complete ? `${name} ✓` : name;
			}),
		);
	await waitFor(
		async () => (await names()).join() === expected.join(),
		async () => `The steps are: ${(await names()).join(", ")}`,
	);
	await workbench.picture("walkthrough");
	await workbench.run("View: Close Editor");
	await steps.first().waitFor({ state: "detached" });
}

// VS Code marks a step by what happens once it has read the walkthroughs, not by what holds already; asking for them makes it read them.
scene("the walkthrough begins with no step complete", () =>
	// The step about a folder is for windows without one.
	walkthroughHas("challenge", "verify", "hint", "next"),
);

scene("a challenge opens by keyboard alone, as file and panel", async () => {
	await workbench.openChallenge(TITLE);
	expect(await workbench.tabs()).toEqual(["app.js", TITLE]);
	expect(await debrief().count()).toBe(0);
});

scene(
	"what does not pass yet is told in the panel and marked where it stands",
	async () => {
		await checksItem("6 checks").waitFor();
		await workbench.write(ANSWER.replace('"express"', '"expres"'));
		await verdict("5 of 6 checks pass");
		await checksItem("5/6 checks").waitFor();
		await badge().getByText("1", { exact: true }).waitFor();
		await workbench.panel.getByText("is close to").first().waitFor();
		await workbench.page.locator(".squiggly-warning").first().waitFor();
		await workbench.run("Problems: Focus on Problems View");
		await workbench.page
			.locator(".markers-panel .monaco-list-row", { hasText: "is close to" })
			.waitFor();
		await workbench.run("View: Hide Panel");
	},
);

// The window begins with the first.
const themes: Theme[] = ["dark", "light", "contrastLight", "contrastDark"];
for (const theme of themes)
	scene(
		`the panel has no accessibility fault in the theme ${theme}`,
		async () => {
			const { page } = workbench;
			await setTheme(workbench, theme);
			// Away from what shows a tooltip under the pointer.
			await page.mouse.move(640, 600);
			await page
				.locator(".workbench-hover")
				.first()
				.waitFor({ state: "hidden" });
			await workbench.picture(`challenge-${theme}`);
			// 7 to 1 instead of 4.5 to 1.
			const rules = theme.startsWith("contrast")
				? ["color-contrast-enhanced"]
				: [];
			expect(await workbench.accessibility(...rules)).toEqual([]);
		},
	);

scene("the Test Explorer runs challenges and lists their checks", async () => {
	const item = (label: string, state: string) =>
		workbench.tree
			.locator(
				`.monaco-list-row[aria-label*="${label}"][aria-label*="${state}"]`,
			)
			.waitFor();
	await workbench.run("Testing: Focus on Test Explorer View");
	await workbench.pressOnRow("Express", "ArrowRight");
	await workbench.run("Test: Run All Tests");
	await item(TITLE, "Failed");
	await item("Look Up One Book", "Skipped");
	// The checks are counted, the challenge beside them is not.
	await workbench.page
		.locator(".result-summary")
		.getByText("5/6", { exact: true })
		.waitFor();
	await workbench.pressOnRow(TITLE, "ArrowRight");
	await item("express", "Failed");
	await failedInMargin().waitFor();
	await workbench.openView(manifest.displayName);
});

scene("hints come one at a time, from the status bar's menu", async () => {
	const focused = workbench.page
		.locator(".statusbar-item *:focus")
		.filter({ hasText: "5/6 checks" });
	let presses = 0;
	await waitFor(
		async () => {
			if ((await focused.count()) > 0) return true;
			// Once more after a round: a view that was opened before may take the focus late.
			if (presses++ % 20 === 0) await workbench.run("View: Focus Status Bar");
			await workbench.page.keyboard.press("ArrowRight");
			return false;
		},
		() => "No key leads to the checks in the status bar.",
	);
	await workbench.page.keyboard.press("Enter");
	await workbench.pick("Show Next Hint");
	await workbench.panel.getByText("Show hint 2 of 4").waitFor();
});

scene(
	"it passes once it is right and saved, all by keyboard: the mark goes away, and the debrief comes",
	async () => {
		await workbench.write(ANSWER);
		await verdict("All checks pass");
		await checksItem("6/6 checks").waitFor();
		await debrief().waitFor();
		// In the last of the themes, in which VS Code has the fewest colours for webviews.
		expect(await workbench.accessibility()).toEqual([]);
		await workbench.page
			.locator(".squiggly-warning")
			.first()
			.waitFor({ state: "detached" });
		await row("passed").waitFor();
		await badge().waitFor({ state: "hidden" });
		await failedInMargin().waitFor({ state: "detached" });
		expect(await pointerPresses()).toBe(0);
		workbench.keyboardOnly = false;
	},
);

scene("what was done has completed the walkthrough's steps", async () => {
	await workbench.run("View: Focus First Editor Group");
	await walkthroughHas("challenge ✓", "verify ✓", "hint ✓", "next ✓");
});

/** Shows the challenges of one state alone. */
async function filterBy(state: string): Promise<void> {
	const { page } = workbench;
	const list = page.locator(".quick-input-list");
	const choice = list
		.locator(".monaco-list-row")
		.filter({ has: page.getByText(state, { exact: true }) })
		.locator("input[type=checkbox], .monaco-checkbox")
		.first();
	await waitFor(
		async () => {
			await workbench.run("Treeline: Filter Challenges…");
			// What the window still does may take the focus, which closes the list.
			return choice.click({ timeout: 10_000 }).then(
				() => true,
				() => false,
			);
		},
		() => `The list of states closes before "${state}" is chosen.`,
	);
	await page.locator(".quick-input-widget input.input").first().press("Enter");
	await list.waitFor({ state: "hidden" });
}

scene(
	"a filter shows what fits, says so, and leads back where nothing does",
	async () => {
		const { page } = workbench;
		const challenges = async () =>
			(await workbench.rows()).filter(({ level }) => level === 2).length;
		await workbench.openView(manifest.displayName);
		await filterBy("passed");
		await page.getByText("Shown: passed").waitFor();
		await waitFor(
			async () => (await challenges()) === 1,
			async () => JSON.stringify(await workbench.rows()),
		);
		await workbench.run("Treeline: Show All Challenges");
		await filterBy("in progress");
		await page.getByText("No challenge fits the filter.").waitFor();
		await page
			.getByRole("button", { name: "Show All Challenges" })
			.first()
			.press("Enter");
		await row("passed").waitFor();
		expect(await challenges()).toBeGreaterThan(1);
	},
);

scene("the Explorer marks the folder of a passed challenge", async () => {
	await workbench.run("View: Show Explorer");
	await workbench.page
		.locator(
			'.explorer-folders-view [aria-label*="say-hello-over-http"][aria-label*="Challenge: passed"]',
		)
		.first()
		.waitFor();
	await workbench.openView(manifest.displayName);
});

scene(
	"file, panel and progress are there after the window was reloaded",
	async () => {
		await workbench.reload();
		await panelStands();
		expect(await workbench.tabs()).toEqual(["app.js", TITLE]);
		await workbench.openView(manifest.displayName);
		await row("passed").waitFor();
		await workbench.panel.getByText("Show hint 2 of 4").waitFor();
		expect(workbench.troubles).toEqual([]);
	},
);

scene("the command verifies after a reload, too", async () => {
	await workbench.run("View: Focus First Editor Group");
	await workbench.run("Treeline: Verify Challenge");
	await verdict("All checks pass");
});

scene(
	"saving verifies after a reload, although no panel came back",
	async () => {
		// The view would start the extension; here the window alone has to.
		await workbench.run("View: Show Explorer");
		await workbench.run("View: Focus First Editor Group");
		await workbench.run("View: Close Editors in Other Groups");
		await workbench.page.locator(".tab", { hasText: TITLE }).waitFor({
			state: "detached",
		});
		await workbench.reload();
		expect(await workbench.tabs()).toEqual(["app.js"]);
		// Offered beside the file's tab as soon as the challenge is taken up again.
		await workbench.page
			.locator(".editor-actions [aria-label^='Verify Challenge']")
			.waitFor();
		await workbench.write(ANSWER.replace('"express"', '"expres"'));
		await workbench.page.locator(".squiggly-warning").first().waitFor();
		// Nobody asked for the panel.
		expect(await workbench.tabs()).toEqual(["app.js"]);
		expect(workbench.troubles).toEqual([]);
	},
);

declareLinkScenes(scene, () => workbench);

scene("a panel with a damaged state is closed by a reload", async () => {
	await savePanelState(workbench, { path: "/packs/express/100%" });
	await workbench.reload();
	await workbench.page
		.locator(".tab", { hasText: "Look Up One Book" })
		.waitFor({ state: "detached" });
});

scene("a continuous run reports what is verified without a run", async () => {
	const item = (state: string) =>
		workbench.tree.locator(
			`.monaco-list-row[aria-label*="Look Up One Book"][aria-label*="${state}"]`,
		);
	await workbench.run("Testing: Focus on Test Explorer View");
	await workbench.pressOnRow("Express", "ArrowRight");
	await item("Skipped").waitFor();
	await workbench.run("Test: Start Continuous Run");
	await workbench.run("View: Focus First Editor Group");
	await workbench.run("Treeline: Verify Challenge");
	await item("Failed").waitFor();
	await workbench.run("Test: Stop Continuous Run");
	await workbench.openView(manifest.displayName);
});

declareSearchScenes(scene, () => workbench);

declareStudioScenes(scene, () => workbench);
