/** Verifies a challenge when one of its files is saved, unless the setting says no. Opens and reveals no panel: nobody asked for one. */
import * as vscode from "vscode";
import { keyText } from "../catalog/catalog.ts";
import { withTrouble } from "../trouble.ts";
import type { CommandParts } from "./index.ts";
import { verifyChallenge } from "./verify.ts";

export function verifyOnSave(parts: CommandParts): vscode.Disposable {
	/** Saving all files of a challenge at once is one wish, not many. */
	const waiting = new Set<string>();
	return vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
		const key = parts.desk.keyOf(uri);
		const wanted = vscode.workspace
			.getConfiguration("treeline", uri)
			.get("verifyOnSave", true);
		if (!key || !wanted || waiting.has(keyText(key))) return;
		waiting.add(keyText(key));
		const known = await parts.catalog.has(key);
		waiting.delete(keyText(key));
		// The folder of a challenge that this version lacks: a message on each save would only disturb.
		if (!known) return;
		await withTrouble(parts.log, () =>
			verifyChallenge(parts.desk, key, parts.verification.verify),
		);
	});
}
