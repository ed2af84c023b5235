/** Says that a challenge has changed since the learner began it, and offers the new starter. */
import { signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import {
	type Changes,
	changesSince,
	digestOf,
} from "../../host/challenge-digest.ts";
import type { ChallengeKey, PageFiles } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

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

export function ChallengeChange({ bench }: { bench: Workbench }) {
	if (!bench.challengeChange) return null;
	const { change, acknowledge } = bench.challengeChange;
	const changes = change.value;
	return (
		<div role="status">
			{changes && (
				<div class="draft-conflict">
					<Icon name="alert" />
					<p>
						{t(
							"This challenge has changed since you began it: {0}. Your code is kept.",
							describe(changes),
						)}
					</p>
					{changes.files.length > 0 && (
						<button
							type="button"
							class="button"
							onClick={() => {
								acknowledge();
								bench.reset();
							}}
						>
							{t("Use the new starter")}
						</button>
					)}
					<button
						type="button"
						class="button button-quiet"
						onClick={acknowledge}
					>
						{t("Keep my code")}
					</button>
				</div>
			)}
		</div>
	);
}

function describe({ files, hasOtherPrompt, hasOtherChecks }: Changes): string {
	return [
		...(hasOtherPrompt ? [t("the task")] : []),
		...(hasOtherChecks ? [t("the checks")] : []),
		...(files.length > 0 ? [t("the starter ({0})", files.join(", "))] : []),
	].join(", ");
}
