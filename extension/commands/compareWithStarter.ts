/** Compares a file of the challenge with its starter in VS Code's diff editor. */
import * as vscode from "vscode";
import { compareFiles } from "./compareFiles.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const compareWithStarter: Command = async (parts, target) => {
	const key = targetChallenge(parts.workspace, target);
	const { files } = await parts.catalog.challenge(key);
	await compareFiles(parts.workspace, key, {
		attempt: null,
		name: vscode.l10n.t("Starter"),
		files,
	});
};
