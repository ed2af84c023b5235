/** What works with the account: VS Code's own accounts menu, the status bar, and synchronising results and settings. */
import * as vscode from "vscode";
import { registerProvider, showAccountStatus } from "./account-status.ts";
import { followExplanations } from "./explanation.ts";
import { syncSettings } from "./settings-sync.ts";
import { syncWithAccount } from "./sync.ts";

export const registerAccount = (
	parts: Parameters<typeof syncWithAccount>[0] &
		Parameters<typeof syncSettings>[0] &
		Parameters<typeof followExplanations>[0] & { drafts: vscode.Disposable },
): vscode.Disposable =>
	vscode.Disposable.from(
		parts.drafts,
		parts.disputes,
		parts.account,
		registerProvider(parts.account),
		showAccountStatus(parts.account, parts.attempts.outbox),
		syncWithAccount(parts),
		syncSettings(parts),
		followExplanations(parts),
	);
