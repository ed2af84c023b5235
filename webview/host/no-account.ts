/** Account of a page without sign-in: in a panel the editor signs in, and tests need no user. */
import { t } from "../l10n/l10n.ts";
import { type Account, ApiError } from "./host.ts";
import { signal } from "./signal.ts";

const none = () =>
	Promise.reject(
		new ApiError(
			"no_account",
			t("This page has no sign-in."),
			t("Sign in where it was opened from."),
			0,
		),
	);

export const noAccount: Account = {
	offered: false,
	state: signal({ state: "out" as const }),
	ask: async () => {},
	signInAddress: () => "/",
	signOut: none,
	sessions: none,
	endSession: none,
	endOtherSessions: none,
	endAllSessions: none,
};
