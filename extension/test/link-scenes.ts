/** Ways to a challenge besides the view: links from elsewhere, words of its prompt, and the address of its page. */
import { expect } from "bun:test";
import type { Workbench } from "./harness/workbench.ts";

type Scene = (title: string, body: () => Promise<void>) => void;

/** Declares with `scene` what links do in the window of `workbench`. */
export function declareLinkScenes(
	scene: Scene,
	workbench: () => Workbench,
): void {
	scene(
		"deep links open their challenge, and hostile ones nothing",
		async () => {
			const { page } = workbench();
			const follow = async (path: string) => {
				await workbench().run("Developer: Open URL");
				await page
					.locator(".quick-input-widget", { hasText: "URL to open" })
					.waitFor();
				await page
					.locator(".quick-input-widget input.input")
					.first()
					.fill(`code-oss://treeline.treeline${path}`);
				await page.keyboard.press("Enter");
			};
			await follow("/challenge/express/look-up-one-book");
			await workbench()
				.panel.getByRole("heading", { name: "Look Up One Book" })
				.waitFor();
			const tabs = await workbench().tabs();
			await follow("/challenge/express/..%2F..%2Fetc");
			await workbench().notification(/does not name a challenge/);
			await follow("/challenge/express/no-such-challenge");
			await workbench().notification(
				/There is no challenge "no-such-challenge"/,
			);
			expect(await workbench().tabs()).toEqual(tabs);
		},
	);
}

/** Declares with `scene` what the search finds in the window of `workbench`. */
export function declareSearchScenes(
	scene: Scene,
	workbench: () => Workbench,
): void {
	scene("a challenge is found by words of its prompt", async () => {
		await workbench().run("Treeline: Open Challenge…");
		await workbench().pick("question mark");
		await workbench()
			.panel.getByRole("heading", { name: "Narrow the Shelf" })
			.waitFor();
	});

	scene("a challenge opens by the pasted address of its page", async () => {
		await workbench().run("Treeline: Open Challenge…");
		await workbench().pick(
			"https://treeline.example/packs/express/stamp-every-request",
			"Stamp Every Request",
		);
		await workbench()
			.panel.getByRole("heading", { name: "Stamp Every Request" })
			.waitFor();
	});
}
