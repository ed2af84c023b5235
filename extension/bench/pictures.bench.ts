/**
 * `npm run bench -- pictures`: pictures of what a learner meets in the installed package, each in every kind of theme. People look at them.
 * `--language=de` takes them in German; VS Code's own texts stay English.
 */
import { join } from "node:path";
import pageTexts from "@treeline/webview/l10n/german";
import extensionTexts from "../l10n/bundle.l10n.de.json";
import germanManifestTexts from "../package.nls.de.json";
import manifestTexts from "../package.nls.json";
import { builtExtension } from "../test/build.ts";
import { THEMES, type Theme, UNUSED_PARTS } from "../test/harness/settings.ts";
import { setTheme } from "../test/harness/theme.ts";
import { Workbench } from "../test/harness/workbench.ts";

const language = Bun.argv.includes("--language=de") ? "de" : "en";

/** Texts of the page and the extension by their English ones, and those of the manifest by their keys. */
const texts: Record<string, string> =
	language === "de"
		? { ...pageTexts, ...extensionTexts, ...germanManifestTexts }
		: manifestTexts;

/** A text in the language of the pictures. */
const t = (text: string, ...values: unknown[]) =>
	values.reduce<string>(
		(filled, value, index) => filled.replace(`{${index}}`, String(value)),
		texts[text] ?? text,
	);
/** The whole title of a command in the palette. */
const command = (name: string, category = "Treeline") =>
	`${category}: ${t(`commands.${name}.title`)}`;

const TITLE = "Say Hello over HTTP";
const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Good morning" });
});

export default app;
`;

/** A picture has the parts that tests leave out: as settings of no value they are VS Code's own. */
const usualParts = Object.fromEntries(
	Object.keys(UNUSED_PARTS).map((name) => [name, undefined]),
);

/** Takes them into `.artifacts/vscode` and prints their files. Nothing answers at the service's address, so that all is offline. */
async function takePictures(): Promise<void> {
	const { vsix } = await builtExtension();
	const workbench = await Workbench.open(
		{
			vsix,
			allBuiltIns: true,
			workspace: join(import.meta.dir, "../test/fixtures/workspace"),
			settings: {
				...usualParts,
				"treeline.server": "http://127.0.0.1:9",
				"window.menuBarVisibility": "compact",
				"editor.minimap.enabled": false,
			},
		},
		language,
	);
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
			await workbench.pick(t("walkthroughs.start.title"));
			await page.locator(".getting-started-step").first().waitFor();
			await workbench.panel.locator("svg").waitFor();
		});
		await workbench.run("View: Close All Editors");

		await workbench.openChallenge(TITLE);
		await workbench.write(
			ANSWER.replace('"express"', '"expres"').replace("app.get", "app.post"),
		);
		await verdict(t("{0} of {1} checks pass", 4, 6), t("{0}/{1} checks", 4, 6));
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
		await verdict(t("All checks pass"), t("{0}/{1} checks", 6, 6));
		await workbench.panel.getByText(t("What you have learnt")).waitFor();
		await inEveryTheme(workbench, "passed");

		await inEveryTheme(workbench, "offline", () => search(workbench));

		await workbench.run("View: Close All Editors");
		await workbench.run(command("openStudio", t("commands.author.category")));
		await workbench.panel.getByRole("link", { name: "Double It" }).click();
		await workbench.panel
			.getByRole("button", {
				name: t("Check {0}, {1}: {2}", "A", "adds two", t("passes")),
			})
			.click();
		await inEveryTheme(workbench, "studio");
	} finally {
		await workbench.close();
	}
}

/** Opens the search, which asks the service in vain. */
async function search(workbench: Workbench): Promise<void> {
	const { page } = workbench;
	await workbench.run(command("openChallenge"));
	await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
	await page.locator(".quick-input-widget input.input").first().fill("book");
	await page
		.locator(".quick-input-title", {
			hasText: t("Open Challenge: bundled packs only"),
		})
		.waitFor();
}

/** Takes a picture in each theme, of what `show` has opened there. */
async function inEveryTheme(
	workbench: Workbench,
	name: string,
	show: () => Promise<void> = async () => {},
): Promise<void> {
	const suffix = language === "en" ? "" : `-${language}`;
	for (const theme of Object.keys(THEMES) as Theme[]) {
		await setTheme(workbench, theme);
		await show();
		// Away from what shows a tooltip under the pointer.
		await workbench.page.mouse.move(640, 898);
		console.log(await workbench.picture(`${name}-${theme}${suffix}`));
		await workbench.page.keyboard.press("Escape");
	}
}

await takePictures();
// esbuild's service would keep this process alive.
process.exit();
