/** The extension as a list, the same in a desktop, a remote and a browser host: it builds, passes and registers. */
import * as vscode from "vscode";
import { createCatalog } from "./catalog/catalog.ts";
import { createTree } from "./catalog/tree.ts";
import { createDesk } from "./challenge/desk.ts";
import { registerCommands } from "./commands/index.ts";
import { createPanels } from "./panel/panels.ts";
import { createProgress, type Progress } from "./session/progress.ts";

/** What tests and other extensions may ask of a running Treeline. */
export interface TreelineApi {
	/** Where challenges are written: the folder of one, given its pack's and its own slug. */
	folderOf(pack: string, challenge: string): vscode.Uri | null;
	statusOf(pack: string, challenge: string): Progress["status"];
}

export async function activate(
	context: vscode.ExtensionContext,
): Promise<TreelineApi> {
	const log = vscode.window.createOutputChannel("Treeline", { log: true });
	const catalog = createCatalog(context.extensionUri, log);
	const progress = createProgress(context.globalState, log);
	const desk = createDesk(context, catalog, progress, log);
	await desk.restore();
	const panels = createPanels(context, catalog, progress, desk, log);
	context.subscriptions.push(
		log,
		progress,
		desk,
		panels,
		createTree(catalog, progress, log),
		...registerCommands({ catalog, desk, panels, log }),
	);
	return {
		folderOf: desk.folderOf,
		statusOf: (pack, challenge) => progress.of({ pack, challenge }).status,
	};
}

export function deactivate(): void {}
