/** Verifies a challenge while the learner types, once typing pauses, if `treeline.verifyOnType` is on. Only a pass is recorded as an attempt. */
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { type Debounced, debounce } from "../panel/debounce.ts";
import type { Verification } from "./verification.ts";

/** Milliseconds without a change: results are not to change with every letter. */
const PAUSE = 400;

export function verifyOnType({
	catalog,
	workspace,
	verification,
	log,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	verification: Verification;
	log: Pick<vscode.LogOutputChannel, "warn">;
}): vscode.Disposable {
	const verify = async (key: ChallengeKey) => {
		try {
			if (!(await catalog.has(key))) return;
			if ((await workspace.missing(key)).length > 0) return;
			await verification.preview(key);
		} catch (error) {
			// Nobody asked: saving or verifying reports it.
			log.warn(`${keyText(key)} could not be verified while typing: ${error}`);
		}
	};
	const pending = new Map<string, Debounced<ChallengeKey>>();
	const listening = workspace.onDidChangeFiles((key) => {
		const folder = workspace.folderOf(key.pack, key.challenge);
		const isEnabled = vscode.workspace
			.getConfiguration("treeline", folder)
			.get("verifyOnType", false);
		if (!isEnabled) return;
		const id = keyText(key);
		const later = pending.get(id) ?? debounce(PAUSE, verify);
		pending.set(id, later);
		later(key);
	});
	return new vscode.Disposable(() => {
		listening.dispose();
		for (const later of pending.values()) later.cancel();
	});
}
