/** Notices that a pack has changed a challenge since the learner began it: says what changed, and offers the new starter. The files stay. */
import type { PublicChallenge } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import {
	type ChallengeDigest,
	changesSince,
	digestOf,
} from "@treeline/webview/challenge-digest";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import { withoutLinks } from "../user-error.ts";

const STORED = "treeline.begun";

export interface ChangeNotice {
	/** Call it when a challenge is opened; `isNew` when its whole starter was written. Resolves before the learner has answered. */
	opened(
		key: ChallengeKey,
		challenge: PublicChallenge,
		isNew: boolean,
	): Promise<void>;
}

export function createChangeNotice(
	{ workspaceState }: Pick<vscode.ExtensionContext, "workspaceState">,
	replaceFiles: (
		key: ChallengeKey,
		files: readonly FileEntry[],
	) => Promise<void>,
	log: Pick<vscode.LogOutputChannel, "error">,
): ChangeNotice {
	return {
		async opened(key, challenge, isNew) {
			const all = workspaceState.get<Record<string, ChallengeDigest>>(
				STORED,
				{},
			);
			const id = keyText(key);
			const now = digestOf(challenge);
			const before = all[id];
			const changes = !isNew && before ? changesSince(before, now) : null;
			if (!before || isNew || changes)
				await workspaceState.update(STORED, { ...all, [id]: now });
			if (!changes) return;
			const use = vscode.l10n.t("Use New Starter");
			const what = [
				...changes.files.map((path) => `\`${path}\``),
				...(changes.hasOtherPrompt ? [vscode.l10n.t("its prompt")] : []),
				...(changes.hasOtherChecks ? [vscode.l10n.t("its checks")] : []),
			].join(", ");
			vscode.window
				.showInformationMessage(
					withoutLinks(
						vscode.l10n.t(
							"“{0}” has changed since you began it: {1}. Your files were kept.",
							challenge.title,
							what,
						),
					),
					...(changes.files.length > 0 ? [use] : []),
				)
				.then(async (chosen) => {
					// As one edit, which undo takes back.
					if (chosen === use) await replaceFiles(key, challenge.files);
				})
				.then(undefined, (error) => log.error(error));
		},
	};
}
