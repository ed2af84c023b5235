/** The studio in the window of the installed package: patterns, themes, a reload, and changes by another editor. */
import { expect } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTheme } from "./harness/theme.ts";
import type { Workbench } from "./harness/workbench.ts";

/** Declares the scenes with `scene`, in the window of `workbench`. */
export function declareStudioScenes(
	scene: (title: string, body: () => Promise<void>) => void,
	workbench: () => Workbench,
): void {
	const studioCell = (name: string) =>
		workbench().panel.getByRole("button", { name });
	const backgroundOf = (selector: string) =>
		workbench()
			.panel.locator(selector)
			.evaluate((element) => getComputedStyle(element).backgroundColor);
	const studioFile = (name: string) =>
		join(workbench().server.workspace, "sums/challenges/01-double-it", name);
	/** Those that the console had before the studio, such as the refusal of a hostile link. */
	let earlierTroubles = 0;

	scene("the studio shows what a pattern matches as it is typed", async () => {
		earlierTroubles = workbench().troubles.length;
		await workbench().run("View: Close All Editors");
		await workbench().run("Treeline Author: Open Studio");
		const { page, panel } = workbench();
		await panel.getByRole("link", { name: "Double It" }).click();
		await studioCell("Check A, adds two: passes, and must fail").click();
		await panel.getByRole("textbox", { name: "Pattern", exact: true }).focus();
		await page.keyboard.press("Control+a");
		await page.keyboard.insertText("function double(...) {\n  $number * 2;\n}");
		await studioCell("Check A, adds two: fails, as it must").waitFor();
		expect(workbench().troubles.slice(earlierTroubles)).toEqual([]);
	});

	// The first is the one that the window has by now.
	for (const theme of ["contrastDark", "contrastLight", "dark"] as const)
		scene(`the studio has no accessibility fault in ${theme}`, async () => {
			await setTheme(workbench(), theme);
			await workbench().picture(`studio-${theme}`);
			expect(await workbench().accessibility()).toEqual([]);
			// The heading over the answers is empty.
			expect(await backgroundOf(".studio-matrix thead td")).toBe(
				await backgroundOf("body"),
			);
		});

	scene(
		"the studio's unsaved edits survive a reload, and are saved",
		async () => {
			const { panel } = workbench();
			await workbench().reload();
			await panel.getByText("Unsaved edits").waitFor();
			await studioCell("Check A, adds two: fails, as it must").waitFor();
			await panel.getByRole("button", { name: /^Save/ }).click();
			await panel.getByText("Saved", { exact: true }).waitFor();
			const saved = JSON.parse(
				await readFile(studioFile("challenge.json"), "utf8"),
			);
			expect(saved.assertions.perFile["double.js"][0].pattern).toBe(
				"function double(...) {\n  $number * 2;\n}",
			);
			expect(await readFile(studioFile("starter/double.js"), "utf8")).toBe(
				"// Here.\n",
			);
		},
	);

	scene("the studio shows what another editor writes", async () => {
		const { panel } = workbench();
		await panel.getByRole("tab", { name: "Task" }).click();
		await writeFile(studioFile("prompt.md"), "Written elsewhere.\n");
		await panel.locator(".prose").getByText("Written elsewhere.").waitFor();
		await panel.getByRole("tab", { name: "Code" }).click();
		await panel.getByRole("textbox", { name: "Solution: double.js" }).focus();
		await workbench().page.keyboard.press("Control+a");
		await panel
			.getByRole("button", { name: "Make a check of the selection" })
			.click();
		await studioCell("Check B, Solution: passes, as it must").waitFor();
		expect(workbench().troubles.slice(earlierTroubles)).toEqual([]);
	});

	scene("the studio edits what a pack says of itself", async () => {
		const { panel } = workbench();
		const manifest = join(workbench().server.workspace, "sums/pack.json");
		const before = JSON.parse(await readFile(manifest, "utf8"));
		await panel.locator(".studio-title a").click();
		await panel.getByRole("button", { name: /^Edit name/ }).click();
		await panel.getByLabel("Description").fill("What sums are for.");
		await panel.getByLabel("Tags, with commas between").fill("sums");
		await panel.getByRole("button", { name: /^Save/ }).click();
		await panel.locator(".lead").getByText("What sums are for.").waitFor();
		expect(JSON.parse(await readFile(manifest, "utf8"))).toEqual({
			...before,
			description: "What sums are for.",
			tags: ["sums"],
		});
		await workbench().picture("studio-pack-details");
		expect(await workbench().accessibility()).toEqual([]);
	});

	scene("a panel takes no text as HTML", async () => {
		const { panel } = workbench();
		const error = await panel.locator("body").evaluate((body) => {
			try {
				body.insertAdjacentHTML("beforeend", "<b>text</b>");
			} catch (error) {
				return String(error);
			}
		});
		expect(error).toContain("requires 'TrustedHTML' assignment");
	});
}
