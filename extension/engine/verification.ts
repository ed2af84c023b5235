/** Verifies challenges without opening or revealing anything: in the panel where it is visible, else by the engine of the extension host. */
import type { FileEntry } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { newAttemptId } from "@treeline/webview/attempt-batch";
import { type Verdict, verdictOf } from "@treeline/webview/verdict";
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
import type { Result, Results } from "./results.ts";

export interface Verification extends vscode.Disposable {
	/** Verifies the files as they are now. The result is recorded, with progress and attempt. */
	verify(key: ChallengeKey): Promise<Result>;
	/**
	 * Verifies the files as they are now and shows the result, without an attempt and without progress. A pass is verified and recorded.
	 * With a syntax error the result before stays: the code is most likely not complete yet.
	 */
	preview(key: ChallengeKey): Promise<void>;
	/** Verifies other contents of the challenge's files; nothing is recorded. */
	tryFiles(key: ChallengeKey, files: FileEntry[]): Promise<Verdict>;
}

/** `startEngine` is called when an engine is first needed, and again if that failed. */
export function createVerification({
	catalog,
	workspace,
	panels,
	progress,
	attempts,
	results,
	startEngine,
}: {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	panels: Panels;
	progress: ProgressStore;
	attempts: Attempts;
	results: Results;
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
	const runEngine = async (key: ChallengeKey, files: FileEntry[]) => {
		const { assertions } = await catalog.challenge(key);
		return {
			assertions,
			check: await (await engine()).check(assertions, files),
		};
	};
	const verifyInHost = async (key: ChallengeKey) => {
		const run = results.begin();
		const files = await workspace.files(key);
		const { assertions, check } = await runEngine(key, files);
		const result = await results.record(key, run, files, check);
		const { passed, faults } = verdictOf(assertions, check);
		// Code with syntax errors is not an attempt.
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
		return result;
	};
	/** Null when the panel does not show the challenge, or has no result because the verification was cancelled there or superseded. */
	const verifyInPanel = async (key: ChallengeKey) => {
		const run = results.begin();
		if (!(await panels.verifyIfVisible(key))) return null;
		// The page sends the result before it answers.
		await results.settled();
		return results.of(key, run);
	};
	/** The latest call of the panel by challenge. They run one after another, as the page cancels a verification when another starts. */
	const panelCalls = new Map<string, Promise<Result | null>>();
	/** One after another, so that the engine runs one verification at a time. */
	let last: Promise<unknown> = Promise.resolve();
	const verify = async (key: ChallengeKey) => {
		const before = panelCalls.get(keyText(key)) ?? Promise.resolve(null);
		const panelCall = before.catch(() => null).then(() => verifyInPanel(key));
		panelCalls.set(keyText(key), panelCall);
		const panelResult = await panelCall;
		if (panelResult) return panelResult;
		const result = last.then(() => verifyInHost(key));
		last = result.catch(() => null);
		return result;
	};
	return {
		verify,
		async tryFiles(key, files) {
			const { assertions, check } = await runEngine(key, files);
			return verdictOf(assertions, check);
		},
		async preview(key) {
			const run = results.begin();
			const files = await workspace.files(key);
			const { assertions, check } = await runEngine(key, files);
			const { passed, faults } = verdictOf(assertions, check);
			if (passed) await verify(key);
			else if (faults.length === 0)
				await results.preview(key, run, files, check);
		},
		dispose: () =>
			void starting?.then(
				(verifier) => verifier.close(),
				() => null,
			),
	};
}
