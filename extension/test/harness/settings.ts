/** User settings under which nothing appears, loads or changes that no test asked for. */
export const QUIET: Record<string, unknown> = {
	"chat.agentHost.enabled": false,
	"chat.disableAIFeatures": true,
	"editor.acceptSuggestionOnEnter": "off",
	"editor.autoClosingBrackets": "never",
	"editor.autoIndent": "none",
	"editor.quickSuggestions": false,
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": false,
	"extensions.ignoreRecommendations": true,
	"git.enabled": false,
	"telemetry.telemetryLevel": "off",
	"update.mode": "none",
	"window.autoDetectColorScheme": false,
	"workbench.colorTheme": "Dark Modern",
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
};

/** The themes that VS Code brings along, by what they are for. */
export const THEMES = {
	dark: "Dark Modern",
	light: "Light Modern",
	contrastDark: "Default High Contrast",
	contrastLight: "Default High Contrast Light",
};
export type Theme = keyof typeof THEMES;
