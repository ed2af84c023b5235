/** Failed sign-ins: a page with the next step for a browser, a problem for a program. */

import { refusalFor } from "../../server/error-handler.ts";
import {
	ApiError,
	type ErrorCode,
	problem,
	statusOf,
	titleOf,
} from "../../server/errors.ts";
import { html, readsPages, smallPage } from "../../server/html-page.ts";
import type { Report } from "../../server/log-and-metrics.ts";
import { requestId } from "../../server/request-context-address-and-deadline.ts";

/**
 * The answer to a step of a sign-in that failed with `error`; its reason goes to the log.
 * @param again the address that begins the same once more
 */
export function failurePage(
	error: unknown,
	request: Request,
	report: Report,
	again: string,
): Response {
	const refusal = refusalFor(error, request, report);
	const id = requestId(request);
	if (refusal instanceof SignInFailure && refusal.reason !== null)
		report(new Error(`sign-in: ${refusal.reason}`), id);
	if (!readsPages(request)) return problem(refusal, id);
	const page = {
		status: statusOf(refusal.code),
		title: titleOf(refusal.code),
		body: html`<p>${refusal.detail}</p>
<p class="actions"><a class="button first" href="${again}">Try again</a> <a href="/">Back to Treeline</a></p>
<p class="actions"><small>Request ${id}</small></p>`,
		headers: refusal.headers,
	};
	return smallPage(page, request);
}

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
