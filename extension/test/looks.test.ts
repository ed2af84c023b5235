/** The panel in the themes that VS Code brings along: pictures to look at, and what axe finds in each. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { packExtension } from "../vsix.ts";
import { THEMES, type Theme } from "./harness/settings.ts";
import { Workbench } from "./harness/workbench.ts";

/** Milliseconds; each theme is a window of its own. */
const PATIENCE = 240_000;
let vsix = "";
let workbench: Workbench | null = null;

beforeAll(async () => {
	vsix = await packExtension();
}, PATIENCE);
afterEach(() => workbench?.close());

test.each(Object.keys(THEMES) as Theme[])(
	"in %s",
	async (theme) => {
		workbench = await Workbench.open({
			vsix,
			settings: { "workbench.colorTheme": THEMES[theme] },
		});
		await workbench.openView("Treeline");
		await workbench.openChallenge("Say Hello over HTTP");
		await workbench.write(
			'import express from "expres";\n\nconst app = express();\n\napp.get("/hello", (req, res) => {\n  res.json({ message: "Good morning" });\n});\n',
		);
		await workbench.panel
			.locator("#results-heading", { hasText: "2 of 4 checks pass" })
			.waitFor();
		await workbench.picture(`challenge-${theme}`);
		expect(await workbench.accessibility()).toEqual([]);
	},
	PATIENCE,
);
