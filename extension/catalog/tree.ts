/** The Packs view: packs and their challenges in order, with the learner's status as icon and text. */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import * as vscode from "vscode";
import type { ProgressStore } from "../session/progress.ts";
import type { Catalog, ChallengeKey } from "./catalog.ts";
import { difficultyOf, minutesOf, STATUS } from "./status.ts";

/** A row: a pack, or a challenge of it. Commands of the view's menus get the row they were called on. */
export type Row =
	| { kind: "pack"; pack: PublicPack }
	| { kind: "challenge"; key: ChallengeKey; challenge: PublicChallenge };

export function createTree(
	catalog: Catalog,
	progress: ProgressStore,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const changed = new vscode.EventEmitter<undefined>();
	const provider: vscode.TreeDataProvider<Row> = {
		onDidChangeTreeData: changed.event,
		async getChildren(row) {
			if (row?.kind === "challenge") return [];
			if (row) return challengesOf(row.pack);
			const packs = await catalog.packs().catch((error) => {
				log.error(error);
				return [];
			});
			return packs.map((pack) => ({ kind: "pack", pack }));
		},
		getTreeItem: (row) =>
			row.kind === "pack"
				? packItem(row.pack, progress)
				: challengeItem(row, progress),
	};
	const view = vscode.window.createTreeView("treeline.packs", {
		treeDataProvider: provider,
		showCollapseAll: true,
	});
	return vscode.Disposable.from(
		view,
		changed,
		progress.onChange(() => changed.fire(undefined)),
	);
}

function challengesOf(pack: PublicPack): Row[] {
	return pack.challenges.map((challenge) => ({
		kind: "challenge",
		key: { pack: pack.manifest.slug, challenge: challenge.slug },
		challenge,
	}));
}

function packItem(pack: PublicPack, progress: ProgressStore): vscode.TreeItem {
	const { name, slug, description } = pack.manifest;
	const passed = pack.challenges.filter(
		(challenge) =>
			progress.of({ pack: slug, challenge: challenge.slug }).status ===
			"passed",
	).length;
	const count = vscode.l10n.t(
		"{0} of {1} passed",
		passed,
		pack.challenges.length,
	);
	const item = new vscode.TreeItem(
		name,
		vscode.TreeItemCollapsibleState.Expanded,
	);
	item.id = slug;
	// Short: after a long name there is room for little, and the rest would be cut.
	item.description = `${passed}/${pack.challenges.length}`;
	item.tooltip = `${count}. ${description}`;
	item.iconPath = new vscode.ThemeIcon("library");
	item.contextValue = "treeline.pack";
	item.accessibilityInformation = {
		label: vscode.l10n.t("Pack {0}, {1}", name, count),
	};
	return item;
}

function challengeItem(
	row: Row & { kind: "challenge" },
	progress: ProgressStore,
): vscode.TreeItem {
	const { key, challenge } = row;
	const { status } = progress.of(key);
	const { icon, colour, words } = STATUS[status];
	const facts = [difficultyOf(challenge), minutesOf(challenge)];
	const item = new vscode.TreeItem(`${challenge.order}. ${challenge.title}`);
	item.id = `${key.pack}/${key.challenge}`;
	// What changes first: a narrow view cuts the end.
	item.description = [
		...(status === "not_started" ? [] : [words]),
		minutesOf(challenge),
		difficultyOf(challenge),
	].join(" · ");
	item.tooltip = `${challenge.title}\n${item.description}`;
	item.iconPath = new vscode.ThemeIcon(
		icon,
		colour ? new vscode.ThemeColor(colour) : undefined,
	);
	item.contextValue = "treeline.challenge";
	item.accessibilityInformation = {
		label: [
			vscode.l10n.t("Challenge {0}", challenge.order),
			challenge.title,
			...facts,
			words,
		].join(", "),
	};
	item.command = {
		command: "treeline.openChallenge",
		title: vscode.l10n.t("Open Challenge"),
		arguments: [row],
	};
	return item;
}
