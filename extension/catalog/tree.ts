/** The Packs view: packs and their challenges in order, with the learner's status as icon and text. */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import * as vscode from "vscode";
import { plural } from "../plural.ts";
import type { Practice } from "../session/practice.ts";
import type { ProgressStore } from "../session/progress.ts";
import type { AddedPacks } from "./added-packs.ts";
import type { Catalog, ChallengeKey } from "./catalog.ts";
import {
	type ChallengeFilter,
	fitsFilter,
	isFiltering,
	NO_FILTER,
} from "./filter.ts";
import { difficultyOf, minutesOf, STATUS } from "./status.ts";

/** A row: a pack or a challenge of it, or the challenges that are due again. Commands of the view's menus get the row they were called on. */
export type Row =
	| { kind: "pack"; pack: PublicPack; isExpanded: boolean }
	| { kind: "due"; rows: Row[] }
	| {
			kind: "challenge";
			key: ChallengeKey;
			challenge: PublicChallenge;
			isDue?: boolean;
	  };

export interface PacksView extends vscode.Disposable {
	readonly filter: ChallengeFilter;
	/** Shows those that fit, in this workspace until it is changed again. */
	setFilter(filter: ChallengeFilter): Promise<void>;
}

const STORED_FILTER = "treeline.filter";

export function createTree({
	context: { workspaceState },
	catalog,
	added,
	progress,
	practice,
	log,
}: {
	context: Pick<vscode.ExtensionContext, "workspaceState">;
	catalog: Catalog;
	added: AddedPacks;
	progress: ProgressStore;
	practice: Pick<Practice, "due" | "watch">;
	log: vscode.LogOutputChannel;
}): PacksView {
	const changed = new vscode.EventEmitter<undefined>();
	let filter: ChallengeFilter = {
		...NO_FILTER,
		...workspaceState.get<Partial<ChallengeFilter>>(STORED_FILTER),
	};
	const rowsOf = (pack: PublicPack) =>
		challengesOf(pack).filter(({ key, challenge }) =>
			fitsFilter(filter, challenge, progress.of(key)),
		);
	const isBegun = (pack: PublicPack) =>
		challengesOf(pack).some(
			({ key }) => progress.of(key).status !== "not_started",
		);
	const packs = () =>
		catalog.packs().catch((error) => {
			log.error(error);
			return [];
		});
	const readDue = () =>
		practice.due().catch((error) => {
			log.error(error);
			return [];
		});
	/** Those that are due, as they were shown last. */
	let shownDue = "[]";
	const dueRows = async (): Promise<Row[]> => {
		const all = (await packs()).flatMap(challengesOf);
		const due = await readDue();
		shownDue = JSON.stringify(due);
		return due.flatMap(({ pack, challenge }) => {
			const row = all.find(
				({ key }) => key.pack === pack && key.challenge === challenge,
			);
			return row ? [{ ...row, isDue: true }] : [];
		});
	};
	const showDue = async () => {
		const due = JSON.stringify(await readDue());
		if (due !== shownDue) changed.fire(undefined);
	};
	const provider: vscode.TreeDataProvider<Row> = {
		onDidChangeTreeData: changed.event,
		async getChildren(row) {
			if (row?.kind === "challenge") return [];
			if (row?.kind === "due") return row.rows;
			if (row) return rowsOf(row.pack);
			const isFiltered = isFiltering(filter);
			const shown = (await packs()).filter(
				(pack) => !isFiltered || rowsOf(pack).length > 0,
			);
			// Beside a message, VS Code shows no welcome text, which says what to do where nothing fits.
			view.message =
				isFiltered && shown.length > 0 ? describe(filter) : undefined;
			const due = isFiltered ? [] : await dueRows();
			// All challenges would be a long list: shows those of the first pack and of packs that are begun.
			const rows = shown.map(
				(pack, index): Row => ({
					kind: "pack",
					pack,
					isExpanded: index === 0 || isFiltered || isBegun(pack),
				}),
			);
			return due.length > 0 ? [{ kind: "due", rows: due }, ...rows] : rows;
		},
		getTreeItem: (row) =>
			row.kind === "pack"
				? packItem(row, progress, isAdded(row.pack))
				: row.kind === "due"
					? dueItem(row.rows.length)
					: challengeItem(row, progress),
	};
	const isAdded = ({ manifest }: PublicPack) =>
		added.sources.some(({ slug }) => slug === manifest.slug);
	const view = vscode.window.createTreeView("treeline.packs", {
		treeDataProvider: provider,
		showCollapseAll: true,
	});
	const setFilteredContext = () =>
		vscode.commands.executeCommand(
			"setContext",
			"treeline.filtered",
			isFiltering(filter),
		);
	/** How many challenges are in progress, on the view's icon. */
	const showBadge = () => {
		const count = Object.values(progress.all()).filter(
			(each) => each?.status === "attempted",
		).length;
		view.badge =
			count === 0
				? undefined
				: {
						value: count,
						tooltip: plural(count, {
							one: "{0} challenge in progress",
							other: "{0} challenges in progress",
						}),
					};
	};
	void setFilteredContext();
	showBadge();
	const listening = vscode.Disposable.from(
		new vscode.Disposable(practice.watch(() => void showDue())),
		// Time makes more of them due.
		view.onDidChangeVisibility(showDue),
		vscode.window.onDidChangeWindowState(showDue),
		catalog.onDidChange(() => changed.fire(undefined)),
		progress.onChange(() => {
			showBadge();
			changed.fire(undefined);
		}),
	);
	return {
		get filter() {
			return filter;
		},
		async setFilter(next) {
			filter = next;
			await workspaceState.update(STORED_FILTER, next);
			await setFilteredContext();
			changed.fire(undefined);
		},
		dispose: () => vscode.Disposable.from(view, changed, listening).dispose(),
	};
}

