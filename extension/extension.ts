/** The extension as a list, the same in a desktop, a remote and a browser host: it builds, passes and registers. */
import * as vscode from "vscode";
import { createCatalog } from "./catalog/catalog.ts";
import { createTree } from "./catalog/tree.ts";
import { updateContext } from "./challenge/context.ts";
import { createDesk } from "./challenge/desk.ts";
import { registerCommands } from "./commands/index.ts";
import { createEngine } from "./engine/engine.ts";
import { createVerification } from "./engine/verification.ts";
import { createPanels } from "./panel/panels.ts";
import { createAccount } from "./session/account.ts";
import { createAttempts } from "./session/attempts.ts";
import { createProgress, type Progress } from "./session/progress.ts";
import { createReturns } from "./session/returns.ts";
import { createEditorShelf } from "./session/shelf.ts";
import { registerProvider, showStanding } from "./session/standing.ts";
import { syncWithAccount } from "./session/sync.ts";

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
	const returns = createReturns(context.extension.id);
	const account = await createAccount(context, returns, log);
	const shelf = createEditorShelf(context.globalState, log);
	const attempts = createAttempts(shelf, catalog, account);
	const desk = createDesk(context, catalog, progress, log);
	await desk.restore();
	const panels = createPanels(context, catalog, progress, desk, attempts, log);
	const verification = createVerification({
		catalog,
		desk,
		panels,
		progress,
		attempts,
		startEngine: () => createEngine(context.extensionUri),
	});
	context.subscriptions.push(
		log,
		progress,
		desk,
		updateContext(desk, catalog),
		panels,
		verification,
		returns,
		account,
		createTree(catalog, progress, log),
		registerProvider(account),
		showStanding(account, attempts.outbox),
		syncWithAccount({ account, attempts, catalog, progress, log }),
		...registerCommands({
			catalog,
			desk,
			panels,
			verification,
			account,
			log,
		}),
	);
	return {
		folderOf: desk.folderOf,
		statusOf: (pack, challenge) => progress.of({ pack, challenge }).status,
	};
}

export function deactivate(): void {}
