/** Knows whether a challenge has changed since the learner began it. */
import { signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import { changesSince, digestOf } from "../../host/challenge-digest.ts";
import type { ChallengeKey, PageFiles } from "../../host/host.ts";

export type ChallengeFollower = ReturnType<typeof followChallenge>;

/** Compares the challenge with what it was when the learner's draft of it was begun. */
export function followChallenge(
	files: PageFiles,
	key: ChallengeKey,
	challenge: Challenge,
) {
	const now = digestOf(challenge);
	const before = files.draft(key) && files.begun(key);
	const change = signal(before ? changesSince(before, now) : null);
	/** Whether the record is of `now`, or of what the learner has not been told of yet. */
	let isNoted = before !== null;
	return {
		/** What has changed since the draft was begun; null = nothing, or the learner knows. */
		change,
		/** Call it when the draft is stored or gone. */
		onStored() {
			if (!files.draft(key)) {
				change.value = null;
				isNoted = false;
			} else if (!isNoted) {
				files.noteBegun(key, now);
				isNoted = true;
			}
		},
		acknowledge() {
			change.value = null;
			files.noteBegun(key, now);
		},
	};
}
