/** `npm run bench -- pictures`: pictures of what a learner meets in the installed package, each in every kind of theme. People look at them. */
import { join } from "node:path";
import { builtExtension } from "../test/build.ts";
import { THEMES, type Theme } from "../test/harness/settings.ts";
import { setTheme } from "../test/harness/theme.ts";
import { Workbench } from "../test/harness/workbench.ts";

const TITLE = "Say Hello over HTTP";
const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Good morning" });
});

export default app;
`;

/** Takes them into `.artifacts/vscode` and prints their files. Nothing answers at the service's address, so that all is offline. */
async function takePictures(): Promise<void> {
	const { vsix } = await builtExtension();
	const workbench = await Workbench.open({
		vsix,
		workspace: join(import.meta.dir, "../test/fixtures/workspace"),
		settings: {
			"treeline.server": "http://127.0.0.1:9",
			"window.menuBarVisibility": "compact",
			"editor.minimap.enabled": false,
		},
	});
	const { page } = workbench;
	await page.setViewportSize({ width: 1440, height: 900 });
	/** Waits for a verdict in the panel and above the code, where VS Code shows it a second later. */
	const verdict = async (text: string, checks: string) => {
		await workbench.panel
			.locator("#results-heading", { hasText: text })
			.waitFor();
		await page
			.locator(".codelens-decoration", { hasText: checks })
			.first()
			.waitFor();
	};
	try {
		await workbench.openView("Treeline");
		await inEveryTheme(workbench, "first-run", async () => {
			await workbench.run("Welcome: Open Walkthrough...");
			await workbench.pick("Get Started with Treeline");
			await page.locator(".getting-started-step").first().waitFor();
			await workbench.panel.locator("svg").waitFor();
		});
		await workbench.run("View: Close All Editors");

		await workbench.openChallenge(TITLE);
		await workbench.write(
			ANSWER.replace('"express"', '"expres"').replace("app.get", "app.post"),
		);
		await verdict("of 6 checks pass", "4/6 checks");
		await page.locator(".squiggly-warning").first().waitFor();
		await inEveryTheme(workbench, "half-solved");

		await workbench.run("Testing: Focus on Test Explorer View");
		await workbench.pressOnRow("Express", "ArrowRight");
		await workbench.run("Test: Run All Tests");
		await workbench.tree
			.locator('.monaco-list-row[aria-label*="Failed"]')
			.first()
			.waitFor();
		// The last pack: the run is over.
		await workbench.tree
			.locator('.monaco-list-row[aria-label*="React"][aria-label*="Skipped"]')
			.waitFor();
		await workbench.pressOnRow(TITLE, "ArrowRight");
		await inEveryTheme(workbench, "test-explorer");

		await workbench.openView("Treeline");
		await workbench.write(ANSWER);
		await verdict("All checks pass", "6/6 checks");
		await workbench.panel.getByText("What you have learnt").waitFor();
		await inEveryTheme(workbench, "passed");

		await inEveryTheme(workbench, "offline", () => search(workbench));

		await workbench.run("View: Close All Editors");
		await workbench.run("Treeline Author: Open Studio");
		await workbench.panel.getByRole("link", { name: "Double It" }).click();
		await workbench.panel
			.getByRole("button", { name: "Check A, adds two: passes" })
			.click();
		await inEveryTheme(workbench, "studio");
	} finally {
		await workbench.close();
	}
}

/** Opens the search, which asks the service in vain. */
async function search(workbench: Workbench): Promise<void> {
	const { page } = workbench;
	await workbench.run("Treeline: Open Challenge…");
	await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
	await page.locator(".quick-input-widget input.input").first().fill("book");
	await page
		.locator(".quick-input-title", { hasText: "bundled packs only" })
		.waitFor();
}

/** Takes a picture in each theme, of what `show` has opened there. */
async function inEveryTheme(
	workbench: Workbench,
	name: string,
	show: () => Promise<void> = async () => {},
): Promise<void> {
	for (const theme of Object.keys(THEMES) as Theme[]) {
		await setTheme(workbench, theme);
		await show();
		// Away from what shows a tooltip under the pointer.
		await workbench.page.mouse.move(640, 898);
		console.log(await workbench.picture(`${name}-${theme}`));
		await workbench.page.keyboard.press("Escape");
	}
}

await takePictures();
// esbuild's service would keep this process alive.
process.exit();
