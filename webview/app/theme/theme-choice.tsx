import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { THEMES, type ThemeName } from "./theme.ts";

const LABEL: Record<ThemeName, string> = {
	system: "System",
	light: "Light",
	dark: "Dark",
};
const ICON = { system: "screen", light: "sun", dark: "moon" } as const;

/** Three radio buttons in a row: all choices in sight, one tab stop, arrow keys between them. */
export function ThemeChoice() {
	const { theme } = useApp();
	return (
		<fieldset class="theme-choice">
			<legend class="unseen">Colour theme</legend>
			{THEMES.map((name) => (
				<label key={name} title={LABEL[name]}>
					<input
						type="radio"
						name="theme"
						class="unseen"
						value={name}
						checked={theme.name.value === name}
						onChange={() => theme.choose(name)}
					/>
					<Icon name={ICON[name]} />
					<span class="unseen">{LABEL[name]}</span>
				</label>
			))}
		</fieldset>
	);
}
