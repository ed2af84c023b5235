/** Records status, hints and time of one challenge, and hands each attempt to the host. */
import { signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import type { FileEntry } from "@treeline/verify/shapes";
import { newAttemptId } from "../../host/attempt-batch.ts";
import type { ChallengeKey, Host, LocalAttempt } from "../../host/host.ts";
import { furthest } from "../../host/progress.ts";
import { t } from "../../l10n/l10n.ts";
import { notify } from "../notices.ts";
import { createStopwatch } from "./stopwatch.ts";
import type { Verdict } from "./verdict.ts";

/** `onPassed` runs once the service has stored a pass. */
export function createAttemptRecorder(
	{ progress, attempts, localAttempts }: Host,
	key: ChallengeKey,
	challenge: Challenge,
	onPassed: () => unknown,
) {
	const before = progress.of(key);
	const status = signal(furthest(before.status, challenge.status));
	// What was passed in another browser is passed in this one, too: "Continue" leads on from it.
	if (status.peek() !== before.status)
		progress.note(key, { status: status.peek() });
	const hintsShown = signal(
		Math.min(before.hintsShown, challenge.hints.length),
	);
	const stopwatch = createStopwatch(before.seconds);
	/** By the place of a check, how many verifications in a row it failed. */
	let failures: number[] = [];
	const failuresInRow = signal(0);
	let submitted = "";
	let submission = Promise.resolve();

	const pause = () => progress.note(key, { seconds: stopwatch.seconds() });
	const stopWatching = progress.watch(() => {
		status.value = furthest(status.peek(), progress.of(key).status);
	});

	const keep = (attempt: LocalAttempt) =>
		void localAttempts
			?.keep(key, attempt)
			.catch((error) =>
				notify(
					"attempt-not-kept",
					t(
						"This answer is not in the list of your attempts: the browser could not store it.",
					),
					error,
				),
			);
	const submit = async ({ id, at, passed, files }: LocalAttempt) => {
		const where = await attempts.record({
			challengeId: challenge._id,
			passed,
			files,
			hintsUsed: hintsShown.peek(),
			timeSeconds: stopwatch.seconds(),
			clientAttemptId: id,
			attemptedAt: at,
		});
		if (passed && where === "sent") await onPassed();
	};
	return {
		status,
		hintsShown,
		/** How many times in a row the check that fails longest has failed, with different code each time. */
		failuresInRow,
		showHint() {
			failures = [];
			failuresInRow.value = 0;
			const next = Math.min(hintsShown.peek() + 1, challenge.hints.length);
			hintsShown.value = next;
			progress.note(key, { hintsShown: next });
		},
		/** The learner has changed the files: the challenge is begun. */
		recordEdit() {
			if (status.peek() !== "not_started") return;
			status.value = progress.note(key, { status: "attempted" }).status;
		},
		/** Records a verdict. The same code twice makes one attempt; code with syntax errors is kept here and not handed over. */
		recordVerdict({ passed, faults, rows }: Verdict, files: FileEntry[]) {
			progress.note(key, {
				status: passed ? "passed" : "attempted",
				seconds: stopwatch.seconds(),
			});
			if (passed) stopwatch.stop();
			const work = JSON.stringify([passed, files]);
			if (work === submitted) return;
			submitted = work;
			failures = rows.map(({ state }, index) =>
				state === "open" ? (failures[index] ?? 0) + 1 : 0,
			);
			failuresInRow.value = Math.max(0, ...failures);
			const attempt: LocalAttempt = {
				id: newAttemptId(),
				at: new Date().toISOString(),
				passed,
				hasSyntaxError: faults.length > 0,
				checks: {
					passed: rows.filter(({ state }) => state === "passed").length,
					total: rows.length,
				},
				hintsUsed: hintsShown.peek(),
				files,
			};
			keep(attempt);
			if (attempt.hasSyntaxError) return;
			submission = submit(attempt).catch((error) => {
				submitted = "";
				notify(
					"attempt-lost",
					t(
						"Your latest result was not saved to your account. Verify again to retry.",
					),
					error,
				);
			});
		},
		/** Records that the learner gives up, after which the service sends the explanation. Resolves with whether the service has it. */
		async giveUp(files: FileEntry[]): Promise<boolean> {
			const [id, at] = [newAttemptId(), new Date().toISOString()];
			const given = {
				passed: false,
				gaveUp: true,
				files,
				hintsUsed: hintsShown.peek(),
			};
			keep({ ...given, id, at });
			const where = await attempts
				.record({
					...given,
					challengeId: challenge._id,
					timeSeconds: stopwatch.seconds(),
					clientAttemptId: id,
					attemptedAt: at,
				})
				.catch(() => "lost");
			if (where !== "sent") return false;
			await onPassed();
			return true;
		},
		/** Resolves once the latest attempt is handed over, or told as lost. */
		settled: () => submission,
		/** Stores the time spent so far. */
		pause,
		close() {
			pause();
			stopwatch.close();
			stopWatching();
		},
	};
}
