/** What the editor shows of challenges and their results: diagnostics, quick fixes, CodeLens, the status bar, and files as they were. */
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import { decorateFolders } from "../catalog/decorations.ts";
import type { Results } from "../engine/results.ts";
import type { Verification } from "../engine/verification.ts";
import { verifyOnType } from "../engine/verify-on-type.ts";
import type { AccountDrafts } from "../session/drafts.ts";
import type { ProgressStore } from "../session/progress.ts";
import type { AttemptHistory } from "./attempt-history.ts";
import { registerCodeLens } from "./code-lens.ts";
import { updateContext } from "./context.ts";
import { showDiagnostics } from "./diagnostics.ts";
import { registerEarlierFiles } from "./earlier-files.ts";
import { registerQuickFixes } from "./quick-fixes.ts";
import { showChecksInStatusBar } from "./status-bar.ts";
import { countTime } from "./timer.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

export const registerEditorSurfaces = (parts: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
	results: Results;
	history: AttemptHistory;
	drafts: AccountDrafts;
	verification: Verification;
	log: vscode.LogOutputChannel;
}): vscode.Disposable =>
	vscode.Disposable.from(
		updateContext(parts.workspace, parts.catalog, parts.progress),
		showDiagnostics(parts.results),
		showChecksInStatusBar(parts),
		verifyOnType(parts),
		countTime(parts),
		registerCodeLens(parts),
		registerQuickFixes(parts),
		registerEarlierFiles(parts),
		decorateFolders(parts),
	);
