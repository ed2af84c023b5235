/**
 * Theme choice: light, dark or system, stored in the browser. `theme-init.ts` applies it before the first paint; a cookie tells the
 * pages that the API answers itself, such as the local sign-in.
 */
import { type Signal, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeName = (typeof THEMES)[number];

export interface Theme {
	readonly name: Signal<ThemeName>;
	choose(name: ThemeName): void;
}

const KEY = "treeline:theme";
/** In seconds: a year. */
const COOKIE_LIFE = 31_536_000;

function setCookie(name: ThemeName): void {
	const life = name === "system" ? 0 : COOKIE_LIFE;
	// biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and none has it on plain HTTP
	document.cookie = `treeline-theme=${name}; path=/; max-age=${life}; samesite=lax`;
}

export function createTheme(): Theme {
	const name = signal<ThemeName>(
		THEMES.find((each) => each === document.documentElement.dataset.theme) ??
			"system",
	);
	// Chosen by an earlier version of the page, or the cookie's life has ended meanwhile.
	if (name.peek() !== "system") setCookie(name.peek());
	return {
		name,
		choose(next) {
			name.value = next;
			setCookie(next);
			document.documentElement.dataset.theme = next;
			try {
				if (next === "system") localStorage.removeItem(KEY);
				else localStorage.setItem(KEY, next);
			} catch {
				// Not stored: the choice lasts until the page closes.
			}
		},
	};
}
