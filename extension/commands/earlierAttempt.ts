/** Restores an earlier attempt, or compares one with the files as they are; it is chosen in a quick pick. */
import * as vscode from "vscode";
import type { EarlierAttempt } from "../challenge/attempt-history.ts";
import { compareFiles } from "./compareFiles.ts";
import type { Command, CommandContext } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const restoreAttempt: Command = async (parts, target) => {
	const key = targetChallenge(parts.workspace, target);
	const attempt = await choose(parts, target, vscode.l10n.t("Restore Attempt"));
	if (attempt) await parts.workspace.replaceFiles(key, attempt.files);
};

export const compareWithAttempt: Command = async (parts, target) => {
	const key = targetChallenge(parts.workspace, target);
	const attempt = await choose(
		parts,
		target,
		vscode.l10n.t("Compare with Earlier Attempt"),
	);
	if (attempt)
		await compareFiles(parts.workspace, key, {
			attempt: attempt.at,
			name: timeOf(attempt),
			files: attempt.files,
		});
};

/** The chosen attempt; null when there is none, or none was chosen. */
async function choose(
	{ history, workspace, catalog }: CommandContext,
	target: unknown,
	title: string,
): Promise<EarlierAttempt | null> {
	const key = targetChallenge(workspace, target);
	const attempts = await history.of(key);
	if (attempts.length === 0) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t(
				"There is no earlier attempt of this challenge yet. Each verification without a syntax error keeps one.",
			),
		);
		return null;
	}
	const chosen = await vscode.window.showQuickPick(
		attempts.map((attempt) => ({
			label: timeOf(attempt),
			description: attempt.summary,
			iconPath: new vscode.ThemeIcon(
				attempt.passed ? "pass-filled" : "circle-slash",
			),
			attempt,
		})),
		{
			title: `${title}: ${(await catalog.challenge(key)).title}`,
			placeHolder: vscode.l10n.t("Choose an attempt; the newest is the first"),
			matchOnDescription: true,
		},
	);
	return chosen?.attempt ?? null;
}

const timeOf = ({ at }: EarlierAttempt) =>
	new Date(at).toLocaleString(vscode.env.language);