/** The filter in words, as the view says it. */
const describe = ({ status, difficulty }: ChallengeFilter) =>
	vscode.l10n.t(
		"Shown: {0}",
		[
			status.map((each) => STATUS[each].words).join(", "),
			difficulty.map((each) => difficultyOf({ difficulty: each })).join(", "),
		]
			.filter(Boolean)
			.join(" · "),
	);

function challengesOf(pack: PublicPack): (Row & { kind: "challenge" })[] {
	return pack.challenges.map((challenge) => ({
		kind: "challenge",
		key: { pack: pack.manifest.slug, challenge: challenge.slug },
		challenge,
	}));
}

function packItem(
	{ pack, isExpanded }: Row & { kind: "pack" },
	progress: ProgressStore,
	isAdded: boolean,
): vscode.TreeItem {
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
		isExpanded
			? vscode.TreeItemCollapsibleState.Expanded
			: vscode.TreeItemCollapsibleState.Collapsed,
	);
	item.id = slug;
	// Short: after a long name there is room for little, and the rest would be cut.
	item.description = `${passed}/${pack.challenges.length}`;
	item.tooltip = `${count}. ${description}`;
	item.iconPath = new vscode.ThemeIcon("library");
	item.contextValue = isAdded ? "treeline.addedPack" : "treeline.pack";
	item.accessibilityInformation = {
		label: vscode.l10n.t("Pack {0}, {1}", name, count),
	};
	return item;
}

function dueItem(count: number): vscode.TreeItem {
	const item = new vscode.TreeItem(
		vscode.l10n.t("Due again"),
		vscode.TreeItemCollapsibleState.Expanded,
	);
	item.id = "due";
	item.description = String(count);
	item.tooltip = vscode.l10n.t(
		"You passed these a while ago. Practise them with a fresh copy.",
	);
	item.iconPath = new vscode.ThemeIcon("history");
	return item;
}

function challengeItem(
	row: Row & { kind: "challenge" },
	progress: ProgressStore,
): vscode.TreeItem {
	const { key, challenge, isDue = false } = row;
	const { status } = progress.of(key);
	const { icon, colour, words } = STATUS[status];
	const facts = [difficultyOf(challenge), minutesOf(challenge)];
	const item = new vscode.TreeItem(`${challenge.order}. ${challenge.title}`);
	item.id = `${isDue ? "due:" : ""}${key.pack}/${key.challenge}`;
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
	item.command = isDue
		? {
				command: "treeline.practise",
				title: vscode.l10n.t("Practise"),
				arguments: [row],
			}
		: {
				command: "treeline.openChallenge",
				title: vscode.l10n.t("Open Challenge"),
				arguments: [row],
			};
	return item;
}
