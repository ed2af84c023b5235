/** Shows the commands for a challenge in a quick pick; the status bar item opens it. */
import * as vscode from "vscode";
import { explanationOf } from "../session/explanation.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

const item = (icon: string, label: string, command: string) => ({
	label: `$(${icon}) ${label}`,
	command,
});

const ITEMS = [
	item("check-all", vscode.l10n.t("Verify"), "treeline.verify"),
	item("lightbulb", vscode.l10n.t("Show Next Hint"), "treeline.nextHint"),
	item("book", vscode.l10n.t("Open Prompt"), "treeline.openPrompt"),
	item(
		"diff",
		vscode.l10n.t("Compare with Starter"),
		"treeline.compareWithStarter",
	),
	item(
		"history",
		vscode.l10n.t("Compare with Earlier Attempt…"),
		"treeline.compareWithAttempt",
	),
	item("redo", vscode.l10n.t("Restore Attempt…"), "treeline.restoreAttempt"),
	item("discard", vscode.l10n.t("Reset to Starter"), "treeline.reset"),
];
const NEXT = item(
	"arrow-right",
	vscode.l10n.t("Next Challenge"),
	"treeline.nextChallenge",
);
const GIVE_UP = item("eye", vscode.l10n.t("Give Up…"), "treeline.giveUp");
const EXPLAIN = item(
	"mortar-board",
	vscode.l10n.t("Read Explanation"),
	"treeline.giveUp",
);

export const challengeMenu: Command = async (parts, target) => {
	const { catalog, workspace, results } = parts;
	const key = targetChallenge(workspace, target);
	const { title, debrief } = await catalog.challenge(key);
	const items = [...ITEMS, NEXT];
	if (debrief)
		items.push((await explanationOf(parts, key)) ? EXPLAIN : GIVE_UP);
	const chosen = await vscode.window.showQuickPick(items, {
		title,
		placeHolder:
			results.of(key)?.verdict.summary ?? vscode.l10n.t("Not verified yet."),
	});
	if (chosen) await vscode.commands.executeCommand(chosen.command, { key });
};
