/** The panel beside the files: one for the window, showing the active challenge, restored after a reload. */
import { createChannel } from "@treeline/webview/channel";
import type { EditorOffer, PageOffer } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Results } from "../engine/results.ts";
import { loadDeferred } from "../load-deferred.ts";
import type { Attempts } from "../session/attempts.ts";
import type { Disputes } from "../session/disputes.ts";
import type { ProgressStore } from "../session/progress.ts";
import { affectsSettings, panelSettings } from "../session/settings-sync.ts";
import { UserError } from "../user-error.ts";
import { debounce } from "./debounce.ts";
import { pageFolder, panelDocument } from "./document.ts";
import { createRpcHandlers } from "./rpc-handlers.ts";
import type { requestFault } from "./rpc-validation.ts";
import { keyOfState, pathOf } from "./screen.ts";

export interface Panels extends vscode.Disposable {
	/** Shows a challenge beside the editor, without taking the keyboard away. */
	show(key: ChallengeKey): Promise<void>;
	/** Verifies in the panel; it is opened first if necessary. */
	verify(key: ChallengeKey): Promise<{ summary: string; passed: boolean }>;
	/** Verifies in the panel when it is visible and shows this challenge, without revealing it; else null, also when it cannot answer. */
	verifyIfVisible(
		key: ChallengeKey,
	): Promise<{ summary: string; passed: boolean } | null>;
	/** Shows the explanation of a challenge that is passed or given up. Rejects when the page does not show it. */
	explain(key: ChallengeKey): Promise<void>;
	/** What the page shows of the challenge is outdated; the page reads it anew. */
	refresh(key: ChallengeKey): void;
	hint(key: ChallengeKey): Promise<{ shown: number; of: number }>;
	/** Shows the next hint under the same conditions as `verifyIfVisible`. */
	hintIfVisible(
		key: ChallengeKey,
	): Promise<{ shown: number; of: number } | null>;
}

const VIEW_TYPE = "treeline.challenge";
/** How long a page may take to load, in milliseconds. */
const READY_TIMEOUT = 60_000;
/** A pause in typing after which the page is notified that files have changed, in milliseconds. */
const TYPING_PAUSE = 150;

const HIDDEN = vscode.l10n.t(
	"The challenge panel was hidden before it answered.",
);

interface PanelContext {
	context: vscode.ExtensionContext;
	catalog: Catalog;
	progress: ProgressStore;
	workspace: ChallengeWorkspace;
	results: Results;
	attempts: Attempts;
	disputes: Disputes;
	log: vscode.LogOutputChannel;
}

export function createPanels(parts: PanelContext): Panels {
	const { catalog, progress, workspace, log } = parts;
	/** The panel from the moment that it is requested: later requests wait for the same one. */
	let opening: Promise<OpenPanel> | null = null;
	/** The panel once it is open; the page requests by itself what it was not notified of before. */
	let opened: OpenPanel | null = null;
	const setOpening = (promise: Promise<OpenPanel>) => {
		const clear = () => {
			if (opening !== promise) return;
			opening = null;
			opened = null;
		};
		opening = promise;
		promise.then((panel) => {
			opened = panel;
			panel.panel.onDidDispose(clear);
		}, clear);
		return promise;
	};
	const create = async (key: ChallengeKey) => {
		const { requestFault } = await loadDeferred(parts.context.extensionUri);
		const { title } = await catalog.challenge(key);
		const panel = vscode.window.createWebviewPanel(
			VIEW_TYPE,
			title,
			{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
			{},
		);
		return openPanel(panel, key, { ...parts, requestFault });
	};
	const show = async (key: ChallengeKey): Promise<OpenPanel> => {
		// A command without a target that is run while the panel has the focus applies to the challenge that it shows.
		await workspace.setActive(key);
		if (!opening) return setOpening(create(key));
		const existing = await opening;
		const { title } = await catalog.challenge(key);
		existing.panel.title = title;
		existing.panel.reveal(undefined, true);
		await existing.navigate(key);
		return existing;
	};
	const restore = async (panel: vscode.WebviewPanel, key: ChallengeKey) => {
		const { requestFault } = await loadDeferred(parts.context.extensionUri);
		await workspace.setActive(key);
		const { title } = await catalog.challenge(key);
		panel.title = title;
		return openPanel(panel, key, { ...parts, requestFault });
	};
	const serializer = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
		async deserializeWebviewPanel(panel, state: unknown) {
			const key = keyOfState(state);
			if (!key || opening) return panel.dispose();
			try {
				await setOpening(restore(panel, key));
			} catch (error) {
				log.error("The challenge panel could not be restored.", String(error));
				panel.dispose();
			}
		},
	});
	const callIfVisible = async <Name extends "verify" | "hint">(
		name: Name,
		key: ChallengeKey,
	) => {
		if (!opened?.isShowing(key)) return null;
		return opened.page(name, key as PageOffer[Name]["takes"]).catch((error) => {
			log.warn(`The panel did not answer "${name}": ${error}`);
			return null;
		});
	};
	const subscriptions = vscode.Disposable.from(
		serializer,
		workspace.onDidChangeFiles((key) => opened?.notifyChanged(key)),
		progress.onChange(() => opened?.sendProgress(progress)),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (affectsSettings(change)) opened?.sendSettings();
		}),
	);
	return {
		async show(key) {
			await show(key);
		},
		verify: async (key) => (await show(key)).page("verify", key),
		verifyIfVisible: (key) => callIfVisible("verify", key),
		explain: async (key) => void (await (await show(key)).page("explain", key)),
		refresh: (key) => {
			if (opened?.isShowing(key)) opened.refresh(key);
		},
		hint: async (key) => (await show(key)).page("hint", key),
		hintIfVisible: (key) => callIfVisible("hint", key),
		dispose: () => {
			subscriptions.dispose();
			opened?.panel.dispose();
		},
	};
}

