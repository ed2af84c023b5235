/** The state of a learner at a challenge, by icon and by words. */
import type { ChallengeResult } from "@treeline/api/client-types";
import { plural, t } from "../../l10n/l10n.ts";
import { formatMinute } from "../elements/format.ts";
import { Icon, type IconName } from "../elements/icon.tsx";

export const STATES = ["passed", "late", "attempted", "not_started"] as const;
export type ResultState = (typeof STATES)[number];

const ICONS: Record<ResultState, IconName> = {
	passed: "check",
	late: "clock",
	attempted: "dash",
	not_started: "dot",
};

export function stateOf(
	result: ChallengeResult | null,
	dueAt: string | null,
): ResultState {
	if (result === null) return "not_started";
	if (result.passedAt === null) return "attempted";
	return dueAt !== null && result.passedAt > dueAt ? "late" : "passed";
}

export function stateName(state: ResultState): string {
	switch (state) {
		case "passed":
			return t("Passed");
		case "late":
			return t("Passed late");
		case "attempted":
			return t("In progress");
		case "not_started":
			return t("Not started");
	}
}

export const StateMark = ({ state }: { state: ResultState }) => (
	<span
		class={`status status-${state === "late" ? "attempted" : state}`}
		aria-hidden="true"
	>
		<span class="status-mark">
			<Icon name={ICONS[state]} />
		</span>
	</span>
);

/** All that is known of a result, in words. */
export function resultText(
	result: ChallengeResult | null,
	dueAt: string | null,
): string {
	const state = stateName(stateOf(result, dueAt));
	if (result === null) return state;
	const { attempts, passedAt, lastAttemptAt, verified } = result;
	return [
		passedAt === null ? state : `${state} ${formatMinute(passedAt)}`,
		...(passedAt !== null && !verified
			? [t("not verified by the service")]
			: []),
		plural(
			attempts,
			{
				one: "{0} attempt, the latest {1}",
				other: "{0} attempts, the latest {1}",
			},
			formatMinute(lastAttemptAt),
		),
	].join(" · ");
}

/** As a cell of a table. */
export function ResultMark({
	result,
	dueAt,
}: {
	result: ChallengeResult | null;
	dueAt: string | null;
}) {
	return (
		<span title={resultText(result, dueAt)}>
			<StateMark state={stateOf(result, dueAt)} />
			<span class="unseen">{resultText(result, dueAt)}</span>
		</span>
	);
}
