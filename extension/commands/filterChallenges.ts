/** Chooses which challenges the Packs view shows, and shows all of them again. */
import * as vscode from "vscode";
import { NO_FILTER } from "../catalog/filter.ts";
import { difficulties, difficultyOf, STATUS } from "../catalog/status.ts";
import type { Progress } from "../session/progress.ts";
import type { Command } from "./index.ts";

export const filterChallenges: Command = async ({ tree }) => {
	const { filter } = tree;
	const statuses = Object.keys(STATUS) as Progress["status"][];
	const items = [
		separator(vscode.l10n.t("State")),
		...statuses.map((status) => ({
			label: STATUS[status].words,
			iconPath: new vscode.ThemeIcon(STATUS[status].icon),
			picked: filter.status.includes(status),
			status,
		})),
		separator(vscode.l10n.t("Difficulty")),
		...difficulties.map((difficulty) => ({
			label: difficultyOf({ difficulty }),
			picked: filter.difficulty.includes(difficulty),
			difficulty,
		})),
	];
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t("Filter Challenges"),
		placeHolder: vscode.l10n.t("Choose what the Packs view shows; none is all"),
		canPickMany: true,
	});
	if (!chosen) return;
	await tree.setFilter({
		status: chosen.flatMap((item) => ("status" in item ? item.status : [])),
		difficulty: chosen.flatMap((item) =>
			"difficulty" in item ? item.difficulty : [],
		),
	});
};

export const clearFilter: Command = ({ tree }) => tree.setFilter(NO_FILTER);

const separator = (label: string) => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
});
