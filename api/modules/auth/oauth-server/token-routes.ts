/** The OAuth endpoints that clients call themselves: registration (RFC 7591), tokens (RFC 6749, 7636 and 8707) and revocation (RFC 7009). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import type { Report } from "../../../server/log-and-metrics.ts";
import {
	type AddressLimit,
	RATE_LIMIT_HEADERS,
} from "../../../server/rate-limit.ts";
import {
	BODY_LIMIT,
	FORM_LIMIT,
	readForm,
	readJson,
	validate,
} from "../../../server/read-and-validate-request.ts";
import { textFault } from "../../../server/request-context-address-and-deadline.ts";
import { routes } from "../../../server/route-definition.ts";
import { challengeOf } from "../pkce.ts";
import { answerOAuth, OAuthError, OAuthErrorBody } from "./oauth-errors.ts";
import {
	ACCESS_SECONDS,
	type IssuedTokens,
	redeemCode,
	refreshTokens,
	revokeGrantOf,
} from "./queries.ts";
import {
	ClientMetadata,
	RegisteredClient,
	registerClient,
} from "./register-and-find-clients.ts";
import { GRANTABLE, resourceOf } from "./well-known-metadata.ts";

export interface OAuthParts {
	sql: Sql;
	/** This site's public origin. */
	origin: string;
	report: Report;
	/** Of what anybody may begin: each is a row. */
	limit: AddressLimit;
}

export const tokenRoutes = ({ sql, origin, report, limit }: OAuthParts) =>
	routes("/auth/oauth", "OAuth")
		.post(
			"/register",
			({ request, set }) =>
				answerOAuth(request, report, async () => {
					await limit.each({ request, set });
					const client = await registerClient(sql, await readJson(request));
					return Response.json(client, { status: 201 });
				}),
			{
				...documented(BODY_LIMIT, ["malformed_json", "rate_limited"]),
				response: { 201: RegisteredClient },
				detail: {
					operationId: "registerOAuthClient",
					summary: "Register an OAuth client",
					description:
						"For MCP clients (RFC 7591). Every client is public and uses PKCE; what it says beyond this is ignored.",
					requestBody: {
						required: true,
						content: { "application/json": { schema: ClientMetadata } },
					} as never,
				},
			},
		)
		.post(
			"/token",
			({ request }) =>
				answerOAuth(request, report, async () => {
					const form = singleValues(await readForm(request));
					const issued = await exchange(sql, origin, form);
					return Response.json(tokenResponse(issued));
				}),
			{
				...documented(FORM_LIMIT),
				response: { 200: TokenResponse },
				detail: {
					operationId: "issueOAuthToken",
					summary: "Exchange an authorization code or a refresh token",
					description: `A code is good once, for a minute; an access token for ${ACCESS_SECONDS / 60} minutes, at \`/api/mcp\` only. A refresh token is exchanged once, and a second exchange revokes the grant.`,
					requestBody: formOf({
						grant_type: ["authorization_code", "refresh_token"],
						client_id: null,
						code: null,
						code_verifier: null,
						redirect_uri: null,
						refresh_token: null,
						resource: null,
						scope: null,
					}),
				},
			},
		)
		.post(
			"/revoke",
			({ request }) =>
				answerOAuth(request, report, async () => {
					const form = singleValues(await readForm(request));
					const [token, clientId] = [
						demanded(form, "token"),
						demanded(form, "client_id"),
					];
					await revokeGrantOf(sql, token, clientId);
					return new Response(null);
				}),
			{
				...documented(FORM_LIMIT),
				response: { 200: Type.Void() },
				detail: {
					operationId: "revokeOAuthToken",
					summary: "Revoke a grant by one of its tokens",
					description:
						"Both of its tokens end (RFC 7009). A token that is none is answered alike.",
					requestBody: formOf({ token: null, client_id: null }),
				},
			},
		);

