/** The theme of a window. */
import { THEMES, type Theme } from "./settings.ts";
import type { Workbench } from "./workbench.ts";

/** Changes the theme where the window has another one, and waits until a webview in front has it, too. */
export async function setTheme(
	workbench: Workbench,
	theme: Theme,
): Promise<void> {
	const { id, label, kind } = THEMES[theme];
	const { page, panel } = workbench;
	const window = page.locator(`.monaco-workbench.${kind}`);
	if ((await window.count()) === 0) {
		await workbench.run("Preferences: Color Theme");
		await workbench.pick(label);
		await window.waitFor();
	}
	if ((await page.locator("iframe.webview.ready").count()) > 0)
		await panel
			.locator(`body[data-vscode-theme-id="${id}"]`)
			.waitFor({ state: "attached" });
}
