/**
 * A small OAuth 2.0 identity provider for the machine that Treeline runs on, so that signing in works without any set-up and takes the
 * same way as anywhere else (contract, "Local sign-in"). It trusts every client that reaches it, so only this machine may.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { isLoopback } from "../../../config/environment-reader.ts";
import type { OAuthClientSettings } from "../../../config.ts";
import { ApiError } from "../../../server/errors.ts";
import { html, pageTexts, smallPage } from "../../../server/html-page.ts";
import {
	readForm,
	validate,
} from "../../../server/read-and-validate-request.ts";
import {
	guard,
	type RouteContext,
} from "../../../server/request-context-address-and-deadline.ts";
import { routes } from "../../../server/route-definition.ts";
import { newSecret } from "../../../server/session-authentication.ts";
import { challengeOf } from "../pkce.ts";

export interface LocalProvider {
	/** How the program signs in there. */
	client: OAuthClientSettings;
	routes: ReturnType<typeof providerRoutes>;
}

/**
 * @param origin this site's public origin
 * @param own where this process answers, without a closing slash
 * @param callback the address that it sends back to, and no other
 * @param secret the client's; processes with the same one take each other's codes
 */
export function localProvider(
	origin: string,
	own: string,
	callback: string,
	secret: string,
): LocalProvider {
	const client: OAuthClientSettings = {
		clientId: "treeline",
		clientSecret: secret,
		authorizeUrl: `${origin}/dev-idp/authorize`,
		tokenUrl: `${own}/dev-idp/token`,
		profileUrl: `${own}/dev-idp/profile`,
		scopes: [],
	};
	return { client, routes: providerRoutes(client, callback) };
}

const AuthorizeQuery = Type.Object({
	response_type: Type.Literal("code"),
	client_id: Type.String(),
	redirect_uri: Type.String(),
	state: Type.String({ minLength: 1, maxLength: 200 }),
	code_challenge: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
	code_challenge_method: Type.Literal("S256"),
});

function providerRoutes(
	{ clientId, clientSecret }: OAuthClientSettings,
	callback: string,
) {
	const known = grants(clientSecret);
	const basic = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
	const guards = [ownMachine];
	const refuseClient = (query: Static<typeof AuthorizeQuery>) => {
		if (query.client_id === clientId && query.redirect_uri === callback) return;
		throw new ApiError(
			"validation_failed",
			"This sign-in was begun by another program. Begin it at Treeline.",
		);
	};
	return routes("/dev-idp")
		.get("/", () => seeOther("/api/auth/signin"), validate({ guards }))
		.get(
			"/authorize",
			({ query, request }) => {
				refuseClient(query);
				return formPage(request);
			},
			validate({ guards, query: AuthorizeQuery }),
		)
		.post(
			"/authorize",
			async ({ query, request }) => {
				refuseClient(query);
				const name = nameOf((await readForm(request)).get("name"));
				if (name === null) return formPage(request, true);
				const { code_challenge, state } = query;
				const code = known.addCode({ name, challenge: code_challenge });
				const back = new URL(callback);
				back.search = String(new URLSearchParams({ code, state }));
				return seeOther(back.href);
			},
			validate({ guards, query: AuthorizeQuery }),
		)
		.post(
			"/token",
			async ({ request }) => {
				if (request.headers.get("authorization") !== basic)
					return refused(401, "invalid_client");
				const form = await readForm(request);
				if (form.get("grant_type") !== "authorization_code")
					return refused(400, "unsupported_grant_type");
				const token =
					form.get("redirect_uri") === callback
						? known.takeCode(
								form.get("code") ?? "",
								form.get("code_verifier") ?? "",
							)
						: null;
				return token === null
					? refused(400, "invalid_grant")
					: answer(200, { access_token: token, token_type: "bearer" });
			},
			validate({ guards }),
		)
		.get(
			"/profile",
			({ request }) => {
				const [, token = ""] =
					/^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ??
					[];
				const name = known.takeToken(token);
				return name === null
					? refused(401, "invalid_token")
					: answer(200, { id: name.toLowerCase(), name });
			},
			validate({ guards }),
		);
}

