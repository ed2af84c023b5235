/** What authors get of packs in the workspace: diagnostics on save, and CodeLenses and commands to try checks, add challenges and preview them. */
import { isSlug } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import * as vscode from "vscode";
import type { AddedPacks } from "../catalog/added-packs.ts";
import { rangeOf } from "../challenge/diagnostics.ts";
import { loadDeferred } from "../load-deferred.ts";
import { showErrors, UserError } from "../user-error.ts";
import { writeChallenge } from "./add-challenge.ts";
import { showFindings } from "./findings.ts";
import { challengePathOf, choosePack, packFolderOf } from "./places.ts";

const CHALLENGES = "**/challenges/**/*.json";

interface AuthoringContext {
	context: Pick<vscode.ExtensionContext, "extensionUri">;
	added: AddedPacks;
	log: vscode.LogOutputChannel;
	startEngine(): Promise<Verifier>;
}

export function registerAuthoring(parts: AuthoringContext): vscode.Disposable {
	const { context, log, startEngine } = parts;
	const deferred = () => loadDeferred(context.extensionUri);
	let starting: Promise<Verifier> | null = null;
	const engine = () => {
		starting ??= startEngine().catch((error) => {
			starting = null;
			throw error;
		});
		return starting;
	};
	const command = (
		name: string,
		run: (...args: unknown[]) => Promise<unknown>,
	) =>
		vscode.commands.registerCommand(`treeline.${name}`, (...args) =>
			showErrors(log, () => run(...args)),
		);
	const tried = vscode.window.createTextEditorDecorationType({
		backgroundColor: new vscode.ThemeColor(
			"editor.findMatchHighlightBackground",
		),
		borderStyle: "solid",
		borderWidth: "1px",
		borderColor: new vscode.ThemeColor("editor.findMatchHighlightBorder"),
		overviewRulerColor: new vscode.ThemeColor(
			"editorOverviewRuler.findMatchForeground",
		),
	});
	return vscode.Disposable.from(
		tried,
		showFindings(deferred, engine, log),
		vscode.languages.registerCodeLensProvider(
			{ pattern: CHALLENGES, language: "json" },
			{
				async provideCodeLenses(document) {
					if (!(await packFolderOf(document.uri))) return [];
					const { checksIn } = await deferred();
					return checksIn(document.getText()).map(
						({ pointer, line }) =>
							new vscode.CodeLens(new vscode.Range(line - 1, 0, line - 1, 0), {
								title: vscode.l10n.t("Try this check"),
								command: "treeline.tryCheck",
								arguments: [document.uri, pointer],
							}),
					);
				},
			},
		),
		command("tryCheck", async (uri, pointer) => {
			if (!(uri instanceof vscode.Uri) || typeof pointer !== "string") return;
			const { folder, path } = await challengeAt(uri);
			await saveAll(folder);
			const { tryCheck } = await deferred();
			const found = await tryCheck(folder, path, pointer, await engine());
			if (!found)
				throw new UserError(
					vscode.l10n.t("This check is not valid yet."),
					vscode.l10n.t("Fix what is marked in the file, then try it again."),
				);
			const { location, file } = found;
			if (file) {
				const editor = await vscode.window.showTextDocument(
					await referenceOf(folder, path, file),
					{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
				);
				const ranges = location ? [rangeOf(location)] : [];
				editor.setDecorations(tried, ranges);
				if (ranges[0]) editor.revealRange(ranges[0]);
			}
			void vscode.window.showInformationMessage(
				found.passed
					? vscode.l10n.t(
							"The reference passes “{0}”; what matches is highlighted.",
							found.description,
						)
					: vscode.l10n.t(
							"The reference does not pass “{0}”: {1}",
							found.description,
							found.message,
						),
			);
		}),
		command("newChallenge", async (target) => {
			const folder =
				target instanceof vscode.Uri
					? await packFolderOf(target)
					: await choosePack();
			if (!folder) return;
			const slug = await vscode.window.showInputBox({
				title: vscode.l10n.t("New Challenge"),
				prompt: vscode.l10n.t(
					"Its name in addresses and folders, such as first-steps",
				),
				validateInput: (text) =>
					isSlug(text)
						? null
						: vscode.l10n.t("Use small letters, digits and single hyphens."),
			});
			if (!slug) return;
			await writeChallenge(folder, slug, (await deferred()).newChallenge);
		}),
		command("previewChallenge", async (target) => {
			const uri =
				target instanceof vscode.Uri
					? target
					: vscode.window.activeTextEditor?.document.uri;
			const folder = uri && (await packFolderOf(uri));
			if (!uri || !folder) throw notInPack();
			await saveAll(folder);
			const { manifest, challenges } = await parts.added.add("folder", folder);
			const path = challengePathOf(folder, uri);
			const index = manifest.challenges.indexOf(path ?? "");
			const challenge = challenges[Math.max(0, index)];
			if (!challenge) return;
			await vscode.commands.executeCommand("treeline.openChallenge", {
				key: { pack: manifest.slug, challenge: challenge.slug },
			});
		}),
		{
			dispose: () =>
				void starting?.then(
					(verifier) => verifier.close(),
					() => null,
				),
		},
	);
}

async function challengeAt(uri: vscode.Uri) {
	const folder = await packFolderOf(uri);
	const path = folder && challengePathOf(folder, uri);
	if (!folder || !path) throw notInPack();
	return { folder, path };
}

const notInPack = () =>
	new UserError(
		vscode.l10n.t("This file is not part of a challenge of a pack."),
		vscode.l10n.t("Open a file in the folder of a challenge, and try again."),
	);

/** Saves what is open of the pack: what is tried is read from its files. */
const saveAll = (folder: vscode.Uri) =>
	Promise.all(
		vscode.workspace.textDocuments
			.filter(
				({ uri, isDirty }) => isDirty && uri.path.startsWith(`${folder.path}/`),
			)
			.map((document) => document.save()),
	);

/** The reference's file: that of the challenge's folder, or a copy where the challenge is one file. */
async function referenceOf(
	folder: vscode.Uri,
	path: string,
	{ path: name, content }: { path: string; content: string },
): Promise<vscode.TextDocument> {
	const file = vscode.Uri.joinPath(
		folder,
		path.replace(/\.json$/, ""),
		"solution",
		name,
	);
	try {
		return await vscode.workspace.openTextDocument(file);
	} catch {
		return vscode.workspace.openTextDocument({ content });
	}
}
