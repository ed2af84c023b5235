/** Parts of a window that no test looks at, off: each change of the window would lay them out and paint them anew. */
export const UNUSED_PARTS: Record<string, unknown> = {
	"breadcrumbs.enabled": false,
	"editor.minimap.enabled": false,
	"editor.occurrencesHighlight": "off",
	"editor.stickyScroll.enabled": false,
};

/** User settings under which nothing appears, loads or changes that no test asked for. */
export const QUIET: Record<string, unknown> = {
	...UNUSED_PARTS,
	"chat.agentHost.enabled": false,
	"chat.disableAIFeatures": true,
	"editor.acceptSuggestionOnEnter": "off",
	"editor.autoClosingBrackets": "never",
	"editor.autoIndent": "none",
	// Each blink is painted anew, which costs a browser without a graphics card.
	"editor.cursorBlinking": "solid",
	"editor.quickSuggestions": false,
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": false,
	"extensions.ignoreRecommendations": true,
	// In a browser it is on: a file would be saved, and so verified, at moments that no test chose.
	"files.autoSave": "off",
	"git.enabled": false,
	// The services of other tests are none of this window.
	"remote.autoForwardPorts": false,
	// Else the files that all processes have open are listed again and again, to find ports.
	"remote.autoForwardPortsSource": "output",
	"telemetry.telemetryLevel": "off",
	// It changes the workspace's settings, which other tests look at.
	"treeline.quiet": false,
	"testing.automaticallyOpenPeekView": "never",
	"testing.automaticallyOpenTestResults": "neverOpen",
	"update.mode": "none",
	"window.autoDetectColorScheme": false,
	"workbench.colorTheme": "Dark Modern",
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
};

/** The themes that VS Code brings along, by what they are for: what the list of themes calls one, and the class of a window that has it. */
export const THEMES = {
	dark: { id: "Dark Modern", label: "Dark Modern", kind: "vs-dark" },
	light: { id: "Light Modern", label: "Light Modern", kind: "vs" },
	contrastDark: {
		id: "Default High Contrast",
		label: "Dark High Contrast",
		kind: "hc-black",
	},
	contrastLight: {
		id: "Default High Contrast Light",
		label: "Light High Contrast",
		kind: "hc-light",
	},
};
export type Theme = keyof typeof THEMES;
