/** Shows the commands for a challenge in a quick pick; the status bar item opens it. */
import * as vscode from "vscode";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

const ITEMS = [
	{ label: "$(check-all) Verify", command: "treeline.verify" },
	{ label: "$(lightbulb) Show Next Hint", command: "treeline.nextHint" },
	{ label: "$(book) Open Prompt", command: "treeline.openPrompt" },
	{
		label: "$(diff) Compare with Starter",
		command: "treeline.compareWithStarter",
	},
	{
		label: "$(history) Compare with Earlier Attempt…",
		command: "treeline.compareWithAttempt",
	},
	{ label: "$(redo) Restore Attempt…", command: "treeline.restoreAttempt" },
	{ label: "$(discard) Reset to Starter", command: "treeline.reset" },
	{ label: "$(arrow-right) Next Challenge", command: "treeline.nextChallenge" },
];

export const challengeMenu: Command = async (
	{ catalog, workspace, results },
	target,
) => {
	const key = targetChallenge(workspace, target);
	const { title } = await catalog.challenge(key);
	const chosen = await vscode.window.showQuickPick(ITEMS, {
		title,
		placeHolder: results.of(key)?.verdict.summary ?? "Not verified yet.",
	});
	if (chosen) await vscode.commands.executeCommand(chosen.command, { key });
};
