/**
 * A small OAuth 2.0 identity provider for the machine that Treeline runs on, so that signing in works without any set-up and takes the
 * same way as anywhere else (contract, "Local sign-in"). Whoever reaches it is believed, so only this machine may.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { OAuthClient } from "../../../config.ts";
import { ApiError } from "../../../server/errors.ts";
import { readForm } from "../../../server/form-body.ts";
import { routes } from "../../../server/routes.ts";
import { type Asked, guard, takes } from "../../../server/validation.ts";
import { newSecret } from "../secrets.ts";
import { formPage } from "./form-page.ts";
import { grants } from "./grants.ts";
import { isOwnMachine } from "./loopback.ts";

export interface LocalProvider {
	/** How the program signs in there. */
	client: OAuthClient;
	routes: ReturnType<typeof providerRoutes>;
}

/**
 * @param origin this site's public origin
 * @param own where this process answers, without a closing slash
 * @param callback the address that it sends back to, and no other
 */
export function localProvider(
	origin: string,
	own: string,
	callback: string,
): LocalProvider {
	const client: OAuthClient = {
		clientId: "treeline",
		clientSecret: newSecret(),
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
	{ clientId, clientSecret }: OAuthClient,
	callback: string,
) {
	const known = grants();
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
		.get("/", () => seeOther("/api/auth/signin"), takes({ guards }))
		.get(
			"/authorize",
			({ query }) => {
				refuseClient(query);
				return formPage();
			},
			takes({ guards, query: AuthorizeQuery }),
		)
		.post(
			"/authorize",
			async ({ query, request }) => {
				refuseClient(query);
				const name = nameOf((await readForm(request)).get("name"));
				if (name === null)
					return formPage("Enter a name of at most 60 characters.");
				const { code_challenge, state } = query;
				const code = known.addCode({ name, challenge: code_challenge });
				const back = new URL(callback);
				back.search = String(new URLSearchParams({ code, state }));
				return seeOther(back.href);
			},
			takes({ guards, query: AuthorizeQuery }),
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
			takes({ guards }),
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
			takes({ guards }),
		);
}

/** To anyone else it does not exist. */
const ownMachine = guard(
	({ request }: Asked) => {
		if (!isOwnMachine(request))
			throw new ApiError(
				"not_found",
				"There is nothing at this address. Check the address.",
			);
	},
	{ refuses: ["not_found"] },
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