/** Metadata of an endpoint whose errors are OAuth's, and whose body the handler reads. */
function documented(
	bodyLimit: number,
	more: ("malformed_json" | "rate_limited")[] = [],
) {
	const { metadata, ...rest } = validate({
		errors: [
			"validation_failed",
			"unsupported_media_type",
			"payload_too_large",
			...more,
		],
		headers: more.includes("rate_limited") ? RATE_LIMIT_HEADERS : [],
	});
	return {
		...rest,
		metadata: { ...metadata, bodyLimit, refusal: OAuthErrorBody },
	};
}

const formOf = (fields: Record<string, string[] | null>) => ({
	required: true,
	content: {
		"application/x-www-form-urlencoded": {
			schema: {
				type: "object" as const,
				properties: Object.fromEntries(
					Object.entries(fields).map(([name, values]) => [
						name,
						{ type: "string" as const, ...(values && { enum: values }) },
					]),
				),
			},
		},
	},
});

const TokenResponse = Type.Object({
	access_token: Type.String(),
	token_type: Type.Literal("Bearer"),
	expires_in: Type.Integer({ description: "In seconds." }),
	refresh_token: Type.String(),
	scope: Type.String({ description: "Scopes, with spaces between them." }),
});

const tokenResponse = ({
	accessToken,
	refreshToken,
	scopes,
}: IssuedTokens) => ({
	access_token: accessToken,
	token_type: "Bearer",
	expires_in: ACCESS_SECONDS,
	refresh_token: refreshToken,
	scope: scopes.join(" "),
});

type Form = ReadonlyMap<string, string>;

/** Throws OAuthError when a parameter is given twice (RFC 6749, section 3.2) or is no text that can be stored; an empty one counts as none. */
export function singleValues(given: URLSearchParams): Form {
	const values = new Map<string, string>();
	for (const [name, value] of given) {
		if (values.has(name))
			throw new OAuthError(
				"invalid_request",
				"A parameter is given twice. Send each once.",
			);
		if (textFault(value))
			throw new OAuthError("invalid_request", "A parameter is no text.");
		values.set(name, value);
	}
	return new Map([...values].filter(([, value]) => value !== ""));
}

function demanded(form: Form, name: string): string {
	const value = form.get(name);
	if (value === undefined)
		throw new OAuthError("invalid_request", `Send the parameter ${name}.`);
	return value;
}

/** The resource that a client names, which is the MCP endpoint also when it names none. Throws OAuthError `invalid_target` for another. */
export function resourceIn(form: Form, origin: string): string {
	const resource = resourceOf(origin);
	const given = form.get("resource");
	if (given === undefined || URL.parse(given)?.href === resource)
		return resource;
	throw new OAuthError(
		"invalid_target",
		`Tokens are issued for ${resource} only. Send that as resource.`,
	);
}

async function exchange(
	sql: Sql,
	origin: string,
	form: Form,
): Promise<IssuedTokens> {
	const kind = demanded(form, "grant_type");
	if (kind !== "authorization_code" && kind !== "refresh_token")
		throw new OAuthError(
			"unsupported_grant_type",
			"Send authorization_code or refresh_token as grant_type.",
		);
	const clientId = demanded(form, "client_id");
	const resource = resourceIn(form, origin);
	if (kind === "refresh_token") {
		const scopes = form.get("scope")?.split(" ") ?? null;
		const refreshToken = demanded(form, "refresh_token");
		const issued = await refreshTokens(sql, refreshToken, {
			clientId,
			resource,
			scopes: scopes && GRANTABLE.filter((scope) => scopes.includes(scope)),
		});
		if (issued === "invalid_scope")
			throw new OAuthError(
				"invalid_scope",
				"The learner allowed less than this scope. Ask for it by a new authorization.",
			);
		return issued ?? refused("refresh token");
	}
	const code = demanded(form, "code");
	const verifier = demanded(form, "code_verifier");
	const issued = await redeemCode(sql, code, {
		clientId,
		resource,
		redirectUri: form.get("redirect_uri") ?? null,
		challenge: challengeOf(verifier),
	});
	return issued ?? refused("code");
}

function refused(what: string): never {
	throw new OAuthError(
		"invalid_grant",
		`The ${what} was used before, has expired, was revoked or belongs to another client or request. Begin a new authorization.`,
	);
}
