/** OAuth clients: what they say of themselves, in a registration (RFC 7591) or in a document, and finding them by their ids. All are public: none has a secret. */
import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { textFault } from "../../../server/request-context-address-and-deadline.ts";
import { clientDocuments, isDocumentAddress } from "./fetch-client-metadata.ts";
import { OAuthError } from "./oauth-errors.ts";
import {
	addClient,
	findRegisteredClient,
	type OAuthClient,
} from "./queries.ts";
import { redirectTarget } from "./redirect-uris.ts";

const MAX_NAME_LENGTH = 60;
const MAX_REDIRECT_URIS = 10;
const MAX_ID_LENGTH = 500;

/** What a client may say; more is ignored. */
export const ClientMetadata = Type.Object(
	{
		redirect_uris: Type.Array(Type.String(), {
			minItems: 1,
			maxItems: MAX_REDIRECT_URIS,
			description: "Https addresses, or http at a loopback address.",
		}),
		client_name: Type.Optional(
			Type.String({ description: "What the learner reads." }),
		),
	},
	{
		additionalProperties: true,
		examples: [
			{
				client_name: "My editor",
				redirect_uris: ["http://127.0.0.1:33418/callback"],
				token_endpoint_auth_method: "none",
			},
		],
	},
);

export const RegisteredClient = Type.Object({
	client_id: Type.String(),
	client_id_issued_at: Type.Integer({ description: "In seconds since 1970." }),
	client_name: Type.String(),
	redirect_uris: Type.Array(Type.String()),
	grant_types: Type.Array(Type.String()),
	response_types: Type.Array(Type.String()),
	token_endpoint_auth_method: Type.Literal("none"),
});

/** Registers a client by what it says of itself. Throws OAuthError. */
export async function registerClient(
	sql: Sql,
	metadata: unknown,
): Promise<Static<typeof RegisteredClient>> {
	const { name, redirectUris } = clientOf(metadata);
	return {
		client_id: await addClient(sql, { name, redirectUris }),
		client_id_issued_at: Math.floor(Date.now() / 1000),
		client_name: name,
		redirect_uris: redirectUris,
		grant_types: ["authorization_code", "refresh_token"],
		response_types: ["code"],
		token_endpoint_auth_method: "none",
	};
}

/** A client by what it says of itself. Throws OAuthError. */
function clientOf(metadata: unknown): Omit<OAuthClient, "id"> {
	const { redirect_uris: uris, client_name: name } = (metadata ?? {}) as {
		redirect_uris?: unknown;
		client_name?: unknown;
	};
	if (!Array.isArray(uris) || uris.length === 0)
		throw new OAuthError(
			"invalid_redirect_uri",
			"Send redirect_uris, a list of at least one address.",
		);
	if (uris.length > MAX_REDIRECT_URIS)
		throw new OAuthError(
			"invalid_redirect_uri",
			`At most ${MAX_REDIRECT_URIS} redirect_uris can be registered.`,
		);
	const redirectUris = uris.map(String);
	const wrong = redirectUris.find((uri) => redirectTarget(uri) === null);
	if (wrong !== undefined)
		throw new OAuthError(
			"invalid_redirect_uri",
			"Each of redirect_uris has to be an https address, or an http address at localhost, 127.0.0.1 or [::1], without a fragment or credentials.",
		);
	const [first = ""] = redirectUris;
	return {
		name: cleanName(name) ?? redirectTarget(first)?.host ?? "",
		redirectUris,
	};
}

/** A name as it can be shown within a sentence: one line, without characters that hide or turn others. Null when nothing is left. */
function cleanName(name: unknown): string | null {
	if (typeof name !== "string" || !name.isWellFormed()) return null;
	const clean = name
		.normalize("NFC")
		.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\s]+/gu, " ")
		.trim();
	return clean === "" ? null : [...clean].slice(0, MAX_NAME_LENGTH).join("");
}

/** Finds a client by its id, which is the address of its document or was given to it by its registration; null when there is none. */
export function clientFinder(
	sql: Sql,
	origin: string,
): (id: string) => Promise<OAuthClient | null> {
	const documents = clientDocuments(origin, clientOf);
	return async (id) => {
		if (id.length > MAX_ID_LENGTH || textFault(id)) return null;
		return isDocumentAddress(id)
			? documents.find(id)
			: findRegisteredClient(sql, id);
	};
}
