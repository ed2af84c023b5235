/** Finds the pack around a file, and the studio's screen for the file. */
import { challengeSlug } from "@treeline/packs/format";
import * as vscode from "vscode";
import type { StudioPlace } from "./studio.ts";

/** The pack whose folder is at or around `file`, at the challenge that `file` belongs to; null when there is none. */
export async function packAround(
	file: vscode.Uri,
): Promise<StudioPlace | null> {
	if (file.scheme === "untitled") return null;
	for (let folder = file; ; folder = vscode.Uri.joinPath(folder, "..")) {
		if (await isFile(vscode.Uri.joinPath(folder, "pack.json")))
			return { folder, path: screenOf(folder, file) };
		if (folder.path === "/" || folder.path === "") return null;
	}
}

/** The screen of the challenge that a file of the pack belongs to, in either form; else that of the pack. */
function screenOf(folder: vscode.Uri, file: vscode.Uri): string {
	const inside = file.path.slice(folder.path.length);
	const [, stem] =
		/^\/(?:challenges|cases)\/([^/]+?)(?:\.json)?(?:\/|$)/.exec(inside) ?? [];
	return stem
		? `/studio/${encodeURIComponent(challengeSlug(`challenges/${stem}.json`))}`
		: "/studio";
}

/** False also where VS Code may not look, such as above the workspace. */
const isFile = (uri: vscode.Uri) =>
	vscode.workspace.fs.stat(uri).then(
		({ type }) => (type & vscode.FileType.File) !== 0,
		() => false,
	);
