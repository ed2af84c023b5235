/** The studio on packs of the service, in the window of a signed-in author. */
import { expect } from "bun:test";
import { onDatabase } from "@treeline/webview/test/program";
import type { Workbench } from "./harness/workbench.ts";

const PATTERN = "export function greet(...) {\n  return $_;\n}";

/** Declares the scenes with `scene`: somebody is signed in, who has no pack. */
export function declareAuthorScenes(
	scene: (title: string, body: () => Promise<void>) => void,
	parts: () => { workbench: Workbench; dataDir: string },
): void {
	const cell = (name: string) =>
		parts().workbench.panel.getByRole("button", { name });
	/** The pattern of the first check of the only challenge that an author wrote. */
	const storedPattern = () =>
		onDatabase(parts().dataDir, async (sql) => {
			const [row] = await sql`
				SELECT c.assertions->'perFile'->'greet.js'->0->>'pattern' AS pattern, json_array_length(c.cases->'accepted') AS accepted
				FROM challenges c JOIN packs p ON p.id = c.pack_id WHERE p.author_user_id IS NOT NULL`;
			return row;
		});

	scene("a pack of the account is made and edited in the studio", async () => {
		const { workbench } = parts();
		const { panel, page } = workbench;
		await workbench.run("View: Close All Editors");
		await workbench.run("Treeline Author: Open Studio");
		await workbench.pick("New pack on your account…");
		await panel.getByRole("heading", { name: "Your packs" }).waitFor();
		await panel.getByLabel("Name").fill("First Sums");
		await panel.getByRole("button", { name: "Create" }).click();
		await panel.getByLabel("A new challenge").fill("Greet Them");
		await panel.getByRole("button", { name: "Create" }).click();
		await panel.getByRole("link", { name: "Greet Them" }).click();
		await cell("Check A, another name: fails, as it must").waitFor();
		await panel.getByRole("textbox", { name: "Pattern", exact: true }).focus();
		await page.keyboard.press("Control+a");
		await page.keyboard.insertText(PATTERN);
		await cell("Check A, Solution: passes, as it must").waitFor();
		await panel.getByText("Unsaved edits").waitFor();
		await workbench.picture("studio-of-account");
		expect(await workbench.accessibility()).toEqual([]);
	});

	scene(
		"its unsaved edits survive a reload, a refusal says what to fix, and they are saved",
		async () => {
			const { workbench } = parts();
			await workbench.reload();
			const { panel } = workbench;
			await panel.getByText("Unsaved edits").waitFor();
			await panel.getByRole("tab", { name: "Code" }).click();
			await panel.getByRole("textbox", { name: "Solution: greet.js" }).focus();
			await workbench.page.keyboard.press("Control+a");
			await panel
				.getByRole("button", { name: "Make a check of the selection" })
				.click();
			await cell("Check B, Solution: passes, as it must").waitFor();
			const save = panel.getByRole("button", { name: /^Save/ });
			await save.click();
			await panel.getByText(/`description` is empty; fill it in/).waitFor();
			await panel.getByText("Fix this, then try again.").waitFor();
			await panel
				.getByRole("textbox", { name: "The whole rule, as learners read it" })
				.fill("`greet.js` greets by name.");
			await save.click();
			await panel.getByText("Saved", { exact: true }).waitFor();
			expect(await storedPattern()).toMatchObject({
				pattern: PATTERN,
				accepted: 1,
			});
			await workbench.run("View: Close All Editors");
		},
	);
}
