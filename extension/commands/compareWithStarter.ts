/** Compares a file of the challenge with its starter in VS Code's diff editor: the active file, else one that was changed. */
import * as vscode from "vscode";
import { starterUri } from "../challenge/starter.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const compareWithStarter: Command = async (
	{ catalog, workspace },
	target,
) => {
	const key = targetChallenge(workspace, target);
	const starter = (await catalog.challenge(key)).files;
	const folder = await workspace.locate(key);
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	const active = vscode.window.activeTextEditor?.document.uri.toString();
	const current = new Map(
		(await workspace.files(key)).map(({ path, content }) => [path, content]),
	);
	const changed = starter
		.filter(
			({ path, content }) => current.has(path) && current.get(path) !== content,
		)
		.map(({ path }) => path);
	const path =
		changed.find((each) => uriOf(each).toString() === active) ??
		(changed.length > 1
			? await vscode.window.showQuickPick(changed, {
					title: "Compare with Starter",
					placeHolder: "Choose a file",
				})
			: changed[0]);
	if (path)
		await vscode.commands.executeCommand(
			"vscode.diff",
			starterUri(key, path),
			uriOf(path),
			`${path} (Starter ↔ Yours)`,
		);
	else if (changed.length === 0)
		void vscode.window.showInformationMessage(
			"Your files are the same as the starter.",
		);
};
