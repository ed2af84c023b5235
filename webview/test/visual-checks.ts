/** Looking at what a page shows: in each theme, at both sizes, by axe and by a picture for people. */
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";

const PICTURES = join(import.meta.dir, "../../.artifacts/page");

/** What a system may ask a page to look like. */
export const THEMES = {
	light: { colorScheme: "light", contrast: null, forcedColors: null },
	dark: { colorScheme: "dark", contrast: null, forcedColors: null },
	contrast: { colorScheme: "light", contrast: "more", forcedColors: null },
	forced: { colorScheme: "dark", contrast: null, forcedColors: "active" },
} as const;
export type Theme = keyof typeof THEMES;

const SIZES = {
	wide: { width: 1280, height: 800 },
	narrow: { width: 390, height: 844 },
};

/**
 * Takes a picture of the page at each size under `name`. Answers what is wrong: axe's findings, and what is wider than the window.
 */
export async function checkAppearance(
	page: Page,
	name: string,
): Promise<string[]> {
	const faults: string[] = [];
	for (const [size, viewport] of Object.entries(SIZES)) {
		await page.setViewportSize(viewport);
		await page.screenshot({
			path: join(PICTURES, `${name}-${size}.png`),
			fullPage: size === "narrow" && (await heightOf(page)) < TALLEST,
		});
		faults.push(...(await axeViolations(page)));
		const width = await page.evaluate(
			() => document.documentElement.scrollWidth,
		);
		if (width > viewport.width)
			faults.push(`${width} px wide in a window of ${viewport.width} px`);
	}
	return faults;
}

/** What a browser paints as one picture, in pixels. */
const TALLEST = 16_000;
const heightOf = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollHeight);

/** Looks at the same page in every theme, one after another. */
export async function checkInAllThemes(
	page: Page,
	name: string,
): Promise<string[]> {
	const faults: string[] = [];
	for (const [theme, media] of Object.entries(THEMES)) {
		await page.emulateMedia(media);
		const found = await checkAppearance(page, `${name}-${theme}`);
		faults.push(...found.map((fault) => `${theme}: ${fault}`));
	}
	// What loads while colours are forced keeps the forced background, whatever is emulated then.
	await page.emulateMedia(THEMES.light);
	return faults;
}

/** What axe finds wrong with the page as it stands. */
export async function axeViolations(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	return page.evaluate(async () => {
		const { violations } = await (
			window as unknown as { axe: typeof import("axe-core") }
		).axe.run(document, {
			runOnly: [
				"wcag2a",
				"wcag2aa",
				"wcag21a",
				"wcag21aa",
				"wcag22aa",
				"best-practice",
			],
		});
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(
				({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`,
			),
		);
	});
}
