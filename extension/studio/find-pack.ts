/** Finds the pack that the studio is to open: that around a file, or one of the workspace's. */
import { challengeSlug } from "@treeline/packs/format";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { StudioPlace } from "./studio.ts";

/** Most packs of the list. */
const MOST_PACKS = 200;

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

/** The pack that is chosen from those of the workspace, without asking when there is one; null when none is chosen. */
export async function choosePack(): Promise<StudioPlace | null> {
	const manifests = await vscode.workspace.findFiles(
		"**/pack.json",
		"**/{node_modules,.*}/**",
		MOST_PACKS,
	);
	if (manifests.length === 0)
		throw new UserError(
			vscode.l10n.t("There is no pack in this workspace."),
			vscode.l10n.t("Open a folder that holds a pack.json."),
		);
	const packs = manifests
		.map((manifest) => vscode.Uri.joinPath(manifest, ".."))
		.map((folder) => ({
			label: folder.path.split("/").at(-1) ?? "",
			description: vscode.workspace.asRelativePath(folder),
			folder,
		}))
		.sort((a, b) => a.description.localeCompare(b.description));
	const chosen =
		packs.length === 1
			? packs[0]
			: await vscode.window.showQuickPick(packs, {
					placeHolder: vscode.l10n.t("Choose a pack"),
				});
	return chosen ? { folder: chosen.folder, path: "/studio" } : null;
}

const isFile = (uri: vscode.Uri) =>
	vscode.workspace.fs.stat(uri).then(
		({ type }) => (type & vscode.FileType.File) !== 0,
		() => false,
	);
