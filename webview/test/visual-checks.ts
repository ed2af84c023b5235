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
 * Returns what is wrong with the page at each size, or at `only` one: axe's findings, and what is wider than the window. With `PICTURES=1` takes a
 * picture of each under `name`.
 */
export async function checkAppearance(
	page: Page,
	name: string,
	rules = ALL_RULES,
	only?: keyof typeof SIZES,
): Promise<string[]> {
	const faults: string[] = [];
	for (const [size, viewport] of Object.entries(SIZES)) {
		if (only && size !== only) continue;
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

/** Shows the page as it stands in another language, as an editor around it would; null = in its own again. */
async function showLanguage(page: Page, language: "de" | null): Promise<void> {
	await page.evaluate((next) => {
		const { dataset } = document.documentElement;
		if (next === null) delete dataset.language;
		else dataset.language = next;
		dispatchEvent(new Event("languagechange"));
	}, language);
	await page.locator(`html[lang=${language ?? "en"}]`).waitFor();
}

/** 320 px, and 1280 × 1024 px at 400 % (WCAG 2.2, 1.4.10). */
const REFLOW = [
	{ width: 320, height: 800 },
	{ width: 320, height: 256 },
];

/** What needs scrolling to the side, or is cut off, in a window of 320 px. */
async function reflowFaults(page: Page): Promise<string[]> {
	const faults: string[] = [];
	for (const viewport of REFLOW) {
		await page.setViewportSize(viewport);
		const found = await page.evaluate(cutOff);
		const at = `${viewport.width} × ${viewport.height} px`;
		faults.push(...found.map((fault) => `${at}: ${fault}`));
	}
	return faults;
}

/** Runs in the page: texts and controls that reach beyond the window's sides or are cut by an ancestor, but for what scrolls by itself. */
function cutOff(): string[] {
	const { scrollWidth, clientWidth } = document.documentElement;
	const faults =
		scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
	const isControl = (element: Element) =>
		element.matches("a, button, input, select, textarea");
	const textsIn = (element: Element) =>
		[...element.childNodes].filter(
			(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
		);
	const modal = document.querySelector("dialog[open]");
	for (const element of (modal ?? document.body).querySelectorAll("*")) {
		const texts = textsIn(element);
		if (!isControl(element) && texts.length === 0) continue;
		if (!element.checkVisibility({ visibilityProperty: true })) continue;
		if (element.closest(".unseen, .skip, .cm-editor, [aria-hidden=true]"))
			continue;
		const range = document.createRange();
		range.setStartBefore(texts[0] ?? element);
		range.setEndAfter(texts.at(-1) ?? element);
		const box = isControl(element)
			? element.getBoundingClientRect()
			: range.getBoundingClientRect();
		if (box.width <= 1 || box.height <= 1) continue;
		let [left, right] = [0, clientWidth];
		let scrolls = false;
		for (
			let around = element.parentElement;
			around && !scrolls;
			around = around.parentElement
		) {
			const { overflowX } = getComputedStyle(around);
			if (overflowX === "auto" || overflowX === "scroll")
				scrolls = around.scrollWidth > around.clientWidth;
			if (overflowX === "hidden" || overflowX === "clip") {
				const edge = around.getBoundingClientRect();
				left = Math.max(left, edge.left);
				right = Math.min(right, edge.right);
			}
		}
		if (!scrolls && (box.left < left - 1 || box.right > right + 1))
			faults.push(
				`cut off at ${Math.round(box.left)}–${Math.round(box.right)} px: ${element.outerHTML.slice(0, 160)}`,
			);
	}
	return faults;
}

/** What a browser paints as one picture, in pixels. */
const TALLEST = 16_000;
const heightOf = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollHeight);

/**
 * Looks at the same page in every theme, one after another, in English and, where it is one of the app, in German; only in the first theme
 * for what has nothing to do with colours. Colours do not depend on the size, so the other themes are looked at wide in English and
 * narrow in German. Also at 320 px and, as a window of 1280 × 1024 px, at 400 %.
 */
export async function checkInAllThemes(
	page: Page,
	name: string,
): Promise<string[]> {
	const faults: string[] = [];
	const note = (where: string, found: string[]) =>
		faults.push(...found.map((fault) => `${where}: ${fault}`));
	const look = async (language: string, size: keyof typeof SIZES) => {
		for (const [theme, media] of Object.entries(THEMES)) {
			await page.emulateMedia(media);
			const rules = theme === "light" ? ALL_RULES : COLOUR_RULES;
			const isWhole = process.env.PICTURES || (theme === "light" && !language);
			note(
				theme + language,
				await checkAppearance(
					page,
					`${name}${language}-${theme}`,
					rules,
					isWhole ? undefined : size,
				),
			);
		}
		await page.emulateMedia(THEMES.light);
		note(`reflow${language}`, await reflowFaults(page));
	};
	await look("", "wide");
	// Offline, a language that was not shown before cannot be loaded.
	const hasLanguages = await page.evaluate(
		() => navigator.onLine && document.getElementById("page") !== null,
	);
	if (hasLanguages) {
		await showLanguage(page, "de");
		await look("-de", "narrow");
		await showLanguage(page, null);
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

/**
 * What of a page a keyboard cannot use: controls that Tab does not come to (of a group with arrow keys, one is enough), stops without a
 * visible focus, stops that are covered, and handlers of clicks on what is no control. Leaves the editor as its users do: Escape, then Tab.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
	const faults = await page.evaluate(() => {
		const wanted =
			"a[href], button, input, select, textarea, summary, label, dialog, form, [contenteditable]";
		return [
			...document.querySelectorAll<HTMLElement & { l?: object }>("#page *"),
		]
			.filter(
				(each) =>
					// Where Preact keeps an element's handlers.
					Object.keys(each.l ?? {}).some((name) =>
						/^(click|pointerdown|mousedown)/i.test(name),
					) &&
					!each.closest(wanted) &&
					!each.matches("[role=separator][tabindex]"),
			)
			.map(
				(each) => `clicked, and no control: ${each.outerHTML.slice(0, 120)}`,
			);
	});
	await page.evaluate(() => {
		(document.activeElement as HTMLElement | null)?.blur();
		getSelection()?.removeAllRanges();
		for (const each of document.querySelectorAll("[data-stop]"))
			each.removeAttribute("data-stop");
	});
	let edges = 0;
	let isInEditor = false;
	for (let stops = 0; stops < 200; stops++) {
		if (isInEditor) await page.keyboard.press("Escape");
		await page.keyboard.press("Tab");
		const after = await page.evaluate(() => {
			const describeStop = () => {
				const at = document.activeElement;
				if (!at || at === document.body) return "edge";
				// A field for dates has a stop for each of its parts.
				if (at.hasAttribute("data-stop"))
					return at.matches("[type=datetime-local]") ? null : "end";
				at.setAttribute("data-stop", "");
				const told = at.outerHTML.slice(0, 120);
				// The focus may be drawn around a part or the whole of what it is in.
				const drawn = [at, ...at.querySelectorAll("*")].slice(0, 6);
				for (
					let up = at.parentElement;
					up && drawn.length < 12;
					up = up.parentElement
				)
					drawn.push(up);
				const isDrawn = drawn.some((each) => {
					const { outlineStyle, outlineWidth, outlineColor } =
						getComputedStyle(each);
					return (
						outlineStyle !== "none" &&
						Number.parseFloat(outlineWidth) >= 1 &&
						!/, 0\)$/.test(outlineColor)
					);
				});
				// In an editor the caret shows where one is.
				if (!isDrawn && !at.matches("[contenteditable=true]"))
					return `no visible focus: ${told}`;
				const box = at.getBoundingClientRect();
				const inView =
					box.bottom > 0 &&
					box.top < innerHeight &&
					box.right > 0 &&
					box.left < innerWidth;
				return inView ? null : `focused out of view: ${told}`;
			};
			return {
				stop: describeStop(),
				isInEditor: document.activeElement?.matches(".cm-content") ?? false,
			};
		});
		isInEditor = after.isInEditor;
		const { stop } = after;
		// After the last stop the focus leaves the page, once, and begins again at the first one.
		if (stop === "edge" && edges++ === 0) continue;
		if (stop === "edge" || stop === "end") break;
		if (stop) faults.push(stop);
	}
	const missed = await page.evaluate(() => {
		const all = (
			document.querySelector("dialog[open]") ?? document
		).querySelectorAll<HTMLElement>(
			"a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex='0'], [contenteditable=true]",
		);
		return [...all]
			.filter((each) => {
				if (
					each.hasAttribute("data-stop") ||
					!each.checkVisibility({ visibilityProperty: true })
				)
					return false;
				if (
					each.getAttribute("aria-hidden") === "true" ||
					each.closest("[inert], [aria-hidden=true]")
				)
					return false;
				const group = each.matches("input[type=radio]")
					? document.querySelectorAll(
							`input[name="${CSS.escape(each.getAttribute("name") ?? "")}"]`,
						)
					: (each
							.closest("[role=tablist], [role=toolbar], [role=menu]")
							?.querySelectorAll("*") ?? []);
				return ![...group].some((other) => other.hasAttribute("data-stop"));
			})
			.map((each) => `not reached by Tab: ${each.outerHTML.slice(0, 120)}`);
	});
	return [...faults, ...missed];
}
