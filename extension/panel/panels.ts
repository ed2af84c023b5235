/** The panel beside the files: one for the window, showing the current challenge, and back again after a reload. */
import { createChannel } from "@treeline/webview/channel";
import type { EditorOffer, PageOffer } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";
import type { Desk } from "../challenge/desk.ts";
import type { Attempts } from "../session/attempts.ts";
import type { ProgressBook } from "../session/progress.ts";
import { Trouble } from "../trouble.ts";
import { answersFor } from "./answers.ts";
import { pageFolder, panelDocument } from "./document.ts";
import { questionFault } from "./questions.ts";
import { afterQuiet } from "./quiet.ts";
import { keyOfState, pathOf } from "./screen.ts";

export interface Panels extends vscode.Disposable {
	/** Shows a challenge beside the editor, without taking the keyboard away. */
	show(key: ChallengeKey): Promise<void>;
	/** Verifies in the panel; it is opened first when it is not there. */
	verify(key: ChallengeKey): Promise<{ summary: string; passed: boolean }>;
	/** Verifies in the panel when it is visible and shows this challenge, without revealing it; else null, also when it cannot answer. */
	verifyIfVisible(
		key: ChallengeKey,
	): Promise<{ summary: string; passed: boolean } | null>;
	hint(key: ChallengeKey): Promise<{ shown: number; of: number }>;
}

const VIEW_TYPE = "treeline.challenge";
/** How long a page may take to stand, in milliseconds. */
const PATIENCE = 60_000;
/** A pause in typing after which the page is told that files have changed, in milliseconds. */
const PAUSE = 150;

export function createPanels(
	context: vscode.ExtensionContext,
	catalog: Catalog,
	progress: ProgressBook,
	desk: Desk,
	attempts: Attempts,
	log: vscode.LogOutputChannel,
): Panels {
	const parts = { context, catalog, progress, desk, attempts, log };
	/** The panel from the moment that somebody asks for one: whoever asks meanwhile waits for the same. */
	let shown: Promise<OpenPanel> | null = null;
	/** The panel once it is there; what it is told meanwhile it will ask for itself. */
	let there: OpenPanel | null = null;
	const hold = (opening: Promise<OpenPanel>) => {
		const letGo = () => {
			if (shown !== opening) return;
			shown = null;
			there = null;
		};
		shown = opening;
		opening.then((opened) => {
			there = opened;
			opened.panel.onDidDispose(letGo);
		}, letGo);
		return opening;
	};
	const create = async (key: ChallengeKey) => {
		const { title } = await catalog.challenge(key);
		const panel = vscode.window.createWebviewPanel(
			VIEW_TYPE,
			title,
			{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
			{},
		);
		return openPanel(panel, key, parts);
	};
	const show = async (key: ChallengeKey): Promise<OpenPanel> => {
		// A command without a target that is run while the panel has the focus applies to the challenge that it shows.
		await desk.resume(key);
		if (!shown) return hold(create(key));
		const opened = await shown;
		const { title } = await catalog.challenge(key);
		opened.panel.title = title;
		opened.panel.reveal(undefined, true);
		await opened.turnTo(key);
		return opened;
	};
	const restore = async (panel: vscode.WebviewPanel, key: ChallengeKey) => {
		await desk.resume(key);
		const { title } = await catalog.challenge(key);
		panel.title = title;
		return openPanel(panel, key, parts);
	};
	const serializer = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
		async deserializeWebviewPanel(panel, state: unknown) {
			const key = keyOfState(state);
			if (!key || shown) return panel.dispose();
			try {
				await hold(restore(panel, key));
			} catch (error) {
				log.error("The challenge panel could not be restored.", String(error));
				panel.dispose();
			}
		},
	});
	const watching = vscode.Disposable.from(
		serializer,
		desk.onFiles((key) => there?.changed(key)),
		progress.onChange(() => there?.progressed(progress)),
	);
	return {
		async show(key) {
			await show(key);
		},
		verify: async (key) => (await show(key)).page("verify", key),
		verifyIfVisible: async (key) => {
			if (!there?.isShowing(key)) return null;
			return there.page("verify", key).catch((error) => {
				log.warn(`The panel did not verify: ${error}`);
				return null;
			});
		},
		hint: async (key) => (await show(key)).page("hint", key),
		dispose: () => {
			watching.dispose();
			there?.panel.dispose();
		},
	};
}

