/** Opens a challenge as files with the panel beside them; without a target, it is chosen in a quick pick that searches the full text. */
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { challengesMatching, STATUS } from "../catalog/search.ts";
import type { Command, CommandContext } from "./index.ts";
import { keyOfTarget } from "./target.ts";

export const openChallenge: Command = async (parts, target) => {
	const key = keyOfTarget(target) ?? (await choose(parts));
	if (!key) return;
	await parts.workspace.open(key);
	await parts.panels.show(key);
};

type Item = vscode.QuickPickItem & { key: ChallengeKey | null };

async function choose({
	catalog,
	progress,
	workspace,
}: CommandContext): Promise<ChallengeKey | null> {
	const packs = await catalog.packs();
	const { active } = workspace;
	const itemsFor = (query: string): Item[] =>
		challengesMatching(packs, query).flatMap(({ manifest, challenges }) => [
			{
				label: manifest.name,
				kind: vscode.QuickPickItemKind.Separator,
				key: null,
			},
			...challenges.map((challenge) => {
				const key = { pack: manifest.slug, challenge: challenge.slug };
				const { icon, words } = STATUS[progress.of(key).status];
				const minutes = Math.max(
					1,
					Math.round(challenge.timeEstimateSeconds / 60),
				);
				return {
					label: `${challenge.order}. ${challenge.title}`,
					description: `${challenge.difficulty} · ${minutes} min · ${words}`,
					detail: challenge.tags.join(", "),
					iconPath: new vscode.ThemeIcon(icon),
					// VS Code's own filter reads the shown texts only.
					alwaysShow: true,
					key,
				};
			}),
		]);
	const quickPick = vscode.window.createQuickPick<Item>();
	quickPick.title = "Open Challenge";
	quickPick.placeholder = "Search titles, tags and prompts";
	quickPick.items = itemsFor("");
	quickPick.activeItems = quickPick.items.filter(
		({ key }) =>
			key?.pack === active?.pack && key?.challenge === active?.challenge && key,
	);
	const { promise, resolve } = Promise.withResolvers<ChallengeKey | null>();
	quickPick.onDidChangeValue((query) => {
		quickPick.items = itemsFor(query);
	});
	quickPick.onDidAccept(() => {
		resolve(quickPick.selectedItems[0]?.key ?? null);
		quickPick.hide();
	});
	quickPick.onDidHide(() => resolve(null));
	quickPick.show();
	return promise.finally(() => quickPick.dispose());
}
