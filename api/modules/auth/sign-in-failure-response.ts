/** Failed sign-ins: a page with the next step for a browser, a problem for a program. */

import { refusalFor } from "../../server/error-handler.ts";
import {
	ApiError,
	type ErrorCode,
	problem,
	statusOf,
	titleOf,
} from "../../server/errors.ts";
import {
	html,
	type PageTexts,
	pageTexts,
	readsPages,
	smallPage,
} from "../../server/html-page.ts";
import type { Report } from "../../server/log-and-metrics.ts";
import { filled, pageText, type Text } from "../../server/page-texts.ts";
import { requestId } from "../../server/request-context-address-and-deadline.ts";

/**
 * The answer to a step of a sign-in that failed with `error`; its reason goes to the log.
 * @param again the address that begins the same once more; null where that is begun elsewhere, as in an app
 */
export function failurePage(
	error: unknown,
	request: Request,
	report: Report,
	again: string | null,
): Response {
	const refusal = refusalFor(error, request, report);
	const id = requestId(request);
	if (refusal instanceof SignInFailure && refusal.reason !== null)
		report(new Error(`sign-in: ${refusal.reason}`), id);
	if (!readsPages(request)) return problem(refusal, id);
	const texts = pageTexts(request);
	const { t } = texts;
	const [title, detail] = textsOf(refusal, texts);
	const back = t("Back to Treeline");
	const links = again
		? html`<a class="button first" href="${again}">${t("Try again")}</a> <a href="/">${back}</a>`
		: html`<a class="button first" href="/">${back}</a>`;
	const page = {
		status: statusOf(refusal.code),
		title,
		body: html`<p>${detail}</p>
<p class="actions">${links}</p>
<p class="actions"><small>${t("Request {0}", id)}</small></p>`,
		headers: refusal.headers,
	};
	return smallPage(page, request);
}

/** The heading and the explanation for people. What was refused by other parts is explained by its code in languages but English. */
function textsOf(
	refusal: ApiError,
	texts: PageTexts,
): [title: string, detail: string] {
	const [title, detail] = textsByCode(texts)[refusal.code] ?? [
		titleOf(refusal.code),
		refusal.detail,
	];
	if (refusal instanceof SignInFailure)
		return [
			refusal.heading ? texts.show(refusal.heading) : title,
			texts.show(refusal.explanation),
		];
	return texts.language === "en"
		? [titleOf(refusal.code), refusal.detail]
		: [title, detail];
}

const textsByCode = ({
	t,
}: PageTexts): Partial<Record<ErrorCode, [title: string, detail: string]>> => {
	const unavailable: [string, string] = [
		t("Treeline is not available at the moment"),
		t("Nothing was changed. Try again in a minute."),
	];
	return {
		sign_in_mismatch: [t("This sign-in was not begun here"), ""],
		sign_in_expired: [t("The sign-in took too long"), ""],
		sign_in_denied: [t("You were not signed in"), ""],
		sign_in_not_configured: [t("Sign-in is not set up here"), ""],
		account_blocked: [t("This account is blocked"), ""],
		identity_provider_failed: [
			t("The sign-in service did not answer as it should"),
			"",
		],
		identity_provider_timeout: [
			t("The sign-in service did not answer in time"),
			"",
		],
		rate_limited: [
			t("Too many requests"),
			t("Too many requests came from your address. Try again in a minute."),
		],
		origin_rejected: [
			t("Cross-site request refused"),
			t("The request came from another site, so nothing was changed."),
		],
		validation_failed: [
			t("Validation failed"),
			t("This link is not complete. Start over at Treeline."),
		],
		internal: [
			t("Internal server error"),
			t("Something went wrong at this Treeline. Try again in a minute."),
		],
		database_unavailable: unavailable,
		overloaded: unavailable,
		starting: unavailable,
		draining: unavailable,
		request_timeout: unavailable,
	};
};

export class SignInFailure extends ApiError {
	override name = "SignInFailure";
	/**
	 * @param explanation for the learner: what happened and the next step, without a word of the provider's
	 * @param reason for the log; null when there is nothing for an operator to see to
	 * @param heading of the page; null where the code's is right
	 */
	constructor(
		code: ErrorCode,
		readonly explanation: Text,
		readonly reason: string | null = null,
		readonly heading: Text | null = null,
	) {
		super(code, filled(explanation));
	}
}

/** The provider did not do its part; `reason` says how, for the log. */
export const providerFailed = (reason: string) =>
	new SignInFailure(
		"identity_provider_failed",
		pageText(
			"The sign-in service did not confirm who you are. Nothing was changed; try again in a minute.",
		),
		reason,
	);

export const providerTooSlow = (reason: string) =>
	new SignInFailure(
		"identity_provider_timeout",
		pageText(
			"The sign-in service took too long to answer. Nothing was changed; try again in a minute.",
		),
		reason,
	);