interface OpenPanel {
	panel: vscode.WebviewPanel;
	/** Whether the panel is visible with this challenge. */
	isShowing(key: ChallengeKey): boolean;
	/** Calls the page once it stands; rejects with Trouble when it does not come to stand. */
	page<Name extends keyof PageOffer & string>(
		name: Name,
		takes: PageOffer[Name]["takes"],
	): Promise<PageOffer[Name]["gives"]>;
	turnTo(key: ChallengeKey): Promise<void>;
	changed(key: ChallengeKey): void;
	progressed(progress: ProgressBook): void;
}

function openPanel(
	panel: vscode.WebviewPanel,
	first: ChallengeKey,
	parts: {
		context: vscode.ExtensionContext;
		catalog: Catalog;
		progress: ProgressBook;
		desk: Desk;
		attempts: Attempts;
		log: vscode.LogOutputChannel;
	},
): OpenPanel {
	const { context, log } = parts;
	let path = pathOf(first);
	/** Renewed whenever the page goes away: a hidden panel's page starts anew when it is shown again. */
	let standing = pageStanding();
	const ready = () => {
		standing.resolve();
		return path;
	};
	const channel = createChannel<EditorOffer, PageOffer>({
		post: (message) => void panel.webview.postMessage(message),
		handlers: answersFor({ ...parts, ready }),
		fault: questionFault,
		refusal: (error) => refusal(error, log),
		error: ({ detail, nextStep }) => new Trouble(detail, nextStep),
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
		typed.forget();
		standing.reject(
			new Trouble(
				"The challenge panel was hidden before it answered.",
				"Show it and try again.",
			),
		);
		standing = pageStanding();
		channel.abandon("The challenge panel was hidden before it answered.");
	});
	panel.onDidDispose(() => {
		typed.forget();
		channel.close("The challenge panel was closed.");
	});
	void panelDocument(panel.webview, context.extensionUri).then(
		(html) => {
			panel.webview.html = html;
		},
		(error) => log.error("The page of the panel could not be read.", error),
	);
	const page: OpenPanel["page"] = async (name, takes) => {
		await inTime(standing.promise);
		return channel.call(name, takes);
	};
	/** For what the page may miss: it asks for everything anew when it comes to stand. A hidden panel has no page. */
	const tell = <Name extends keyof PageOffer & string>(
		name: Name,
		takes: PageOffer[Name]["takes"],
	) => {
		if (panel.visible) channel.call(name, takes).catch(() => null);
	};
	const typed = afterQuiet(PAUSE, (key: ChallengeKey) => tell("changed", key));
	return {
		panel,
		isShowing: (key) => panel.visible && path === pathOf(key),
		page,
		async turnTo(key) {
			if (path === pathOf(key)) return;
			path = pathOf(key);
			await page("show", { path });
		},
		changed: typed.hear,
		progressed: (progress) => tell("progress", progress.all()),
	};
}

/** Resolves when the page stands; nobody need wait for it. */
function pageStanding() {
	const standing = Promise.withResolvers<void>();
	standing.promise.catch(() => null);
	return standing;
}

function inTime(standing: Promise<void>): Promise<void> {
	let timer: ReturnType<typeof setTimeout>;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new Trouble(
						"The challenge panel did not come up.",
						"Close the panel and open the challenge again; the Treeline log may say why.",
					),
				),
			PATIENCE,
		);
	});
	return Promise.race([standing, late]).finally(() => clearTimeout(timer));
}

function refusal(error: unknown, log: vscode.LogOutputChannel) {
	if (error instanceof Trouble)
		return { code: "trouble", detail: error.detail, nextStep: error.nextStep };
	log.error(error instanceof Error ? error : String(error));
	return {
		code: "internal",
		detail: "The editor could not answer.",
		nextStep: "Try again; the Treeline log says why.",
	};
}
