/** The identity provider: GitHub by default, any OAuth 2.0 code host by its addresses (contract, section 1). */
import type { Reader } from "./reader.ts";

/** An application registered with an OAuth 2.0 provider. */
export interface OAuthClient {
	clientId: string;
	clientSecret: string;
	authorizeUrl: string;
	tokenUrl: string;
	profileUrl: string;
}

/** Null = no provider is configured: local sign-in, where that exists. */
export function readOAuthClient(read: Reader): OAuthClient | null {
	const client = {
		clientId: read.value("OAUTH_CLIENT_ID") ?? "",
		clientSecret: read.value("OAUTH_CLIENT_SECRET") ?? "",
		authorizeUrl: read.url(
			"OAUTH_AUTHORIZE_URL",
			"https://github.com/login/oauth/authorize",
		),
		tokenUrl: read.url(
			"OAUTH_TOKEN_URL",
			"https://github.com/login/oauth/access_token",
		),
		profileUrl: read.url("OAUTH_PROFILE_URL", "https://api.github.com/user"),
	};
	if (!client.clientId && !client.clientSecret) return null;
	for (const [name, other, value] of [
		["OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", client.clientId],
		["OAUTH_CLIENT_SECRET", "OAUTH_CLIENT_ID", client.clientSecret],
	])
		if (!value)
			read.faults.push(
				`${name} is missing while ${other} is there; set both, as the identity provider shows them`,
			);
	return client;
}
