/** What the service refuses and why, in the reader's language. Loaded where that is not English, which the service itself speaks. */
import { t } from "../l10n/l10n.ts";

/** By the codes that learners meet. */
const TEXTS: Readonly<Record<string, () => string>> = {
	session_missing: () => t("Sign in to do this."),
	session_expired: () => t("Your session has ended."),
	account_blocked: () => t("This account is blocked."),
	forbidden: () => t("You are not allowed to do this."),
	origin_rejected: () => t("The request came from another website."),
	not_found: () => t("This does not exist or was deleted."),
	draft_conflict: () => t("Your code was changed on another device meanwhile."),
	payload_too_large: () => t("This is too large for the service."),
	rate_limited: () => t("Too many requests."),
	internal: () => t("The request failed at the service."),
	database_unavailable: () => t("The service is not available at the moment."),
	backend_unavailable: () => t("The service is not available at the moment."),
	starting: () => t("The service is not available at the moment."),
	draining: () => t("The service is not available at the moment."),
	overloaded: () => t("The service is overloaded at the moment."),
	request_timeout: () =>
		t("The service took too long, and nothing was changed."),
	sign_in_not_configured: () => t("Sign-in is not set up here."),
	sign_in_mismatch: () => t("This sign-in was not started here."),
	sign_in_expired: () => t("The sign-in took too long."),
	sign_in_denied: () => t("You were not signed in."),
	code_refused: () => t("The sign-in’s code is not valid."),
	identity_provider_failed: () =>
		t("The sign-in service did not answer as it should."),
	identity_provider_timeout: () =>
		t("The sign-in service did not answer in time."),
};

/** What a problem's code means, in a sentence. Codes without one are shown in the service's own words. */
export function problemText({
	code,
	detail,
}: {
	code: string;
	detail: string;
}): string {
	if (code === "validation_failed")
		return t("The service rejected the request: {0}", detail);
	return Object.hasOwn(TEXTS, code) ? (TEXTS[code]?.() ?? detail) : detail;
}
