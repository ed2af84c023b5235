/** Composition root of the extension, the same in desktop, remote and browser hosts. */
import * as vscode from "vscode";
import { registerAuthoring } from "./authoring/register.ts";
import { createAddedPacks } from "./catalog/added-packs.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { createTree } from "./catalog/tree.ts";
import { createAttemptHistory } from "./challenge/attempt-history.ts";
import { registerEditorSurfaces } from "./challenge/editor-surfaces.ts";
import { quietFolders } from "./challenge/quiet-folders.ts";
import { createChallengeWorkspace } from "./challenge/workspace.ts";
import { registerCommands } from "./commands/index.ts";
import { createEngine } from "./engine/engine.ts";
import { createResults } from "./engine/results.ts";
import { createVerification } from "./engine/verification.ts";
import { loadDeferred } from "./load-deferred.ts";
import { registerModels } from "./models/register.ts";
import { createPanels } from "./panel/panels.ts";
import { createAccount } from "./session/account.ts";
import { createAttempts } from "./session/attempts.ts";
import { createEditorDisputes } from "./session/disputes.ts";
import { followDrafts } from "./session/drafts.ts";
import { withSerializedState } from "./session/global-state.ts";
import { createPractice } from "./session/practice.ts";
import { createProgress } from "./session/progress.ts";
import { registerAccount } from "./session/register.ts";
import { openEditorStorage } from "./session/storage.ts";
import { useEditorLanguage } from "./shared-texts.ts";
import { createStudio } from "./studio/studio.ts";
import { registerTestExplorer } from "./testing/explorer.ts";
import type { TreelineApi } from "./treeline-api.ts";

export { deactivate } from "./session/pending-writes.ts";

export function activate(given: vscode.ExtensionContext): TreelineApi {
	useEditorLanguage();
	const context = withSerializedState(given);
	const log = vscode.window.createOutputChannel("Treeline", { log: true });
	const added = createAddedPacks(context, log);
	const catalog = createCatalog(context.extensionUri, added, log);
	const progress = createProgress(context.globalState, log);
	const storage = openEditorStorage(context, log);
	const account = createAccount(context, storage.loaded, log);
	const practice = createPractice(storage, () =>
		loadDeferred(context.extensionUri),
	);
	const attempts = createAttempts(storage, catalog, account, practice);
	const disputes = createEditorDisputes(storage, account);
	const workspace = createChallengeWorkspace(context, catalog, log);
	const results = createResults(catalog, workspace, progress);
	const history = createAttemptHistory(context, results, log);
	const drafts = followDrafts({ account, catalog, workspace, storage, log });
	const services = {
		context,
		added,
		catalog,
		progress,
		workspace,
		results,
		history,
		attempts,
		practice,
		drafts,
		disputes,
		account,
		log,
	};
	const panels = createPanels(services);
	const startEngine = () => createEngine(context.extensionUri);
	const verification = createVerification({ ...services, panels, startEngine });
	const studio = createStudio(context, log, account);
	const tree = createTree(services);
	const quiet = quietFolders(services);
	const parts = { ...services, tree, quiet, panels, verification, studio };
	const models = registerModels(parts);
	context.subscriptions.push(
		log,
		added,
		progress,
		workspace,
		results,
		history,
		panels,
		studio,
		verification,
		registerEditorSurfaces(parts),
		registerAuthoring({ ...services, startEngine }),
		registerTestExplorer(parts),
		tree,
		quiet,
		registerAccount(parts),
		models,
		...registerCommands(parts),
	);
	return {
		folderOf: workspace.folderOf,
		participant: models.participant,
		statusOf: (pack, challenge) => progress.of({ pack, challenge }).status,
	};
}
