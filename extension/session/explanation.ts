/** Explanations of challenges: as in the API, they can be read after a pass or a give-up. */
import { newAttemptId } from "@treeline/webview/attempt-batch";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
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
		progress.of(key).status === "passed" || attempts.isGivenUp(key);
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
