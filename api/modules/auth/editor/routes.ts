/** Sign-in for editors and terminals: the learner's consent, and the exchange of the code for a session (contract, section 5). */
import { Type } from "@sinclair/typebox";
import { readForm } from "../../../server/body.ts";
import { ApiError } from "../../../server/errors.ts";
import { html, smallPage } from "../../../server/html-page.ts";
import { routes } from "../../../server/routes.ts";
import {
	challengeOf,
	hashOf,
	newSecret,
	refuseForeign,
	sessionCookie,
} from "../../../server/session.ts";
import { validate } from "../../../server/validation.ts";
import { failurePage, SignInFailure } from "../failure-page.ts";
import { answerConsent, findLearners, redeem } from "../queries.ts";
import { SignedIn } from "../schema.ts";
import {
	browserSecret,
	type SignInParts,
	seeOther,
} from "../sign-in/routes.ts";

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
					refuses: [
						"origin_rejected",
						"sign_in_mismatch",
						"unsupported_media_type",
						"payload_too_large",
					],
					sends: ["Location"],
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
					refuses: ["code_refused"],
					sends: ["Set-Cookie"],
				}),
				response: { 200: Type.Object({ data: ExchangedSession }) },
				detail: {
					operationId: "exchangeCode",
					summary: "Exchange an editor's one-time code for a session",
					description:
						"A code is good once, for 60 seconds. The session is set as a cookie, and answered for clients that cannot hold one: they send it as `Authorization: Session <value>`.",
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
		"This question was answered before, is older than ten minutes, or was asked in another browser. Nothing was changed; start again from your editor.",
	);

const refusedCode = () =>
	new ApiError(
		"code_refused",
		"The code was used before, is older than 60 seconds, or belongs to another verifier. Start the sign-in again.",
	);

export const Exchange = Type.Object({
	code: Type.String({ minLength: 1, maxLength: 200 }),
	code_verifier: Type.String({ pattern: "^[A-Za-z0-9._~-]{43,128}$" }),
});

export const ExchangedSession = Type.Object({
	/** For `Authorization: Session <value>`. */
	session: Type.String(),
	user: SignedIn,
	expiresAt: Type.String(),
});

export const CONSENT = "/api/auth/consent";

/** @param learner whose account it is, by name */
export function consentPage(
	ticket: string,
	redirect: string,
	learner: string,
): Response {
	const { client = "", source = "" } = editorRedirect(redirect) ?? {};
	return smallPage({
		status: 200,
		title: `Sign in ${lower(client)}?`,
		body: html`<p>${client} asks to use the Treeline account of <strong>${learner}</strong>: it will see and record your attempts and settings, until you sign it out.</p>
<p>If you did not just start this there, choose “No”.</p>
<form method="post" action="${CONSENT}">
<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="first" name="answer" value="yes">Yes, sign in</button> <button name="answer" value="no">No</button></p>
</form>`,
		formAction: `'self' ${source}`,
	});
}

/** Within a sentence; an editor's name stays as it is. */
const lower = (client: string) => client.replace(/^A /, "a ");

/** The extension, as `publisher.name`: what an editor hands its addresses to. */
export const EXTENSION = "treeline.treeline";

/** Desktop editors by the scheme that they open. */
const EDITORS: Record<string, string> = {
	vscode: "VS Code",
	"vscode-insiders": "VS Code Insiders",
	"code-oss": "Code - OSS",
	vscodium: "VSCodium",
	"vscodium-insiders": "VSCodium Insiders",
	cursor: "Cursor",
	windsurf: "Windsurf",
	positron: "Positron",
	trae: "Trae",
	kiro: "Kiro",
	antigravity: "Antigravity",
};

const LONGEST = 2000;

const LOOPBACK = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\//;

export interface EditorRedirect {
	uri: string;
	/** For a person: what asks. */
	client: string;
	/** As a CSP source. */
	source: string;
}

/** The redirect when it is on the list; null for anything else (RFC 8252, sections 7.1, 7.3 and 8.3). */
export function editorRedirect(uri: string): EditorRedirect | null {
	const url = URL.parse(uri);
	if (!url || uri.length > LONGEST || !/^[!-[\]-~]+$/.test(uri)) return null;
	if (url.username || url.password || uri.includes("#")) return null;
	const port = Number(LOOPBACK.exec(uri)?.[1]);
	if (port > 0 && port <= 65_535)
		return {
			uri,
			client: "A program on this computer",
			source: `http://127.0.0.1:${port}`,
		};
	const scheme = url.protocol.slice(0, -1);
	const client = Object.hasOwn(EDITORS, scheme) ? EDITORS[scheme] : null;
	if (!client || !uri.startsWith(`${scheme}://${EXTENSION}/`)) return null;
	return { uri, client, source: url.protocol };
}

/** The address that carries the outcome; names that are in it already give way. */
export function withOutcome(
	uri: string,
	name: "code" | "error",
	value: string,
): string {
	const url = new URL(uri);
	url.searchParams.delete("code");
	url.searchParams.delete("error");
	url.searchParams.set(name, value);
	return url.href;
}
