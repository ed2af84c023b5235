/** Verifies a challenge without opening or revealing anything: in the panel where it is visible, else by the engine of the extension host. */
import type { Verifier } from "@treeline/verify/worker";
import { newAttemptId } from "@treeline/webview/attempt-batch";
import { verdictOf } from "@treeline/webview/verdict";
import type * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Panels } from "../panel/panels.ts";
import type { Attempts } from "../session/attempts.ts";
import type { ProgressStore } from "../session/progress.ts";

export interface Verification extends vscode.Disposable {
	/** Verifies the files as they are now. The result is shown as problems and kept as progress and attempt. */
	verify(key: ChallengeKey): Promise<{ summary: string; passed: boolean }>;
}

/** `startEngine` is called when an engine is first needed, and again when that failed. */
export function createVerification({
	catalog,
	workspace,
	panels,
	progress,
	attempts,
	startEngine,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	panels: Panels;
	progress: ProgressStore;
	attempts: Attempts;
	startEngine(): Promise<Verifier>;
}): Verification {
	let starting: Promise<Verifier> | null = null;
	const engine = () => {
		starting ??= startEngine().catch((error) => {
			starting = null;
			throw error;
		});
		return starting;
	};
	const verifyInHost = async (key: ChallengeKey) => {
		const { assertions } = await catalog.challenge(key);
		const files = await workspace.files(key);
		const check = await (await engine()).check(assertions, files);
		const { passed, faults, summary } = verdictOf(assertions, check);
		await workspace.onVerified(key, files, check);
		// No attempt is made of code that may not parse.
		if (faults.length === 0) {
			const { hintsShown, seconds } = progress.of(key);
			await attempts.record({
				challengeId: keyText(key),
				clientAttemptId: newAttemptId(),
				passed,
				files,
				hintsUsed: hintsShown,
				timeSeconds: seconds,
				attemptedAt: new Date().toISOString(),
			});
		}
		return { summary, passed };
	};
	/** One after another, so that the newest result is shown last. */
	let last: Promise<unknown> = Promise.resolve();
	return {
		async verify(key) {
			const shown = await panels.verifyIfVisible(key);
			if (shown) return shown;
			const result = last.then(() => verifyInHost(key));
			last = result.catch(() => null);
			return result;
		},
		dispose: () =>
			void starting?.then(
				(verifier) => verifier.close(),
				() => null,
			),
	};
}
