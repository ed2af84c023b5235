/** What the account of a signed-in learner has of challenges: what was given up, and drafts, which follow to the editor's folder and back. */
import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "./harness/deadline.ts";
import {
	attemptElsewhere,
	attempts,
	draftAt,
	writeDraftElsewhere,
} from "./harness/service-data.ts";
import type { Workbench } from "./harness/workbench.ts";

const SLUG = "narrow-the-shelf";
const codeOf = (from: string) => `// Written ${from}.\nexport default null;\n`;

/** Declares the scenes with `scene`: the learner is signed in, and has begun neither challenge. */
export function declareAccountScenes(
	scene: (title: string, body: () => Promise<void>) => void,
	parts: () => { workbench: Workbench; dataDir: string; url: string },
): void {
	const file = (workbench: Workbench) =>
		join(workbench.server.workspace, `treeline/express/04-${SLUG}/app.js`);
	/** Waits until the file has this code. */
	const has = (workbench: Workbench, code: string) =>
		until(
			async () =>
				(await readFile(file(workbench), "utf8").catch(() => "")) === code,
		);
	/** Presses a button of the notification with this text. */
	const answer = ({ page }: Workbench, text: string, name: string) =>
		page
			.locator(".notification-list-item", { hasText: text })
			.first()
			.getByRole("button", { name, exact: true })
			.click();
	const opens = ({ workbench }: { workbench: Workbench }) =>
		workbench.openChallenge("Narrow the Shelf");

	scene(
		"a challenge that is given up shows its explanation, and the account has the attempt",
		async () => {
			const { workbench, dataDir } = parts();
			const before = (await attempts(dataDir)).length;
			await workbench.openChallenge("Stamp Every Request");
			const explanation = workbench.panel.getByText("What you have learnt");
			expect(await explanation.count()).toBe(0);
			await workbench.run("Treeline: Give Up and Read Explanation…");
			await workbench.page
				.locator(".monaco-dialog-box")
				.getByRole("button", { name: "Give Up", exact: true })
				.click();
			await explanation.waitFor();
			await until(async () => (await attempts(dataDir)).length > before);
			expect((await attempts(dataDir)).slice(before)).toMatchObject([
				{ passed: false, gave_up: true },
			]);
		},
	);

	scene(
		"what was given up on the web can be read here without giving up again",
		async () => {
			const { workbench, dataDir, url } = parts();
			await attemptElsewhere(url, dataDir, "a-router-of-its-own", {
				passed: false,
				gaveUp: true,
			});
			await workbench.openChallenge("A Router of Its Own");
			await workbench.panel.getByText("What you have learnt").waitFor();
			await workbench.run("Treeline: Give Up and Read Explanation…");
			expect(await workbench.page.locator(".monaco-dialog-box").count()).toBe(
				0,
			);
		},
	);

	scene(
		"code of another device is there when its challenge opens",
		async () => {
			const { workbench, dataDir } = parts();
			await writeDraftElsewhere(dataDir, SLUG, codeOf("on the web"));
			await opens(parts());
			await has(workbench, codeOf("on the web"));
			await workbench.notification(
				/This is your code of .+, from your account/,
			);
		},
	);

	scene("what is written here goes to the account", async () => {
		const { workbench, dataDir } = parts();
		await workbench.write(codeOf("here"));
		await until(async () => (await draftAt(dataDir, SLUG)) === codeOf("here"));
	});

	scene(
		"where both were changed, nothing is overwritten and the learner chooses",
		async () => {
			const { workbench, dataDir } = parts();
			const asked = "Your code was also changed on another device";
			await writeDraftElsewhere(dataDir, SLUG, codeOf("on the bus"));
			await workbench.write(codeOf("at home"));
			await answer(workbench, asked, "Compare");
			await workbench.page
				.locator(".tab", { hasText: "Other Device ↔ Yours" })
				.waitFor();
			await has(workbench, codeOf("at home"));
			await answer(workbench, asked, "Use That Code");
			await has(workbench, codeOf("on the bus"));
			await answer(workbench, "This is your code of", "Undo");
			await has(workbench, codeOf("at home"));
			await until(
				async () => (await draftAt(dataDir, SLUG)) === codeOf("at home"),
			);
		},
	);
}
