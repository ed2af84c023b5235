/**
 * Theme: light, dark or system, one of the learner's settings. `theme-init.ts` applies it before the first paint; a cookie tells the
 * pages that the API answers itself, such as the local sign-in.
 */
import { type Signal, signal } from "@preact/signals";
import type { SettingsStore } from "../../host/settings.ts";

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

/** The theme of the learner's settings, shown and remembered for the next first paint. */
export function createTheme(settings: SettingsStore): Theme {
	const name = signal<ThemeName>(nameOf(settings));
	const apply = () => {
		name.value = nameOf(settings);
		document.documentElement.dataset.theme = name.peek();
		setCookie(name.peek());
		try {
			if (name.peek() === "system") localStorage.removeItem(KEY);
			else localStorage.setItem(KEY, name.peek());
		} catch {
			// Not stored: the choice lasts until the page closes.
		}
	};
	apply();
	settings.watch(() => {
		if (nameOf(settings) !== name.peek()) apply();
	});
	return {
		name,
		choose: (next) => settings.change({ darkMode: DARK_MODE[next] }),
	};
}

const DARK_MODE = { system: null, light: false, dark: true } as const;

const nameOf = (settings: SettingsStore) =>
	THEMES.find((name) => DARK_MODE[name] === settings.read().darkMode) ??
	"system";
