/** Errors of the token, registration and revocation endpoints, as RFC 6749 and RFC 7591 word them. */
import { type Static, Type } from "@sinclair/typebox";
import { refusalFor } from "../../../server/error-handler.ts";
import { headersFor, statusOf } from "../../../server/errors.ts";
import type { Report } from "../../../server/log-and-metrics.ts";

export const OAuthErrorBody = Type.Object(
	{ error: Type.String(), error_description: Type.String() },
	{ description: "An error of OAuth 2.0 (RFC 6749, section 5.2)." },
);

/** A refusal with a code of OAuth; its status is 400. */
export class OAuthError extends Error {
	override name = "OAuthError";
	constructor(
		readonly error: string,
		readonly description: string,
	) {
		super(`${error}: ${description}`);
	}
}

/** The answer of `work`, which is not to be stored; an error becomes an answer in OAuth's words. */
export async function answerOAuth(
	request: Request,
	report: Report,
	work: () => Promise<Response>,
): Promise<Response> {
	const answer = await work().catch((error) => {
		if (error instanceof OAuthError)
			return errorResponse(400, error.error, error.description);
		const refusal = refusalFor(error, request, report);
		const status = statusOf(refusal.code);
		const code =
			status >= 500
				? "server_error"
				: status === 429
					? "temporarily_unavailable"
					: "invalid_request";
		return errorResponse(status, code, refusal.detail, headersFor(refusal));
	});
	answer.headers.set("cache-control", "no-store");
	return answer;
}

const errorResponse = (
	status: number,
	error: string,
	description: string,
	headers: Record<string, string> = {},
) => {
	const body: Static<typeof OAuthErrorBody> = {
		error,
		error_description: description,
	};
	return Response.json(body, { status, headers });
};
