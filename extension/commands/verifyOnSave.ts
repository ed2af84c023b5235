/** Verifies a challenge when one of its files is saved, if `treeline.verifyOnSave` is on. It neither opens nor reveals the panel. */
import * as vscode from "vscode";
import { keyText } from "../catalog/catalog.ts";
import { showErrors } from "../user-error.ts";
import type { CommandContext } from "./index.ts";
import { verifyChallenge } from "./verify.ts";

export function verifyOnSave(parts: CommandContext): vscode.Disposable {
	/** Saving all files of a challenge at once verifies it once. */
	const pending = new Set<string>();
	return vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
		const key = parts.workspace.keyOf(uri);
		const isEnabled = vscode.workspace
			.getConfiguration("treeline", uri)
			.get("verifyOnSave", true);
		if (!key || !isEnabled || pending.has(keyText(key))) return;
		pending.add(keyText(key));
		const known = await parts.catalog.has(key);
		pending.delete(keyText(key));
		// The folder of a challenge that this version lacks: no message on each save.
		if (!known) return;
		await showErrors(parts.log, () =>
			verifyChallenge(parts.workspace, key, parts.verification.verify),
		);
	});
}
