/** Theme choice: light, dark or system, stored in the browser. `theme-init.ts` applies it before the first paint. */
import { type Signal, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeName = (typeof THEMES)[number];

export interface Theme {
	readonly name: Signal<ThemeName>;
	choose(name: ThemeName): void;
}

const KEY = "treeline:theme";

export function createTheme(): Theme {
	const name = signal<ThemeName>(
		THEMES.find((each) => each === document.documentElement.dataset.theme) ??
			"system",
	);
	return {
		name,
		choose(next) {
			name.value = next;
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
