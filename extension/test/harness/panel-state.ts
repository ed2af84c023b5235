/** What the page of a panel has saved for a reload. */
import type { Workbench } from "./workbench.ts";

/** Replaces what the page of the panel in front has saved, by the function that its own `setState` calls. */
export async function savePanelState(
	{ page }: Workbench,
	state: unknown,
): Promise<void> {
	await page
		.frameLocator("iframe.webview.ready")
		.locator("body")
		.evaluate(
			(_, saved) =>
				Reflect.get(window, "__vscode_post_message__")(
					"do-update-state",
					saved,
				),
			JSON.stringify(state),
		);
}
