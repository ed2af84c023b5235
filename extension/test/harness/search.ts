/** Quick picks that commands open, and the search of challenges among them: that of "Open Challenge…". */
import type { Locator } from "playwright-core";
import { RETRY_MS, waitFor } from "./deadline.ts";
import type { Workbench } from "./workbench.ts";

export class ChallengeSearch {
	constructor(private readonly workbench: Workbench) {}

	/** Opens it and types `text`. */
	async type(text: string): Promise<void> {
		const { page } = this.workbench;
		await this.workbench.run("Treeline: Open Challenge…");
		await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
		await this.replace(text);
	}

	/** Types `text` in place of what was typed before. */
	replace(text: string): Promise<void> {
		return this.workbench.page
			.locator(".quick-input-widget input.input")
			.first()
			.fill(text);
	}

	/** The lines with all of these texts. */
	hit(...texts: string[]): Locator {
		return texts.reduce(
			(found, hasText) => found.filter({ hasText }),
			this.workbench.page.locator(".quick-input-list .monaco-list-row"),
		);
	}

	/** Waits until it says that its results come from there. */
	answeredBy(where: string): Promise<void> {
		return this.workbench.page
			.locator(".quick-input-title", { hasText: `Open Challenge: ${where}` })
			.waitFor();
	}
}

/** Runs a command that opens a quick pick, and chooses in it the entry that contains `text`. */
export async function pickFrom(
	workbench: Workbench,
	command: string,
	text: string,
): Promise<void> {
	const entry = workbench.page
		.locator(".quick-input-list .monaco-list-row")
		.first();
	await waitFor(
		async () => {
			await workbench.run(command);
			return entry.waitFor({ timeout: RETRY_MS }).then(
				() => true,
				() => false,
			);
		},
		() => `"${command}" opens no quick pick.`,
	);
	await workbench.pick(text);
	// While other lines come in, Enter finds none.
	const chosen = workbench.page.locator(
		".quick-input-list .monaco-list-row.focused",
		{ hasText: text },
	);
	await chosen
		.waitFor({ state: "hidden", timeout: RETRY_MS })
		.catch(() => workbench.page.keyboard.press("Enter"));
}
