/** A sign-in that did not work out: what the learner is told, and what the log is told. */
import { ApiError, type ErrorCode } from "../../server/errors.ts";

export class SignInFailure extends ApiError {
	override name = "SignInFailure";
	/**
	 * @param detail for the learner: what happened and the next step, without a word of the provider's
	 * @param reason for the log; null when there is nothing for an operator to see to
	 */
	constructor(
		code: ErrorCode,
		detail: string,
		readonly reason: string | null = null,
	) {
		super(code, detail);
	}
}

/** The provider did not do its part; `reason` says how, for the log. */
export const providerFailed = (reason: string) =>
	new SignInFailure(
		"identity_provider_failed",
		"The sign-in service did not confirm who you are. Nothing was changed; try again in a minute.",
		reason,
	);

export const providerTooSlow = (reason: string) =>
	new SignInFailure(
		"identity_provider_timeout",
		"The sign-in service took too long to answer. Nothing was changed; try again in a minute.",
		reason,
	);
