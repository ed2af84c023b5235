/** How a challenge and its status are shown in lists. */
import type { PublicChallenge } from "@treeline/packs/format";
import { l10n } from "vscode";

export const STATUS = {
	not_started: {
		icon: "circle-outline",
		colour: undefined,
		words: l10n.t("not started"),
	},
	attempted: {
		icon: "color-mode",
		colour: "list.warningForeground",
		words: l10n.t("in progress"),
	},
	passed: {
		icon: "pass-filled",
		colour: "testing.iconPassed",
		words: l10n.t("passed"),
	},
} as const;

const DIFFICULTIES: Record<PublicChallenge["difficulty"], string> = {
	beginner: l10n.t("beginner"),
	intermediate: l10n.t("intermediate"),
	advanced: l10n.t("advanced"),
};

/** All difficulties, the easiest first. */
export const difficulties = Object.keys(
	DIFFICULTIES,
) as PublicChallenge["difficulty"][];

/** The difficulty in words; one that this version does not know stays as it is. */
export const difficultyOf = ({
	difficulty,
}: Pick<PublicChallenge, "difficulty">): string =>
	DIFFICULTIES[difficulty] ?? difficulty;

/** The estimated time, such as `5 min`. */
export const minutesOf = ({
	timeEstimateSeconds,
}: Pick<PublicChallenge, "timeEstimateSeconds">): string =>
	l10n.t("{0} min", Math.max(1, Math.round(timeEstimateSeconds / 60)));
