/** Every setting as the screen shows it. A new setting is a line here; the compiler asks for it. */
import type { SettingName, SettingValues } from "../../host/settings.ts";
import { t } from "../../l10n/l10n.ts";

interface Described {
	label: string;
	/** What it does, where the label does not say it. */
	help?: string;
}

/** How a setting of this value is chosen. */
export type Field<Value> = Described &
	([Value] extends [boolean]
		? { kind: "switch" }
		: [Value] extends [number]
			? { kind: "number"; min: number; max: number; unit: string }
			: { kind: "choice"; options: readonly (readonly [Value, string])[] });

export const fields = (): {
	[Name in SettingName]: Field<SettingValues[Name]>;
} => ({
	language: {
		kind: "choice",
		label: t("Language of the interface"),
		options: [
			["browser", t("Same as the browser")],
			// Each in its own language, for those who do not read the one shown.
			["en", "English"],
			["de", "Deutsch"],
		],
		help: t("In this browser. Packs stay in the language of their authors."),
	},
	darkMode: {
		kind: "choice",
		label: t("Theme"),
		options: [
			[null, t("Same as the system")],
			[false, t("Light")],
			[true, t("Dark")],
		],
	},
	"feedback.verifyOnType": {
		kind: "switch",
		label: t("Check as I type"),
		help: t(
			"The checks run whenever you pause. Otherwise they run when you verify.",
		),
	},
	"feedback.showPassFail": {
		kind: "switch",
		label: t("Show which checks pass"),
		help: t("Without it, you see how many pass."),
	},
	"feedback.showAssertionDetails": {
		kind: "switch",
		label: t("Explain failed checks"),
		help: t("What was expected, and what was found in its place."),
	},
	"feedback.showNearMiss": {
		kind: "switch",
		label: t("Mark the closest code"),
		help: t(
			"The place in the editor that comes closest to what a failed check asks for.",
		),
	},
	"feedback.showHints": {
		kind: "switch",
		label: t("Offer hints"),
	},
	keybindings: {
		kind: "choice",
		label: t("Key bindings"),
		options: [
			["default", t("Default")],
			["vim", "Vim"],
			["emacs", "Emacs"],
		],
	},
	"editor.fontSize": {
		kind: "number",
		label: t("Font size"),
		min: 8,
		max: 40,
		unit: t("pixels"),
		help: t("For code, in this browser."),
	},
	"editor.lineWrap": {
		kind: "switch",
		label: t("Wrap long lines"),
		help: t("Otherwise the code scrolls sideways. In this browser."),
	},
	"formatter.tabSize": {
		kind: "number",
		label: t("Tab size"),
		min: 1,
		max: 16,
		unit: t("columns"),
		help: t("Python always uses four spaces."),
	},
	"formatter.useTabs": { kind: "switch", label: t("Indent with tabs") },
	fileStubs: {
		kind: "switch",
		label: t("Create missing files"),
		help: t(
			"Adds an empty file for each one that a challenge asks you to create. Applies to challenges that you open from now on.",
		),
	},
	"formatter.enabled": {
		kind: "switch",
		label: t("Format code with Prettier, Python with Ruff"),
		help: t(
			"JavaScript, TypeScript, JSX, HTML, CSS and JSON. Shift+Alt+F formats your files at any time.",
		),
	},
	"formatter.trigger": {
		kind: "choice",
		label: t("Format automatically"),
		options: [
			["manual", t("Never")],
			["onSave", t("When I save (Ctrl+S)")],
			["onVerify", t("When I verify")],
		],
	},
	"formatter.printWidth": {
		kind: "number",
		label: t("Line length"),
		min: 20,
		max: 400,
		unit: t("columns"),
	},
	"formatter.semi": { kind: "switch", label: t("Semicolons") },
	"formatter.singleQuote": { kind: "switch", label: t("Single quotes") },
});

export interface Section {
	title: string;
	names: readonly SettingName[];
}

export const sections = (): readonly Section[] => [
	{ title: t("Appearance"), names: ["darkMode", "language"] },
	{
		title: t("Feedback"),
		names: [
			"feedback.verifyOnType",
			"feedback.showPassFail",
			"feedback.showAssertionDetails",
			"feedback.showNearMiss",
			"feedback.showHints",
		],
	},
	{
		title: t("Editor"),
		names: [
			"keybindings",
			"editor.fontSize",
			"editor.lineWrap",
			"formatter.tabSize",
			"formatter.useTabs",
			"fileStubs",
		],
	},
	{
		title: t("Formatter"),
		names: [
			"formatter.enabled",
			"formatter.trigger",
			"formatter.printWidth",
			"formatter.semi",
			"formatter.singleQuote",
		],
	},
];
