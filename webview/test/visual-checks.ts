/** Looking at what a page shows: in each theme, at both sizes, by axe and by a picture for people. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** The minified script: a page is given it each time it is loaded. */
const AXE = readFileSync(
	createRequire(import.meta.path).resolve("axe-core/axe.min.js"),
	"utf8",
);

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

/** Axe's rules about colours; its others find the same in every theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const ALL_RULES = [
	"wcag2a",
	"wcag2aa",
	"wcag21a",
	"wcag21aa",
	"wcag22aa",
	"best-practice",
];

/**
 * Returns what is wrong with the page at each size: axe's findings, and what is wider than the window. With `PICTURES=1` takes a
 * picture of each under `name`.
 */
export async function checkAppearance(
	page: Page,
	name: string,
	rules = ALL_RULES,
): Promise<string[]> {
	const faults: string[] = [];
	for (const [size, viewport] of Object.entries(SIZES)) {
		await page.setViewportSize(viewport);
		if (process.env.PICTURES)
			await page.screenshot({
				path: join(PICTURES, `${name}-${size}.png`),
				fullPage: size === "narrow" && (await heightOf(page)) < TALLEST,
			});
		faults.push(...(await axeViolations(page, rules)));
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

/** Looks at the same page in every theme, one after another; only in the first for what has nothing to do with colours. */
export async function checkInAllThemes(
	page: Page,
	name: string,
): Promise<string[]> {
	const faults: string[] = [];
	for (const [theme, media] of Object.entries(THEMES)) {
		await page.emulateMedia(media);
		const rules = theme === "light" ? ALL_RULES : COLOUR_RULES;
		const found = await checkAppearance(page, `${name}-${theme}`, rules);
		faults.push(...found.map((fault) => `${theme}: ${fault}`));
	}
	// What loads while colours are forced keeps the forced background, whatever is emulated then.
	await page.emulateMedia(THEMES.light);
	await page.setViewportSize(SIZES.wide);
	return faults;
}

/** What axe finds wrong with the page as it stands. `rules`: names of rules, or tags of sets of them; `except`: names of rules among them. */
export async function axeViolations(
	page: Page,
	rules = ALL_RULES,
	except: string[] = [],
): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
	return page.evaluate(
		async ([runOnly, off]) => {
			const { violations } = await (
				window as unknown as { axe: typeof import("axe-core") }
			).axe.run(document, {
				runOnly,
				rules: Object.fromEntries(off.map((id) => [id, { enabled: false }])),
				// What passes is not described, and no style sheet is fetched again: on a long page both take most of the time.
				resultTypes: ["violations"],
				preload: false,
			});
			return violations.flatMap(({ id, nodes }) =>
				nodes.map(
					({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`,
				),
			);
		},
		[rules, except] as const,
	);
}
