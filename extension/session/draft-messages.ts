/** What is said and asked of code that another device has stored on the account. */
import type { OtherDraft } from "@treeline/webview/host";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { ACCOUNT } from "../challenge/earlier-files.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { compareFiles } from "../commands/compareFiles.ts";

const timeOf = ({ at }: OtherDraft) =>
	new Date(at).toLocaleString(vscode.env.language);

/** Which code stays, that of the other device or the folder's; null while the learner has not chosen. */
export async function askWhichDraft(
	workspace: ChallengeWorkspace,
	key: ChallengeKey,
	other: OtherDraft,
): Promise<"other" | "own" | null> {
	const use = vscode.l10n.t("Use That Code");
	const keep = vscode.l10n.t("Keep This Code");
	const compare = vscode.l10n.t("Compare");
	for (;;) {
		const chosen = await vscode.window.showWarningMessage(
			vscode.l10n.t(
				"Your code was also changed on another device, at {0}.",
				timeOf(other),
			),
			use,
			keep,
			compare,
		);
		if (chosen === use) return "other";
		if (chosen === keep) return "own";
		if (chosen !== compare) return null;
		await compareFiles(workspace, key, {
			attempt: ACCOUNT,
			name: vscode.l10n.t("Other Device"),
			files: other.files,
		});
	}
}

/** Says that the account's code is here, and takes it back where the learner wants that. */
export async function tellTaken(
	other: OtherDraft,
	undo: () => Promise<void>,
): Promise<void> {
	const back = vscode.l10n.t("Undo");
	const chosen = await vscode.window.showInformationMessage(
		vscode.l10n.t(
			"This is your code of {0}, from your account.",
			timeOf(other),
		),
		back,
	);
	if (chosen === back) await undo();
}
