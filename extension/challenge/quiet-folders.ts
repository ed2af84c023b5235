/**
 * Quiet folders: inline suggestions, as language models make them, are off while a file of a challenge is active, if `treeline.quiet` is
 * on. VS Code knows no setting for a challenge's folder, so that of the workspace's folder around it is changed, and restored when
 * another file is active. What it was is
 * stored before it is changed: after a crash, the next start restores it.
 */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import { entriesOf, exists } from "./folder.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

const SECTION = "editor.inlineSuggest";
const NAME = "enabled";
const STORED = "treeline.quiet";

/** What a folder of the workspace had before. */
interface Before {
	/** The folder's URI; absent where an earlier version has stored this, which knew the first folder only. */
	root?: string;
	/** Null when it had no value of its own. */
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
	const settingIn = (root: vscode.Uri) =>
		vscode.workspace.getConfiguration(SECTION, root);
	const valueIn = (root: vscode.Uri) =>
		settingIn(root).inspect<boolean>(NAME)?.workspaceFolderValue;
	const write = (root: vscode.Uri, value: boolean | undefined) =>
		settingIn(root).update(
			NAME,
			value,
			vscode.ConfigurationTarget.WorkspaceFolder,
		);
	/** An earlier version has stored one alone. */
	const stored = () =>
		[workspaceState.get<Before | Before[]>(STORED, [])].flat();
	const store = (all: Before[]) =>
		workspaceState.update(STORED, all.length > 0 ? all : undefined);
	const silence = async (root: vscode.Uri) => {
		if (stored().some((each) => each.root === root.toString())) return;
		// Off already, by the learner's own choice.
		if (!settingIn(root).get(NAME, true)) return;
		const before: Before = {
			root: root.toString(),
			value: valueIn(root) ?? null,
			hadFile: await exists(settingsFile(root)),
		};
		await store([...stored(), before]);
		await write(root, false);
	};
	/** Restores all but `except`. A folder that is not open is restored once it is again. */
	const restore = async (except: vscode.Uri | null) => {
		for (const before of stored()) {
			const root = openFolder(before.root);
			if (!root || root.toString() === except?.toString()) continue;
			// Changed by hand meanwhile: that stays.
			if (valueIn(root) === false) await write(root, before.value ?? undefined);
			if (!before.hadFile) await removeEmptySettings(root);
			await store(stored().filter((each) => each.root !== before.root));
		}
	};
	const apply = async () => {
		const uri = vscode.window.activeTextEditor?.document.uri;
		const key = uri && workspace.keyOf(uri);
		const isInside = !!key && (await catalog.has(key));
		const root = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri;
		const isQuiet = isInside && isEnabled();
		const quietRoot = isQuiet && root ? root : null;
		await restore(quietRoot);
		if (quietRoot) await silence(quietRoot);
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
		vscode.workspace.onDidChangeWorkspaceFolders(() => void update()),
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

/** The workspace's folder with this URI, the first one without; null when it is not open. */
function openFolder(uri: string | undefined): vscode.Uri | null {
	const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
	const found =
		uri === undefined
			? roots[0]
			: roots.find((root) => root.toString() === uri);
	return found ?? null;
}

const settingsFile = (root: vscode.Uri): vscode.Uri =>
	vscode.Uri.joinPath(root, ".vscode", "settings.json");

/** Removes the settings' file that was made to change one setting, if nothing else has come into it. */
async function removeEmptySettings(root: vscode.Uri): Promise<void> {
	const { fs } = vscode.workspace;
	const file = settingsFile(root);
	if (!(await exists(file))) return;
	const text = new TextDecoder().decode(await fs.readFile(file));
	if (text.replaceAll(/\s/g, "") !== "{}") return;
	await fs.delete(file);
	const folder = vscode.Uri.joinPath(file, "..");
	if ((await entriesOf(folder)).length === 0) await fs.delete(folder);
}
