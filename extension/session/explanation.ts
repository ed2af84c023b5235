/** Explanations of challenges: as in the API, they can be read after a pass or a give-up, be it here or on another device. */
import { newAttemptId } from "@treeline/webview/attempt-batch";
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Account } from "./account.ts";
import type { Attempts } from "./attempts.ts";
import type { ProgressStore } from "./progress.ts";

interface Learner {
	catalog: Catalog;
	progress: ProgressStore;
	attempts: Attempts;
}

/** The explanation, in Markdown; null before a pass or a give-up, and where the challenge has none. */
export async function explanationOf(
	{ catalog, progress, attempts }: Learner,
	key: ChallengeKey,
): Promise<string | null> {
	const { debrief = null } = await catalog.challenge(key);
	const isReadable =
		progress.of(key).status === "passed" || (await attempts.isGivenUp(key));
	return isReadable ? debrief : null;
}

/** Records a give-up with the files as they are now. The attempt is sent when somebody is signed in; a pass is still possible. */
export async function recordGiveUp(
	{
		workspace,
		progress,
		attempts,
	}: Learner & { workspace: ChallengeWorkspace },
	key: ChallengeKey,
): Promise<void> {
	const files = await workspace.files(key);
	const { hintsShown, seconds } = progress.of(key);
	await attempts.record({
		challengeId: keyText(key),
		clientAttemptId: newAttemptId(),
		passed: false,
		gaveUp: true,
		files,
		hintsUsed: hintsShown,
		timeSeconds: seconds,
		attemptedAt: new Date().toISOString(),
	});
	await progress.update(key, { status: "attempted" });
}

/** Asks the account whether the active challenge was passed or given up on another device. */
export function followExplanations({
	account,
	attempts,
	catalog,
	panels,
	progress,
	workspace,
	log,
}: {
	account: Account;
	attempts: Attempts;
	catalog: Catalog;
	/** What it shows is read anew. */
	panels: { refresh(key: ChallengeKey): void };
	progress: ProgressStore;
	workspace: ChallengeWorkspace;
	log: vscode.LogOutputChannel;
}): vscode.Disposable {
	const ask = async () => {
		const { active: key } = workspace;
		if (!key || !account.signedIn) return;
		const challenge = await catalog.find(key);
		if (!challenge?.debrief) return;
		if (await explanationOf({ catalog, progress, attempts }, key)) return;
		// The service tells the explanation after a pass or a give-up alone.
		const { debrief, status } = await account.client().challenge(key);
		if (!debrief) return;
		if (status === "passed") await progress.update(key, { status });
		else attempts.noteGivenUp(key);
		panels.refresh(key);
	};
	const run = () =>
		void ask().catch((error) =>
			log.info(`The account was not asked for an explanation: ${error}`),
		);
	run();
	return vscode.Disposable.from(
		workspace.onDidChangeActive(run),
		account.onChange(run),
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) run();
		}),
	);
}
