/** Opens a challenge as files with the panel beside them; without a target, it is searched and chosen in a quick pick. */
import type { PublicPack } from "@treeline/packs/format";
import {
	excerptOf,
	type Found,
	searchChallenges,
} from "@treeline/packs/learner-tools";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { minutesOf, STATUS } from "../catalog/status.ts";
import type { ProgressStore } from "../session/progress.ts";
import type { Command, CommandContext } from "./index.ts";
import { keyOfTarget } from "./target.ts";

/** The part of a prompt that is shown, in characters. */
const EXCERPT = 120;

interface Item extends vscode.QuickPickItem {
	/** Null for a separator. */
	key: ChallengeKey | null;
}

export const openChallenge: Command = async (parts, target) => {
	const key = keyOfTarget(target) ?? (await choose(parts));
	if (!key) return;
	await parts.workspace.open(key);
	await parts.panels.show(key);
};

/** Searches titles, tags and whole prompts as one types. Null when nothing is chosen. */
async function choose({
	catalog,
	progress,
}: CommandContext): Promise<ChallengeKey | null> {
	const packs = await catalog.packs();
	const picker = vscode.window.createQuickPick<Item>();
	const { promise, resolve } = Promise.withResolvers<ChallengeKey | null>();
	const list = () => {
		picker.items = itemsFor(packs, picker.value.trim(), progress);
	};
	picker.title = "Open Challenge";
	picker.placeholder = "Search titles, tags and prompts";
	picker.onDidChangeValue(list);
	picker.onDidAccept(() => resolve(picker.selectedItems[0]?.key ?? null));
	picker.onDidHide(() => resolve(null));
	list();
	picker.show();
	return promise.finally(() => picker.dispose());
}

/** All challenges under their packs' names, or those that `query` finds, the best first. */
function itemsFor(
	packs: PublicPack[],
	query: string,
	progress: ProgressStore,
): Item[] {
	const itemOf = ({ pack, challenge }: Found): Item => {
		const key = { pack: pack.manifest.slug, challenge: challenge.slug };
		const { icon, words } = STATUS[progress.of(key).status];
		return {
			label: `${challenge.order}. ${challenge.title}`,
			description: `${query ? `${pack.manifest.name} · ` : ""}${challenge.difficulty} · ${minutesOf(challenge)} · ${words}`,
			detail: [challenge.tags.join(", "), excerptOf(challenge, query, EXCERPT)]
				.filter(Boolean)
				.join(" – "),
			iconPath: new vscode.ThemeIcon(icon),
			// Found here: the list itself would look at what is shown alone.
			alwaysShow: true,
			key,
		};
	};
	if (query) return searchChallenges(packs, query).map(itemOf);
	return packs.flatMap((pack) => [
		{
			label: pack.manifest.name,
			kind: vscode.QuickPickItemKind.Separator,
			key: null,
		},
		...pack.challenges.map((challenge) => itemOf({ pack, challenge })),
	]);
}
