/**
 * The OAuth authorization endpoint: a client sends the learner here, who signs in and allows or refuses what it asks for (RFC 6749, section 4.1;
 * OAuth 2.1). Nobody is redirected to a client without having pressed a button, except to their own computer, so that no link misuses this site.
 */
import { Type } from "@sinclair/typebox";
import { pageText } from "../../../server/page-texts.ts";
import { RATE_LIMIT_HEADERS } from "../../../server/rate-limit.ts";
import {
	readForm,
	validate,
} from "../../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../../server/request-context-address-and-deadline.ts";
import { routes, type Scope } from "../../../server/route-definition.ts";
import {
	blockedText,
	type Learner,
	refuseForeign,
	type SessionGuards,
} from "../../../server/session-authentication.ts";
import { seeOther } from "../sign-in/routes.ts";
import { failurePage, SignInFailure } from "../sign-in-failure-response.ts";
import {
	consentPage,
	invalidPage,
	notConnected,
} from "./consent-and-refusal-pages.ts";
import { OAuthError } from "./oauth-errors.ts";
import {
	type AuthorizationRequest,
	addAuthorization,
	answerAuthorization,
	type OAuthClient,
} from "./queries.ts";
import { isRegistered, redirectTarget } from "./redirect-uris.ts";
import { clientFinder } from "./register-and-find-clients.ts";
import { type OAuthParts, resourceIn, singleValues } from "./token-routes.ts";
import { GRANTABLE } from "./well-known-metadata.ts";

/** In characters: what a sign-in returns to is no longer. */
const MAX_LENGTH = 1900;

interface AuthorizeParts extends OAuthParts {
	/** Whether people can sign in here. */
	signInAvailable: boolean;
}

export const authorizeRoutes = (
	{ sql, origin, report, limit, signInAvailable }: AuthorizeParts,
	sessions: SessionGuards,
) => {
	const findClient = clientFinder(sql, origin);

	async function ask(context: RouteContext): Promise<Response> {
		const { request } = context;
		if (!signInAvailable)
			throw new SignInFailure(
				"sign_in_not_configured",
				pageText(
					"Sign-in is not set up at this Treeline, so no app can be connected.",
				),
			);
		await limit.each(context);
		const { searchParams, pathname, search } = new URL(request.url);
		const { client, redirectUri } = await clientIn(findClient, searchParams);
		const state = searchParams.get("state");
		let asked: AuthorizationRequest;
		try {
			asked = requestOf(searchParams, client, redirectUri, origin);
		} catch (error) {
			if (!(error instanceof OAuthError)) throw error;
			const back = outcome(redirectUri, origin, state, {
				error: error.error,
				error_description: error.description,
			});
			return redirectTarget(redirectUri)?.isLoopback
				? seeOther(back)
				: invalidPage(error.description, client, back, request);
		}
		const reason = sessions.blockedReason(request);
		if (reason !== null)
			throw new SignInFailure("account_blocked", blockedText(reason));
		const learner = sessions.of(request);
		if (!isSignedIn(learner)) {
			const returnTo = pathname + search;
			return seeOther(`/api/auth/signin?${new URLSearchParams({ returnTo })}`);
		}
		const ticket = await addAuthorization(sql, learner._id, asked);
		return consentPage(ticket, asked, learner, request);
	}

	async function answered(request: Request): Promise<Response> {
		refuseForeign(request, [origin]);
		const learner = sessions.of(request);
		if (!isSignedIn(learner)) throw noConsent();
		const form = await readForm(request);
		const answer = await answerAuthorization(
			sql,
			learner._id,
			form.get("ticket") ?? "",
			form.get("answer") === "yes",
		);
		if (!answer) throw noConsent();
		const { redirectUri, state, code } = answer;
		return seeOther(
			outcome(
				redirectUri,
				origin,
				state,
				code ? { code } : { error: "access_denied" },
			),
		);
	}

	return routes("/auth/oauth", "OAuth")
		.get(
			"/authorize",
			async ({ request, set }) => {
				try {
					return await ask({ request, set });
				} catch (error) {
					return failurePage(error, request, report, null);
				}
			},
			{
				...validate({
					guards: [sessions.optional],
					errors: [
						"validation_failed",
						"account_blocked",
						"sign_in_not_configured",
						"rate_limited",
					],
					successHeaders: [
						"Location",
						"Content-Language",
						"Content-Security-Policy",
						"Cross-Origin-Opener-Policy",
						"Referrer-Policy",
						"X-Content-Type-Options",
					],
					headers: RATE_LIMIT_HEADERS,
				}),
				response: { 200: Consent, 303: Type.Void() },
				detail: {
					operationId: "authorizeOAuthClient",
					summary: "Ask the learner to connect an app",
					description:
						"For browsers (RFC 6749, section 4.1.1): a sign-in where it is needed, then a page that asks for consent. PKCE with `S256` is required.",
					parameters: PARAMETERS.map(([name, description]) => ({
						name,
						in: "query" as const,
						description,
						schema: { type: "string" as const },
					})),
				},
			},
		)
		.post(
			"/consent",
			async ({ request }) => {
				try {
					return await answered(request);
				} catch (error) {
					return failurePage(error, request, report, null);
				}
			},
			{
				...validate({
					guards: [sessions.optional],
					errors: [
						"origin_rejected",
						"sign_in_mismatch",
						"unsupported_media_type",
						"payload_too_large",
					],
					successHeaders: ["Location"],
				}),
				response: { 303: Type.Void() },
				detail: {
					operationId: "answerOAuthConsent",
					summary: "Allow or refuse an app",
					description:
						"The form of the consent page. Answers a redirect to the app, with `code`, or with `error=access_denied`.",
					requestBody: ANSWER,
				},
			},
		);
};

