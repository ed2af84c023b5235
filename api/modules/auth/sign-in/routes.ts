/** Sign-in through the identity provider and its callback (specification, "Authentication"; contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";
import { generateCodeVerifier } from "arctic";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { html, pageTexts, smallPage } from "../../../server/html-page.ts";
import type { Report } from "../../../server/log-and-metrics.ts";
import { pageText } from "../../../server/page-texts.ts";
import {
	type AddressLimit,
	RATE_LIMIT_HEADERS,
} from "../../../server/rate-limit.ts";
import { validate } from "../../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../../server/request-context-address-and-deadline.ts";
import { routes } from "../../../server/route-definition.ts";
import {
	type Blocked,
	blockedText,
	cookieOf,
	hashOf,
	newSecret,
	sessionCookie,
	sessionToken,
	setCookie,
} from "../../../server/session-authentication.ts";
import {
	codeword,
	type IdentityProvider,
	type Profile,
} from "../identity-provider-client.ts";
import { editorRedirect, PROGRAM } from "../native-apps/allowed-redirects.ts";
import {
	failurePage,
	providerFailed,
	SignInFailure,
} from "../sign-in-failure-response.ts";
import {
	addConsent,
	addSignIn,
	createSignInSession,
	takeSignIn,
} from "./queries.ts";
import {
	retryUrl,
	SIGN_IN_SECONDS,
	type SignInIntent,
	SignInQuery,
	signInIntentOf,
} from "./sign-in-query-parameters.ts";

export interface SignInParts {
	sql: Sql;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	/** This site's public origin. */
	origin: string;
	report: Report;
	/** Of sign-ins that are begun: each is a row, and anybody may begin one. */
	limit: AddressLimit;
}

const BEGIN = "/api/auth/signin";

export const signIn = ({
	sql,
	provider,
	origin,
	report,
	limit,
}: SignInParts) => {
	const secure = origin.startsWith("https:");

	async function begin(
		context: RouteContext,
		query: Static<typeof SignInQuery>,
	) {
		const { request } = context;
		const elsewhere = redirectToCanonicalHost(request, origin);
		if (elsewhere) return seeOther(elsewhere);
		const intent = signInIntentOf(query);
		if (!provider) throw notConfigured();
		await limit.each(context);
		const state = newSecret();
		const codeVerifier = generateCodeVerifier();
		const browser = browserSecret(request, secure) ?? newSecret();
		await addSignIn(sql, {
			...intent,
			stateHash: hashOf(state),
			browserHash: hashOf(browser),
			codeVerifier,
		});
		const { href } = provider.authorizeUrl(state, codeVerifier);
		return seeOther(href, browserCookie(browser, secure));
	}

	async function finish(
		request: Request,
		intent: SignInIntent,
		profile: Profile,
	) {
		const { name } = provider as IdentityProvider;
		if (intent.editor) {
			const { redirect, challenge } = intent.editor;
			const ticket = newSecret();
			const browserHash = hashOf(browserSecret(request, secure) ?? "");
			const consent = { redirect, challenge, browserHash };
			const learner = await addConsent(sql, name, profile, {
				...consent,
				ticketHash: hashOf(ticket),
			});
			if (typeof learner !== "string") throw blocked(learner);
			return consentPage(ticket, redirect, learner, request);
		}
		// An earlier session of the browser is ended, wherever it came from: the session is a new one.
		const before = sessionToken(request)?.token;
		const token = await createSignInSession(sql, name, profile, {
			userAgent: request.headers.get("user-agent"),
			replaces: before ? hashOf(before) : null,
		});
		if (typeof token !== "string") throw blocked(token);
		return seeOther(origin + intent.returnTo, sessionCookie(token, secure));
	}

	return routes("/auth", "Sign-in")
		.get(
			"/signin",
			async ({ query, request, set }) => {
				try {
					return await begin({ request, set }, query);
				} catch (error) {
					return failurePage(error, request, report, BEGIN);
				}
			},
			{
				...validate({
					query: SignInQuery,
					errors: ["sign_in_not_configured", "rate_limited"],
					successHeaders: ["Location", "Set-Cookie"],
					headers: RATE_LIMIT_HEADERS,
				}),
				response: { 303: Type.Void() },
				detail: {
					operationId: "beginSignIn",
					summary: "Redirect the browser to the identity provider",
					description:
						"For browsers: answers a redirect, and a page when it cannot. Ends at `returnTo` with a session, or, with `client=editor`, at `redirect` with a one-time code.",
				},
			},
		)
		.get(
			"/callback/idp",
			async ({ query, request }) => {
				let again = BEGIN;
				try {
					if (!provider) throw notConfigured();
					const back = await handleCallback(
						sql,
						request,
						query,
						provider,
						secure,
					);
					again = retryUrl(back.intent);
					const profile = await back.profile();
					return await finish(request, back.intent, profile);
				} catch (error) {
					return failurePage(error, request, report, again);
				}
			},
			{
				...validate({
					query: CallbackQuery,
					errors: [
						"sign_in_mismatch",
						"sign_in_expired",
						"sign_in_denied",
						"account_blocked",
						"identity_provider_failed",
						"identity_provider_timeout",
						"sign_in_not_configured",
					],
					successHeaders: ["Location", "Set-Cookie"],
				}),
				response: { 200: Consent, 303: Type.Void() },
				detail: {
					operationId: "finishSignIn",
					summary: "Handle the callback of the identity provider",
					description:
						"For browsers: answers a redirect with the session's cookie, the page that asks whether an editor may be signed in, or a page that says why it cannot.",
				},
			},
		);
};