/** To anyone else it does not exist. */
const ownMachine = guard(
	({ request }: RouteContext) => {
		if (!isLoopbackRequest(request))
			throw new ApiError(
				"not_found",
				"There is nothing at this address. Check the address.",
			);
	},
	{ errors: ["not_found"] },
);

/** What someone typed as their name; null when it is none. */
function nameOf(typed: string | null): string | null {
	const name = (typed ?? "")
		.normalize("NFC")
		.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
		.trim();
	return name !== "" && [...name].length <= 60 ? name : null;
}

const answer = (status: number, body: object) =>
	Response.json(body, { status, headers: { "cache-control": "no-store" } });

const refused = (status: number, error: string) => answer(status, { error });

const seeOther = (location: string) =>
	new Response(null, {
		status: 303,
		headers: { location, "cache-control": "no-store" },
	});

/** @param isRefused whether the name that was sent is invalid */
function formPage(request: Request, isRefused = false): Response {
	const { t } = pageTexts(request);
	const said = isRefused
		? html`<p id="said" role="alert"><strong>${t("Enter a name of at most 60 characters.")}</strong></p>`
		: html`<p id="said">${t("This Treeline runs on your own machine, so a name is enough. The same name always opens the same account.")}</p>`;
	const page = {
		status: isRefused ? 400 : 200,
		title: t("Sign in"),
		body: html`<form method="post">
${said}
<label for="name">${t("Name")}</label>
<input type="text" id="name" name="name" required maxlength="60" autocomplete="nickname" autofocus aria-describedby="said">
<p class="actions"><button class="first">${t("Sign in")}</button> <a href="/">${t("Back to Treeline")}</a></p>
</form>`,
		formAction: "'self'",
	};
	return smallPage(page, request);
}

/** In milliseconds. */
const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 1000;

interface Code {
	name: string;
	/** The PKCE challenge, S256. */
	challenge: string;
}

function grants(secret: string) {
	const codes = once<Code>(`code ${secret}`);
	const tokens = once<string>(`token ${secret}`);
	return {
		addCode: (code: Code): string => codes.add(code),
		/** A token for the code, which is gone then; null when it is not known or `verifier` is another's. */
		takeCode(code: string, verifier: string): string | null {
			const granted = codes.take(code);
			if (granted?.challenge !== challengeOf(verifier)) return null;
			return tokens.add(granted.name);
		},
		/** The name that the token is good for, once. */
		takeToken: (token: string): string | null => tokens.take(token),
	};
}

/** Values sealed with `key` into texts, which any process with the key opens within their lifetime; each process opens one once. */
function once<Value>(key: string) {
	/** Those that were opened, by their signatures. */
	const used = new Set<string>();
	const sign = (text: string) =>
		createHmac("sha256", key).update(text).digest("base64url");
	return {
		add(value: Value): string {
			const until = Date.now() + LIFETIME_MS;
			const sealed = JSON.stringify({ value, until, nonce: newSecret() });
			const text = Buffer.from(sealed).toString("base64url");
			return `${text}.${sign(text)}`;
		},
		take(sealed: string): Value | null {
			const [text = "", given = ""] = sealed.split(".");
			const signature = sign(text);
			if (!isSame(given, signature) || used.has(signature)) return null;
			used.add(signature);
			const [oldest] = used;
			if (used.size > MAX_ENTRIES && oldest) used.delete(oldest);
			const { value, until } = JSON.parse(
				Buffer.from(text, "base64url").toString(),
			);
			return until > Date.now() ? value : null;
		},
	};
}

function isSame(one: string, other: string): boolean {
	const [first, second] = [Buffer.from(one), Buffer.from(other)];
	return first.length === second.length && timingSafeEqual(first, second);
}

/** Headers that a proxy or a tunnel adds. */
const FORWARDING =
	/^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-(for|host|forwarded-for)|true-client-ip|cf-.+|fastly-.+|fly-.+|x-envoy-.+|x-proxyuser-ip|client-ip|forwarded-for)$/;

function isLoopbackRequest({ headers }: Request): boolean {
	for (const [name] of headers) if (FORWARDING.test(name)) return false;
	return isLoopback(`http://${headers.get("host") ?? ""}`);
}
