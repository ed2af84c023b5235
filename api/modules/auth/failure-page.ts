/** A sign-in that failed ends, for a person, on a page that says so and leads on; a program gets the problem. */

import { type Report, refusalFor } from "../../server/error-handler.ts";
import { problem, statusOf, titleOf } from "../../server/errors.ts";
import { html, readsPages, smallPage } from "../../server/html-page.ts";
import { requestId } from "../../server/request-id.ts";
import { SignInFailure } from "./failure.ts";

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
	return smallPage({
		status: statusOf(refusal.code),
		title: titleOf(refusal.code),
		body: html`<p>${refusal.detail}</p>
<p class="actions"><a class="button first" href="${again}">Try again</a> <a href="/">Back to Treeline</a></p>
<p class="actions"><small>Request ${id}</small></p>`,
		headers: refusal.headers,
	});
}
