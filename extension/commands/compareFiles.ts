/** Compares a file of a challenge as it was with what it is now, in VS Code's diff editor: the active file, else one that differs. */
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { earlierUri } from "../challenge/earlier-files.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";

export interface Earlier {
	/** When the attempt was made; null for the starter. */
	attempt: string | null;
	/** What people call it, such as `Starter`. */
	name: string;
	files: FileEntry[];
}

export async function compareFiles(
	workspace: ChallengeWorkspace,
	key: ChallengeKey,
	{ attempt, name, files }: Earlier,
): Promise<void> {
	const folder = await workspace.locate(key);
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	const active = vscode.window.activeTextEditor?.document.uri.toString();
	const current = new Map(
		(await workspace.files(key)).map(({ path, content }) => [path, content]),
	);
	const changed = files
		.filter(
			({ path, content }) => current.has(path) && current.get(path) !== content,
		)
		.map(({ path }) => path);
	const path =
		changed.find((each) => uriOf(each).toString() === active) ??
		(changed.length > 1
			? await vscode.window.showQuickPick(changed, {
					title: vscode.l10n.t("Compare with {0}", name),
					placeHolder: vscode.l10n.t("Choose a file"),
				})
			: changed[0]);
	if (path)
		await vscode.commands.executeCommand(
			"vscode.diff",
			earlierUri(key, attempt, path),
			uriOf(path),
			vscode.l10n.t("{0} ({1} ↔ Yours)", path, name),
		);
	else if (changed.length === 0)
		void vscode.window.showInformationMessage(
			vscode.l10n.t("Your files are the same as in: {0}.", name),
		);
}
