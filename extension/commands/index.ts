/** The commands as a list: one file each, one entry in the manifest each. */
import * as vscode from "vscode";
import type { AddedPacks } from "../catalog/added-packs.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { PacksView } from "../catalog/tree.ts";
import type { AttemptHistory } from "../challenge/attempt-history.ts";
import type { QuietFolders } from "../challenge/quiet-folders.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Results } from "../engine/results.ts";
import type { Verification } from "../engine/verification.ts";
import type { Panels } from "../panel/panels.ts";
import type { Account } from "../session/account.ts";
import type { Attempts } from "../session/attempts.ts";
import type { AccountDrafts } from "../session/drafts.ts";
import type { Practice } from "../session/practice.ts";
import type { ProgressStore } from "../session/progress.ts";
import type { Studio } from "../studio/studio.ts";
import { showErrors } from "../user-error.ts";
import { addPack, refreshPacks, removePack } from "./addPack.ts";
import { challengeMenu } from "./challengeMenu.ts";
import { compareWithStarter } from "./compareWithStarter.ts";
import { continueLearning, openNextChallenge } from "./continue.ts";
import { compareWithAttempt, restoreAttempt } from "./earlierAttempt.ts";
import { clearFilter, filterChallenges } from "./filterChallenges.ts";
import { giveUp } from "./giveUp.ts";
import { nextHint } from "./nextHint.ts";
import { openChallenge } from "./openChallenge.ts";
import { openPrompt } from "./openPrompt.ts";
import { openStudio } from "./openStudio.ts";
import { practise } from "./practise.ts";
import { reset } from "./reset.ts";
import { showCheckHint } from "./showCheckHint.ts";
import { signIn } from "./signIn.ts";
import { signOut } from "./signOut.ts";
import { verify } from "./verify.ts";
import { verifyOnSave } from "./verifyOnSave.ts";

export interface CommandContext {
	catalog: Catalog;
	added: AddedPacks;
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
	tree: PacksView;
	quiet: QuietFolders;
	panels: Panels;
	verification: Verification;
	results: Results;
	history: AttemptHistory;
	attempts: Attempts;
	practice: Practice;
	drafts: AccountDrafts;
	account: Account;
	studio: Studio;
	log: vscode.LogOutputChannel;
}

/** A command; `target` is the row of the Packs view that it was called on, if any. */
export type Command = (
	parts: CommandContext,
	target?: unknown,
) => Promise<void>;

const commands: Record<string, Command> = {
	"treeline.openChallenge": openChallenge,
	"treeline.continue": continueLearning,
	"treeline.nextChallenge": openNextChallenge,
	"treeline.practise": practise,
	"treeline.filterChallenges": filterChallenges,
	"treeline.clearFilter": clearFilter,
	"treeline.addPack": addPack,
	"treeline.removePack": removePack,
	"treeline.refreshPacks": refreshPacks,
	"treeline.toggleQuiet": ({ quiet }) => quiet.toggle(),
	"treeline.verify": verify,
	"treeline.nextHint": nextHint,
	"treeline.reset": reset,
	"treeline.compareWithStarter": compareWithStarter,
	"treeline.compareWithAttempt": compareWithAttempt,
	"treeline.restoreAttempt": restoreAttempt,
	"treeline.giveUp": giveUp,
	"treeline.openPrompt": openPrompt,
	"treeline.openStudio": openStudio,
	"treeline.challengeMenu": challengeMenu,
	"treeline.showCheckHint": showCheckHint,
	"treeline.signIn": signIn,
	"treeline.signOut": signOut,
};

export function registerCommands(parts: CommandContext): vscode.Disposable[] {
	return [
		...Object.entries(commands).map(([id, run]) =>
			vscode.commands.registerCommand(id, (target?: unknown) =>
				showErrors(parts.log, async () => {
					// A command may be what starts the extension.
					await parts.workspace.restored;
					await run(parts, target);
				}),
			),
		),
		verifyOnSave(parts),
	];
}
