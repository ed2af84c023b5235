/** A panel of the studio: its page, and what that asks of the pack's files. */

import { shapeFaults } from "@treeline/packs/format";
import type { StudioService } from "@treeline/packs/studio";
import type { Verifier } from "@treeline/verify/worker";
import { createChannel, type Handlers } from "@treeline/webview/channel";
import type { ApiError } from "@treeline/webview/host";
import {
	type StudioEditorOffer,
	type StudioPageOffer,
	studioQuestions,
} from "@treeline/webview/studio-protocol";
import * as vscode from "vscode";
import { debounce } from "../panel/debounce.ts";
import { pageFolder, panelDocument } from "../panel/document.ts";
import type { Account } from "../session/account.ts";
import { UserError } from "../user-error.ts";
import { STUDIO_VIEW, type StudioPanel, type StudioPlace } from "./studio.ts";
import type { StudioTools } from "./tools.node.ts";

/** A pause in changes of the pack's files after which the page is told of them, in milliseconds. */
const CHANGE_PAUSE = 150;

export interface StudioContext {
	context: vscode.ExtensionContext;
	log: vscode.LogOutputChannel;
	account: Account;
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
	const local = folder && (await openLocalPack(folder, parts));
	const title = folder
		? vscode.l10n.t("Studio of {0}", folder.path.split("/").at(-1) ?? "")
		: vscode.l10n.t("Studio: your packs");
	const panel =
		restored ??
		vscode.window.createWebviewPanel(
			STUDIO_VIEW,
			title,
			vscode.ViewColumn.Active,
			// The undo of its fields and what was chosen are lost with its page.
			{ retainContextWhenHidden: true },
		);
	panel.title = title;
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
				folder: folder?.toString() ?? null,
				path,
				records: recordsOf(context, folder),
			}),
			moved: (now) => {
				path = now.path;
				return null;
			},
			...recordHandlers(context, folder),
			...(local ? serviceHandlers(local.service) : NO_FILES),
			...accountHandlers(parts.account),
		},
		fault(name, takes) {
			const [fault] = shapeFaults(studioQuestions[name], takes);
			return fault ? `${fault.pointer}: ${fault.detail}` : null;
		},
		refusal: (error) => toRpcError(error, local?.tools ?? null, log),
	});
	const tell = <Name extends keyof StudioPageOffer & string>(
		name: Name,
		takes: StudioPageOffer[Name]["takes"],
	) => void channel.call(name, takes).catch(() => null);
	panel.webview.onDidReceiveMessage((message) => channel.receive(message));
	const notify = () => tell("changed", null);
	const watcher = folder
		? watchPack(folder, notify)
		: parts.account.onChange(notify);
	panel.onDidDispose(() => {
		isOpen = false;
		watcher.dispose();
		local?.verifier.close();
		channel.close("");
	});
	panel.webview.html = await panelDocument(
		panel.webview,
		context.extensionUri,
		"studio",
	);
	return { panel, show: (next) => tell("show", { path: next }) };
}

/** The tools on a pack of files, and the engine that they verify with. */
async function openLocalPack(folder: vscode.Uri, parts: StudioContext) {
	const tools = loadTools(folder, parts);
	const verifier = await parts.startEngine();
	const service = tools.createStudioService({
		folder: folder.fsPath,
		verifier,
		schemas: null,
	});
	return { tools, verifier, service };
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

type FileHandlers = Offered<
	| "pack"
	| "challenge"
	| "save"
	| "pattern"
	| "proposals"
	| "change"
	| "validate"
>;

/** On packs of the service, the page calls its routes. */
const noFiles = () => {
	throw new Error("This panel has no pack of files.");
};
const NO_FILES: FileHandlers = {
	pack: noFiles,
	challenge: noFiles,
	save: noFiles,
	pattern: noFiles,
	proposals: noFiles,
	change: noFiles,
	validate: noFiles,
};

/** Calls of an author's routes; the session stays with the editor. */
const accountHandlers = (
	account: Account,
): Offered<"author" | "signIn" | "saveFile"> => ({
	async author({ name, ifMatch, ...given }) {
		await account.restored;
		let etag = "";
		const call = account.client().call as AnyCall;
		const answer = await call(name, {
			...given,
			...(ifMatch && { headers: { "if-match": ifMatch } }),
			onHeaders: (headers) => {
				etag = headers.get("etag") ?? "";
			},
		}).catch(async (error) => {
			if (isApiError(error) && error.status === 401)
				await account.markExpired();
			throw error;
		});
		return { answer: answer ?? null, etag };
	},
	async signIn() {
		await vscode.commands.executeCommand("treeline.signIn");
		return null;
	},
	async saveFile({ name, bytes }) {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		const target = await vscode.window.showSaveDialog({
			...(root && { defaultUri: vscode.Uri.joinPath(root.uri, name) }),
		});
		if (target) await vscode.workspace.fs.writeFile(target, bytes);
		return null;
	},
});

/** By its name: the account's client comes from the bundle of the extension, which has a copy of the class of its own. */
const isApiError = (error: unknown): error is ApiError =>
	error instanceof Error && error.name === "ApiError";

/** The client's call of a route whose name arrived as a text, and was checked by its pattern. */
type AnyCall = (
	name: string,
	args: Record<string, unknown> & { onHeaders(headers: Headers): void },
) => Promise<unknown>;

const serviceHandlers = (service: StudioService): FileHandlers => ({
	pack: service.pack,
	challenge: ({ path }) => service.challenge(path),
	save: ({ path, save }) => service.save(path, save),
	pattern: service.pattern,
	proposals: service.proposals,
	change: service.change,
	validate: service.validate,
});

/** Where the page's records of a pack are kept, which outlives panels and windows: of files in the state of their workspace. */
const stateOf = (
	{ workspaceState, globalState }: vscode.ExtensionContext,
	folder: vscode.Uri | null,
): [key: string, state: vscode.Memento] =>
	folder
		? [`treeline.studio:${folder.fsPath}`, workspaceState]
		: ["treeline.studio", globalState];

function recordsOf(
	context: vscode.ExtensionContext,
	folder: vscode.Uri | null,
): Record<string, unknown> {
	const [key, state] = stateOf(context, folder);
	return state.get<Record<string, unknown>>(key) ?? {};
}

function recordHandlers(
	context: vscode.ExtensionContext,
	folder: vscode.Uri | null,
): Offered<"keep" | "forget"> {
	const store = async (change: (records: Record<string, unknown>) => void) => {
		const records = { ...recordsOf(context, folder) };
		change(records);
		const isEmpty = Object.keys(records).length === 0;
		const [key, state] = stateOf(context, folder);
		await state.update(key, isEmpty ? undefined : records);
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

/** A fault of the tools or of the service by its status, which tells the page what to do; what is unexpected is logged. */
function toRpcError(
	error: unknown,
	tools: StudioTools | null,
	log: vscode.LogOutputChannel,
) {
	if (isApiError(error)) {
		const { status, code, detail, nextStep } = error;
		return { code: `service ${status} ${code}`, detail, nextStep };
	}
	if (tools && error instanceof tools.StudioFault)
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
