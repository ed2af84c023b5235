/** Says what has changed in a challenge since the learner began it, and offers the new starter. */
import type { Changes } from "../../host/challenge-digest.ts";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

export function ChallengeChangeNotice({
	bench,
}: {
	bench: Workbench;
	onClose(): void;
}) {
	const { value: challengeChange } = bench.challengeChange;
	const changes = challengeChange?.change.value;
	if (!challengeChange || !changes) return null;
	const { acknowledge } = challengeChange;
	return (
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
			<button type="button" class="button button-quiet" onClick={acknowledge}>
				{t("Keep my code")}
			</button>
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
