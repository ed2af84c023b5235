/** CodeLens above the first line of a challenge's files: checks passed, Verify, and Next Hint or, once all pass, Next Challenge. `treeline.codeLens` turns it off. */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import { type Results, summaryOf } from "../engine/results.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

export function registerCodeLens({
	catalog,
	workspace,
	results,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	results: Results;
}): vscode.Disposable {
	const changed = new vscode.EventEmitter<void>();
	const provider: vscode.CodeLensProvider = {
		onDidChangeCodeLenses: changed.event,
		async provideCodeLenses({ uri }) {
			const isEnabled = vscode.workspace
				.getConfiguration("treeline", uri)
				.get("codeLens", true);
			const key = isEnabled ? workspace.keyOf(uri) : null;
			const challenge = key && (await catalog.find(key));
			if (!challenge) return [];
			const result = results.of(key);
			const { icon, short, long } = summaryOf(challenge, result);
			const lens = (title: string, command: string, tooltip: string) =>
				new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
					title,
					command,
					tooltip,
					arguments: [{ key }],
				});
			return [
				// VS Code draws a lens's icon as wide as its box: a space alone does not part it from the text.
				lens(`$(${icon})\u00a0 ${short}`, "treeline.openPrompt", long),
				lens(
					vscode.l10n.t("Verify"),
					"treeline.verify",
					vscode.l10n.t("Verify this challenge"),
				),
				...(result?.verdict.passed
					? [
							lens(
								vscode.l10n.t("Next Challenge"),
								"treeline.nextChallenge",
								vscode.l10n.t("Open the next challenge"),
							),
						]
					: challenge.hints.length > 0
						? [
								lens(
									vscode.l10n.t("Next Hint"),
									"treeline.nextHint",
									vscode.l10n.t("Show the next hint"),
								),
							]
						: []),
			];
		},
	};
	return vscode.Disposable.from(
		changed,
		vscode.languages.registerCodeLensProvider({ pattern: "**/*" }, provider),
		results.onDidChange(() => changed.fire()),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.codeLens")) changed.fire();
		}),
	);
}
