import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { THEMES, type ThemeName } from "./theme.ts";

function themeLabel(name: ThemeName): string {
	switch (name) {
		case "system":
			return t("System");
		case "light":
			return t("Light");
		case "dark":
			return t("Dark");
	}
}
const ICON = { system: "screen", light: "sun", dark: "moon" } as const;

/** Three radio buttons in a row: all choices in sight, one tab stop, arrow keys between them. */
export function ThemeChoice() {
	const { theme } = useApp();
	return (
		<fieldset class="theme-choice">
			<legend class="unseen">{t("Colour theme")}</legend>
			{THEMES.map((name) => (
				<label key={name} title={themeLabel(name)}>
					<input
						type="radio"
						name="theme"
						class="unseen"
						value={name}
						checked={theme.name.value === name}
						onChange={() => theme.choose(name)}
					/>
					<Icon name={ICON[name]} />
					<span class="unseen">{themeLabel(name)}</span>
				</label>
			))}
		</fieldset>
	);
}