const Consent = Type.String({
	contentMediaType: "text/html",
	description: "The page that asks whether an editor may be signed in.",
});

/** Redirects to `location`; not to be cached. */
export function seeOther(location: string, cookie?: string): Response {
	const headers = new Headers({ location, "cache-control": "no-store" });
	if (cookie) headers.append("set-cookie", cookie);
	return new Response(null, { status: 303, headers });
}

const notConfigured = () =>
	new SignInFailure(
		"sign_in_not_configured",
		pageText(
			"Sign-in is not set up at this Treeline: its operator has to set OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET, as the README says. Challenges work without an account.",
		),
		"OAUTH_CLIENT_ID is not set",
	);

const blocked = ({ blockedFor }: Blocked) =>
	new SignInFailure("account_blocked", blockedText(blockedFor));

const CallbackQuery = Type.Object({
	state: Type.Optional(Type.String()),
	code: Type.Optional(Type.String()),
	error: Type.Optional(Type.String()),
	iss: Type.Optional(Type.String()),
});

interface CallbackResult {
	intent: SignInIntent;
	/** Who it is. Throws SignInFailure when the provider does not say so. */
	profile(): Promise<Profile>;
}

/** Throws SignInFailure when this browser has begun no such sign-in. */
async function handleCallback(
	sql: Sql,
	request: Request,
	{ state, code, error, iss }: Static<typeof CallbackQuery>,
	provider: IdentityProvider,
	secure: boolean,
): Promise<CallbackResult> {
	const browser = browserSecret(request, secure);
	if (!state) throw mismatch();
	if (!browser) throw noCookie();
	const intent = await takeSignIn(sql, hashOf(state), hashOf(browser));
	if (!intent) throw mismatch();
	return {
		intent,
		async profile() {
			if (intent.expired) throw expired();
			if (iss !== undefined && !provider.isIssuer(iss))
				throw providerFailed("the answer names another issuer");
			if (error !== undefined) throw refused(error);
			if (!code) throw providerFailed("the provider sent no code");
			return provider.profile(code, intent.codeVerifier);
		},
	};
}

function refused(error: string): SignInFailure {
	if (error !== "access_denied")
		return providerFailed(`the provider refused: ${codeword(error)}`);
	return new SignInFailure(
		"sign_in_denied",
		pageText(
			"You did not allow Treeline to see who you are, so nothing was changed. Challenges work without an account; to keep your progress everywhere, try again and allow it.",
		),
	);
}

const mismatch = () =>
	new SignInFailure(
		"sign_in_mismatch",
		pageText(
			"This link to finish a sign-in was used before, or belongs to a sign-in that another browser began. Nobody was signed in; start over.",
		),
	);

const noCookie = () =>
	new SignInFailure(
		"sign_in_mismatch",
		pageText(
			"This browser did not bring the cookie that the sign-in began with: it was begun in another browser, more than ten minutes ago, or cookies are blocked here. Allow cookies for this site, then start over.",
		),
	);

const expired = () =>
	new SignInFailure(
		"sign_in_expired",
		pageText(
			"More than ten minutes passed between the beginning of this sign-in and its end. Start over; nothing was lost.",
		),
	);

/** Says that the browser was sent here, so that a proxy that hides the host name makes no circle. */
const SENT = "sent";

/** Where the request should have gone instead; null when it came to the right place, or was sent before. */
function redirectToCanonicalHost(
	request: Request,
	origin: string,
): string | null {
	const own = new URL(origin);
	const host =
		request.headers.get("x-forwarded-host") ?? request.headers.get("host");
	const { pathname, searchParams } = new URL(request.url);
	if (host === null || searchParams.has(SENT)) return null;
	if (URL.parse(`${own.protocol}//${host}`)?.host === own.host) return null;
	searchParams.set(SENT, "1");
	return `${own.origin}${pathname}?${searchParams}`;
}

/** Over https the prefix prevents another host of the same domain from setting the cookie. */
const nameOf = (secure: boolean) =>
	secure ? "__Host-treeline-sign-in" : "treeline-sign-in";

/** The secret that the browser brought; null when it brought none. */
export function browserSecret(
	request: Request,
	secure: boolean,
): string | null {
	const value = cookieOf(request, nameOf(secure));
	return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

const browserCookie = (secret: string, secure: boolean): string =>
	setCookie(nameOf(secure), secret, {
		path: "/",
		maxAge: SIGN_IN_SECONDS,
		secure,
	});

const CONSENT = "/api/auth/consent";

/** Asks the learner to consent to the sign-in of an editor or a terminal. @param learner whose account it is, by name */
function consentPage(
	ticket: string,
	redirect: string,
	learner: string,
	request: Request,
): Response {
	const { client = "", source = "" } = editorRedirect(redirect) ?? {};
	const { t, markup } = pageTexts(request);
	const account = html`<strong>${learner}</strong>`;
	const page = {
		status: 200,
		title:
			client === PROGRAM
				? t("Sign in a program on this computer?")
				: t("Sign in {0}?", client),
		body: html`<p>${
			client === PROGRAM
				? markup(
						"A program on this computer asks to use the Treeline account of {0}: it will see and record your attempts and settings, until you sign it out.",
						account,
					)
				: markup(
						"{0} asks to use the Treeline account of {1}: it will see and record your attempts and settings, until you sign it out.",
						client,
						account,
					)
		}</p>
<p>${t("If you did not just start this there, choose “No”.")}</p>
<form method="post" action="${CONSENT}">
<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="first" name="answer" value="yes">${t("Yes, sign in")}</button> <button name="answer" value="no">${t("No")}</button></p>
</form>`,
		formAction: `'self' ${source}`,
	};
	return smallPage(page, request);
}
