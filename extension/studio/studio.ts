/** The studio's panels, one for each pack, restored after a reload of the window. All else of the studio is loaded when it is first used. */
import * as vscode from "vscode";
import { loadStudioTools } from "#studio-tools";
import { createEngine } from "../engine/engine.ts";
import { loadDeferred } from "../load-deferred.ts";
import type { Account } from "../session/account.ts";

export interface Studio extends vscode.Disposable {
	/**
	 * Opens the pack around `file`, or one that is chosen from those of the workspace and of the account. `isCertain`: that around the
	 * file where there is one, without asking.
	 */
	open(file: vscode.Uri | undefined, isCertain: boolean): Promise<void>;
}

/** A pack in the studio, and the screen that is shown of it. */
export interface StudioPlace {
	/** The pack's folder; null for packs of the service. */
	folder: vscode.Uri | null;
	/** A path of the page: `/studio`, or that of a challenge, or of a pack of the service. */
	path: string;
}

/** An open panel of the studio. */
export interface StudioPanel {
	panel: vscode.WebviewPanel;
	show(path: string): void;
}

export const STUDIO_VIEW = "treeline.studio";

export function createStudio(
	context: vscode.ExtensionContext,
	log: vscode.LogOutputChannel,
	account: Account,
): Studio {
	/** By the pack's folder, and one for the service; from the moment that a panel is requested. */
	const panels = new Map<string, Promise<StudioPanel>>();
	const add = async (place: StudioPlace, restored?: vscode.WebviewPanel) => {
		const { openStudioPanel } = await loadDeferred(context.extensionUri);
		const parts = {
			...{ context, log, account, loadTools: loadStudioTools },
			startEngine: () => createEngine(context.extensionUri),
		};
		return openStudioPanel(place, parts, restored);
	};
	const keep = (key: string, opening: Promise<StudioPanel>) => {
		const forget = () => {
			if (panels.get(key) === opening) panels.delete(key);
		};
		panels.set(key, opening);
		opening.then(({ panel }) => panel.onDidDispose(forget), forget);
		return opening;
	};
	const serializer = vscode.window.registerWebviewPanelSerializer(STUDIO_VIEW, {
		async deserializeWebviewPanel(panel, state: unknown) {
			const place = placeOfState(state);
			if (!place || panels.has(keyOf(place))) return panel.dispose();
			try {
				await keep(keyOf(place), add(place, panel));
			} catch (error) {
				log.error("The studio could not be restored.", String(error));
				panel.dispose();
			}
		},
	});
	return {
		async open(file, isCertain) {
			const { choosePlace, packAround } = await loadDeferred(
				context.extensionUri,
			);
			const around = (file && (await packAround(file))) ?? null;
			const place =
				around && isCertain ? around : await choosePlace(around, account, log);
			if (!place) return;
			const key = keyOf(place);
			const existing = panels.get(key);
			if (!existing) {
				await keep(key, add(place));
				return;
			}
			const { panel, show } = await existing;
			panel.reveal();
			if (place.path !== "/studio") show(place.path);
		},
		dispose: () => serializer.dispose(),
	};
}

const keyOf = ({ folder }: StudioPlace) => folder?.toString() ?? "";

/** The place that a panel showed before a reload, by the state that its page saved; null for any other state. */
function placeOfState(state: unknown): StudioPlace | null {
	const { folder, path } = (state ?? {}) as Partial<Record<string, unknown>>;
	if (typeof path !== "string") return null;
	if (folder === null) return { folder, path };
	return typeof folder === "string"
		? { folder: vscode.Uri.parse(folder), path }
		: null;
}
