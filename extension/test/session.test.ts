/** One session and the next: what a pass opens, and what the window knows of it after a reload without a panel. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { packExtension } from "../vsix.ts";
import { Workbench } from "./harness/workbench.ts";

const TITLE = "Say Hello over HTTP";
const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Good morning" });
});

export default app;
`;
/** Milliseconds; a busy machine takes several times what a free one does. */
const PATIENCE = 240_000;
let workbench: Workbench;

beforeAll(async () => {
	workbench = await Workbench.open({ vsix: await packExtension() });
}, PATIENCE);
afterAll(() => workbench?.close());

/** A test that leaves a picture of the window when it fails. */
function scene(title: string, body: () => Promise<void>): void {
	test(
		title,
		() =>
			body().catch(async (error) => {
				await workbench.picture(title.replaceAll(/\W+/g, "-"));
				throw error;
			}),
		PATIENCE,
	);
}

const debrief = () => workbench.panel.getByText("What you have learnt");

scene("the debrief comes with the pass, and not before", async () => {
	await workbench.openView("Treeline");
	await workbench.openChallenge(TITLE);
	expect(await debrief().count()).toBe(0);
	await workbench.write(ANSWER);
	await debrief().waitFor();
});

scene(
	"saving verifies after a reload, although no panel came back",
	async () => {
		await workbench.run("View: Focus First Editor Group");
		await workbench.run("View: Close Editors in Other Groups");
		// The view would start the extension; here the challenge's folder has to.
		await workbench.run("View: Show Explorer");
		await workbench.reload();
		expect(await workbench.tabs()).toEqual(["app.js"]);
		// Offered beside the file's tab as soon as the challenge is taken up again.
		await workbench.page
			.locator(".editor-actions [aria-label^='Verify Challenge']")
			.waitFor({ timeout: 60_000 });
		await workbench.write(ANSWER.replace('"express"', '"expres"'));
		await workbench.panel
			.locator("#results-heading", { hasText: "3 of 4 checks pass" })
			.waitFor();
		expect(workbench.troubles).toEqual([]);
	},
);
