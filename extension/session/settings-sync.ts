/** Synchronises settings with the account of whoever is signed in, both ways, changed fields only. */
import type { PanelSettings } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import type { Account } from "./account.ts";
import {
	reconcile,
	SETTINGS,
	type SettingValues,
	settingNames,
} from "./synced-settings.ts";

const STORED = "treeline.syncedSettings";
/** Milliseconds after which gaining the focus asks the account again. */
const FRESH = 60_000;

interface Synced {
	person: string;
	values: Partial<SettingValues>;
}

/** The settings as VS Code has them. */
export function localSettings(): SettingValues {
	const settings = vscode.workspace.getConfiguration("treeline");
	return Object.fromEntries(
		settingNames.map((each) => {
			const { name, standard } = SETTINGS[each];
			return [each, settings.get(name, standard)];
		}),
	) as SettingValues;
}

/** The settings as a panel's page takes them. */
export function panelSettings(): PanelSettings {
	const values = localSettings();
	return {
		"feedback.verifyOnType": values.verifyOnType,
		"feedback.showPassFail": values.showPassFail,
		"feedback.showHints": values.showHints,
		"feedback.showAssertionDetails": values.showAssertionDetails,
		"feedback.showNearMiss": values.showNearMiss,
	};
}

export const affectsSettings = (
	change: vscode.ConfigurationChangeEvent,
): boolean =>
	settingNames.some((each) =>
		change.affectsConfiguration(`treeline.${SETTINGS[each].name}`),
	);

export function syncSettings({
	context: { globalState },
	account,
	log,
}: {
	context: Pick<vscode.ExtensionContext, "globalState">;
	account: Account;
	log: Pick<vscode.LogOutputChannel, "info">;
}): vscode.Disposable {
	let askedAt = Number.NEGATIVE_INFINITY;
	const sync = async () => {
		const person = account.person?.id;
		if (!account.signedIn || !person) return;
		askedAt = performance.now();
		const client = account.client();
		const { feedback } = await client.settings();
		const stored = globalState.get<Synced | null>(STORED, null);
		const synced = stored?.person === person ? stored.values : null;
		const { send, apply } = reconcile(localSettings(), feedback, synced);
		if (Object.keys(send).length > 0)
			await client.changeSettings({ feedback: send });
		// Before they are applied: the change that this makes is none of the learner's.
		await globalState.update(STORED, {
			person,
			values: { ...feedback, ...send },
		} satisfies Synced);
		const settings = vscode.workspace.getConfiguration("treeline");
		for (const each of settingNames) {
			const value = apply[each];
			const { name, standard } = SETTINGS[each];
			if (value !== undefined)
				await settings.update(
					name,
					value === standard ? undefined : value,
					vscode.ConfigurationTarget.Global,
				);
		}
	};
	/** One after another. */
	let last: Promise<void> = Promise.resolve();
	const run = () => {
		last = last
			.then(sync)
			.catch((error) =>
				log.info(`Settings could not be synchronised: ${error}`),
			);
	};
	run();
	return vscode.Disposable.from(
		account.onChange(run),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (affectsSettings(change)) run();
		}),
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused && performance.now() - askedAt > FRESH) run();
		}),
	);
}
