/** Composition root of the extension, the same in desktop, remote and browser hosts. */
import * as vscode from "vscode";
import { createCatalog } from "./catalog/catalog.ts";
import { createTree } from "./catalog/tree.ts";
import { createAttemptHistory } from "./challenge/attempt-history.ts";
import { registerEditorSurfaces } from "./challenge/editor-surfaces.ts";
import { createChallengeWorkspace } from "./challenge/workspace.ts";
import { registerCommands } from "./commands/index.ts";
import { createEngine } from "./engine/engine.ts";
import { createResults } from "./engine/results.ts";
import { createVerification } from "./engine/verification.ts";
import { registerModels } from "./models/register.ts";
import { createPanels } from "./panel/panels.ts";
import { createAccount } from "./session/account.ts";
import {
	registerProvider,
	showAccountStatus,
} from "./session/account-status.ts";
import { createAttempts } from "./session/attempts.ts";
import { createEditorDisputes } from "./session/disputes.ts";
import { createProgress, type Progress } from "./session/progress.ts";
import { openEditorStorage } from "./session/storage.ts";
import { syncWithAccount } from "./session/sync.ts";
import { createUriHandler } from "./session/uri-handler.ts";
import { useEditorLanguage } from "./shared-texts.ts";
import { createStudio } from "./studio/studio.ts";
import { registerTestExplorer } from "./testing/explorer.ts";

/** The API for tests and other extensions. */
export interface TreelineApi {
	/** Where challenges are written: the folder of one, given its pack's and its own slug. */
	folderOf(pack: string, challenge: string): vscode.Uri | null;
	statusOf(pack: string, challenge: string): Progress["status"];
	/** `@treeline` in the chat; null in an editor without chat. */
	participant: vscode.ChatParticipant | null;
}

export async function activate(
	context: vscode.ExtensionContext,
): Promise<TreelineApi> {
	useEditorLanguage();
	const log = vscode.window.createOutputChannel("Treeline", { log: true });
	const catalog = createCatalog(context.extensionUri, log);
	const progress = createProgress(context.globalState, log);
	const uriHandler = createUriHandler(context.extension.id);
	const account = await createAccount(context, uriHandler, log);
	const storage = await openEditorStorage(context, log);
	const attempts = createAttempts(storage, catalog, account);
	const disputes = createEditorDisputes(storage, account);
	const workspace = createChallengeWorkspace(context, catalog, log);
	await workspace.restore();
	const results = createResults(catalog, workspace, progress);
	const history = createAttemptHistory(context, results, log);
	const services = {
		context,
		catalog,
		progress,
		workspace,
		results,
		history,
		attempts,
		disputes,
		account,
		log,
	};
	const panels = createPanels(services);
	const verification = createVerification({
		...services,
		panels,
		startEngine: () => createEngine(context.extensionUri),
	});
	const studio = createStudio(context, log);
	const parts = { ...services, panels, verification, studio };
	const models = registerModels(parts);
	context.subscriptions.push(
		log,
		progress,
		workspace,
		results,
		history,
		panels,
		studio,
		verification,
		uriHandler,
		disputes,
		account,
		registerEditorSurfaces(parts),
		registerTestExplorer(parts),
		createTree(catalog, progress, log),
		registerProvider(account),
		showAccountStatus(account, attempts.outbox),
		syncWithAccount(parts),
		models,
		...registerCommands(parts),
	);
	return {
		folderOf: workspace.folderOf,
		participant: models.participant,
		statusOf: (pack, challenge) => progress.of({ pack, challenge }).status,
	};
}

export function deactivate(): void {}