const Consent = Type.String({
	contentMediaType: "text/html",
	description: "The page that asks whether an app may be connected.",
});

const PARAMETERS = [
	["response_type", "`code`."],
	["client_id", "The app, as it was registered."],
	["redirect_uri", "One of the app's registered addresses."],
	["code_challenge", "The S256 challenge of the verifier."],
	["code_challenge_method", "`S256`."],
	["resource", "The address of `/api/mcp`, the only one."],
	["scope", "`read`, `attempt`, or both, with a space between."],
	["state", "Comes back with the code."],
] as const;

const text = "string" as const;
const ANSWER = {
	required: true,
	content: {
		"application/x-www-form-urlencoded": {
			schema: {
				type: "object" as const,
				required: ["ticket", "answer"],
				properties: {
					ticket: { type: text },
					answer: { type: text, enum: ["yes", "no"] },
				},
			},
		},
	},
};

const isSignedIn = (user: ReturnType<SessionGuards["of"]>): user is Learner =>
	user !== null && "sessionId" in user;

/** The client and the address to send the learner back to. Throws ApiError unless both are known: then nothing is sent anywhere. */
async function clientIn(
	findClient: ReturnType<typeof clientFinder>,
	params: URLSearchParams,
): Promise<{ client: OAuthClient; redirectUri: string }> {
	const [id, ...otherIds] = params.getAll("client_id");
	const [redirectUri, ...otherUris] = params.getAll("redirect_uri");
	const client = id && otherIds.length === 0 ? await findClient(id) : null;
	if (!client)
		throw notConnected(
			pageText(
				"This link to connect an app names no app that is known here. If it worked before, remove the connection in the app and add it again.",
			),
		);
	if (
		!redirectUri ||
		otherUris.length > 0 ||
		!redirectTarget(redirectUri) ||
		!isRegistered(redirectUri, client.redirectUris)
	)
		throw notConnected(
			pageText(
				"This link to connect “{0}” leads back to an address that the app has not registered. Nothing was sent there; begin again in the app.",
				client.name,
			),
		);
	return { client, redirectUri };
}

/** What the client asks for. Throws OAuthError. */
function requestOf(
	params: URLSearchParams,
	client: OAuthClient,
	redirectUri: string,
	origin: string,
): AuthorizationRequest {
	const given = singleValues(params);
	if (given.get("response_type") !== "code")
		throw new OAuthError(
			"unsupported_response_type",
			"Send code as response_type.",
		);
	const codeChallenge = given.get("code_challenge") ?? "";
	if (
		given.get("code_challenge_method") !== "S256" ||
		!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)
	)
		throw new OAuthError(
			"invalid_request",
			"Send a code_challenge and S256 as code_challenge_method (PKCE).",
		);
	if (params.toString().length > MAX_LENGTH)
		throw new OAuthError(
			"invalid_request",
			`The request is longer than ${MAX_LENGTH} characters. Send a shorter state.`,
		);
	return {
		clientId: client.id,
		clientName: client.name,
		redirectUri,
		state: given.get("state") ?? null,
		scopes: scopesOf(given.get("scope")),
		codeChallenge,
		resource: resourceIn(given, origin),
	};
}

/** The scopes to ask for, which always have `read`: nothing can be done without it. Unknown ones are left out. Throws OAuthError. */
function scopesOf(given: string | undefined): Scope[] {
	if (given === undefined) return ["read"];
	const names = given.split(" ");
	if (!GRANTABLE.some((scope) => names.includes(scope)))
		throw new OAuthError(
			"invalid_scope",
			`Ask for ${GRANTABLE.join(" or ")} as scope.`,
		);
	return GRANTABLE.filter((scope) => scope === "read" || names.includes(scope));
}

/** The client's address with the outcome, and whose it is (RFC 9207). Names that are in it already give way. */
function outcome(
	redirectUri: string,
	origin: string,
	state: string | null,
	result: Record<string, string>,
): string {
	const url = new URL(redirectUri);
	for (const name of ["code", "error", "error_description", "state", "iss"])
		url.searchParams.delete(name);
	const all = { ...result, ...(state !== null && { state }), iss: origin };
	for (const [name, value] of Object.entries(all))
		url.searchParams.set(name, value);
	return url.href;
}

const noConsent = () =>
	new SignInFailure(
		"sign_in_mismatch",
		pageText(
			"This question was answered before, is older than ten minutes, or was asked in another account. Nothing was changed; start again in the app.",
		),
	);
