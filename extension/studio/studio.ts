/** The studio's panels, one for each pack, restored after a reload of the window. All else of the studio is loaded when it is first used. */
import * as vscode from "vscode";
import { loadStudioTools } from "#studio-tools";
import { choosePack } from "../authoring/places.ts";
import { createEngine } from "../engine/engine.ts";
import { loadDeferred } from "../load-deferred.ts";

export interface Studio extends vscode.Disposable {
	/** Opens the pack around `file`, or the one that is chosen from a list where there is none. */
	open(file: vscode.Uri | undefined): Promise<void>;
}

/** A pack in the studio, and the screen that is shown of it. */
export interface StudioPlace {
	/** The pack's folder. */
	folder: vscode.Uri;
	/** A path of the page: `/studio`, or that of a challenge. */
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
): Studio {
	/** By the pack's folder; from the moment that a panel is requested. */
	const panels = new Map<string, Promise<StudioPanel>>();
	const add = async (place: StudioPlace, restored?: vscode.WebviewPanel) => {
		const { openStudioPanel } = await loadDeferred(context.extensionUri);
		const parts = {
			...{ context, log, loadTools: loadStudioTools },
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
			if (!place || panels.has(place.folder.toString())) return panel.dispose();
			try {
				await keep(place.folder.toString(), add(place, panel));
			} catch (error) {
				log.error("The studio could not be restored.", String(error));
				panel.dispose();
			}
		},
	});
	return {
		async open(file) {
			const { packAround } = await loadDeferred(context.extensionUri);
			const place = (file && (await packAround(file))) ?? (await chosenPack());
			if (!place) return;
			const key = place.folder.toString();
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

/** The pack that is chosen from those of the workspace. */
async function chosenPack(): Promise<StudioPlace | null> {
	const folder = await choosePack();
	return folder && { folder, path: "/studio" };
}

/** The place that a panel showed before a reload, by the state that its page saved; null for any other state. */
function placeOfState(state: unknown): StudioPlace | null {
	const { folder, path } = (state ?? {}) as Partial<Record<string, unknown>>;
	if (typeof folder !== "string" || typeof path !== "string") return null;
	return { folder: vscode.Uri.parse(folder), path };
}
