/** Adds a pack to the bundled ones: from a folder, from a `.json` file, or from the service; removes one; reads those of the service again. */
import { isSlug } from "@treeline/packs/format";
import * as vscode from "vscode";
import { serverAddress } from "../session/service.ts";
import { replaceFile } from "../session/storage.ts";
import { UserError } from "../user-error.ts";
import type { Command, CommandContext } from "./index.ts";

/** `target` is a folder, a `pack.json` or another `.json` file of the Explorer, if any. */
export const addPack: Command = async (parts, target) => {
	const uri = target instanceof vscode.Uri ? target : null;
	if (uri) return announce(await addFrom(parts, uri));
	const choice = await vscode.window.showQuickPick(
		[
			{
				label: vscode.l10n.t("From a Folder…"),
				description: vscode.l10n.t("with a pack.json"),
				iconPath: new vscode.ThemeIcon("folder"),
				run: () => chooseFile(parts, true),
			},
			{
				label: vscode.l10n.t("From a .json File…"),
				iconPath: new vscode.ThemeIcon("json"),
				run: () => chooseFile(parts, false),
			},
			{
				label: vscode.l10n.t("From {0}…", new URL(serverAddress()).host),
				iconPath: new vscode.ThemeIcon("cloud-download"),
				run: () => choosePack(parts),
			},
		],
		{ title: vscode.l10n.t("Add Pack") },
	);
	const name = await choice?.run();
	if (name) announce(name);
};

/** `target` is the pack's row. */
export const removePack: Command = async ({ added }, target) => {
	const slug = (target as { pack?: { manifest?: { slug?: unknown } } } | null)
		?.pack?.manifest?.slug;
	if (typeof slug === "string") await added.remove(slug);
};

export const refreshPacks: Command = async (parts) => {
	const { added } = parts;
	for (const { kind, slug } of added.sources)
		if (kind === "service") await download(parts, slug);
	await added.reload();
};

const announce = (name: string) =>
	void vscode.window.showInformationMessage(
		vscode.l10n.t("The pack “{0}” is in the Packs view now.", name),
	);

/** Adds what is at `uri`; returns the pack's name. */
async function addFrom(
	{ added }: CommandContext,
	uri: vscode.Uri,
): Promise<string> {
	const isManifest = uri.path.endsWith("/pack.json");
	const isFile = !isManifest && uri.path.endsWith(".json");
	const { manifest } = await added.add(
		isFile ? "file" : "folder",
		isManifest ? vscode.Uri.joinPath(uri, "..") : uri,
	);
	return manifest.name;
}

async function chooseFile(
	parts: CommandContext,
	isFolder: boolean,
): Promise<string | null> {
	const [uri] =
		(await vscode.window.showOpenDialog({
			canSelectFolders: isFolder,
			canSelectFiles: !isFolder,
			openLabel: vscode.l10n.t("Add Pack"),
			...(!isFolder && { filters: { JSON: ["json"] } }),
		})) ?? [];
	return uri ? addFrom(parts, uri) : null;
}

async function choosePack(parts: CommandContext): Promise<string | null> {
	const here = new Set(
		(await parts.catalog.packs()).map(({ manifest }) => manifest.slug),
	);
	const packs = (await parts.account.client().packs()).filter(
		({ slug }) => isSlug(slug) && !here.has(slug),
	);
	if (packs.length === 0)
		throw new UserError(
			vscode.l10n.t("The service has no pack that is not in the Packs view."),
			vscode.l10n.t(
				"The setting treeline.server names the service that is asked.",
			),
		);
	const chosen = await vscode.window.showQuickPick(
		packs.map(({ name, slug, description, challengeCount }) => ({
			label: name,
			description: vscode.l10n.t("{0} challenges", challengeCount),
			detail: description,
			slug,
		})),
		{ title: vscode.l10n.t("Add Pack"), matchOnDetail: true },
	);
	return chosen ? download(parts, chosen.slug) : null;
}

/** Stores a pack of the service with its challenges, and adds it; returns its name. */
const download = (
	{ account, added }: CommandContext,
	slug: string,
): Thenable<string> =>
	vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Notification,
			title: vscode.l10n.t("Loading the pack {0}", slug),
		},
		async () => {
			const client = account.client();
			const pack = await client.pack(slug);
			const { name, description, language, framework, version, author, tags } =
				pack;
			const challenges = [];
			for (const row of pack.challenges) {
				const { title, prompt, difficulty, tags, hints, ...rest } =
					await client.challenge({ pack: slug, challenge: row.slug });
				challenges.push({
					slug: row.slug,
					title,
					prompt,
					difficulty,
					tags,
					timeEstimateSeconds: rest.timeEstimateSeconds,
					scaffolded: rest.scaffolded,
					files: rest.files,
					hints,
					assertions: rest.assertions,
					...(rest.debrief && { debrief: rest.debrief }),
				});
			}
			const manifest = {
				name,
				slug,
				description,
				language,
				...(framework && { framework }),
				version,
				author,
				tags,
				challenges: challenges.map((each) => `challenges/${each.slug}.json`),
			};
			const file = added.fileOf(slug);
			await replaceFile(file, JSON.stringify({ manifest, challenges }));
			return (await added.add("service", file)).manifest.name;
		},
	);
