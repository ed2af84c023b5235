/** The panel in the themes that VS Code brings along: pictures to look at, and what axe finds in each. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { packExtension } from "../vsix.ts";
import { THEMES, type Theme } from "./harness/settings.ts";
import { Workbench } from "./harness/workbench.ts";

/** Milliseconds; each theme is a window of its own. */
const PATIENCE = 120_000;
let vsix = "";
let workbench: Workbench | null = null;

beforeAll(async () => {
	vsix = await packExtension();
}, PATIENCE);
afterAll(() => workbench?.close());

test.each(Object.keys(THEMES) as Theme[])(
	"in %s",
	async (theme) => {
		workbench = await Workbench.open({
			vsix,
			settings: { "workbench.colorTheme": THEMES[theme] },
		});
		await workbench.openView("Treeline");
		await workbench.pressOnRow("Say Hello over HTTP");
		await workbench.panel
			.getByRole("heading", { name: "Say Hello over HTTP" })
			.waitFor();
		await workbench.write(
			'import express from "expres";\n\nconst app = express();\n\napp.get("/hello", (req, res) => {\n  res.json({ message: "Good morning" });\n});\n',
		);
		await workbench.panel
			.locator("#results-heading", { hasText: "2 of 4 checks pass" })
			.waitFor();
		await workbench.picture(`challenge-${theme}`);
		expect(await workbench.accessibility()).toEqual([]);
		await workbench.close();
		workbench = null;
	},
	PATIENCE,
);
