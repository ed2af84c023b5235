/** Where the files of authors belong: the pack and the challenge of a file. */
import * as vscode from "vscode";
import { exists } from "../challenge/folder.ts";

/** Files of a pack that say what is in it, by their path. */
const PACK_FILE = /\/(pack|definitions)\.json$|\/challenges\//;
/** No pack has its files deeper. */
const MAX_DEPTH = 16;

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
