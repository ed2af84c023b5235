/** The pages that a learner meets who connects an app: the question, and why it cannot be asked. */
import { ApiError } from "../../../server/errors.ts";
import {
	html,
	type PageTexts,
	pageTexts,
	readsPages,
	smallPage,
} from "../../../server/html-page.ts";
import { pageText, type Text } from "../../../server/page-texts.ts";
import type { Learner } from "../../../server/session-authentication.ts";
import { SignInFailure } from "../sign-in-failure-response.ts";
import { isDocumentAddress } from "./fetch-client-metadata.ts";
import type { AuthorizationRequest, OAuthClient } from "./queries.ts";
import { redirectTarget } from "./redirect-uris.ts";
import { GRANTABLE, OAUTH_PATH } from "./well-known-metadata.ts";

const permissions = ({
	t,
}: PageTexts): Record<(typeof GRANTABLE)[number], string> => ({
	read: t(
		"See packs, challenges and hints, verify solutions, and see your progress and attempts",
	),
	attempt: t("Record attempts in your name"),
});

/** Asks whether the app may do what it asks for. */
export function consentPage(
	ticket: string,
	{ clientId, clientName, redirectUri, scopes }: AuthorizationRequest,
	learner: Learner,
	request: Request,
): Response {
	const {
		host = "",
		source = "",
		isLoopback,
	} = redirectTarget(redirectUri) ?? {};
	const texts = pageTexts(request);
	const { t, markup } = texts;
	const strong = (value: string) => html`<strong>${value}</strong>`;
	const back = isLoopback
		? markup(
				"You are then sent back to a program on this computer, at {0}. Any program here can use this name: go on only if you have just started this in it.",
				strong(host),
			)
		: markup(
				"You are then sent back to {0}. The app chose its name itself: go on only if you know that address, and have just started this there.",
				strong(host),
			);
	const asks = isDocumentAddress(clientId)
		? markup(
				"{0}, published at {1}, asks to use the Treeline account of {2}. It will be able to:",
				strong(clientName),
				strong(new URL(clientId).host),
				strong(learner.name),
			)
		: markup(
				"{0} asks to use the Treeline account of {1}. It will be able to:",
				strong(clientName),
				strong(learner.name),
			);
	const may = permissions(texts);
	const page = {
		status: 200,
		title: t("Connect {0}?", clientName),
		body: html`<p>${asks}</p>
<ul>
${GRANTABLE.filter((scope) => scopes.includes(scope)).map((scope) => html`<li>${may[scope]}</li>`)}
</ul>
<p>${t("It sees no solutions, cannot change your account, and learns nothing of other people. You can end this at any time on your account’s page, under “Personal tokens”.")}</p>
<p>${back}</p>
<form method="post" action="${OAUTH_PATH}/consent">
<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="first" name="answer" value="yes">${t("Connect")}</button> <button name="answer" value="no">${t("Cancel")}</button></p>
</form>`,
		formAction: `'self' ${source}`,
	};
	return smallPage(page, request);
}

/** For an invalid request of a known client with a registered redirect: the page links back to the client. */
export function invalidPage(
	description: string,
	{ name }: OAuthClient,
	back: string,
	request: Request,
): Response {
	if (!readsPages(request))
		throw new ApiError("validation_failed", description);
	const { t, markup, show } = pageTexts(request);
	const page = {
		status: 400,
		title: show(notConnectedHeading()),
		body: html`<p>${markup("“{0}” asked for something that it cannot have: {1}", name, html`<span lang="en">${description}</span>`)}</p>
<p class="actions"><a class="button first" href="/">${t("Back to Treeline")}</a> <a href="${back}" rel="noreferrer">${t("Go to {0}", new URL(back).host)}</a></p>`,
	};
	return smallPage(page, request);
}

/** For an unknown client or redirect: the browser is redirected nowhere. */
export const notConnected = (explanation: Text) =>
	new SignInFailure(
		"validation_failed",
		explanation,
		null,
		notConnectedHeading(),
	);

const notConnectedHeading = () => pageText("The app could not be connected");
