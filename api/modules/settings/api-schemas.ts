/** Schemas of a learner's settings (contract, section 5): detail of feedback, editor, appearance. */
import { type Static, Type } from "@sinclair/typebox";
import { patchOf } from "../../server/json-merge-patch.ts";

const closed = { additionalProperties: false };
const flag = Type.Boolean();

export const Settings = Type.Object(
	{
		feedback: Type.Object(
			{
				showPassFail: flag,
				showHints: flag,
				showAssertionDetails: flag,
				showNearMiss: flag,
				verifyOnType: flag,
			},
			closed,
		),
		keybindings: Type.Union([
			Type.Literal("default"),
			Type.Literal("vim"),
			Type.Literal("emacs"),
		]),
		/** Null follows the system. */
		darkMode: Type.Union([Type.Boolean(), Type.Null()]),
		formatter: Type.Object(
			{
				enabled: flag,
				trigger: Type.Union([
					Type.Literal("onSave"),
					Type.Literal("onVerify"),
					Type.Literal("manual"),
				]),
				tabSize: Type.Integer({ minimum: 1, maximum: 16 }),
				useTabs: flag,
				printWidth: Type.Integer({ minimum: 20, maximum: 400 }),
				semi: flag,
				singleQuote: flag,
			},
			closed,
		),
		/** Create, empty, the files that checks name and the starter lacks. */
		fileStubs: flag,
	},
	closed,
);
export type Settings = Static<typeof Settings>;

/** As they are answered: `_id` is null until something was stored. */
export const StoredSettings = Type.Composite([
	Type.Object({ _id: Type.Union([Type.String(), Type.Null()]) }),
	Settings,
]);
export type StoredSettings = Static<typeof StoredSettings>;

/** What is taken away is the default again. */
export const SettingsPatch = patchOf(Settings, {
	answer: StoredSettings,
	resets: true,
	examples: [{ darkMode: true, feedback: { showHints: false } }],
});

export const DEFAULTS: Settings = {
	feedback: {
		showPassFail: true,
		showHints: true,
		showAssertionDetails: true,
		showNearMiss: true,
		verifyOnType: false,
	},
	keybindings: "default",
	darkMode: null,
	formatter: {
		enabled: false,
		trigger: "manual",
		tabSize: 2,
		useTabs: false,
		printWidth: 80,
		semi: true,
		singleQuote: false,
	},
	fileStubs: true,
};
