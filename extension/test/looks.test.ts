/** The panel in the themes that VS Code brings along: pictures to look at, and what axe finds in each. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { builtExtension } from "./build.ts";
import { TEST_DEADLINE_MS } from "./harness/deadline.ts";
import { THEMES, type Theme } from "./harness/settings.ts";
import { Workbench } from "./harness/workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
	const { vsix } = await builtExtension();
	workbench = await Workbench.open({ vsix });
	await workbench.openView("Treeline");
	await workbench.openChallenge("Say Hello over HTTP");
	await workbench.write(
		'import express from "expres";\n\nconst app = express();\n\napp.get("/hello", (req, res) => {\n  res.json({ message: "Good morning" });\n});\n',
	);
	await workbench.panel
		.locator("#results-heading", { hasText: "4 of 6 checks pass" })
		.waitFor();
	await workbench.page.locator(".squiggly-warning").first().waitFor();
}, TEST_DEADLINE_MS);
afterAll(() => workbench?.close(), TEST_DEADLINE_MS);

test.each(Object.keys(THEMES) as Theme[])(
	"in %s",
	async (theme) => {
		const { page } = workbench;
		await workbench.changeTheme(THEMES[theme]);
		// Away from what shows a tooltip under the pointer.
		await page.mouse.move(640, 600);
		await page.locator(".workbench-hover").first().waitFor({ state: "hidden" });
		await workbench.picture(`challenge-${theme}`);
		expect(await workbench.accessibility()).toEqual([]);
	},
	TEST_DEADLINE_MS,
);
