/** Runs axe in a webview. */
import axe from "axe-core";
import type { FrameLocator } from "playwright-core";

type Axe = { axe: typeof axe };

/** What axe finds wrong in `panel`, each as `rule: element`; `rules` are added to those that axe has on. */
export async function accessibilityFaults(
	panel: FrameLocator,
	rules: string[],
): Promise<string[]> {
	const element = await panel.locator("html").elementHandle();
	const frame = await element?.ownerFrame();
	if (!frame) throw new Error("no webview is in front");
	await frame.evaluate(axe.source);
	return frame.evaluate(async (added) => {
		const { axe } = globalThis as unknown as Axe;
		const { violations } = await axe.run({
			rules: Object.fromEntries(added.map((id) => [id, { enabled: true }])),
		});
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html }) => `${id}: ${html}`),
		);
	}, rules);
}
