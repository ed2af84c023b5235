/** Which settings the editor shares with the account, and which way each of them goes. Theme, keys and formatter are VS Code's own. */
import type { Settings } from "@treeline/webview/client";

type Feedback = Settings["feedback"];
export type SettingName = keyof Feedback;
export type SettingValues = Record<SettingName, boolean>;

/** By their names in the account's `feedback`: their names in VS Code, and their defaults, which are the same in both. */
export const SETTINGS: Record<
	SettingName,
	{ name: string; standard: boolean }
> = {
	verifyOnType: { name: "verifyOnType", standard: false },
	showPassFail: { name: "feedback.showPassFail", standard: true },
	showHints: { name: "feedback.showHints", standard: true },
	showAssertionDetails: {
		name: "feedback.showAssertionDetails",
		standard: true,
	},
	showNearMiss: { name: "feedback.showNearMiss", standard: true },
};

export const settingNames = Object.keys(SETTINGS) as SettingName[];

export interface Reconciled {
	/** Changed here: what the account is to have. */
	send: Partial<SettingValues>;
	/** Changed elsewhere: what the editor is to have. */
	apply: Partial<SettingValues>;
}

/** `synced` is what both had last; null before the first time, when what the learner has chosen here goes to the account. */
export function reconcile(
	local: SettingValues,
	remote: SettingValues,
	synced: Partial<SettingValues> | null,
): Reconciled {
	const result: Reconciled = { send: {}, apply: {} };
	for (const name of settingNames) {
		if (local[name] === remote[name]) continue;
		const before = synced?.[name] ?? SETTINGS[name].standard;
		if (local[name] !== before) result.send[name] = local[name];
		else result.apply[name] = remote[name];
	}
	return result;
}
