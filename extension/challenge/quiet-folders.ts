/**
 * Quiet folders: inline suggestions, as language models make them, are off while a file of a challenge is active, if `treeline.quiet` is
 * on. VS Code knows no setting for one folder, so the workspace's is changed, and restored when another file is active. What it was is
 * stored before it is changed: after a crash, the next start restores it.
 */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import { entriesOf, exists } from "./folder.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

const SECTION = "editor.inlineSuggest";
const NAME = "enabled";
const STORED = "treeline.quiet";

/** The workspace's own value before, null when it had none. */
interface Before {
	value: boolean | null;
	/** Whether the folder had settings of its own at all. */
	hadFile: boolean;
}

export interface QuietFolders extends vscode.Disposable {
	/** Turns `treeline.quiet` on or off, for all workspaces. */
	toggle(): Promise<void>;
}

export function quietFolders({
	context: { workspaceState },
	catalog,
	workspace,
	log,
}: {
	context: Pick<vscode.ExtensionContext, "workspaceState">;
	catalog: Pick<Catalog, "has">;
	workspace: Pick<ChallengeWorkspace, "keyOf">;
	log: Pick<vscode.LogOutputChannel, "warn">;
}): QuietFolders {
	const item = vscode.window.createStatusBarItem(
		"treeline.quiet",
		vscode.StatusBarAlignment.Right,
	);
	item.name = vscode.l10n.t("Treeline Inline Suggestions");
	item.command = "treeline.toggleQuiet";
	const isEnabled = () =>
		vscode.workspace.getConfiguration("treeline").get("quiet", true);
	const write = (value: boolean | undefined) =>
		vscode.workspace
			.getConfiguration(SECTION)
			.update(NAME, value, vscode.ConfigurationTarget.Workspace);
	const silence = async () => {
		if (workspaceState.get<Before>(STORED)) return;
		const found = vscode.workspace
			.getConfiguration(SECTION)
			.inspect<boolean>(NAME);
		// Off already, by the learner's own choice.
		if ((found?.workspaceValue ?? found?.globalValue) === false) return;
		const file = settingsFile();
		const before: Before = {
			value: found?.workspaceValue ?? null,
			hadFile: file === null || (await exists(file)),
		};
		await workspaceState.update(STORED, before);
		await write(false);
	};
	const restore = async () => {
		const before = workspaceState.get<Before>(STORED);
		if (!before) return;
		const now = vscode.workspace
			.getConfiguration(SECTION)
			.inspect<boolean>(NAME)?.workspaceValue;
		// Changed by hand meanwhile: that stays.
		if (now === false) await write(before.value ?? undefined);
		if (!before.hadFile) await removeEmptySettings();
		await workspaceState.update(STORED, undefined);
	};
	const apply = async () => {
		const uri = vscode.window.activeTextEditor?.document.uri;
		const key = uri && workspace.keyOf(uri);
		const isInside = !!key && (await catalog.has(key));
		const isQuiet = isInside && isEnabled();
		if (isQuiet) await silence();
		else await restore();
		if (!isInside) return item.hide();
		item.text = isQuiet ? "$(bell-slash)" : "$(sparkle)";
		item.tooltip = isQuiet
			? vscode.l10n.t(
					"Inline suggestions are off in challenges, so that you find the answer yourself. Select to turn them on.",
				)
			: vscode.l10n.t(
					"Inline suggestions are on in challenges. Select to turn them off.",
				);
		item.accessibilityInformation = { label: item.tooltip, role: "button" };
		item.show();
	};
	/** One after another, each for the editor that is active by then. */
	let last: Promise<void> = Promise.resolve();
	const update = () => {
		last = last.then(apply).catch((error) =>
			// A workspace that cannot be written stays as it is.
			log.warn(`Inline suggestions could not be changed: ${error}`),
		);
		return last;
	};
	void update();
	const listening = vscode.Disposable.from(
		item,
		vscode.window.onDidChangeActiveTextEditor(() => void update()),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.quiet")) void update();
		}),
	);
	return {
		async toggle() {
			await vscode.workspace
				.getConfiguration("treeline")
				.update("quiet", !isEnabled(), vscode.ConfigurationTarget.Global);
			await update();
		},
		dispose: () => listening.dispose(),
	};
}

/** The file of the folder's settings; null where a workspace file has them. */
function settingsFile(): vscode.Uri | null {
	const { workspaceFile, workspaceFolders } = vscode.workspace;
	const [root] = workspaceFolders ?? [];
	return !workspaceFile && root
		? vscode.Uri.joinPath(root.uri, ".vscode", "settings.json")
		: null;
}

/** Removes the settings' file that was made to change one setting, if nothing else has come into it. */
async function removeEmptySettings(): Promise<void> {
	const { fs } = vscode.workspace;
	const file = settingsFile();
	if (!file || !(await exists(file))) return;
	const text = new TextDecoder().decode(await fs.readFile(file));
	if (text.replaceAll(/\s/g, "") !== "{}") return;
	await fs.delete(file);
	const folder = vscode.Uri.joinPath(file, "..");
	if ((await entriesOf(folder)).length === 0) await fs.delete(folder);
}
