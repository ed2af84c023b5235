/** Opens a challenge as files with the panel beside them; without a target, it is searched and chosen in a quick pick. */
import { isSlug, type PublicPack } from "@treeline/packs/format";
import { excerptOf, type Found } from "@treeline/packs/learner-tools";
import type { FoundChallenge } from "@treeline/webview/client";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import {
	createChallengeSearch,
	type SearchResults,
} from "../catalog/challenge-search.ts";
import { difficultyOf, minutesOf, STATUS } from "../catalog/status.ts";
import { challengeOfAddress } from "../session/deep-link.ts";
import type { ProgressStore } from "../session/progress.ts";
import { serverAddress } from "../session/service.ts";
import { offerAccountAttempt } from "./accountAttempt.ts";
import type { Command, CommandContext } from "./index.ts";
import { keyOfTarget } from "./target.ts";

/** The part of a prompt that is shown, in characters. */
const EXCERPT = 120;

interface Item extends vscode.QuickPickItem {
	/** Null for a separator. */
	key: ChallengeKey | null;
	/** The challenge's page on the service, where no bundled pack has it; null otherwise. */
	page: string | null;
}

export const openChallenge: Command = async (parts, target) => {
	const key = keyOfTarget(target);
	const chosen = key
		? { key, page: null, isLinked: isLinked(target) }
		: await choose(parts);
	if (!chosen?.key) return;
	if (chosen.page) {
		await vscode.env.openExternal(vscode.Uri.parse(chosen.page));
		return;
	}
	await parts.workspace.open(chosen.key);
	await parts.panels.show(chosen.key);
	if (chosen.isLinked && !(await parts.drafts.sync(chosen.key)))
		await offerAccountAttempt(parts, chosen.key);
};

/** Whether a link opens the challenge, such as one of its page on the web: then the learner goes on with what was done there. */
const isLinked = (target: unknown) =>
	(target as { isLinked?: unknown } | undefined)?.isLinked === true;

/**
 * Searches titles, tags and whole prompts as one types, in the bundled packs and on the service; a pasted address finds its challenge. Null
 * when nothing is chosen.
 */
async function choose(
	parts: CommandContext,
): Promise<(Item & { isLinked: boolean }) | null> {
	const { account, catalog, log, progress } = parts;
	const packs = await catalog.packs();
	const picker = vscode.window.createQuickPick<Item>();
	const { promise, resolve } =
		Promise.withResolvers<Awaited<ReturnType<typeof choose>>>();
	const search = createChallengeSearch({
		packs,
		ask: async (query, signal) => {
			try {
				const rows = await account.client().search(query, signal);
				return rows.filter((row) => isNamed(row, log));
			} catch (error) {
				if (!signal.aborted)
					log.info(`Searched the bundled packs only: ${error}`);
				throw error;
			}
		},
		show(results) {
			const [active] = picker.activeItems;
			const extended = results.service === "answered";
			picker.items = itemsFor(packs, results, progress);
			// The service's results come between; the line that is in focus stays so.
			const same =
				extended && picker.items.find((each) => isSame(each, active));
			if (same) picker.activeItems = [same];
			picker.busy = results.service === "pending";
			picker.title = titleFor(results);
		},
	});
	picker.placeholder = vscode.l10n.t(
		"Search titles, tags and prompts, or paste a challenge's address",
	);
	picker.keepScrollPosition = true;
	/** The line in focus since the text was changed last. */
	let focused: Item | undefined;
	picker.onDidChangeActive(([active]) => {
		focused = active ?? focused;
	});
	picker.onDidChangeValue((value) => {
		focused = undefined;
		search.search(value.trim());
	});
	picker.onDidAccept(() => {
		// While the service's results take the place of the lines, none is active.
		const chosen =
			picker.selectedItems[0] ??
			picker.activeItems[0] ??
			picker.items.find((each) => isSame(each, focused));
		if (!chosen) return;
		const address = challengeOfAddress(picker.value.trim());
		resolve({ ...chosen, isLinked: address !== null });
	});
	picker.onDidHide(() => resolve(null));
	search.search("");
	picker.show();
	return promise.finally(() => {
		search.cancel();
		picker.dispose();
	});
}

/** Whether the names of a service's row are those of a challenge; with others, its page would be another one. */
function isNamed(
	{ packSlug, slug }: FoundChallenge,
	log: vscode.LogOutputChannel,
): boolean {
	if (isSlug(packSlug) && isSlug(slug)) return true;
	log.warn(
		`Left out of the search: the service's "${packSlug}/${slug}" is not the name of a challenge.`,
	);
	return false;
}

const isSame = (a: Item, b: Item | undefined) =>
	a.key !== null &&
	a.key.pack === b?.key?.pack &&
	a.key.challenge === b.key.challenge;

/** Says where the results come from. */
function titleFor({ service }: SearchResults): string {
	if (service === "answered")
		return vscode.l10n.t("Open Challenge: bundled packs and {0}", serverHost());
	if (service === "failed")
		return vscode.l10n.t("Open Challenge: bundled packs only");
	return vscode.l10n.t("Open Challenge");
}

const serverHost = () => new URL(serverAddress()).host;

/** All challenges under their packs' names, or those that were found. */
function itemsFor(
	packs: readonly PublicPack[],
	{ query, bundled, updated, remote }: SearchResults,
	progress: ProgressStore,
): Item[] {
	const itemOf = ({ pack, challenge }: Found): Item => {
		const key = { pack: pack.manifest.slug, challenge: challenge.slug };
		const { status } = progress.of(key);
		const { icon, words } = STATUS[status];
		return {
			label: `${challenge.order}. ${challenge.title}`,
			description: [
				...(query ? [pack.manifest.name] : []),
				...(status === "not_started" ? [] : [words]),
				minutesOf(challenge),
				difficultyOf(challenge),
			].join(" · "),
			detail: [challenge.tags.join(", "), excerptOf(challenge, query, EXCERPT)]
				.filter(Boolean)
				.join(" – "),
			iconPath: new vscode.ThemeIcon(icon),
			// Found here: the list itself would look at what is shown alone.
			alwaysShow: true,
			key,
			page: null,
		};
	};
	if (!query)
		return packs.flatMap((pack) => [
			separator(pack.manifest.name),
			...pack.challenges.map((challenge) => itemOf({ pack, challenge })),
		]);
	return [
		...bundled.map(itemOf),
		...updated.map(itemOf).map(withService),
		...remote.map(remoteItem).map(withService),
	];
}

/** Says that the service found it: the list puts titles with the typed text first, so that no order or heading could say so. */
const withService = (item: Item): Item => ({
	...item,
	description: `${vscode.l10n.t("found by {0}", serverHost())} · ${item.description}`,
});

/** A challenge of a pack that is not bundled: it opens in the browser. */
function remoteItem(row: FoundChallenge): Item {
	const { packSlug, packName, slug, order, title, tags } = row;
	const path = [packSlug, slug].map(encodeURIComponent).join("/");
	return {
		label: `${order}. ${title}`,
		description: [packName, minutesOf(row), difficultyOf(row)].join(" · "),
		detail: [vscode.l10n.t("Opens in the browser"), ...tags].join(", "),
		iconPath: new vscode.ThemeIcon("link-external"),
		alwaysShow: true,
		key: { pack: packSlug, challenge: slug },
		page: `${serverAddress()}/packs/${path}`,
	};
}

const separator = (label: string): Item => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
	key: null,
	page: null,
});
