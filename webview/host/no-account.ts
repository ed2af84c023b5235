/** The account of a page that shows no sign-in: around a panel the editor signs in, and tests need nobody. */
import { type Account, ApiError } from "./host.ts";
import { cell } from "./signal.ts";

const none = () =>
	Promise.reject(
		new ApiError(
			"no_account",
			"This page has no sign-in.",
			"Sign in where it was opened from.",
			0,
		),
	);

export const noAccount: Account = {
	offered: false,
	state: cell({ state: "out" as const }),
	ask: async () => {},
	signInAddress: () => "/",
	signOut: none,
	sessions: none,
	endSession: none,
	endOtherSessions: none,
	endAllSessions: none,
};
