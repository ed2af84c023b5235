/** A panel of the studio: its page, and what that asks of the pack's files. */

import { shapeFaults } from "@treeline/packs/format";
import type { StudioService } from "@treeline/packs/studio";
import type { Verifier } from "@treeline/verify/worker";
import { createChannel, type Handlers } from "@treeline/webview/channel";
import {
	type StudioEditorOffer,
	type StudioPageOffer,
	studioQuestions,
} from "@treeline/webview/studio-protocol";
import * as vscode from "vscode";
import { debounce } from "../panel/debounce.ts";
import { pageFolder, panelDocument } from "../panel/document.ts";
import { UserError } from "../user-error.ts";
import { STUDIO_VIEW, type StudioPanel, type StudioPlace } from "./studio.ts";
import type { StudioTools } from "./tools.node.ts";

/** A pause in changes of the pack's files after which the page is told of them, in milliseconds. */
const CHANGE_PAUSE = 150;

export interface StudioContext {
	context: vscode.ExtensionContext;
	log: vscode.LogOutputChannel;
	/** Throws UserError where the tools cannot run. */
	loadTools(dist: vscode.Uri): StudioTools;
	startEngine(): Promise<Verifier>;
}

/** Opens a pack in a new panel, or in one that VS Code restored. Rejects with UserError where the pack's files cannot be read and written. */
export async function openStudioPanel(
	place: StudioPlace,
	parts: StudioContext,
	restored?: vscode.WebviewPanel,
): Promise<StudioPanel> {
	const { context, log } = parts;
	const { folder } = place;
	const tools = loadTools(folder, parts);
	const verifier = await parts.startEngine();
	const service = tools.createStudioService({
		folder: folder.fsPath,
		verifier,
		schemas: null,
	});
	const title = folder.path.split("/").at(-1) ?? "";
	const panel =
		restored ??
		vscode.window.createWebviewPanel(
			STUDIO_VIEW,
			title,
			vscode.ViewColumn.Active,
			// The undo of its fields and what was chosen are lost with its page.
			{ retainContextWhenHidden: true },
		);
	panel.title = vscode.l10n.t("Studio of {0}", title);
	panel.iconPath = vscode.Uri.joinPath(
		context.extensionUri,
		"media",
		"icon.png",
	);
	panel.webview.options = {
		enableScripts: true,
		localResourceRoots: [pageFolder(context.extensionUri)],
	};
	let isOpen = true;
	let { path } = place;
	const channel = createChannel<StudioEditorOffer, StudioPageOffer>({
		post: (message) => {
			if (isOpen) void panel.webview.postMessage(message);
		},
		handlers: {
			ready: () => ({
				folder: folder.toString(),
				path,
				records: recordsOf(context, folder),
			}),
			moved: (now) => {
				path = now.path;
				return null;
			},
			...recordHandlers(context, folder),
			...serviceHandlers(service),
		},
		fault(name, takes) {
			const [fault] = shapeFaults(studioQuestions[name], takes);
			return fault ? `${fault.pointer}: ${fault.detail}` : null;
		},
		refusal: (error) => toRpcError(error, tools, log),
	});
	const tell = <Name extends keyof StudioPageOffer & string>(
		name: Name,
		takes: StudioPageOffer[Name]["takes"],
	) => void channel.call(name, takes).catch(() => null);
	panel.webview.onDidReceiveMessage((message) => channel.receive(message));
	const watcher = watchPack(folder, () => tell("changed", null));
	panel.onDidDispose(() => {
		isOpen = false;
		watcher.dispose();
		verifier.close();
		channel.close("");
	});
	panel.webview.html = await panelDocument(
		panel.webview,
		context.extensionUri,
		"studio",
	);
	return { panel, show: (next) => tell("show", { path: next }) };
}

/** The tools, with the grammars of the extension's folder. */
function loadTools(
	folder: vscode.Uri,
	{ context, loadTools: load }: StudioContext,
): StudioTools {
	if (folder.scheme !== "file")
		throw new UserError(
			vscode.l10n.t("The studio needs the files of a machine."),
			vscode.l10n.t(
				"Open the folder in VS Code on your desktop or on a remote machine.",
			),
		);
	const tools = load(vscode.Uri.joinPath(context.extensionUri, "dist"));
	const grammars = vscode.Uri.joinPath(
		pageFolder(context.extensionUri),
		"tree-sitter",
	);
	tools.setGrammarReader(async (name) =>
		vscode.workspace.fs.readFile(vscode.Uri.joinPath(grammars, name)),
	);
	return tools;
}

type Offered<Names extends keyof StudioEditorOffer> = Pick<
	Handlers<StudioEditorOffer>,
	Names
>;

const serviceHandlers = (
	service: StudioService,
): Offered<
	| "pack"
	| "challenge"
	| "save"
	| "pattern"
	| "proposals"
	| "change"
	| "validate"
> => ({
	pack: service.pack,
	challenge: ({ path }) => service.challenge(path),
	save: ({ path, save }) => service.save(path, save),
	pattern: service.pattern,
	proposals: service.proposals,
	change: service.change,
	validate: service.validate,
});

/** Where the page's records of a pack are kept: in the state of the workspace, which outlives panels and windows. */
const stateKey = (folder: vscode.Uri) => `treeline.studio:${folder.fsPath}`;

const recordsOf = (
	{ workspaceState }: vscode.ExtensionContext,
	folder: vscode.Uri,
): Record<string, unknown> =>
	workspaceState.get<Record<string, unknown>>(stateKey(folder)) ?? {};

function recordHandlers(
	context: vscode.ExtensionContext,
	folder: vscode.Uri,
): Offered<"keep" | "forget"> {
	const store = async (change: (records: Record<string, unknown>) => void) => {
		const records = { ...recordsOf(context, folder) };
		change(records);
		const isEmpty = Object.keys(records).length === 0;
		await context.workspaceState.update(
			stateKey(folder),
			isEmpty ? undefined : records,
		);
		return null;
	};
	return {
		keep: ({ key, value }) =>
			store((records) => {
				records[key] = value;
			}),
		forget: ({ key }) =>
			store((records) => {
				delete records[key];
			}),
	};
}

/** Calls `listener` after files of the pack have changed. */
function watchPack(
	folder: vscode.Uri,
	listener: () => void,
): vscode.Disposable {
	const watcher = vscode.workspace.createFileSystemWatcher(
		new vscode.RelativePattern(folder, "**/*"),
	);
	const notify = debounce(CHANGE_PAUSE, listener);
	const changed = () => notify(undefined);
	watcher.onDidChange(changed);
	watcher.onDidCreate(changed);
	watcher.onDidDelete(changed);
	return vscode.Disposable.from(watcher, { dispose: notify.cancel });
}

/** A fault of the tools by its status, which tells the page what to do; what is unexpected is logged. */
function toRpcError(
	error: unknown,
	{ StudioFault }: StudioTools,
	log: vscode.LogOutputChannel,
) {
	if (error instanceof StudioFault)
		return { code: `${error.status}`, detail: error.message, nextStep: "" };
	log.error(error instanceof Error ? error : String(error));
	return {
		code: "internal",
		detail: error instanceof Error ? error.message : String(error),
		nextStep: vscode.l10n.t(
			"See whether the pack's folder can be read and written, then try again.",
		),
	};
}
