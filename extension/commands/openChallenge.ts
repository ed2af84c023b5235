/** Opens a challenge as files with the panel beside them; without a target, it is chosen in a quick pick. */
import type { PublicChallenge } from "@treeline/packs/format";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import { minutesOf, STATUS } from "../catalog/status.ts";
import type { Command, CommandContext } from "./index.ts";
import { keyOfTarget } from "./target.ts";

/** The part of a prompt that is listed and searched, in characters. */
const EXCERPT = 160;

export const openChallenge: Command = async (parts, target) => {
	const key = keyOfTarget(target) ?? (await choose(parts));
	if (!key) return;
	await parts.workspace.open(key);
	await parts.panels.show(key);
};

async function choose({
	catalog,
	progress,
}: CommandContext): Promise<ChallengeKey | null> {
	const items = (await catalog.packs()).flatMap(({ manifest, challenges }) => [
		{
			label: manifest.name,
			kind: vscode.QuickPickItemKind.Separator,
			key: null,
		},
		...challenges.map((challenge) => {
			const key = { pack: manifest.slug, challenge: challenge.slug };
			const { icon, words } = STATUS[progress.of(key).status];
			return {
				label: `${challenge.order}. ${challenge.title}`,
				description: `${challenge.difficulty} · ${minutesOf(challenge)} · ${words}`,
				detail: excerptOf(challenge),
				iconPath: new vscode.ThemeIcon(icon),
				key,
			};
		}),
	]);
	const chosen = await vscode.window.showQuickPick(items, {
		title: "Open Challenge",
		placeHolder: "Search titles, tags and beginnings of prompts",
		matchOnDescription: true,
		matchOnDetail: true,
	});
	return chosen?.key ?? null;
}

/** The tags, and the beginning of the prompt as one line without Markdown's marks. */
function excerptOf({ tags, prompt }: PublicChallenge): string {
	const text = prompt.replaceAll(/[`*_#>]/g, "").replaceAll(/\s+/g, " ");
	const start = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
	return [tags.join(", "), start].filter(Boolean).join(" – ");
}
