/** Opens a challenge as files with the panel beside them; asks which one when none is named. */
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";
import type { Command } from "./index.ts";
import { keyOfTarget } from "./target.ts";

export const openChallenge: Command = async (
	{ catalog, workspace, panels },
	target,
) => {
	const key = keyOfTarget(target) ?? (await choose(catalog));
	if (!key) return;
	await workspace.open(key);
	await panels.show(key);
};

async function choose(catalog: Catalog): Promise<ChallengeKey | null> {
	const items = (await catalog.packs()).flatMap(({ manifest, challenges }) => [
		{
			label: manifest.name,
			kind: vscode.QuickPickItemKind.Separator,
			key: null,
		},
		...challenges.map((challenge) => ({
			label: `${challenge.order}. ${challenge.title}`,
			description: challenge.difficulty,
			key: { pack: manifest.slug, challenge: challenge.slug },
		})),
	]);
	const chosen = await vscode.window.showQuickPick(items, {
		title: "Open Challenge",
		placeHolder: "Type to find a challenge",
		matchOnDescription: true,
	});
	return chosen?.key ?? null;
}
