/** Sign-in for editors and terminals: the learner's consent, and the exchange of the code for a session (contract, section 5). */
import { Type } from "@sinclair/typebox";
import { ApiError } from "../../../server/errors.ts";
import { pageText } from "../../../server/page-texts.ts";
import {
	readForm,
	validate,
} from "../../../server/read-and-validate-request.ts";
import { routes } from "../../../server/route-definition.ts";
import {
	hashOf,
	newSecret,
	refuseForeign,
	sessionCookie,
} from "../../../server/session-authentication.ts";
import { challengeOf } from "../pkce.ts";
import { SignedIn } from "../session/api-schemas.ts";
import { findLearners } from "../session/queries.ts";
import { answerConsent, CODE_SECONDS, redeem } from "../sign-in/queries.ts";
import {
	browserSecret,
	type SignInParts,
	seeOther,
} from "../sign-in/routes.ts";
import { failurePage, SignInFailure } from "../sign-in-failure-response.ts";
import { withOutcome } from "./allowed-redirects.ts";

type EditorParts = Pick<SignInParts, "sql" | "origin" | "report">;

export const editorSignIn = ({ sql, origin, report }: EditorParts) => {
	const secure = origin.startsWith("https:");

	async function answered(request: Request): Promise<Response> {
		refuseForeign(request, [origin]);
		const form = await readForm(request);
		const code = form.get("answer") === "yes" ? newSecret() : null;
		const consent = await answerConsent(sql, {
			ticketHash: hashOf(form.get("ticket") ?? ""),
			browserHash: hashOf(browserSecret(request, secure) ?? ""),
			codeHash: code && hashOf(code),
		});
		if (!consent) throw noConsent();
		const { redirect } = consent;
		return seeOther(
			code
				? withOutcome(redirect, "code", code)
				: withOutcome(redirect, "error", "access_denied"),
		);
	}

	return routes("/auth", "Sign-in")
		.post(
			"/consent",
			async ({ request }) => {
				try {
					return await answered(request);
				} catch (error) {
					return failurePage(error, request, report, "/api/auth/signin");
				}
			},
			{
				...validate({
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
					operationId: "answerEditorSignIn",
					requestBody: ANSWER,
					summary: "Allow or refuse the sign-in of an editor",
					description:
						"The form of the page at the end of a sign-in with `client=editor`. Answers a redirect to the editor, with `code`, or with `error=access_denied`.",
				},
			},
		)
		.post(
			"/exchange",
			async ({ body, request, set }) => {
				const token = await redeem(sql, {
					codeHash: hashOf(body.code),
					challenge: challengeOf(body.code_verifier),
					userAgent: request.headers.get("user-agent"),
				});
				const [learner] = token ? await findLearners(sql, [hashOf(token)]) : [];
				if (!token || !learner || "blockedFor" in learner) throw refusedCode();
				set.headers["set-cookie"] = sessionCookie(token, secure);
				set.headers["cache-control"] = "no-store";
				const { _id, name, image, expiresAt } = learner;
				return {
					data: { session: token, user: { _id, name, image }, expiresAt },
				};
			},
			{
				...validate({
					body: Exchange,
					errors: ["code_refused"],
					successHeaders: ["Set-Cookie"],
				}),
				response: { 200: Type.Object({ data: ExchangedSession }) },
				detail: {
					operationId: "exchangeCode",
					summary: "Exchange an editor's one-time code for a session",
					description: `A code can be used once, within ${CODE_SECONDS} seconds. The session is set as a cookie, and answered for clients that cannot hold one: they send it as \`Authorization: Session <value>\`.`,
				},
			},
		);
};

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

const noConsent = () =>
	new SignInFailure(
		"sign_in_mismatch",
		pageText(
			"This question was answered before, is older than ten minutes, or was asked in another browser. Nothing was changed; start again from your editor.",
		),
	);

const refusedCode = () =>
	new ApiError(
		"code_refused",
		`The code was used before, is older than ${CODE_SECONDS} seconds, or belongs to another verifier. Start the sign-in again.`,
	);

const Exchange = Type.Object({
	code: Type.String({ minLength: 1, maxLength: 200 }),
	code_verifier: Type.String({ pattern: "^[A-Za-z0-9._~-]{43,128}$" }),
});

const ExchangedSession = Type.Object({
	/** For `Authorization: Session <value>`. */
	session: Type.String(),
	user: SignedIn,
	expiresAt: Type.String(),
});
