/** Every setting as the screen shows it. A new setting is a line here; the compiler asks for it. */
import type { SettingName, SettingValues } from "../../host/settings.ts";

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

export const FIELDS: { [Name in SettingName]: Field<SettingValues[Name]> } = {
	darkMode: {
		kind: "choice",
		label: "Theme",
		options: [
			[null, "Like the system"],
			[false, "Light"],
			[true, "Dark"],
		],
	},
	"feedback.verifyOnType": {
		kind: "switch",
		label: "Check as I type",
		help: "The checks run whenever you pause. Otherwise they run when you verify.",
	},
	"feedback.showPassFail": {
		kind: "switch",
		label: "Show which checks pass",
		help: "Without it, you see how many pass.",
	},
	"feedback.showAssertionDetails": {
		kind: "switch",
		label: "Explain failed checks",
		help: "What was expected, and what was found in its place.",
	},
	"feedback.showNearMiss": {
		kind: "switch",
		label: "Mark the closest code",
		help: "The place in the editor that comes closest to what a failed check asks for.",
	},
	"feedback.showHints": {
		kind: "switch",
		label: "Offer hints",
	},
	keybindings: {
		kind: "choice",
		label: "Key bindings",
		options: [
			["default", "Default"],
			["vim", "Vim"],
			["emacs", "Emacs"],
		],
	},
	"editor.fontSize": {
		kind: "number",
		label: "Font size",
		min: 8,
		max: 40,
		unit: "pixels",
		help: "Of the code, in this browser.",
	},
	"editor.lineWrap": {
		kind: "switch",
		label: "Wrap long lines",
		help: "Otherwise the code scrolls sideways. In this browser.",
	},
	"formatter.tabSize": {
		kind: "number",
		label: "Tab size",
		min: 1,
		max: 16,
		unit: "columns",
		help: "Python always uses four spaces.",
	},
	"formatter.useTabs": { kind: "switch", label: "Indent with tabs" },
	fileStubs: {
		kind: "switch",
		label: "Create missing files",
		help: "Adds an empty file for each one that a challenge asks you to create. Applies to challenges that you open from now on.",
	},
	"formatter.enabled": {
		kind: "switch",
		label: "Format code with Prettier, Python with Ruff",
		help: "JavaScript, TypeScript, JSX, HTML, CSS and JSON. Shift+Alt+F formats your files at any time.",
	},
	"formatter.trigger": {
		kind: "choice",
		label: "Format automatically",
		options: [
			["manual", "Never"],
			["onSave", "When I save (Ctrl+S)"],
			["onVerify", "When I verify"],
		],
	},
	"formatter.printWidth": {
		kind: "number",
		label: "Line length",
		min: 20,
		max: 400,
		unit: "columns",
	},
	"formatter.semi": { kind: "switch", label: "Semicolons" },
	"formatter.singleQuote": { kind: "switch", label: "Single quotes" },
};

export interface Section {
	title: string;
	names: readonly SettingName[];
}

export const SECTIONS: readonly Section[] = [
	{ title: "Appearance", names: ["darkMode"] },
	{
		title: "Feedback",
		names: [
			"feedback.verifyOnType",
			"feedback.showPassFail",
			"feedback.showAssertionDetails",
			"feedback.showNearMiss",
			"feedback.showHints",
		],
	},
	{
		title: "Editor",
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
		title: "Formatter",
		names: [
			"formatter.enabled",
			"formatter.trigger",
			"formatter.printWidth",
			"formatter.semi",
			"formatter.singleQuote",
		],
	},
];
