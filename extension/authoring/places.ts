/** Where the files of authors belong: the pack and the challenge of a file. */
import * as vscode from "vscode";
import { exists } from "../challenge/folder.ts";
import { UserError } from "../user-error.ts";

/** Files of a pack that say what is in it, by their path. */
const PACK_FILE = /\/(pack|definitions)\.json$|\/challenges\//;
/** No pack has its files deeper. */
const MAX_DEPTH = 16;

/** Most packs of a list. */
const MOST_PACKS = 200;

export interface PackItem extends vscode.QuickPickItem {
	folder: vscode.Uri;
}

/** The packs of the workspace, as items of a list. */
export async function workspacePacks(): Promise<PackItem[]> {
	const manifests = await vscode.workspace.findFiles(
		"**/pack.json",
		"**/{node_modules,.*}/**",
		MOST_PACKS,
	);
	return manifests
		.map((manifest) => vscode.Uri.joinPath(manifest, ".."))
		.map((folder) => ({
			label: folder.path.split("/").at(-1) ?? "",
			description: vscode.workspace.asRelativePath(folder),
			folder,
		}))
		.sort((a, b) => a.description.localeCompare(b.description));
}

export const noPackHere = () =>
	new UserError(
		vscode.l10n.t("There is no pack in this workspace."),
		vscode.l10n.t("Open a folder that holds a pack.json."),
	);

/** The folder of the workspace's only pack, or of the one that is chosen; null when none is chosen. Rejects with UserError where there is none. */
export async function choosePack(): Promise<vscode.Uri | null> {
	const packs = await workspacePacks();
	if (packs.length === 0) throw noPackHere();
	const chosen =
		packs.length === 1
			? packs[0]
			: await vscode.window.showQuickPick(packs, {
					placeHolder: vscode.l10n.t("Choose a pack"),
				});
	return chosen?.folder ?? null;
}

/** The folder of the pack that a file belongs to: the nearest one above with a `pack.json`. Null for other files. */
export async function packFolderOf(
	file: vscode.Uri,
): Promise<vscode.Uri | null> {
	if (!PACK_FILE.test(file.path)) return null;
	const root = vscode.workspace.getWorkspaceFolder(file)?.uri;
	if (!root) return null;
	let folder = vscode.Uri.joinPath(file, "..");
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		if (await exists(vscode.Uri.joinPath(folder, "pack.json"))) return folder;
		if (folder.path === root.path) return null;
		folder = vscode.Uri.joinPath(folder, "..");
	}
	return null;
}

/** The challenge that a file belongs to, as the manifest lists it: `challenges/01-hello.json`. Null for a file of the pack as a whole. */
export function challengePathOf(
	pack: vscode.Uri,
	file: vscode.Uri,
): string | null {
	const [top, name = ""] = file.path.slice(pack.path.length + 1).split("/");
	if (top !== "challenges" || name === "") return null;
	return `${top}/${name.replace(/\.json$/, "")}.json`;
}