interface OpenPanel {
	panel: vscode.WebviewPanel;
	/** Whether the panel is visible with this challenge. */
	isShowing(key: ChallengeKey): boolean;
	/** Calls the page once it has loaded; rejects with UserError when it does not load. */
	page<Name extends keyof PageOffer & string>(
		name: Name,
		takes: PageOffer[Name]["takes"],
	): Promise<PageOffer[Name]["gives"]>;
	navigate(key: ChallengeKey): Promise<void>;
	notifyChanged(key: ChallengeKey): void;
	refresh(key: ChallengeKey): void;
	sendProgress(progress: ProgressStore): void;
	sendSettings(): void;
}

function openPanel(
	panel: vscode.WebviewPanel,
	first: ChallengeKey,
	parts: PanelContext & { requestFault: typeof requestFault },
): OpenPanel {
	const { context, log } = parts;
	let path = pathOf(first);
	/** Renewed whenever the page goes away: a hidden panel's page starts anew when it is shown again. */
	let pageReady = createReadyPromise();
	const ready = () => {
		pageReady.resolve();
		return path;
	};
	let isOpen = true;
	const channel = createChannel<EditorOffer, PageOffer>({
		// A request of the page may be answered after the panel was closed.
		post: (message) => {
			if (isOpen) void panel.webview.postMessage(message);
		},
		handlers: createRpcHandlers({ ...parts, ready }),
		fault: parts.requestFault,
		refusal: (error) => toRpcError(error, log),
		error: ({ detail, nextStep }) => new UserError(detail, nextStep),
	});
	panel.webview.options = {
		enableScripts: true,
		localResourceRoots: [pageFolder(context.extensionUri)],
	};
	panel.iconPath = vscode.Uri.joinPath(
		context.extensionUri,
		"media",
		"icon.png",
	);
	panel.webview.onDidReceiveMessage((message) => channel.receive(message));
	panel.onDidChangeViewState(() => {
		if (panel.visible) return;
		notifyTyped.cancel();
		pageReady.reject(
			new UserError(HIDDEN, vscode.l10n.t("Show it and try again.")),
		);
		pageReady = createReadyPromise();
		channel.abandon(HIDDEN);
	});
	panel.onDidDispose(() => {
		isOpen = false;
		notifyTyped.cancel();
		channel.close(vscode.l10n.t("The challenge panel was closed."));
	});
	void panelDocument(panel.webview, context.extensionUri).then(
		(html) => {
			panel.webview.html = html;
		},
		(error) => log.error("The page of the panel could not be read.", error),
	);
	const page: OpenPanel["page"] = async (name, takes) => {
		await withTimeout(pageReady.promise);
		return channel.call(name, takes);
	};
	/** For what the page may miss: it requests everything anew when it loads. A hidden panel has no page. */
	const notify = <Name extends keyof PageOffer & string>(
		name: Name,
		takes: PageOffer[Name]["takes"],
	) => {
		if (panel.visible) channel.call(name, takes).catch(() => null);
	};
	const notifyTyped = debounce(TYPING_PAUSE, (key: ChallengeKey) =>
		notify("changed", key),
	);
	return {
		panel,
		isShowing: (key) => panel.visible && path === pathOf(key),
		page,
		async navigate(key) {
			if (path === pathOf(key)) return;
			path = pathOf(key);
			await page("show", { path });
		},
		notifyChanged: notifyTyped,
		refresh: (key) => notify("refresh", key),
		sendProgress: (progress) => notify("progress", progress.all()),
		sendSettings: () => notify("settings", panelSettings()),
	};
}

/** Resolves when the page has loaded. It may reject without a listener. */
function createReadyPromise() {
	const ready = Promise.withResolvers<void>();
	ready.promise.catch(() => null);
	return ready;
}

function withTimeout(pageReady: Promise<void>): Promise<void> {
	let timer: ReturnType<typeof setTimeout>;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new UserError(
						vscode.l10n.t("The challenge panel did not load."),
						vscode.l10n.t(
							"Close the panel and open the challenge again; the Treeline log may say why.",
						),
					),
				),
			READY_TIMEOUT,
		);
	});
	return Promise.race([pageReady, late]).finally(() => clearTimeout(timer));
}

function toRpcError(error: unknown, log: vscode.LogOutputChannel) {
	if (error instanceof UserError)
		return { code: "trouble", detail: error.detail, nextStep: error.nextStep };
	log.error(error instanceof Error ? error : String(error));
	return {
		code: "internal",
		detail: vscode.l10n.t("The editor could not answer."),
		nextStep: vscode.l10n.t("Try again; the Treeline log says why."),
	};
}
