/** How a challenge and its status are shown in lists. */
import type { PublicChallenge } from "@treeline/packs/format";

export const STATUS = {
	not_started: {
		icon: "circle-outline",
		colour: undefined,
		words: "not started",
	},
	attempted: {
		icon: "circle-slash",
		colour: "list.warningForeground",
		words: "in progress",
	},
	passed: {
		icon: "pass-filled",
		colour: "testing.iconPassed",
		words: "passed",
	},
} as const;

/** The estimated time, such as `5 min`. */
export const minutesOf = ({
	timeEstimateSeconds,
}: Pick<PublicChallenge, "timeEstimateSeconds">): string =>
	`${Math.max(1, Math.round(timeEstimateSeconds / 60))} min`;
